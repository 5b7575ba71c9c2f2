import { decidingRule, type PointsRule, pointsFor } from './points.ts'
import type { ActionType, BonusType, Platform, ShareStatus } from './vocabulary.ts'

/** The engagements from which a share earns the bonus of that name, once. */
export const engagementThreshold = 50

/** A share as far as its points go. */
export interface ShareState {
  readonly platform: Platform
  readonly customMessage: string | null
  readonly engagements: number
  /** What it is worth. */
  readonly points: number
  readonly status: ShareStatus
  /** Whether a report made it: the report earned the points, and the share earns none of its own. */
  readonly isOfReport: boolean
  /** Whether the moment has come from which the member holds its points. */
  readonly isDue: boolean
  /** Whether somebody set the points by hand: then no rule touches them. */
  readonly hasSetPoints: boolean
  readonly hasReachedThreshold: boolean
}

/** What the scheduling tool reports of a share. */
export const shareEvents = ['scheduled', 'published', 'failed'] as const
export type ShareEvent = (typeof shareEvents)[number]

/** What decides the points of a share: the rules, and when they are due. */
export interface ShareTerms {
  readonly rules: readonly PointsRule[]
  readonly pointsOnSchedule: boolean
  /** On being published, and on being completed. */
  readonly pointsOnPublish: boolean
}

/** What a review says anew; what it leaves out stays. */
export type ShareChanges = Partial<
  Pick<ShareState, 'platform' | 'customMessage' | 'engagements' | 'points' | 'status'>
>

/** What the ledger must hold for a share: its points once it is due, and nothing while it is rejected. */
export function heldPoints({
  points,
  status,
  isDue,
}: Pick<ShareState, 'points' | 'status' | 'isDue'>): number {
  return isDue && status !== 'rejected' ? points : 0
}

/**
 * A share after a review. Set to completed it becomes due, once, and earns by the rules of that moment; points that
 * somebody sets by hand stand instead. Engagements that reach the threshold later add that bonus, once.
 */
export function reviewedShare(share: ShareState, changes: ShareChanges, terms: ShareTerms): ShareState {
  const after = { ...share, ...changes }
  const hasSetPoints = share.hasSetPoints || after.points !== share.points
  const isDue = share.isDue || (terms.pointsOnPublish && after.status === 'completed')
  return settledShare(share, { ...after, hasSetPoints, isDue }, terms.rules)
}

/**
 * A share after the scheduling tool has spoken of it, in whatever order its words arrive. A rejection by a person
 * stands; one for a publication that failed is over when it is published after all.
 */
export function shareAfterEvent(
  share: ShareState & { readonly isReviewed: boolean },
  event: ShareEvent,
  terms: ShareTerms,
): ShareState {
  const { isReviewed, ...state } = share
  const status = statusAfterEvent(state.status, event, isReviewed)
  const isDue =
    (event === 'scheduled' && terms.pointsOnSchedule) || (event === 'published' && terms.pointsOnPublish)
  return settledShare(state, { ...state, status, isDue: state.isDue || isDue }, terms.rules)
}

function statusAfterEvent(status: ShareStatus, event: ShareEvent, isReviewed: boolean): ShareStatus {
  const isOpen = status === 'pending' || status === 'approved'
  if (event === 'scheduled') return status === 'pending' ? 'approved' : status
  if (event === 'failed') return isOpen ? 'rejected' : status
  return isOpen || !isReviewed ? 'completed' : status
}

/** `after` with the points that it has earned since `share`, unless somebody has set them. */
function settledShare(share: ShareState, after: ShareState, rules: readonly PointsRule[]): ShareState {
  const { isDue, hasSetPoints } = after
  const hasReachedThreshold = share.hasReachedThreshold || (isDue && after.engagements >= engagementThreshold)
  const reviewed = { ...after, hasReachedThreshold }
  if (hasSetPoints || share.isOfReport) return reviewed
  if (isDue && !share.isDue) return { ...reviewed, points: shareWorth(rules, reviewed) }
  if (hasReachedThreshold && !share.hasReachedThreshold) {
    const bonus = shareWorth(rules, reviewed) - shareWorth(rules, { ...reviewed, hasReachedThreshold: false })
    return { ...reviewed, points: reviewed.points + bonus }
  }
  return reviewed
}

/** What a share earns when it is verified: by the rule for shares on its platform, else by the one for shares. */
export function shareWorth(
  rules: readonly PointsRule[],
  share: Pick<ShareState, 'platform' | 'customMessage' | 'hasReachedThreshold'>,
): number {
  const { platform } = share
  const bonuses: BonusType[] = []
  if (share.customMessage) bonuses.push('custom_message')
  if (share.hasReachedThreshold) bonuses.push('engagement_threshold')
  const wanted = { platform, context: 'verified', bonuses } as const
  const ofPlatform: ActionType = `share_${platform}`
  const actionType = decidingRule(rules, { ...wanted, actionType: ofPlatform }) ? ofPlatform : 'share'
  return pointsFor(rules, { ...wanted, actionType })
}
