/**
 * The server's only clock. On PostgreSQL it follows the database's clock, so that an undo window that one instance
 * opened closes at the same moment on all of them.
 */
export interface Clock {
  now(): Date
}

export interface FollowingClock extends Clock {
  /** Adopts another clock's reading. `roundTripMs` is how long the reading took. */
  follow(reading: Date, roundTripMs: number): void
}

export function systemClock(): FollowingClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    follow: (reading, roundTripMs) => {
      offsetMs = reading.getTime() + roundTripMs / 2 - Date.now()
    },
  }
}

/** Milliseconds since an arbitrary moment, for durations and timeouts. Changes of the wall clock do not affect it. */
export function monotonicMs(): number {
  return performance.now()
}

/** The clock of this machine, by which ids are made, in milliseconds since 1970. */
export function machineClockMs(): number {
  return Date.now()
}
