import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  counted,
  monthName,
  relativeTime,
  shortDate,
  shortDay,
  shortTime,
  updatedText,
} from './time-words.ts'

const now = new Date('2026-03-10T12:00:00Z')

afterEach(() => vi.unstubAllEnvs())

describe('relative time', () => {
  test.each([
    ['2026-03-10T12:00:00Z', 'Just now'],
    ['2026-03-10T12:00:30Z', 'Just now'],
    ['2026-03-10T13:00:00Z', 'Just now'],
    ['2026-03-10T11:00:01Z', 'Just now'],
    ['2026-03-10T11:00:00Z', '1 hour ago'],
    ['2026-03-10T09:59:00Z', '2 hours ago'],
    ['2026-03-09T12:00:01Z', '23 hours ago'],
    ['2026-03-09T12:00:00Z', '1 day ago'],
    ['2026-03-08T12:00:00Z', '2 days ago'],
    ['2025-03-10T12:00:00Z', '365 days ago'],
  ])('%s reads as %s', { tags: ['number-ago', 'f-08'] }, (instant, text) => {
    expect(relativeTime(new Date(instant), now)).toBe(text)
  })
})

test.each([
  ['2026-03-10T12:00:30Z', 'Updated just now'],
  ['2026-03-10T11:59:01Z', 'Updated just now'],
  ['2026-03-10T11:59:00Z', 'Updated 1 min ago'],
  ['2026-03-10T10:59:00Z', 'Updated 61 min ago'],
])('what was read at %s is %s', { tags: ['leaderboard-age'] }, (instant, text) => {
  expect(updatedText(new Date(instant), now)).toBe(text)
})

test('a noun is singular for 1 and plural otherwise', () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, 'day'))).toEqual([
    '0 days',
    '1 day',
    '2 days',
    '1,200 days',
  ])
  expect(counted(2, 'reply', 'replies')).toBe('2 replies')
})

test('a calendar day stays that day whatever the time zone', { tags: ['number-dates'] }, () => {
  const days = ['2026-03-01', '2026-05-09', '2026-09-30', '2025-12-31']
  for (const machineZone of ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles']) {
    vi.stubEnv('TZ', machineZone)
    expect(days.map(shortDate)).toEqual(['Mar 1, 2026', 'May 9, 2026', 'Sep 30, 2026', 'Dec 31, 2025'])
  }
})

test('a day of another year has the year', () => {
  const now = new Date(2026, 2, 11)
  expect(shortDay(new Date(2026, 0, 5), now)).toBe('Jan 5')
  expect(shortDay(new Date(2025, 11, 31), now)).toBe('Dec 31, 2025')
})

test('a short instant has the day and the time', () => {
  const now = new Date(2026, 10, 26)
  expect(shortTime(new Date(2026, 10, 25, 9, 14).toISOString(), now)).toBe('Nov 25, 9:14 AM')
  expect(shortTime(new Date(2025, 10, 25, 21, 5).toISOString(), now)).toBe('Nov 25, 2025, 9:05 PM')
})

test('the months are 1 to 12', () => {
  expect([1, 2, 6, 12].map(monthName)).toEqual(['January', 'February', 'June', 'December'])
})
