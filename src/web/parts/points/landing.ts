import { useEffect, useState } from 'react'

/** Where points land: on the tile with the total, or else on the meter in the bar. */
export type LandingPlace = 'tile' | 'meter'

const places: readonly LandingPlace[] = ['tile', 'meter']
const travelMs = 320

let landing: { readonly place: LandingPlace; readonly atMs: number } | null = null

/** Loads what draws the flight, while the server books the points. */
export function prepareFlight(): void {
  if (!isCalm()) void drawing().catch(() => undefined)
}

/**
 * Lets points fly from a box to the first place in sight that is marked with `data-landing`. For readers who prefer
 * reduced motion they land at once.
 */
export function flyPoints(from: DOMRect): void {
  const target = targetInSight()
  if (!target) return
  const travel = isCalm() ? 0 : travelMs
  landing = { place: target.place, atMs: performance.now() + travel }
  if (travel > 0) {
    drawing().then(
      ({ drawFlight }) => drawFlight(from, target.box, travel),
      () => undefined,
    )
  }
}

/** A member's points as they are to be shown: the new ones only when those that are flying have landed. */
export function useLanded(points: number): number {
  const [landed, setLanded] = useState(points)
  useEffect(() => {
    const leftMs = (landing?.atMs ?? 0) - performance.now()
    if (leftMs <= 0) {
      setLanded(points)
      return
    }
    const timer = setTimeout(() => setLanded(points), leftMs)
    return () => clearTimeout(timer)
  }, [points])
  return landed
}

/** Whether the latest points flew to this place. */
export function hasLandedOn(place: LandingPlace): boolean {
  return landing?.place === place
}

function drawing() {
  return import('./points-flight.ts')
}

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function targetInSight() {
  for (const place of places) {
    const target = document.querySelector(`[data-landing="${place}"]`)
    const box = target?.getBoundingClientRect()
    if (!target || !box || box.width === 0) continue
    // Neither scrolled away, nor under the bar or a dialog.
    const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    if (target.contains(shown)) return { place, box }
  }
  return null
}
