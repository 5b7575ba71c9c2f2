import { z } from 'zod'
import { mostRulePoints } from '#domain/points.ts'
import { actionTypes, bonusTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'
import { clearableText, count, idOf, listOf, oneOf, wholeNumber } from './fields.schema.ts'
import * as contract from './points.ts'
import { noContent, serve } from './served.schema.ts'

const pointsConfiguration = z
  .object({
    id: idOf<'pointsRule'>(),
    actionType: z.enum(actionTypes),
    platform: z.enum(rulePlatforms).nullable(),
    context: z.enum(ruleContexts).nullable(),
    pointValue: count,
    multiplier: z.int().min(1),
    bonusType: z.enum(bonusTypes).nullable(),
    bonusValue: count.nullable(),
    description: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'PointsConfiguration' }) satisfies z.ZodType<contract.PointsConfiguration>

const fields = {
  actionType: oneOf(actionTypes, 'Action type'),
  platform: oneOf(rulePlatforms, 'Platform').nullable(),
  context: oneOf(ruleContexts, 'Context').nullable(),
  pointValue: wholeNumber({ from: 0, to: mostRulePoints }),
  multiplier: wholeNumber({ from: 1, to: contract.largestMultiplier }),
  bonusType: oneOf(bonusTypes, 'Bonus type').nullable(),
  bonusValue: wholeNumber({ from: 0, to: mostRulePoints }).nullable(),
  description: clearableText(contract.ruleDescriptionLimit),
  isActive: z.boolean('Must be true or false'),
}

/** Defaults for omitted fields: every platform, every context, 0 points, 100 percent, no bonus, active. */
export const newPointsConfiguration = z
  .object({
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
  .meta({ id: 'NewPointsConfiguration' }) satisfies z.ZodType<contract.NewPointsConfiguration>

export const listPointsConfigurations = serve(contract.listPointsConfigurations, {
  answer: listOf(pointsConfiguration),
})

export const createPointsConfiguration = serve(contract.createPointsConfiguration, {
  body: newPointsConfiguration,
  answer: z.object({ data: pointsConfiguration }),
})

export const updatePointsConfiguration = serve(contract.updatePointsConfiguration, {
  params: z.object({ id: idOf<'pointsRule'>() }),
  body: z.object(fields).partial(),
  answer: z.object({ data: pointsConfiguration }),
})

export const deletePointsConfiguration = serve(contract.deletePointsConfiguration, {
  params: z.object({ id: idOf<'pointsRule'>() }),
  answer: noContent,
})
