import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ContestState,
  contestPhase,
  countsFor,
  currentContest,
  daysSoFar,
  isNews,
  runningSums,
} from './contests.ts'
import { addDays, asDay } from './days.ts'

const march: ContestState = { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31'), isActive: true }
const april: ContestState = { startDate: asDay('2026-04-01'), endDate: asDay('2026-04-30'), isActive: true }
const june: ContestState = { startDate: asDay('2026-06-01'), endDate: asDay('2026-06-30'), isActive: true }
const offset = fc.nat({ max: 30 })
const contest: fc.Arbitrary<ContestState> = fc
  .record({ from: offset, days: offset, isActive: fc.boolean() })
  .map(({ from, days, isActive }) => ({
    startDate: addDays(asDay('2026-01-01'), from),
    endDate: addDays(asDay('2026-01-01'), from + days),
    isActive,
  }))
const today = offset.map((count) => addDays(asDay('2026-01-10'), count))

describe('a report', () => {
  it.each([
    ['2026-02-28', false],
    ['2026-03-01', true],
    ['2026-03-15', true],
    ['2026-03-31', true],
    ['2026-04-01', false],
  ])('on %s counts for the March contest: %s', (day, expected) => {
    expect(countsFor(march, asDay(day))).toBe(expected)
  })

  it('never counts for an inactive contest', () => {
    expect(countsFor({ ...march, isActive: false }, asDay('2026-03-15'))).toBe(false)
  })

  it('counts for a one-day contest on that day only', () => {
    const oneDay = { ...march, endDate: march.startDate }
    expect(countsFor(oneDay, asDay('2026-03-01'))).toBe(true)
    expect(countsFor(oneDay, asDay('2026-03-02'))).toBe(false)
  })
})

describe('the current contest', () => {
  it.each([
    ['is the running one', '2026-03-31', [june, april, march], march],
    ['is the next one when none is running', '2026-05-01', [june, march, april], june],
    ['is the earlier of two upcoming ones', '2026-01-01', [june, april], april],
    ['is null when all are over', '2026-07-01', [march, april, june], null],
    ['is null when there are no contests', '2026-03-15', [], null],
    ['is never an inactive one', '2026-03-15', [{ ...march, isActive: false }], null],
    ['skips an inactive upcoming one', '2026-02-01', [{ ...march, isActive: false }, april], april],
  ])('%s', (_, day, contests, expected) => {
    expect(currentContest(contests, asDay(day))).toBe(expected)
  })

  it('is a running one if there is any, otherwise the earliest upcoming one', () => {
    fc.assert(
      fc.property(fc.array(contest, { maxLength: 6 }), today, (contests, day) => {
        const current = currentContest(contests, day)
        const running = contests.filter((each) => countsFor(each, day))
        if (running.length > 0) {
          expect(running).toContain(current)
          return
        }
        const upcoming = contests.filter((each) => each.isActive && each.startDate > day)
        expect(current?.startDate).toBe(upcoming.map((each) => each.startDate).sort()[0])
      }),
    )
  })
})

describe('the days of a contest so far', () => {
  it.each([
    ['before it', '2026-02-28', 0, undefined],
    ['on its first day', '2026-03-01', 1, '2026-03-01'],
    ['on its last day', '2026-03-31', 31, '2026-03-31'],
    ['after it', '2026-05-01', 31, '2026-03-31'],
  ])('%s', (_, on, count, last) => {
    const days = daysSoFar(march, asDay(on))
    expect([days.length, days.at(-1)]).toEqual([count, last])
  })

  it('are summed up from the first', () => {
    const days = daysSoFar(march, asDay('2026-03-04'))
    const gains = new Map([
      [asDay('2026-03-01'), 15],
      [asDay('2026-03-03'), -5],
      [asDay('2026-03-09'), 99],
    ])
    expect(runningSums(days, gains)).toEqual([15, 15, 10, 10])
  })
})

describe('the phase of a contest', () => {
  it.each([
    ['2026-02-28', 'upcoming'],
    ['2026-03-01', 'running'],
    ['2026-03-31', 'running'],
    ['2026-04-01', 'ended'],
  ] as const)('on %s is %s, by its dates alone', { tags: ['admin-contests-phase'] }, (day, expected) => {
    expect(contestPhase(march, asDay(day))).toBe(expected)
  })
})

describe('a champion', () => {
  it.each([
    ['2026-04-01T04:10:00Z', true],
    ['2026-04-15T03:59:59.999Z', true],
    ['2026-04-15T04:00:00Z', false],
  ])('of March in New York who is named at %s is news: %s', { tags: ['contests-old-champion'] }, (...at) => {
    const [now, expected] = at
    expect(isNews(march, new Date(now), 'America/New_York')).toBe(expected)
  })
})
