import { type RefObject, useLayoutEffect, useRef } from 'react'

const glideMs = 200
const travelMs = 320
const settlingMs = 200

/**
 * Animates the children of a list from their old to their new positions when `order`, the list of their
 * `data-motion-key`s, changes. The row with the key `passing` travels over the others. Does nothing if the reader
 * prefers reduced motion.
 */
export function useReorderMotion(
  list: RefObject<HTMLElement | null>,
  order: readonly string[],
  passing: string | null = null,
): void {
  const stoodAt = useRef<ReadonlyMap<string, number> | null>(null)
  const key = order.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what tells that rows have moved
  useLayoutEffect(() => {
    if (stoodAt.current === null) {
      // Nothing has moved yet. Measuring now, before layout, would force a second layout.
      const timer = setTimeout(() => {
        stoodAt.current = placesOf(rowsOf(list.current))
      }, settlingMs)
      return () => clearTimeout(timer)
    }
    const rows = rowsOf(list.current)
    const standsAt = placesOf(rows)
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const row of rows) glide(row, stoodAt.current, row.dataset.motionKey === passing)
    }
    stoodAt.current = standsAt
    return
  }, [key])
}

function rowsOf(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement)
}

function placesOf(rows: readonly HTMLElement[]): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [row.dataset.motionKey ?? '', row.offsetTop]))
}

function glide(row: HTMLElement, stoodAt: ReadonlyMap<string, number>, isPassing: boolean): void {
  const before = stoodAt.get(row.dataset.motionKey ?? '')
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
