/** The look of the flame beside a streak, from no streak to a month or more. Each one from `warm` on is a size larger. */
export type Flame = 'unlit' | 'new' | 'warm' | 'strong' | 'bright' | 'golden'

/** The streak lengths, in days, that are celebrated. */
export const streakMilestones: readonly number[] = [3, 7, 14, 30, 60, 100]

export function flameOf(streakDays: number): Flame {
  if (streakDays <= 0) return 'unlit'
  if (streakDays >= 30) return 'golden'
  if (streakDays >= 14) return 'bright'
  if (streakDays >= 7) return 'strong'
  return streakDays >= 3 ? 'warm' : 'new'
}

/** Whether a streak has just reached a milestone. */
export function hasReachedMilestone(beforeDays: number, nowDays: number): boolean {
  return nowDays > beforeDays && streakMilestones.some((days) => beforeDays < days && nowDays >= days)
}
