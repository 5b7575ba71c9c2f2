import type { Achievement, EarnedAchievement, ToAchieve } from '#contract/achievements.ts'
import type { AchievementCode } from '#domain/achievements.ts'
import { type Progress, progressOf } from './progress-words.ts'

export interface AchievementSlot {
  /** The achievement's code. */
  readonly key: AchievementCode
  /** The earned achievement, or the locked one. */
  readonly achievement: Achievement | EarnedAchievement
  /** Null while it is locked. */
  readonly earnedAt: string | null
  /** Null where it is earned or nothing is counted. */
  readonly progress: Progress | null
}

interface Achievements {
  /** Easiest first. */
  readonly all: readonly Achievement[]
  /** Newest first. */
  readonly earned: readonly EarnedAchievement[]
  /** How far the locked ones have come, in any order. */
  readonly ways?: readonly ToAchieve[]
}

/** The latest `count` that are earned, filled up with locked ones, easiest first. */
export function achievementSlots({ all, earned, ways = [] }: Achievements, count: number): AchievementSlot[] {
  const unlocked = earned.map((achievement) => ({
    key: achievement.achievementId,
    achievement,
    earnedAt: achievement.earnedAt,
    progress: null,
  }))
  const locked = lockedAchievements(all, earned).map((achievement) => ({
    key: achievement.id,
    achievement,
    earnedAt: null,
    progress: progressOf(achievement.id, ways),
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
