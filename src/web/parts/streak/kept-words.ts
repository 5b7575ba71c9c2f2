import type { OwnStreak } from '#contract/streaks.ts'
import type { DayState } from '#domain/kept-streak.ts'
import { counted } from '#web/ui/time-words.ts'

/** What a day was for the streak, in words. */
export const dayStateNames: Readonly<Record<DayState, string>> = {
  report: 'Reported',
  freeze: 'Kept by a freeze',
  weekend: 'Day off',
  holiday: 'Holiday',
  away: 'Away',
  excused: 'Excused, because the product was down',
  zone: 'Cut short by a change of the time zone',
  repaired: 'Repaired',
  missed: 'Missed',
  open: 'Still open',
  none: 'No report',
}

const reasons: Partial<Readonly<Record<DayState, readonly [today: string, yesterday: string]>>> = {
  freeze: ['A freeze keeps your streak', 'A freeze kept your streak'],
  weekend: ['A day off keeps your streak', 'The days off kept your streak'],
  holiday: ['The holiday keeps your streak', 'The holiday kept your streak'],
  away: ['Your away day keeps your streak', 'Your away day kept your streak'],
  excused: ['', 'Yesterday was excused'],
  zone: ['', 'Your change of zone cost no day'],
  repaired: ['', 'Your streak is repaired'],
}

type Told = Pick<OwnStreak, 'current' | 'days' | 'todayNeeds' | 'repair'>

/** What keeps the streak alive today, and why yesterday did not break it. */
export function keptText({ current, days, todayNeeds, repair }: Told): string {
  if (repair) return repairText(repair)
  if (current === 0) return todayNeeds ? 'Start a streak with one report' : 'Today needs no report'
  const [yesterday, today] = days.slice(-2).map(({ state }) => state)
  const isOpen = today === 'open'
  const reason = (isOpen ? yesterday : today) ?? 'none'
  const words = reasons[reason]?.[isOpen ? 1 : 0]
  if (!isOpen) return words || 'Today is counted'
  return words ? `${words}. Report today to go on` : 'Report today to keep your streak'
}

function repairText({ length, reportsLeft }: NonNullable<OwnStreak['repair']>): string {
  const days = counted(length, 'day')
  return reportsLeft === 0
    ? `Your streak of ${days} can be repaired now`
    : `${counted(reportsLeft, 'more report')} today repair${reportsLeft === 1 ? 's' : ''} your streak of ${days}`
}
