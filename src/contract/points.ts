import type { PointsRuleId } from '#domain/ids.ts'
import type { ActionType, BonusType, RuleContext, RulePlatform } from '#domain/vocabulary.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'

export interface NewPointsConfiguration {
  readonly actionType: ActionType
  /** Null for every platform. */
  readonly platform: RulePlatform | null
  /** Null for every context. */
  readonly context: RuleContext | null
  readonly pointValue: number
  /** Percent. */
  readonly multiplier: number
  readonly bonusType: BonusType | null
  readonly bonusValue: number | null
  readonly description: string | null
  readonly isActive: boolean
}

export interface PointsConfiguration extends NewPointsConfiguration {
  readonly id: PointsRuleId
}

/** Percent. */
export const largestMultiplier = 1_000
export const ruleDescriptionLimit = 500

/** Omitted fields stay as they are. The action type may be sent, but must be the rule's own. */
export type PointsConfigurationChange = Partial<NewPointsConfiguration>

/** All rules, newest first, including inactive ones. */
export const listPointsConfigurations = endpoint<{ answer: ListOf<PointsConfiguration> }>(
  'GET',
  '/api/admin/points-config',
)

export const createPointsConfiguration = endpoint<{
  body: NewPointsConfiguration
  answer: Data<PointsConfiguration>
}>('POST', '/api/admin/points-config')

export const updatePointsConfiguration = endpoint<{
  params: { id: PointsRuleId }
  body: PointsConfigurationChange
  answer: Data<PointsConfiguration>
}>('PUT', '/api/admin/points-config/:id')

export const deletePointsConfiguration = endpoint<{ params: { id: PointsRuleId }; answer: NoContent }>(
  'DELETE',
  '/api/admin/points-config/:id',
)
