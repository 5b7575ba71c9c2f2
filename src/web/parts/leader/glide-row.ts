const glideMs = 200
const travelMs = 320

/** Moves a row to where it is, from where its top edge was before. One that is `passing` travels over the others. */
export function glideRow(row: HTMLElement, before: number | undefined, isPassing: boolean): void {
  if (before === undefined || before === row.offsetTop) return
  const from = `translateY(${before - row.offsetTop}px)`
  const easing = 'cubic-bezier(.2, 0, 0, 1)'
  if (!isPassing) {
    row.animate([{ transform: from }, { transform: 'none' }], { duration: glideMs, easing })
    return
  }
  const lifted = { zIndex: 2, borderRadius: '9px', boxShadow: 'var(--ov-shadow-lift)' }
  row.animate(
    [
      { ...lifted, transform: `${from} scale(1.015)` },
      { ...lifted, transform: 'scale(1.015)', offset: 0.85 },
      { ...lifted, transform: 'none', boxShadow: 'none' },
    ],
    { duration: travelMs, easing, id: 'passing' },
  )
}
