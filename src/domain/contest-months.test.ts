import { describe, expect, it } from 'vitest'
import { monthWindow, monthWithoutContest, nextMonthWithoutContest } from './contest-months.ts'
import type { ContestState } from './contests.ts'
import { asDay } from './days.ts'

const march: ContestState = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31'), isActive: true }
const april: ContestState = { startDate: asDay('2026-04-01'), endDate: asDay('2026-04-30'), isActive: true }
const june: ContestState = { startDate: asDay('2026-06-01'), endDate: asDay('2026-06-30'), isActive: true }

describe('a month', () => {
  it.each([
    ['2026-02-11', '2026-02-01', '2026-02-28'],
    ['2028-02-29', '2028-02-01', '2028-02-29'],
    ['2026-12-31', '2026-12-01', '2026-12-31'],
    ['2026-01-31', '2026-01-01', '2026-01-31'],
  ])('around %s goes from %s to %s', (day, startDate, endDate) => {
    expect(monthWindow(asDay(day))).toEqual({ startDate, endDate })
  })

  const december = { startDate: asDay('2026-12-01'), endDate: asDay('2026-12-31'), isActive: true }
  const lastDay = { ...december, startDate: december.endDate }
  const firstDay = { ...december, startDate: asDay('2026-10-01'), endDate: december.startDate }

  it.each<[string, ContestState[], string, boolean]>([
    ['eleven days before', [], '2026-11-20', false],
    ['ten days before', [], '2026-11-21', true],
    ['on the last day before', [], '2026-11-30', true],
    ['once it has begun', [], '2026-12-01', false],
    ['when it has a contest', [december], '2026-11-25', false],
    ['when its last day has one', [lastDay], '2026-11-25', false],
    ['when its first day has one', [firstDay], '2026-11-25', false],
    ['when its contest is off', [{ ...december, isActive: false }], '2026-11-25', true],
    ['when only other months have one', [march, april], '2026-11-25', true],
  ])(
    'without a contest is told of, or not, %s',
    { tags: ['admin-contests-nudge'] },
    (_, contests, day, isTold) => {
      const { isActive, ...window } = december
      expect(monthWithoutContest(contests, asDay(day))).toEqual(isTold ? window : null)
    },
  )

  it('without a contest is told of over the turn of a year too', { tags: ['admin-contests-nudge'] }, () => {
    expect(monthWithoutContest([december], asDay('2026-12-24'))).toEqual(monthWindow(asDay('2027-01-01')))
  })

  it.each<[string, string, ContestState[], string]>([
    ['the present one, when nothing runs', '2026-03-21', [], '2026-03-01'],
    ['the next one, when it begins in ten days', '2026-03-22', [], '2026-04-01'],
    ['the next one after those that have one', '2026-03-11', [march, april], '2026-05-01'],
    ['the one between two', '2026-03-11', [march, june], '2026-04-01'],
    ['the present one, when its contest is off', '2026-03-11', [{ ...march, isActive: false }], '2026-03-01'],
  ])('for a new contest is %s', { tags: ['admin-contests-draft'] }, (_, day, contests, startDate) => {
    expect(nextMonthWithoutContest(contests, asDay(day))).toEqual(monthWindow(asDay(startDate)))
  })
})
