import { addDays, type Day, dayOf } from './days.ts'

/**
 * A member's streak as it is stored. `lastDay` is the last day that it lasts up to without any further report: the last
 * one with a live report, or a later one on which none is needed. A freeze that the member holds counts as used there.
 */
export interface Streak {
  readonly lastDay: Day | null
  readonly current: number
  readonly longest: number
}

export const noStreak: Streak = { lastDay: null, current: 0, longest: 0 }

/**
 * The streak after one more live report on `day`, by the rule that every day needs one.
 * Null when `day` lies before the last day (a clock that went back): the caller then counts all days with `keptStreak`.
 */
export function extendStreak(streak: Streak, day: Day): Streak | null {
  if (streak.lastDay === day) return streak
  if (streak.lastDay !== null && day < streak.lastDay) return null
  const current = streak.lastDay === addDays(day, -1) ? streak.current + 1 : 1
  return { lastDay: day, current, longest: Math.max(streak.longest, current) }
}

/** The length of the streak as of today, in days; 0 when it ended before yesterday. */
export function standingStreakDays(streak: Streak, today: Day): number {
  return streak.lastDay !== null && streak.lastDay >= addDays(today, -1) ? streak.current : 0
}

/** An instant, and the time zone of the workspace. */
export interface WorkspaceMoment {
  readonly now: Date
  readonly timeZone: string
}

/** The same in the member's own days. `timeZone` of the streak is null where it is that of the workspace. */
export function standingStreakAt(
  streak: Streak & { readonly timeZone: string | null },
  { now, timeZone }: WorkspaceMoment,
): number {
  return standingStreakDays(streak, dayOf(now, streak.timeZone ?? timeZone))
}
