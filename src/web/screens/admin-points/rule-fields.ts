import type { PointsConfiguration } from '#contract/points.ts'
import { asId } from '#domain/ids.ts'
import { actionTypes, bonusTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'
import { numberIn } from '#web/parts/form/number-field.tsx'

/** What stands in the fields of the form, as text; nothing chosen is empty. */
export interface RuleFields {
  readonly actionType: string
  readonly pointValue: string
  readonly multiplier: string
  readonly platform: string
  readonly context: string
  readonly bonusType: string
  readonly bonusValue: string
  readonly description: string
  readonly isActive: boolean
}

/** Percent. */
export const noMultiplier = 100

/** The fields of a new rule, or those of one that is there. */
export function fieldsOf(rule: PointsConfiguration | null): RuleFields {
  return {
    actionType: rule?.actionType ?? '',
    pointValue: String(rule?.pointValue ?? 0),
    multiplier: String(rule?.multiplier ?? noMultiplier),
    platform: rule?.platform ?? '',
    context: rule?.context ?? '',
    bonusType: rule?.bonusType ?? '',
    bonusValue: String(rule?.bonusValue ?? 0),
    description: rule?.description ?? '',
    isActive: rule?.isActive ?? true,
  }
}

/** The rule that the fields describe, for its schema to check. */
export function ruleIn(fields: RuleFields) {
  return {
    ...fields,
    pointValue: numberIn(fields.pointValue),
    multiplier: numberIn(fields.multiplier, noMultiplier),
    platform: fields.platform || null,
    context: fields.context || null,
    bonusType: fields.bonusType || null,
    bonusValue: numberIn(fields.bonusValue) || null,
  }
}

// It never leaves the browser: the server makes the id of a new rule.
const draftId = asId<'pointsRule'>('00000000-0000-7000-8000-000000000000')

/** The rule as it would be saved; null while the fields do not make one. */
export function draftOf(
  fields: RuleFields,
  rule: Pick<PointsConfiguration, 'id'> | null,
): PointsConfiguration | null {
  const { pointValue, multiplier, bonusValue, isActive } = ruleIn(fields)
  const actionType = actionTypes.find((type) => type === fields.actionType)
  const isSound = [pointValue, multiplier, bonusValue ?? 0].every(
    (each) => Number.isInteger(each) && each >= 0,
  )
  if (!actionType || !isSound || multiplier === 0) return null
  return {
    id: rule?.id ?? draftId,
    actionType,
    platform: rulePlatforms.find((platform) => platform === fields.platform) ?? null,
    context: ruleContexts.find((context) => context === fields.context) ?? null,
    pointValue,
    multiplier,
    bonusType: bonusTypes.find((type) => type === fields.bonusType) ?? null,
    bonusValue,
    description: null,
    isActive,
  }
}
