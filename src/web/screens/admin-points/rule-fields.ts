import {
  largestMultiplier,
  mostRulePoints,
  type NewPointsConfiguration,
  type PointsConfiguration,
} from '#contract/points.ts'
import { actionTypes, bonusTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'

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

export type RuleProblems = Readonly<Partial<Record<keyof RuleFields, string>>>

/** The fields that take a number: the bounds, and what stands in for text that is no number. */
export const numberFields = {
  pointValue: { from: 0, to: mostRulePoints, otherwise: 0 },
  multiplier: { from: 1, to: largestMultiplier, otherwise: 100 },
  bonusValue: { from: 0, to: mostRulePoints, otherwise: 0 },
} as const
export type NumberField = keyof typeof numberFields

/** The fields of a new rule, or those of one that is there. */
export function fieldsOf(rule: PointsConfiguration | null): RuleFields {
  return {
    actionType: rule?.actionType ?? '',
    pointValue: String(rule?.pointValue ?? numberFields.pointValue.otherwise),
    multiplier: String(rule?.multiplier ?? numberFields.multiplier.otherwise),
    platform: rule?.platform ?? '',
    context: rule?.context ?? '',
    bonusType: rule?.bonusType ?? '',
    bonusValue: String(rule?.bonusValue ?? numberFields.bonusValue.otherwise),
    description: rule?.description ?? '',
    isActive: rule?.isActive ?? true,
  }
}

/** The number that a text stands for; what is no number becomes the field's own. */
export function numberIn(field: NumberField, text: string): number {
  const trimmed = text.trim()
  const number = trimmed === '' ? Number.NaN : Number(trimmed)
  return Number.isFinite(number) ? number : numberFields[field].otherwise
}

/** The rule that the fields describe, or what is wrong with them. */
export function ruleIn(fields: RuleFields): { rule: NewPointsConfiguration } | { problems: RuleProblems } {
  const actionType = actionTypes.find((type) => type === fields.actionType)
  const problems = problemsOf(fields)
  if (!actionType || Object.keys(problems).length > 0) return { problems }
  return {
    rule: {
      actionType,
      pointValue: numberIn('pointValue', fields.pointValue),
      multiplier: numberIn('multiplier', fields.multiplier),
      platform: rulePlatforms.find((platform) => platform === fields.platform) ?? null,
      context: ruleContexts.find((context) => context === fields.context) ?? null,
      bonusType: bonusTypes.find((bonus) => bonus === fields.bonusType) ?? null,
      bonusValue: numberIn('bonusValue', fields.bonusValue) || null,
      description: fields.description.trim() || null,
      isActive: fields.isActive,
    },
  }
}

function problemsOf(fields: RuleFields): RuleProblems {
  const problems: Partial<Record<keyof RuleFields, string>> = {}
  if (fields.actionType === '') problems.actionType = 'Action type is required'
  for (const field of ['pointValue', 'multiplier', 'bonusValue'] as const) {
    const { from, to } = numberFields[field]
    const number = numberIn(field, fields[field])
    if (!Number.isInteger(number) || number < from || number > to) {
      problems[field] = `Must be a whole number from ${from} to ${to}`
    }
  }
  return problems
}
