/** How the flame beside a streak looks: from nothing yet to a month and more. */
export type Flame = 'unlit' | 'waiting' | 'new' | 'warm' | 'strong' | 'golden'

/** Lengths, in days, at which a streak is celebrated. */
export const streakMilestones: readonly number[] = [3, 7, 14, 30, 60, 100]

/** `waiting` is a streak that stands but has no report today yet. */
export function flameOf(streakDays: number, hasReportedToday: boolean): Flame {
  if (streakDays <= 0) return 'unlit'
  if (!hasReportedToday) return 'waiting'
  if (streakDays >= 30) return 'golden'
  if (streakDays >= 7) return 'strong'
  return streakDays >= 3 ? 'warm' : 'new'
}

/** The line under the number of days. */
export function streakNote(streakDays: number, longestStreakDays: number): string {
  const best = `Best ${longestStreakDays.toLocaleString('en-US')}`
  if (streakDays > 0) return best
  return longestStreakDays > 0 ? `Start a streak · ${best}` : 'Start a streak'
}

/** Whether a streak has just grown to one of the lengths that are celebrated. */
export function hasReachedMilestone(beforeDays: number, nowDays: number): boolean {
  return nowDays > beforeDays && streakMilestones.some((days) => beforeDays < days && nowDays >= days)
}
