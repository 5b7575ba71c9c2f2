import type { FollowingClock } from '#server/clock.ts'

/** A clock that stands still until it is set or advanced. */
export interface StandingClock extends FollowingClock {
  set(instant: Date | string): void
  advance(ms: number): void
}

export function standingClock(start: Date | string): StandingClock {
  let nowMs = new Date(start).getTime()
  if (Number.isNaN(nowMs))
    throw new RangeError(`"${start}" is not a valid time: write it like 2026-06-10T10:00:00Z`)
  return {
    now: () => new Date(nowMs),
    // The database's clock keeps running, and this one must not follow it.
    follow: () => undefined,
    set: (instant) => {
      nowMs = new Date(instant).getTime()
    },
    advance: (ms) => {
      nowMs += ms
    },
  }
}
