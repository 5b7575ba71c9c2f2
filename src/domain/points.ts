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

/** The shortest streak, in days, that earns the `streak` bonus. */
export const streakBonusDays = 3

/** The rule that gave an amount, with its values at that moment. */
export interface AppliedRule extends Pick<PointsRule, 'id' | 'pointValue' | 'multiplier'> {
  /** The points of the bonus that applied; 0 for none. */
  readonly bonus: number
  /** Null if no bonus applied. */
  readonly bonusType: BonusType | null
}

/** What an action earns, and by which rule; null where no rule applies. */
export interface Earning {
  readonly points: number
  readonly rule: AppliedRule | null
}

/** What no rule pays for. */
export const nothing: Earning = { points: 0, rule: null }

/** What an action earns: the most specific active rule decides, and of equally specific ones the newest. */
export function earningFor(rules: readonly PointsRule[], wanted: PointsCase): Earning {
  const found = decidingRule(rules, wanted)
  if (!found) return nothing
  const { id, pointValue, multiplier, bonusType } = found
  const hasBonus = bonusType !== null && wanted.bonuses?.includes(bonusType) === true
  const rule = {
    id,
    pointValue,
    multiplier,
    bonus: hasBonus ? (found.bonusValue ?? 0) : 0,
    bonusType: hasBonus ? bonusType : null,
  }
  return { points: pointsOf(rule), rule }
}

/** The sum of a receipt. */
export function pointsOf({ pointValue, multiplier, bonus }: Omit<AppliedRule, 'id' | 'bonusType'>): number {
  return Math.round((pointValue * multiplier) / 100) + bonus
}

/** The most points that one rule or bonus may give. */
export const mostRulePoints = 100_000

/** Whether a rule with this value and multiplier gives more than it may, before its bonus. */
export function givesTooMuch(rule: Pick<PointsRule, 'pointValue' | 'multiplier'>): boolean {
  return pointsOf({ ...rule, bonus: 0 }) > mostRulePoints
}

/** The points that an action earns. */
export function pointsFor(rules: readonly PointsRule[], wanted: PointsCase): number {
  return earningFor(rules, wanted).points
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
