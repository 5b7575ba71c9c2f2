import type { Achievement, EarnedAchievement } from '#contract/achievements.ts'
import type { AchievementCode } from '#domain/achievements.ts'

export interface AchievementSlot {
  /** The achievement's code. */
  readonly key: AchievementCode
  /** The earned achievement, or the locked one. */
  readonly achievement: Achievement | EarnedAchievement
  /** Null while it is locked. */
  readonly earnedAt: string | null
}

/** The latest `count` of `earned`, which is sorted newest first, filled up with locked ones, easiest first. */
export function achievementSlots(
  all: readonly Achievement[],
  earned: readonly EarnedAchievement[],
  count: number,
): AchievementSlot[] {
  const unlocked = earned.map((achievement) => ({
    key: achievement.achievementId,
    achievement,
    earnedAt: achievement.earnedAt,
  }))
  const locked = lockedAchievements(all, earned).map((achievement) => ({
    key: achievement.id,
    achievement,
    earnedAt: null,
  }))
  return [...unlocked, ...locked].slice(0, count)
}

/** The first achievement that is not earned; null if all are. */
export function nextAchievement(
  all: readonly Achievement[],
  earned: readonly EarnedAchievement[],
): Achievement | null {
  return lockedAchievements(all, earned)[0] ?? null
}

/** The locked achievements, easiest first. */
export function lockedAchievements(
  all: readonly Achievement[],
  earned: readonly EarnedAchievement[],
): Achievement[] {
  const codes = new Set(earned.map(({ achievementId }) => achievementId))
  return all.filter(({ id }) => !codes.has(id))
}
