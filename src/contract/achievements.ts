import type { AchievementCode, AchievementIcon, Rarity } from '#domain/achievements.ts'
import type { Id, UserId } from '#domain/ids.ts'
import type { ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'

export interface Achievement {
  /** The achievement's code. */
  readonly id: AchievementCode
  readonly name: string
  readonly description: string
  readonly icon: AchievementIcon
  /** What it earns under the current rules. */
  readonly points: number
  readonly rarity: Rarity
}

/** An achievement of one member; `points` is what it earned at the time, whatever the rules say now. */
export interface EarnedAchievement extends Omit<Achievement, 'id'> {
  readonly id: Id<'earnedAchievement'>
  readonly achievementId: AchievementCode
  readonly earnedAt: string
}

/** All achievements, easiest first. */
export const listAchievements = endpoint<{ answer: ListOf<Achievement> }>('GET', '/api/achievements')

/** How far the caller is on the way to an achievement that they do not hold; both null where no count tells. */
export interface ToAchieve {
  readonly id: AchievementCode
  readonly have: number | null
  readonly need: number | null
}

/** The achievements that the caller does not hold, easiest first. */
export const listProgress = endpoint<{ answer: ListOf<ToAchieve> }>('GET', '/api/achievements/progress')

/** The achievements that a member has earned, newest first. */
export const listEarnedAchievements = endpoint<{
  params: { userId: UserId }
  answer: ListOf<EarnedAchievement>
}>('GET', '/api/achievements/user/:userId')
