import { achievementCodes } from './achievements.ts'
import { decidingRule, type PointsRule, pointsOf } from './points.ts'
import {
  type ActionType,
  type BonusType,
  interactionTypes,
  type Platform,
  platforms,
  type RuleContext,
} from './vocabulary.ts'

/** What can earn points. A share that is handed in and verified is another matter than a report of a share. */
export const occasionKinds = [...interactionTypes, 'verified_share', 'link_click', 'achievement'] as const
export type OccasionKind = (typeof occasionKinds)[number]

/** One occasion to earn points, on one platform. */
export interface Occasion {
  readonly kind: OccasionKind
  /** Null for an achievement. */
  readonly platform: Platform | null
  readonly context: RuleContext
  /** Whose rules decide it: those of the first action that has one that applies. */
  readonly actionTypes: readonly ActionType[]
  /** The bonuses whose condition can hold. */
  readonly bonuses: readonly BonusType[]
}

interface Nature {
  readonly context: RuleContext
  readonly actionTypes: (platform: Platform) => readonly ActionType[]
  readonly bonuses: readonly BonusType[]
}

const report = (type: ActionType): Nature => ({
  context: 'honor_system',
  actionTypes: () => [type],
  bonuses: ['streak'],
})

const natures: Readonly<Record<Exclude<OccasionKind, 'achievement'>, Nature>> = {
  like: report('like'),
  comment: report('comment'),
  share: report('share'),
  verified_share: {
    context: 'verified',
    actionTypes: (platform) => [`share_${platform}`, 'share'],
    bonuses: ['custom_message', 'engagement_threshold'],
  },
  link_click: { context: 'slack', actionTypes: () => ['link_click'], bonuses: [] },
}

/** Every occasion that there is: by kind, then by platform. */
export const occasions: readonly Occasion[] = occasionKinds.flatMap(occasionsOf)

function occasionsOf(kind: OccasionKind): Occasion[] {
  if (kind === 'achievement') {
    const nature = { platform: null, actionTypes: ['achievement'], bonuses: [] } as const
    return achievementCodes.map((context) => ({ kind, context, ...nature }))
  }
  const { context, actionTypes, bonuses } = natures[kind]
  return platforms.map((platform) => ({
    kind,
    platform,
    context,
    actionTypes: actionTypes(platform),
    bonuses,
  }))
}

/** An occasion, and the rule in force for it. */
export interface InForce {
  readonly occasion: Occasion
  /** Null where no rule applies, so that nothing is earned. */
  readonly rule: PointsRule | null
  /** What it earns without a bonus. */
  readonly points: number
}

/** The rule in force on every occasion. */
export function rulesInForce(rules: readonly PointsRule[]): InForce[] {
  return occasions.map((occasion) => {
    const rule = ruleFor(rules, occasion)
    return { occasion, rule, points: rule ? basePoints(rule) : 0 }
  })
}

/** What a rule earns without a bonus. */
export function basePoints(rule: Pick<PointsRule, 'pointValue' | 'multiplier'>): number {
  return pointsOf({ ...rule, bonus: 0 })
}

/** Another rule, and the occasions on which one of the two decides although the other applies too. */
export interface Contest {
  readonly rule: PointsRule
  readonly occasions: readonly Occasion[]
}

/** Where a rule decides, and which others it meets there. */
export interface Coverage {
  /** The occasions on which it decides. */
  readonly decides: readonly Occasion[]
  /** The rules that win over it. */
  readonly overriddenBy: readonly Contest[]
  /** The rules that would decide without it. */
  readonly overrides: readonly Contest[]
}

/** How a rule stands among others, as if it were active. An older state of the same rule among them is left out. */
export function coverageOf(rules: readonly PointsRule[], draft: PointsRule): Coverage {
  const rule = { ...draft, isActive: true }
  const others = rules.filter(({ id }) => id !== rule.id)
  const met = occasions.filter((occasion) => canMeet(rule, occasion))
  const decides = met.filter((occasion) => ruleFor([...others, rule], occasion) === rule)
  const lost = met.filter((occasion) => !decides.includes(occasion))
  return {
    decides,
    overriddenBy: contests(lost, others),
    overrides: contests(decides, others),
  }
}

/** Why nothing ever meets a rule. */
export type NeverMet = 'platform' | 'context'

/** What in a rule can never have an effect. */
export interface Futile {
  /** Null if something can meet it. */
  readonly neverMet: NeverMet | null
  /** What is wrong with its bonus; null if nothing is. */
  readonly bonus: 'without-value' | 'without-type' | 'never-reached' | null
}

/** What in a rule can never have an effect, whatever other rules there are. */
export function futileIn(rule: PointsRule): Futile {
  const met = occasions.filter((occasion) => canMeet(rule, occasion))
  return { neverMet: met.length > 0 ? null : neverMetBecause(rule), bonus: bonusProblem(rule, met) }
}

/** Occasions of one kind that earn something else from a change of the rules on. */
export interface Effect {
  readonly kind: OccasionKind
  readonly before: number
  readonly after: number
  readonly occasions: readonly Occasion[]
}

/** What a change of the rules does to what is earned without a bonus. */
export function effectsOf(before: readonly PointsRule[], after: readonly PointsRule[]): Effect[] {
  const then = rulesInForce(after)
  const effects: (Effect & { readonly occasions: Occasion[] })[] = []
  rulesInForce(before).forEach(({ occasion, points }, place) => {
    const { kind } = occasion
    const change = { kind, before: points, after: then[place]?.points ?? 0 }
    if (change.before === change.after) return
    const known = effects.find(
      (effect) => effect.kind === kind && effect.before === change.before && effect.after === change.after,
    )
    if (known) known.occasions.push(occasion)
    else effects.push({ ...change, occasions: [occasion] })
  })
  return effects
}

function ruleFor(rules: readonly PointsRule[], occasion: Occasion): PointsRule | null {
  for (const actionType of occasion.actionTypes) {
    const rule = decidingRule(rules, { ...occasion, actionType })
    if (rule) return rule
  }
  return null
}

function canMeet(rule: PointsRule, { actionTypes, platform, context }: Occasion): boolean {
  return (
    actionTypes.includes(rule.actionType) &&
    (rule.platform === null || rule.platform === platform) &&
    (rule.context === null || rule.context === context)
  )
}

function contests(places: readonly Occasion[], rules: readonly PointsRule[]): Contest[] {
  const byRule = new Map<PointsRule, Occasion[]>()
  for (const occasion of places) {
    const rule = ruleFor(rules, occasion)
    if (rule) byRule.set(rule, [...(byRule.get(rule) ?? []), occasion])
  }
  return Array.from(byRule, ([rule, shared]) => ({ rule, occasions: shared }))
}

/** The platform if none would do; otherwise the context. */
function neverMetBecause(rule: PointsRule): NeverMet {
  const anywhere = { ...rule, context: null }
  return occasions.some((occasion) => canMeet(anywhere, occasion)) ? 'context' : 'platform'
}

function bonusProblem({ bonusType, bonusValue }: PointsRule, met: readonly Occasion[]): Futile['bonus'] {
  if (bonusType === null) return bonusValue ? 'without-type' : null
  if (!bonusValue) return 'without-value'
  const isReached = met.some(({ bonuses }) => bonuses.includes(bonusType))
  return met.length > 0 && !isReached ? 'never-reached' : null
}
