import { describe, expect, it } from 'vitest'
import { addDays, asDay, type Day } from './days.ts'
import {
  keptAliveBy,
  keptStreak,
  needsReport,
  repairableDay,
  stateOf,
  type ToldStreak,
} from './kept-streak.ts'
import {
  daysCutShort,
  defaultStreakRules,
  isPlainOn,
  type OwnDayKind,
  type RulesSince,
  rulesOn,
  yearWithoutWork,
} from './streak-rules.ts'

// 2 March 2026 is a Monday.
const march = (...days: number[]) => days.map((day) => asDay(`2026-03-${String(day).padStart(2, '0')}`))
const onMarch = (day: number) => march(day)[0] as Day
const working: RulesSince = { ...defaultStreakRules, mode: 'working_days', since: asDay('2026-01-01') }
const freezing: RulesSince = { ...defaultStreakRules, freezes: true, since: asDay('2026-01-01') }

interface Case {
  readonly reports: readonly number[] | ReadonlyMap<Day, number>
  readonly today: number
  readonly rules?: readonly RulesSince[]
  readonly holidays?: Readonly<Record<number, boolean>>
  readonly excused?: readonly number[]
  readonly own?: Readonly<Record<number, OwnDayKind>>
  /** Own days on which a report counts all the same. */
  readonly counting?: readonly number[]
}

function told({ reports: given, today: nth, rules = [working], ...days }: Case): ToldStreak {
  const { holidays = {}, excused = [], own = {}, counting = [] } = days
  const calendar = {
    rules,
    holidays: new Map(Object.entries(holidays).map(([day, counts]) => [onMarch(Number(day)), { counts }])),
    excused: new Set(march(...excused)),
  }
  const ownDays = Object.entries(own).map(
    ([day, kind]) => [onMarch(Number(day)), { kind, counts: counting.includes(Number(day)) }] as const,
  )
  const reports = given instanceof Map ? given : new Map(march(...(given as number[])).map((day) => [day, 1]))
  const keeping = { calendar, own: new Map(ownDays) }
  const today = onMarch(nth)
  return { reports, keeping, today, streak: keptStreak(reports, keeping, today) }
}
const short = (each: Case) => {
  const { lastDay, current, longest } = told(each).streak
  return [lastDay && Number(lastDay.slice(8)), current, longest]
}

describe('with working days, a streak', () => {
  it.each<[string, Case, ReturnType<typeof short>]>([
    ['lasts over the weekend', { reports: [5, 6], today: 9 }, [8, 2, 2]],
    ['goes on after the weekend', { reports: [6, 9], today: 9 }, [9, 2, 2]],
    ['ends by a missed Monday', { reports: [6, 10], today: 10 }, [10, 1, 1]],
    ['does not grow on a Saturday', { reports: [6, 7, 9], today: 9 }, [9, 2, 2]],
    ['does not begin on a Saturday', { reports: [7], today: 7 }, [null, 0, 0]],
    ['begins on the Monday after', { reports: [7, 9], today: 9 }, [9, 1, 1]],
    ['lasts over a holiday', { reports: [3, 5], today: 5, holidays: { 4: false } }, [5, 2, 2]],
    ['does not grow on a holiday', { reports: [3, 4], today: 4, holidays: { 4: false } }, [4, 1, 1]],
    [
      'keeps a day that was made a holiday afterwards',
      { reports: [3, 4], today: 4, holidays: { 4: true } },
      [4, 2, 2],
    ],
    ['lasts over away days', { reports: [3, 6], today: 6, own: { 4: 'away', 5: 'away' } }, [8, 2, 2]],
    ['does not grow on an away day', { reports: [3, 4], today: 4, own: { 4: 'away' } }, [4, 1, 1]],
    [
      'keeps a day that was entered as away afterwards',
      { reports: [3, 4], today: 4, own: { 4: 'away' }, counting: [4] },
      [4, 2, 2],
    ],
    [
      'lasts as long as a member is away',
      { reports: [3], today: 3, own: { 4: 'away', 5: 'away' } },
      [5, 1, 1],
    ],
    ['lasts over a repaired day', { reports: [3, 5], today: 5, own: { 4: 'repaired' } }, [5, 2, 2]],
    ['grows on an excused day with a report', { reports: [3, 4], today: 4, excused: [4] }, [4, 2, 2]],
    [
      'grows on a day that a change of the zone cut short',
      { reports: [3, 4], today: 5, own: { 4: 'zone' } },
      [4, 2, 2],
    ],
    [
      'lasts over a day that a change of the zone cut short',
      { reports: [3, 5], today: 5, own: { 4: 'zone' } },
      [5, 2, 2],
    ],
  ])('%s', (_, each, expected) => {
    expect(short(each)).toEqual(expected)
  })

  it('judges each day by the rules that were in force on it', () => {
    const from = (day: number, rules: RulesSince) => ({ ...rules, since: onMarch(day) })
    // The first weekend still broke streaks, and a report on it counted.
    expect(short({ reports: [5, 6, 9], today: 9, rules: [from(9, working)] })).toEqual([9, 1, 2])
    expect(short({ reports: [6, 7, 8, 9], today: 9, rules: [from(9, working)] })).toEqual([9, 4, 4])
    // What was reported on a Saturday before the rules of that day changed still counts.
    expect(short({ reports: [6, 7], today: 7, rules: [from(7, working)] })).toEqual([8, 2, 2])
    const back = [from(1, working), from(10, { ...working, mode: 'every_day' })]
    expect(short({ reports: [6, 9, 13], today: 13, rules: back })).toEqual([13, 1, 2])
  })
})

