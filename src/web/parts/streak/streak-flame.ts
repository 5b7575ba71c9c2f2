/** The look of the flame beside a streak, from no streak to a month or more. */
export type Flame = 'unlit' | 'waiting' | 'new' | 'warm' | 'strong' | 'golden'

/** The streak lengths, in days, that are celebrated. */
export const streakMilestones: readonly number[] = [3, 7, 14, 30, 60, 100]

/** `waiting` is a live streak without a report today. */
export function flameOf(streakDays: number, hasReportedToday: boolean): Flame {
  if (streakDays <= 0) return 'unlit'
  if (!hasReportedToday) return 'waiting'
  if (streakDays >= 30) return 'golden'
  if (streakDays >= 7) return 'strong'
  return streakDays >= 3 ? 'warm' : 'new'
}

/** Whether a streak has just reached a milestone. */
export function hasReachedMilestone(beforeDays: number, nowDays: number): boolean {
  return nowDays > beforeDays && streakMilestones.some((days) => beforeDays < days && nowDays >= days)
}
