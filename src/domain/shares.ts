import { decidingRule, type Earning, earningFor, type PointsRule } from './points.ts'
import { normalisedAddress } from './posts.ts'
import type { ActionType, BonusType, Platform, ShareStatus } from './vocabulary.ts'

/** The engagements at which a share earns the `engagement_threshold` bonus, once. */
export const engagementThreshold = 50

/** The part of a share that its points depend on. */
export interface ShareState {
  readonly platform: Platform
  readonly customMessage: string | null
  readonly engagements: number
  /** The points that it is worth. */
  readonly points: number
  readonly status: ShareStatus
  /** The report that created it; null for a submitted share. Its points are those that the report earned. */
  readonly report: { readonly points: number; readonly isLive: boolean } | null
  /** Whether its points have become due: from then on the member holds them. */
  readonly isDue: boolean
  /** Whether somebody set the points by hand. Then no rule changes them. */
  readonly hasSetPoints: boolean
  readonly hasReachedThreshold: boolean
}

/** What the scheduling tool reports about a share. */
export const shareEvents = ['scheduled', 'published', 'failed'] as const
export type ShareEvent = (typeof shareEvents)[number]

/** What decides the points of a share: the rules, and when the points become due. */
export interface ShareTerms {
  readonly rules: readonly PointsRule[]
  readonly pointsOnSchedule: boolean
  /** Whether points become due when the share is published or completed. */
  readonly pointsOnPublish: boolean
}

/** The fields that a review changes; omitted fields stay as they are. */
export type ShareChanges = Partial<
  Pick<ShareState, 'platform' | 'customMessage' | 'engagements' | 'points' | 'status'>
>

/**
 * The points that the ledger must hold for a share beyond those of its report: its worth once it is due, but 0 while it
 * is rejected. Negative when a report's share is worth less than its report earned.
 */
export function heldPoints({
  points,
  status,
  isDue,
  report,
}: Pick<ShareState, 'points' | 'status' | 'isDue' | 'report'>): number {
  const worth = status === 'rejected' ? 0 : points
  if (report === null) return isDue ? worth : 0
  return report.isLive ? worth - report.points : 0
}

/** Whether a share counts as one by itself; that of a report is counted with the report. */
export function isVerified({ status, report }: Pick<ShareState, 'status' | 'report'>): boolean {
  return status === 'completed' && report === null
}

/**
 * A share after a review. Completing it makes its points due, once, by the rules of that moment. Points that somebody
 * sets by hand replace them. Engagements that reach the threshold later add that bonus, once.
 */
export function reviewedShare(share: ShareState, changes: ShareChanges, terms: ShareTerms): ShareState {
  const after = { ...share, ...changes }
  const hasSetPoints = share.hasSetPoints || after.points !== share.points
  const isDue = share.isDue || (terms.pointsOnPublish && after.status === 'completed')
  return withEarnedPoints(share, { ...after, hasSetPoints, isDue }, terms.rules)
}

/**
 * A share after an event from the scheduling tool; events may arrive in any order. The share of a report was published
 * without the tool, so events leave it as it is. A rejection by a person stands. A
 * rejection because publication failed ends when the share is published after all.
 */
export function shareAfterEvent(
  share: ShareState & { readonly isReviewed: boolean },
  event: ShareEvent,
  terms: ShareTerms,
): ShareState {
  const { isReviewed, ...state } = share
  if (state.report !== null) return state
  const status = statusAfterEvent(state.status, event, isReviewed)
  const isDue =
    (event === 'scheduled' && terms.pointsOnSchedule) || (event === 'published' && terms.pointsOnPublish)
  return withEarnedPoints(state, { ...state, status, isDue: state.isDue || isDue }, terms.rules)
}

function statusAfterEvent(status: ShareStatus, event: ShareEvent, isReviewed: boolean): ShareStatus {
  const isOpen = status === 'pending' || status === 'approved'
  if (event === 'scheduled') return status === 'pending' ? 'approved' : status
  if (event === 'failed') return isOpen ? 'rejected' : status
  return isOpen || !isReviewed ? 'completed' : status
}

/** `after` with the points that it has earned since `prior`, unless somebody set them by hand. */
function withEarnedPoints(prior: ShareState, after: ShareState, rules: readonly PointsRule[]): ShareState {
  const { isDue, hasSetPoints } = after
  const hasReachedThreshold = prior.hasReachedThreshold || (isDue && after.engagements >= engagementThreshold)
  const next = { ...after, hasReachedThreshold }
  if (hasSetPoints || prior.report !== null) return next
  if (isDue && !prior.isDue) return { ...next, points: shareEarning(rules, next).points }
  if (hasReachedThreshold && !prior.hasReachedThreshold) {
    const before = shareEarning(rules, { ...next, hasReachedThreshold: false })
    const bonus = shareEarning(rules, next).points - before.points
    return { ...next, points: next.points + bonus }
  }
  return next
}

/** What a verified share earns: by the rule for shares on its platform, otherwise by the rule for all shares. */
export function shareEarning(
  rules: readonly PointsRule[],
  share: Pick<ShareState, 'platform' | 'customMessage' | 'hasReachedThreshold'>,
): Earning {
  const { platform } = share
  const bonuses: BonusType[] = []
  if (share.customMessage) bonuses.push('custom_message')
  if (share.hasReachedThreshold) bonuses.push('engagement_threshold')
  const wanted = { platform, context: 'verified', bonuses } as const
  const ofPlatform: ActionType = `share_${platform}`
  const actionType = decidingRule(rules, { ...wanted, actionType: ofPlatform }) ? ofPlatform : 'share'
  return earningFor(rules, { ...wanted, actionType })
}

/** Within this time a member submits the same address or the same text once. */
export const sameShareMs = 86_400_000

/** What makes two shares the same. */
export interface ShareContent {
  readonly customMessage: string | null
  readonly shareUrl: string | null
}

/** The field in which a new share repeats an earlier one; null if it is new. */
export function repeatedField(
  share: ShareContent,
  earlier: readonly ShareContent[],
): keyof ShareContent | null {
  const address = normalisedAddress(share.shareUrl)
  if (address !== null && earlier.some(({ shareUrl }) => normalisedAddress(shareUrl) === address))
    return 'shareUrl'
  const text = comparableText(share.customMessage)
  if (text !== '' && earlier.some(({ customMessage }) => comparableText(customMessage) === text))
    return 'customMessage'
  return null
}

/** A text without the differences that do not make it another one: form, case and spaces. */
function comparableText(text: string | null): string {
  return (text ?? '').normalize('NFKC').toUpperCase().toLowerCase().replace(/\s+/gu, ' ').trim()
}
