import type { Achievement, EarnedAchievement } from '#contract/achievements.ts'

/** The achievements in `now` that are not in `before`. */
export function newlyEarned(
  before: readonly EarnedAchievement[],
  now: readonly EarnedAchievement[],
): EarnedAchievement[] {
  const known = new Set(before.map(({ achievementId }) => achievementId))
  return now.filter(({ achievementId }) => !known.has(achievementId))
}

/** Names such as "First Steps", "First Steps and Social Butterfly". */
export function namesOf(achievements: readonly Pick<Achievement, 'name'>[]): string {
  const names = achievements.map(({ name }) => name)
  return new Intl.ListFormat('en-US').format(names)
}
