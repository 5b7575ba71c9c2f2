import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, asDay, type Day } from './days.ts'
import { keptStreak } from './kept-streak.ts'
import { extendStreak, noStreak, standingStreakDays } from './streaks.ts'

const first = asDay('2026-02-20')
const offset = fc.nat({ max: 25 })
const days = fc.array(
  offset.map((count) => addDays(first, count)),
  { maxLength: 30 },
)

/** The streak by the default rules. */
function streakOfDays(all: readonly Day[], excused: readonly Day[] = []) {
  const calendar = { rules: [], holidays: new Map(), excused: new Set(excused) }
  const reports = new Map(all.map((day) => [day, 1]))
  const { lastDay, current, longest } = keptStreak(reports, { calendar, own: new Map() }, first)
  return { lastDay, current, longest }
}

/** Counts back from every day in turn: slow, but too simple to get wrong. */
function naiveStreak(all: readonly Day[]) {
  const runTo = (day: Day): number => (all.includes(day) ? 1 + runTo(addDays(day, -1)) : 0)
  const lastDay = [...all].sort().at(-1) ?? null
  return { lastDay, current: lastDay === null ? 0 : runTo(lastDay), longest: Math.max(0, ...all.map(runTo)) }
}

describe('a streak', () => {
  it.each([
    ['no day', [], null, 0, 0],
    ['one day', ['2026-03-01'], '2026-03-01', 1, 1],
    ['two days in a row', ['2026-03-01', '2026-03-02'], '2026-03-02', 2, 2],
    ['the same day twice', ['2026-03-01', '2026-03-01'], '2026-03-01', 1, 1],
    ['days in any order', ['2026-03-03', '2026-03-01', '2026-03-02'], '2026-03-03', 3, 3],
    ['a gap', ['2026-03-01', '2026-03-02', '2026-03-04'], '2026-03-04', 1, 2],
    ['the end of February', ['2026-02-27', '2026-02-28', '2026-03-01'], '2026-03-01', 3, 3],
    ['a leap day', ['2028-02-28', '2028-02-29', '2028-03-01'], '2028-03-01', 3, 3],
    ['a missed leap day', ['2028-02-28', '2028-03-01'], '2028-03-01', 1, 1],
    ['the turn of the year', ['2026-12-31', '2027-01-01'], '2027-01-01', 2, 2],
    ['the change of the clocks', ['2026-03-28', '2026-03-29', '2026-03-30'], '2026-03-30', 3, 3],
  ])('of %s is counted correctly', (_, all, lastDay, current, longest) => {
    expect(streakOfDays(all.map(asDay))).toEqual({ lastDay, current, longest })
  })

  it('matches a naive count back from every day', { tags: ['inv-08'] }, () => {
    fc.assert(
      fc.property(days, (all) => {
        expect(streakOfDays(all)).toEqual(naiveStreak(all))
      }),
    )
  })

  it('is the same whether it is extended day by day or counted from all days', () => {
    fc.assert(
      fc.property(days, (all) => {
        const ordered = [...all].sort()
        const extended = ordered.reduce((streak, day) => extendStreak(streak, day) ?? noStreak, noStreak)
        expect(extended).toEqual(streakOfDays(all))
      }),
    )
  })

  it('gives null when extended by a day before its last one, and only then', () => {
    fc.assert(
      fc.property(days, offset, (all, count) => {
        const streak = streakOfDays(all)
        const day = addDays(first, count)
        const isBehind = streak.lastDay !== null && day < streak.lastDay
        expect(extendStreak(streak, day) === null).toBe(isBehind)
      }),
    )
  })

  it('is never longer than the longest, and the longest never shrinks when a day is added', () => {
    fc.assert(
      fc.property(days, offset, (all, count) => {
        const before = streakOfDays(all)
        const after = streakOfDays([...all, addDays(first, count)])
        expect(after.current).toBeLessThanOrEqual(after.longest)
        expect(after.longest).toBeGreaterThanOrEqual(before.longest)
      }),
    )
  })
})

describe('an excused day', () => {
  it.each([
    ['between two reports', ['2026-03-02', '2026-03-04'], ['2026-03-03'], '2026-03-04', 2, 2],
    ['after the last report', ['2026-03-01', '2026-03-02'], ['2026-03-03'], '2026-03-03', 2, 2],
    ['after a day without a report', ['2026-03-01'], ['2026-03-03'], '2026-03-01', 1, 1],
    ['before the first report', ['2026-03-04'], ['2026-03-03'], '2026-03-04', 1, 1],
    ['with a report', ['2026-03-02', '2026-03-03'], ['2026-03-03'], '2026-03-03', 2, 2],
    ['without any report', [], ['2026-03-03'], null, 0, 0],
    ['next to another', ['2026-03-01', '2026-03-04'], ['2026-03-03', '2026-03-02'], '2026-03-04', 2, 2],
    ['in a gap of two', ['2026-03-01', '2026-03-04'], ['2026-03-02'], '2026-03-04', 1, 1],
  ])('%s is counted correctly', (_, all, excused, lastDay, current, longest) => {
    expect(streakOfDays(all.map(asDay), excused.map(asDay))).toEqual({ lastDay, current, longest })
  })

  it('matches a naive count on a calendar from which excused days without a report are cut out', () => {
    fc.assert(
      fc.property(days, days, (all, excused) => {
        const cut = excused.filter((day) => !all.includes(day))
        const kept = Array.from({ length: 27 }, (_, nth) => addDays(first, nth)).filter(
          (day) => !cut.includes(day),
        )
        const runTo = (at: number): number =>
          at >= 0 && all.includes(kept[at] ?? first) ? 1 + runTo(at - 1) : 0
        const runs = kept.map((_, at) => runTo(at))
        const last = kept.findLastIndex((day) => all.includes(day))
        const { lastDay, ...lengths } = streakOfDays(all, excused)
        expect(lengths).toEqual({ current: runs[last] ?? 0, longest: Math.max(0, ...runs) })
        if (lastDay === null) {
          expect(all).toEqual([])
          return
        }
        // From the last report to there, every day is excused, and the next one is not.
        const lastReport = kept[last] ?? first
        for (let day = addDays(lastReport, 1); day <= lastDay; day = addDays(day, 1))
          expect(cut).toContain(day)
        expect(cut).not.toContain(addDays(lastDay, 1))
      }),
    )
  })

  it('never shortens a streak, and leaves it to be extended on the next day', () => {
    fc.assert(
      fc.property(days, days, offset, (all, excused, count) => {
        const [before, after] = [streakOfDays(all), streakOfDays(all, excused)]
        expect(after.current).toBeGreaterThanOrEqual(before.current)
        expect(after.longest).toBeGreaterThanOrEqual(before.longest)
        const day = addDays(first, count)
        const extended = excused.includes(day) ? null : extendStreak(after, day)
        if (extended)
          expect(extended).toEqual(
            streakOfDays(
              [...all, day],
              excused.filter((each) => each < day),
            ),
          )
      }),
    )
  })
})

describe('the streak as of today', () => {
  const streak = { lastDay: asDay('2026-03-10'), current: 4, longest: 9 }

  it.each([
    ['2026-03-10', 4],
    ['2026-03-11', 4],
    ['2026-03-12', 0],
    ['2027-03-10', 0],
    // The clock may have gone back to before the last report.
    ['2026-03-09', 4],
  ])('on %s is %i days', (today, expected) => {
    expect(standingStreakDays(streak, asDay(today))).toBe(expected)
  })

  it('is 0 for a member who never reported', () => {
    expect(standingStreakDays(noStreak, asDay('2026-03-10'))).toBe(0)
  })
})
