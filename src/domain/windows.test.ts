import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdays, windowKinds } from './board-windows.ts'
import { addDays, asDay, daysBetween } from './days.ts'
import { windowAt } from './windows.ts'

const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays(asDay('1990-01-01'), days))
const weekday = fc.constantFrom(...weekdays)
const kind = fc.constantFrom(...windowKinds)

describe('the window of a day', () => {
  it.each([
    ['week', '2026-11-28', 1, '2026-11-23', '2026-11-29'],
    ['week', '2026-11-29', 1, '2026-11-23', '2026-11-29'],
    ['week', '2026-11-30', 1, '2026-11-30', '2026-12-06'],
    ['week', '2026-11-28', 7, '2026-11-22', '2026-11-28'],
    ['week', '2026-11-29', 7, '2026-11-29', '2026-12-05'],
    ['week', '2027-01-01', 1, '2026-12-28', '2027-01-03'],
    ['week', '2026-11-27', 6, '2026-11-21', '2026-11-27'],
    ['month', '2028-02-29', 1, '2028-02-01', '2028-02-29'],
    ['month', '2026-12-31', 1, '2026-12-01', '2026-12-31'],
    ['quarter', '2026-01-01', 1, '2026-01-01', '2026-03-31'],
    ['quarter', '2026-05-31', 1, '2026-04-01', '2026-06-30'],
    ['quarter', '2026-12-31', 1, '2026-10-01', '2026-12-31'],
  ] as const)('%s of %s, weeks from %d: %s to %s', (kind, on, weekStartsOn, startDate, endDate) => {
    expect(windowAt(kind, asDay(on), weekStartsOn)).toEqual({ startDate, endDate })
  })

  it('has the day in it, and windows follow one another without a gap', () => {
    fc.assert(
      fc.property(kind, day, weekday, (which, on, weekStartsOn) => {
        const { startDate, endDate } = windowAt(which, on, weekStartsOn)
        expect(startDate <= on && on <= endDate).toBe(true)
        expect(windowAt(which, startDate, weekStartsOn)).toEqual({ startDate, endDate })
        expect(windowAt(which, endDate, weekStartsOn)).toEqual({ startDate, endDate })
        expect(windowAt(which, addDays(endDate, 1), weekStartsOn).startDate).toBe(addDays(endDate, 1))
        expect(windowAt(which, addDays(startDate, -1), weekStartsOn).endDate).toBe(addDays(startDate, -1))
        const days = daysBetween(startDate, endDate) + 1
        const [least, most] = { week: [7, 7], month: [28, 31], quarter: [90, 92] }[which] as [number, number]
        expect(days >= least && days <= most).toBe(true)
      }),
    )
  })

  it('of a week begins on the chosen day', () => {
    fc.assert(
      fc.property(day, weekday, (on, weekStartsOn) => {
        const { startDate } = windowAt('week', on, weekStartsOn)
        expect(new Date(`${startDate}T00:00:00Z`).getUTCDay() || 7).toBe(weekStartsOn)
      }),
    )
  })
})
