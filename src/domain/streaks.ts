import { addDays, type Day } from './days.ts'

/** A member's streak as it is stored: its length on the last day with a live report, or on an excused day right after. */
export interface Streak {
  readonly lastDay: Day | null
  readonly current: number
  readonly longest: number
}

export const noStreak: Streak = { lastDay: null, current: 0, longest: 0 }

/**
 * The streak after one more live report on `day`.
 * Null when `day` lies before the last reported day (a clock that went back): the caller then uses `streakOfDays`.
 */
export function extendStreak(streak: Streak, day: Day): Streak | null {
  if (streak.lastDay === day) return streak
  if (streak.lastDay !== null && day < streak.lastDay) return null
  const current = streak.lastDay === addDays(day, -1) ? streak.current + 1 : 1
  return { lastDay: day, current, longest: Math.max(streak.longest, current) }
}

/**
 * The streak of the days that have at least one live report, in any order; repeated days count once. An excused day
 * without a report breaks no streak and adds none: the streak then lasts up to that day.
 */
export function streakOfDays(days: readonly Day[], excused: readonly Day[] = []): Streak {
  const reported = new Set(days)
  let streak = noStreak
  for (const day of [...new Set([...days, ...excused])].sort()) {
    if (reported.has(day)) streak = extendStreak(streak, day) ?? streak
    else if (streak.lastDay === addDays(day, -1)) streak = { ...streak, lastDay: day }
  }
  return streak
}

/** The length of the streak as of today, in days; 0 when it ended before yesterday. */
export function standingStreakDays(streak: Streak, today: Day): number {
  return streak.lastDay !== null && streak.lastDay >= addDays(today, -1) ? streak.current : 0
}
