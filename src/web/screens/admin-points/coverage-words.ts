import type { PointsConfiguration } from '#contract/points.ts'
import type { PointsRule } from '#domain/points.ts'
import {
  basePoints,
  type Contest,
  coverageOf,
  type Effect,
  effectsOf,
  futileIn,
  type NeverMet,
  type Occasion,
  type OccasionKind,
} from '#domain/rule-coverage.ts'
import { type InteractionType, platformNames, platforms } from '#domain/vocabulary.ts'
import { listedRules } from '#web/parts/points/listed-rules.ts'
import { bonusNames, contextNames, ruleName } from '#web/parts/points/rule-words.ts'
import { counted } from '#web/ui/time-words.ts'

/** What the screen and the form say about where a rule applies. */

export const occasionNames: Readonly<Record<OccasionKind, string>> = {
  like: 'Like',
  comment: 'Comment',
  share: 'Share',
  verified_share: 'Verified share',
  link_click: 'Link click',
  achievement: 'Achievement',
}

/** `Share, LinkedIn, 45 points`: a rule with what it earns. */
export function rulePoints(rule: PointsRule): string {
  return `${ruleName(rule)}, ${counted(basePoints(rule), 'point')}`
}

/** What a card says where its rule has no effect; null where it has one, and for a rule that is switched off. */
export function cardNote(rule: PointsConfiguration, rules: readonly PointsConfiguration[]): string | null {
  const listed = listedRules(rules)
  const own = listed.find(({ id }) => id === rule.id)
  if (!own?.isActive) return null
  const { neverMet } = futileIn(own)
  if (neverMet) return neverMetText(own, neverMet)
  const { decides, overriddenBy } = coverageOf(listed, own)
  if (decides.length > 0) return null
  return `Overridden everywhere: ${overriddenBy.map(({ rule: other }) => lowerFirst(rulePoints(other))).join('; ')}.`
}

/** What the form says before a rule is saved, one sentence each. */
export function draftNotes(
  rules: readonly PointsConfiguration[],
  draft: PointsConfiguration,
): readonly string[] {
  const before = listedRules(rules)
  const after = listedRules(withDraft(rules, draft))
  const own = after.find(({ id }) => id === draft.id)
  if (!own) return []
  const { neverMet, bonus } = futileIn(own)
  return [
    ...(neverMet ? [neverMetText(own, neverMet)] : []),
    ...(bonus ? [bonusText(own, bonus)] : []),
    ...(own.isActive ? contestNotes(after, own) : []),
    ...effectsOf(before, after).map(effectText),
  ]
}

/** What follows when a rule is deleted, one sentence each. */
export function deletionNotes(
  rules: readonly PointsConfiguration[],
  doomed: PointsConfiguration,
): readonly string[] {
  const left = rules.filter(({ id }) => id !== doomed.id)
  return effectsOf(listedRules(rules), listedRules(left)).map(effectText)
}

/** A new rule is the newest; a changed one keeps its place. */
function withDraft(rules: readonly PointsConfiguration[], draft: PointsConfiguration) {
  return rules.some(({ id }) => id === draft.id)
    ? rules.map((rule) => (rule.id === draft.id ? draft : rule))
    : [draft, ...rules]
}

function contestNotes(rules: readonly PointsRule[], own: PointsRule): string[] {
  const { decides, overriddenBy, overrides } = coverageOf(rules, own)
  const met = [...decides, ...overriddenBy.flatMap(({ occasions }) => occasions)]
  const note = (what: string) => (contest: Contest) => contestText(contest, met, what)
  return [...overriddenBy.map(note('another rule wins')), ...overrides.map(note('this rule wins over'))]
}

/** `On LinkedIn another rule wins: share, LinkedIn, 45 points.` */
function contestText({ rule, occasions }: Contest, met: readonly Occasion[], what: string): string {
  const where = [whoOf(occasions, met), placesOf(occasions), what].filter((part) => part !== null)
  return `${upperFirst(where.join(' '))}: ${lowerFirst(rulePoints(rule))}.`
}

