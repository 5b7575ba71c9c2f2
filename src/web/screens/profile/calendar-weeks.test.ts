import { describe, expect, test } from 'vitest'
import type { MemberDay } from '#contract/members.ts'
import { addDays, asDay, daysOfWeeks } from '#domain/days.ts'
import { calendarSummary, dayWords, stepOf, weeksOf } from './calendar-weeks.ts'

// A Wednesday.
const today = asDay('2026-11-25')
const days: MemberDay[] = daysOfWeeks(today, 12).map((day) => ({ day, points: 0, reports: 0 }))

test('the more reports, the stronger the step', () => {
  expect([-1, 0, 1, 2, 3, 4, 5, 6, 10_000].map(stepOf)).toEqual([0, 0, 1, 2, 2, 3, 3, 4, 4])
})

describe('The weeks of the calendar', () => {
  test('are twelve, and the last one ends today', () => {
    const weeks = weeksOf(days)
    expect(weeks.map((week) => week.days.length)).toEqual([...Array.from({ length: 11 }, () => 7), 3])
    expect(weeks.at(-1)?.days.at(-1)?.day).toBe(today)
  })

  test('name each month where it begins, and the first week where its name has room', () => {
    const none = null
    expect(weeksOf(days).map(({ month }) => month)).toEqual([
      'Sep',
      none,
      none,
      'Oct',
      none,
      none,
      none,
      'Nov',
      none,
      none,
      none,
      none,
    ])
  })

  test('leave out the name of the first when the next week names another', () => {
    const from = asDay('2026-08-24')
    const late = Array.from({ length: 14 }, (_, at) => ({ day: addDays(from, at), points: 0, reports: 0 }))
    expect(weeksOf(late).map(({ month }) => month)).toEqual([null, 'Sep'])
  })
})

test('a day and the calendar are told in words', { tags: ['profile-calendar'] }, () => {
  expect(calendarSummary(days)).toBe('No reports in the last 80 days.')
  const busy = days.map((day, at) => ({ ...day, reports: at === 3 ? 5 : at === 10 ? 1 : 0 }))
  expect(calendarSummary(busy)).toBe('Reports on 2 of the last 80 days, the most on Sep 10: 5.')
  expect(busy.slice(3, 5).map(dayWords)).toEqual(['Sep 10: 5 reports', 'Sep 11: no report'])
})