describe('by the default rules', () => {
  it('holidays and away days break a streak like any other day', () => {
    expect(
      short({ reports: [3, 5], today: 5, rules: [], holidays: { 4: false }, own: { 4: 'away' } }),
    ).toEqual([5, 1, 1])
  })

  it('nothing can be repaired', () => {
    expect(repairableDay(told({ reports: [2], today: 4, rules: [] }))).toBeNull()
  })
})

describe('a freeze', () => {
  const ten = (...others: number[]) =>
    new Map<Day, number>([[onMarch(2), 10], ...march(...others).map((day) => [day, 1] as const)])

  it.each<[string, Case, ReturnType<typeof short>, number]>([
    ['is earned by ten reports', { reports: ten(), today: 2, rules: [freezing] }, [3, 1, 1], 1],
    [
      'is not earned by nine',
      { reports: new Map([[onMarch(2), 9]]), today: 2, rules: [freezing] },
      [2, 1, 1],
      0,
    ],
    [
      'keeps a missed day, which does not count',
      { reports: ten(4), today: 4, rules: [freezing] },
      [4, 2, 2],
      0,
    ],
    ['is used once the day is over', { reports: ten(), today: 4, rules: [freezing] }, [3, 1, 1], 0],
    ['keeps one day alone', { reports: ten(5), today: 5, rules: [freezing] }, [5, 1, 1], 0],
    [
      'is earned once a month',
      { reports: ten(3).set(onMarch(3), 30), today: 3, rules: [freezing] },
      [4, 2, 2],
      1,
    ],
    ['is not earned while freezes are off', { reports: ten(4), today: 4, rules: [working] }, [4, 1, 1], 0],
  ])('%s', (_, each, expected, freezes) => {
    expect(short(each)).toEqual(expected)
    expect(told(each).streak.freezes).toBe(freezes)
  })

  it('is kept up to two, and one that could not be kept is earned once there is room', () => {
    // Away from the days between, so that no freeze is used there.
    const between = Array.from({ length: 59 }, (_, nth) => addDays(asDay('2026-01-05'), nth + 1))
    const own = new Map(between.map((day) => [day, { kind: 'away' as const, counts: true }]))
    const rules = [{ ...working, freezes: true }]
    const keeping = { calendar: { rules, holidays: new Map(), excused: new Set<Day>() }, own }
    const reports = new Map(
      ['2026-01-05', '2026-02-05', '2026-03-05'].map((day) => [asDay(day), 10] as const),
    )
    expect(keptStreak(reports, keeping, asDay('2026-03-05'))).toMatchObject({ freezes: 2, current: 3 })
    // Friday 6 March takes one, and March has earned another one.
    expect(keptStreak(reports, keeping, asDay('2026-03-07'))).toMatchObject({
      freezes: 2,
      frozen: ['2026-03-06'],
    })
  })

  it('is not used on a day that needs no report', () => {
    const each: Case = {
      reports: new Map([[onMarch(6), 10]]),
      today: 9,
      rules: [{ ...working, freezes: true }],
    }
    expect(told(each).streak).toMatchObject({ freezes: 1, frozen: [], lastDay: '2026-03-09' })
  })
})

