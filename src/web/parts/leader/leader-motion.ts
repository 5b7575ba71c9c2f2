import { type RefObject, useLayoutEffect, useRef } from 'react'

const glideMs = 200
const settlingMs = 200

/**
 * Animates the children of a list from their old to their new positions when `order`, the list of their
 * `data-motion-key`s, changes. Does nothing if the reader prefers reduced motion.
 */
export function useReorderMotion(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
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
      for (const row of rows) glide(row, stoodAt.current)
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

function glide(row: HTMLElement, stoodAt: ReadonlyMap<string, number>): void {
  const before = stoodAt.get(row.dataset.motionKey ?? '')
  if (before === undefined || before === row.offsetTop) return
  row.animate([{ transform: `translateY(${before - row.offsetTop}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'cubic-bezier(.2, 0, 0, 1)',
  })
}
