import { type StandingClock, standingClock } from '#sandbox/standing-clock.ts'

/** An ISO instant, set by a run that repeats the tests at another moment. */
export const momentVariable = 'OVATION_TEST_NOW'

/** A Wednesday morning in the middle of a month without a holiday, a leap day or a change of clocks. */
const usualMoment = '2026-06-10T10:00:00.000Z'

/** The moment of all tests and stories that do not choose their own. */
export const testMoment = standingClock(process.env[momentVariable] || usualMoment).now()

/** A clock that stands at the moment of the tests, or at another one, until the test moves it. */
export function testClock(start: Date | string = testMoment): StandingClock {
  return standingClock(start)
}
