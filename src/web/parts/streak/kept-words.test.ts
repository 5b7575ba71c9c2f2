import { expect, test } from 'vitest'
import { asDay } from '#domain/days.ts'
import type { DayState } from '#domain/kept-streak.ts'
import { keptText } from './kept-words.ts'

const told = (yesterday: DayState, today: DayState, current = 4) => ({
  current,
  days: [
    { day: asDay('2026-03-09'), state: yesterday },
    { day: asDay('2026-03-10'), state: today },
  ],
  todayNeeds: today === 'open' ? ('report' as const) : null,
  repair: null,
})
const repair = { day: asDay('2026-03-09'), length: 4, reportsLeft: 3, until: '2026-03-10T23:00:00.000Z' }

test.each([
  [told('report', 'report'), 'Today is counted'],
  [told('report', 'open'), 'Report today to keep your streak'],
  [told('report', 'weekend'), 'A day off keeps your streak'],
  [told('weekend', 'open'), 'The days off kept your streak. Report today to go on'],
  [told('freeze', 'open'), 'A freeze kept your streak. Report today to go on'],
  [told('excused', 'open'), 'Yesterday was excused. Report today to go on'],
  [told('away', 'away'), 'Your away day keeps your streak'],
  [told('missed', 'open', 0), 'Start a streak with one report'],
  [told('missed', 'weekend', 0), 'Today needs no report'],
  [{ ...told('missed', 'open', 0), repair }, '3 more reports today repair your streak of 4 days'],
  [
    { ...told('missed', 'report', 1), repair: { ...repair, length: 1, reportsLeft: 1 } },
    '1 more report today repairs your streak of 1 day',
  ],
  [
    { ...told('missed', 'report', 1), repair: { ...repair, reportsLeft: 0 } },
    'Your streak of 4 days can be repaired now',
  ],
])('%#: it says what keeps the streak alive', (streak, text) => {
  expect(keptText(streak)).toBe(text)
})
