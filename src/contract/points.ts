import { z } from 'zod'
import { actionTypes, bonusTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'
import { endpoint, noContent } from './endpoint.ts'
import { clearableText, count, idOf, listOf, oneOf, wholeNumber } from './fields.ts'

export const pointsConfiguration = z.object({
  id: idOf<'pointsRule'>(),
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

/** The most points that one rule or bonus may give. */
export const mostRulePoints = 100_000
/** Percent. */
export const largestMultiplier = 1_000
export const ruleDescriptionLimit = 500

const fields = {
  actionType: oneOf(actionTypes, 'Action type'),
  platform: oneOf(rulePlatforms, 'Platform').nullable(),
  context: oneOf(ruleContexts, 'Context').nullable(),
  pointValue: wholeNumber({ from: 0, to: mostRulePoints }),
  multiplier: wholeNumber({ from: 1, to: largestMultiplier }),
  bonusType: oneOf(bonusTypes, 'Bonus type').nullable(),
  bonusValue: wholeNumber({ from: 0, to: mostRulePoints }).nullable(),
  description: clearableText(ruleDescriptionLimit),
  isActive: z.boolean('Must be true or false'),
}

/** Defaults for omitted fields: every platform, every context, 0 points, 100 percent, no bonus, active. */
export const newPointsConfiguration = z.object({
  ...fields,
  platform: fields.platform.default(null),
  context: fields.context.default(null),
  pointValue: fields.pointValue.default(0),
  multiplier: fields.multiplier.default(100),
  bonusType: fields.bonusType.default(null),
  bonusValue: fields.bonusValue.default(null),
  description: fields.description.default(null),
  isActive: fields.isActive.default(true),
})
export type NewPointsConfiguration = z.output<typeof newPointsConfiguration>

/** Omitted fields stay as they are. The action type may be sent, but must be the rule's own. */
export const pointsConfigurationChange = z.object(fields).partial()
export type PointsConfigurationChange = z.output<typeof pointsConfigurationChange>

/** All rules, newest first, including inactive ones. */
export const listPointsConfigurations = endpoint({
  method: 'GET',
  path: '/api/admin/points-config',
  answer: listOf(pointsConfiguration),
})

export const createPointsConfiguration = endpoint({
  method: 'POST',
  path: '/api/admin/points-config',
  body: newPointsConfiguration,
  answer: z.object({ data: pointsConfiguration }),
})

export const updatePointsConfiguration = endpoint({
  method: 'PUT',
  path: '/api/admin/points-config/:id',
  params: z.object({ id: idOf<'pointsRule'>() }),
  body: pointsConfigurationChange,
  answer: z.object({ data: pointsConfiguration }),
})

export const deletePointsConfiguration = endpoint({
  method: 'DELETE',
  path: '/api/admin/points-config/:id',
  params: z.object({ id: idOf<'pointsRule'>() }),
  answer: noContent,
})
