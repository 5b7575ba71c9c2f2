const widest = 16 / 9
const tallest = 4 / 5
/** From here on a picture is wide: it stands at 16:9, for which the space is held, and loses a strip at most. */
const wide = 4 / 3

/** Width by height at which a picture is shown: its own, no wider than 16:9 and no taller than 4:5. */
export function shownRatio({
  naturalWidth,
  naturalHeight,
}: {
  readonly naturalWidth: number
  readonly naturalHeight: number
}): number {
  if (naturalWidth <= 0 || naturalHeight <= 0) return widest
  const own = naturalWidth / naturalHeight
  return own >= wide ? widest : Math.max(own, tallest)
}
