import { type RefObject, useLayoutEffect, useRef } from 'react'

const glideMs = 200

/**
 * Lets the children of a list that carry `data-motion-key` glide from where they stood to where they stand when
 * `order`, their keys in order, has changed. Does nothing for readers who want less motion.
 */
export function useReorderMotion(list: RefObject<HTMLElement | null>, order: readonly string[]): void {
  const stoodAt = useRef<ReadonlyMap<string, number>>(new Map())
  const key = order.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what tells that rows have moved
  useLayoutEffect(() => {
    const rows = [...(list.current?.children ?? [])].filter((row) => row instanceof HTMLElement)
    const standsAt = new Map(rows.map((row) => [row.dataset.motionKey ?? '', row.offsetTop]))
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const row of rows) glide(row, stoodAt.current)
    }
    stoodAt.current = standsAt
  }, [key])
}

function glide(row: HTMLElement, stoodAt: ReadonlyMap<string, number>): void {
  const before = stoodAt.get(row.dataset.motionKey ?? '')
  if (before === undefined || before === row.offsetTop) return
  row.animate([{ transform: `translateY(${before - row.offsetTop}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'cubic-bezier(.2, 0, 0, 1)',
  })
}
