import { type RefObject, useLayoutEffect, useRef } from 'react'

const glideMs = 200
const settlingMs = 200

/**
 * Lets the children of a list that carry `data-motion-key` glide from where they stood to where they stand when
 * `order`, their keys in order, has changed. Does nothing for readers who want less motion.
 */
export function useReorderMotion(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const stoodAt = useRef<ReadonlyMap<string, number> | null>(null)
  const key = order.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what tells that rows have moved
  useLayoutEffect(() => {
    if (stoodAt.current === null) {
      // Nothing has moved yet. To ask for places before the page is laid out would have it laid out twice.
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
