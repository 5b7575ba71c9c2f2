import { z } from 'zod'
import { achievementCodes, achievementIcons, rarities } from '#domain/achievements.ts'
import * as contract from './achievements.ts'
import { count, idOf, instant, listOf } from './fields.schema.ts'
import { serve } from './served.schema.ts'

const achievement = z
  .object({
    id: z.enum(achievementCodes),
    name: z.string(),
    description: z.string(),
    icon: z.enum(achievementIcons),
    points: count,
    rarity: z.enum(rarities),
  })
  .meta({ id: 'Achievement' }) satisfies z.ZodType<contract.Achievement>

const earnedAchievement = achievement
  .extend({
    id: idOf<'earnedAchievement'>(),
    achievementId: z.enum(achievementCodes),
    earnedAt: instant,
  })
  .meta({ id: 'EarnedAchievement' }) satisfies z.ZodType<contract.EarnedAchievement>

export const listAchievements = serve(contract.listAchievements, { answer: listOf(achievement) })

export const listEarnedAchievements = serve(contract.listEarnedAchievements, {
  params: z.object({ userId: idOf<'user'>() }),
  answer: listOf(earnedAchievement),
})

const toAchieve = z
  .object({
    id: z.enum(achievementCodes),
    have: count.nullable(),
    need: count.nullable(),
  })
  .meta({ id: 'ToAchieve' }) satisfies z.ZodType<contract.ToAchieve>

export const listProgress = serve(contract.listProgress, { answer: listOf(toAchieve) })
