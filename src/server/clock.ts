/**
 * The only clock of the server. With several instances on one database it follows the database's clock, so that
 * an undo window opened by one instance closes at the same moment on all of them.
 */
export interface Clock {
  now(): Date
}

export interface FollowingClock extends Clock {
  /** Takes over another clock's reading; `roundTripMs` is how long asking for it took. */
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

/** Milliseconds since an arbitrary moment, untouched by changes of the wall clock: for durations and timeouts. */
export function monotonicMs(): number {
  return performance.now()
}
