import { type StandingClock, standingClock } from '#sandbox/standing-clock.ts'

/** Set by a run that tells the tests again at another moment; an ISO instant. */
export const momentVariable = 'OVATION_TEST_NOW'

/** A Wednesday morning in the middle of a month without a holiday, a leap day or a change of clocks. */
const usualMoment = '2026-06-10T10:00:00.000Z'

/** When tests and stories happen, unless one chooses a moment of its own. */
export const testMoment = standingClock(process.env[momentVariable] || usualMoment).now()

/** A clock that stands at the moment of the tests, or at another one, until the test moves it. */
export function testClock(start: Date | string = testMoment): StandingClock {
  return standingClock(start)
}