/** Which of the occasions that a rule can meet, where those are of several kinds; else null. */
function whoOf(occasions: readonly Occasion[], met: readonly Occasion[]): string | null {
  const [first] = occasions
  if (first?.kind === 'achievement') {
    const names = occasions.map(({ context }) => contextNames[context])
    return occasions.length < met.length ? `for ${listText(names)}` : null
  }
  const isOneOfSeveral = kindsOf(met).size > 1 && kindsOf(occasions).size === 1
  if (!isOneOfSeveral) return null
  return first?.kind === 'verified_share' ? 'for verified shares' : 'for reports'
}

function kindsOf(occasions: readonly Occasion[]): ReadonlySet<OccasionKind> {
  return new Set(occasions.map(({ kind }) => kind))
}

const reportNouns: Readonly<Record<InteractionType, string>> = {
  like: 'likes',
  comment: 'comments',
  share: 'shares',
}

/** What a change does to one kind of action, such as `Cards will show +10 instead of +15 on Instagram and 3 others.` */
export function effectText({ kind, before, after, occasions }: Effect): string {
  const where = placesOf(occasions)
  const on = where === null ? '' : ` ${where}`
  if (kind === 'like' || kind === 'comment' || kind === 'share') {
    if (after === 0) return `Cards will show no points for ${reportNouns[kind]}${on}.`
    return `Cards will show ${changeText({ before, after }, reportNouns[kind])}${on}.`
  }
  if (after === 0) return `${earners(kind, occasions)} will earn nothing${on}.`
  return `${earners(kind, occasions)} will earn ${changeText({ before, after })}${on}.`
}

function changeText({ before, after }: Pick<Effect, 'before' | 'after'>, what?: string): string {
  const now = `+${after.toLocaleString('en-US')}`
  if (before > 0) return `${now} instead of +${before.toLocaleString('en-US')}`
  return what === undefined ? now : `${now} for ${what}`
}

function earners(
  kind: 'verified_share' | 'link_click' | 'achievement',
  occasions: readonly Occasion[],
): string {
  if (kind === 'verified_share') return 'Verified shares'
  if (kind === 'link_click') return 'Link clicks'
  return listText(occasions.map(({ context }) => contextNames[context]))
}

/** `on Instagram and 3 others`; null for all platforms and for what has none. */
function placesOf(occasions: readonly Occasion[]): string | null {
  const names = [...new Set(occasions.flatMap(({ platform }) => (platform ? [platform] : [])))].map(
    (platform) => platformNames[platform],
  )
  if (names.length === 0 || names.length === platforms.length) return null
  const [first = '', second = ''] = names
  if (names.length === 1) return `on ${first}`
  return names.length === 2 ? `on ${first} and ${second}` : `on ${first} and ${names.length - 1} others`
}

function neverMetText({ actionType }: PointsRule, reason: NeverMet): string {
  const rest = reason === 'platform' ? 'this platform' : 'this context'
  const what = actionType === 'achievement' ? 'No achievement has' : `No ${subjects[actionType]} has`
  return `Nothing ever meets this rule. ${what} ${rest}.`
}

const subjects: Readonly<Record<Exclude<PointsRule['actionType'], 'achievement'>, string>> = {
  like: 'like',
  comment: 'comment',
  share: 'share',
  link_click: 'link click',
  share_twitter: 'share on X (Twitter)',
  share_linkedin: 'share on LinkedIn',
  share_facebook: 'share on Facebook',
  share_instagram: 'share on Instagram',
  share_youtube: 'share on YouTube',
  share_tiktok: 'share on TikTok',
}

function bonusText({ bonusType }: PointsRule, problem: 'without-value' | 'without-type' | 'never-reached') {
  if (problem === 'without-type') return 'The bonus value has no bonus type, so it is never added.'
  const name = bonusType ? bonusNames[bonusType].toLowerCase() : ''
  if (problem === 'without-value') return `The ${name} bonus has no value, so it adds nothing.`
  return `Nothing that this rule pays for ever reaches the ${name} bonus.`
}

function listText(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
