import { z } from 'zod'
import { actionTypes, bonusTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, id, listOf } from './fields.ts'

export const pointsConfiguration = z.object({
  id,
  actionType: z.enum(actionTypes),
  platform: z.enum(rulePlatforms).nullable(),
  context: z.enum(ruleContexts).nullable(),
  pointValue: count,
  /** Percent. */
  multiplier: z.int().min(1),
  bonusType: z.enum(bonusTypes).nullable(),
  bonusValue: count.nullable(),
  description: z.string().nullable(),
  isActive: z.boolean(),
})
export type PointsConfiguration = z.output<typeof pointsConfiguration>

export const listPointsConfigurations = endpoint({
  method: 'GET',
  path: '/api/admin/points-config',
  answer: listOf(pointsConfiguration),
})
