import { z } from 'zod'
import { achievementCodes, achievementIcons, rarities } from '#domain/achievements.ts'
import { endpoint } from './endpoint.ts'
import { count, idOf, instant, listOf } from './fields.ts'

export const achievement = z.object({
  /** The achievement's code. */
  id: z.enum(achievementCodes),
  name: z.string(),
  description: z.string(),
  icon: z.enum(achievementIcons),
  /** What it earns under the current rules. */
  points: count,
  rarity: z.enum(rarities),
})
export type Achievement = z.output<typeof achievement>

/** An achievement of one member; `points` is what it earned at the time, whatever the rules say now. */
export const earnedAchievement = achievement.extend({
  id: idOf<'earnedAchievement'>(),
  achievementId: z.enum(achievementCodes),
  earnedAt: instant,
})
export type EarnedAchievement = z.output<typeof earnedAchievement>

/** All achievements, easiest first. */
export const listAchievements = endpoint({
  method: 'GET',
  path: '/api/achievements',
  answer: listOf(achievement),
})

/** The achievements that a member has earned, newest first. */
export const listEarnedAchievements = endpoint({
  method: 'GET',
  path: '/api/achievements/user/:userId',
  params: z.object({ userId: idOf<'user'>() }),
  answer: listOf(earnedAchievement),
})
