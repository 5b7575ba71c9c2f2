import type { PointsRuleId } from './ids.ts'
import type { ActionType, BonusType, InteractionType, RuleContext, RulePlatform } from './vocabulary.ts'

/** One points configuration: what an action earns where it applies. */
export interface PointsRule {
  readonly id: PointsRuleId
  readonly actionType: ActionType
  /** Null applies to every platform. */
  readonly platform: RulePlatform | null
  /** Null applies in every context. */
  readonly context: RuleContext | null
  readonly pointValue: number
  /** Percent; 100 leaves the value as it is. */
  readonly multiplier: number
  readonly bonusType: BonusType | null
  readonly bonusValue: number | null
  readonly isActive: boolean
  readonly createdAt: Date
}

export interface PointsCase {
  readonly actionType: ActionType
  readonly platform: RulePlatform | null
  readonly context: RuleContext
  /** Bonus conditions that hold in this case. */
  readonly bonuses?: readonly BonusType[]
}

/** What a report earns when no active rule applies to it. */
export const defaultPoints: Readonly<Record<InteractionType, number>> = { like: 15, comment: 20, share: 30 }

/** The shortest streak, in days, that earns the `streak` bonus. */
export const streakBonusDays = 3

/** The points that an action earns: the most specific active rule decides, and of equally specific ones the newest. */
export function pointsFor(rules: readonly PointsRule[], wanted: PointsCase): number {
  const rule = decidingRule(rules, wanted)
  if (!rule) return fallbackPoints(wanted.actionType)
  const base = Math.round((rule.pointValue * rule.multiplier) / 100)
  const bonus =
    rule.bonusType !== null && wanted.bonuses?.includes(rule.bonusType) ? (rule.bonusValue ?? 0) : 0
  return base + bonus
}

/** The rule that decides a case, or null when none applies. */
export function decidingRule(rules: readonly PointsRule[], wanted: PointsCase): PointsRule | null {
  let best: PointsRule | null = null
  for (const rule of rules) {
    if (!applies(rule, wanted)) continue
    if (best === null || takesPrecedence(rule, best)) best = rule
  }
  return best
}

/** What each type of report on a post of this platform earns, without bonuses that depend on the member. */
export function worthOf(
  rules: readonly PointsRule[],
  platform: RulePlatform,
): Record<InteractionType, number> {
  const worth = (actionType: InteractionType) =>
    pointsFor(rules, { actionType, platform, context: 'honor_system' })
  return { like: worth('like'), comment: worth('comment'), share: worth('share') }
}

/** Greater for the more specific of two rules: platform and context, platform, context, neither. */
export function specificity(rule: Pick<PointsRule, 'platform' | 'context'>): number {
  return (rule.platform === null ? 0 : 2) + (rule.context === null ? 0 : 1)
}

function applies(rule: PointsRule, wanted: PointsCase): boolean {
  return (
    rule.isActive &&
    rule.actionType === wanted.actionType &&
    (rule.platform === null || rule.platform === wanted.platform) &&
    (rule.context === null || rule.context === wanted.context)
  )
}

function takesPrecedence(rule: PointsRule, over: PointsRule): boolean {
  const difference = specificity(rule) - specificity(over)
  if (difference !== 0) return difference > 0
  const newerByMs = rule.createdAt.getTime() - over.createdAt.getTime()
  return newerByMs === 0 ? rule.id > over.id : newerByMs > 0
}

function fallbackPoints(actionType: ActionType): number {
  return actionType === 'like' || actionType === 'comment' || actionType === 'share'
    ? defaultPoints[actionType]
    : 0
}