describe('what keeps a streak alive', () => {
  const tell = (each: Case) => {
    const known = told(each)
    return [keptAliveBy(known), needsReport(known) ? 'report' : null]
  }
  it.each<[string, Case, ReturnType<typeof tell>]>([
    ['a report of today', { reports: [2, 3], today: 3 }, ['report', null]],
    ['one of yesterday, while today needs one', { reports: [2], today: 3 }, ['report', 'report']],
    ['the weekend', { reports: [6], today: 7 }, ['weekend', null]],
    ['the weekend before, on a Monday', { reports: [6], today: 9 }, ['weekend', 'report']],
    ['a holiday', { reports: [3], today: 4, holidays: { 4: false } }, ['holiday', null]],
    ['an away day', { reports: [3], today: 4, own: { 4: 'away' } }, ['away', null]],
    [
      'a freeze',
      { reports: new Map([[onMarch(2), 10]]), today: 4, rules: [{ ...working, freezes: true }] },
      ['freeze', 'report'],
    ],
    ['nothing after a missed day', { reports: [3], today: 5 }, [null, 'report']],
    ['nothing at the beginning', { reports: [], today: 5 }, [null, 'report']],
    [
      'the product itself, which has no word for it',
      { reports: [3], today: 5, excused: [4] },
      [null, 'report'],
    ],
  ])('is %s', (_, each, expected) => {
    expect(tell(each)).toEqual(expected)
  })

  it('is told for each day', () => {
    const known = told({
      reports: [2, 3, 9, 11],
      today: 13,
      holidays: { 4: false },
      own: { 5: 'away', 10: 'repaired', 6: 'zone' },
      excused: [],
    })
    expect(march(1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13).map((day) => stateOf(known, day))).toEqual([
      'weekend',
      'report',
      'report',
      'holiday',
      'away',
      'zone',
      'weekend',
      'report',
      'repaired',
      'report',
      'missed',
      'open',
    ])
    expect(stateOf(known, asDay('2026-02-27'))).toBe('none')
  })
})

describe('a repair', () => {
  it.each<[string, Case, unknown]>([
    ['is for yesterday', { reports: [2, 3], today: 5 }, { day: '2026-03-04', length: 2 }],
    [
      'is still for yesterday after a report',
      { reports: [2, 3, 5], today: 5 },
      { day: '2026-03-04', length: 2 },
    ],
    ['comes too late on the day after', { reports: [2, 3], today: 6 }, null],
    ['is for a missed Friday on Saturday', { reports: [5], today: 7 }, { day: '2026-03-06', length: 1 }],
    ['needs a streak', { reports: [], today: 5 }, null],
    ['is not needed while the streak stands', { reports: [3], today: 4 }, null],
  ])('%s', (_, each, expected) => {
    expect(repairableDay(told(each))).toEqual(expected)
  })
})

describe('the rules', () => {
  it('are the default ones before the first day of others', () => {
    expect(rulesOn([working], asDay('2025-12-31'))).toBe(defaultStreakRules)
    expect(isPlainOn([working], asDay('2025-12-31'))).toBe(true)
    expect(isPlainOn([working], asDay('2026-01-01'))).toBe(false)
    expect(isPlainOn([freezing], asDay('2026-01-01'))).toBe(false)
  })

  it('cut short the days between the day in the old zone and that in the new one', () => {
    expect(daysCutShort(onMarch(4), onMarch(6))).toEqual(march(4, 5))
    expect(daysCutShort(onMarch(4), onMarch(4))).toEqual([])
    expect(daysCutShort(onMarch(5), onMarch(4))).toEqual([])
  })

  it('find a year without a working day', () => {
    const everyDay = Array.from({ length: 365 }, (_, nth) =>
      asDay(new Date(Date.UTC(2026, 0, 1 + nth)).toISOString().slice(0, 10)),
    )
    expect(yearWithoutWork([1, 2, 3, 4, 5], everyDay)).toBe('2026')
    expect(
      yearWithoutWork(
        [1, 2, 3, 4, 5],
        everyDay.filter((day) => day !== '2026-07-01'),
      ),
    ).toBeNull()
    expect(
      yearWithoutWork(
        [1],
        everyDay.filter((day) => day !== '2026-07-01'),
      ),
    ).toBe('2026')
  })
})
