import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { glideRow } from './glide-row.ts'

const settlingMs = 200

/** Loaded once the list stands: nothing moves before. Null until then, and where it cannot be loaded. */
let glide: typeof glideRow | null = null

async function loadGlide(): Promise<void> {
  const loaded = await import('./glide-row.ts').catch(() => null)
  glide = loaded?.glideRow ?? null
}

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
        void loadGlide()
      }, settlingMs)
      return () => clearTimeout(timer)
    }
    const rows = rowsOf(list.current)
    const standsAt = placesOf(rows)
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      for (const row of rows) {
        const from = stoodAt.current.get(row.dataset.motionKey ?? '')
        glide?.(row, from, row.dataset.motionKey === passing)
      }
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
