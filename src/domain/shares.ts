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
export function reviewedShare(
  share: ShareState,
  changes: ShareChanges,
  rules: readonly PointsRule[],
): ShareState {
  const after = { ...share, ...changes }
  const hasSetPoints = share.hasSetPoints || after.points !== share.points
  const isDue = share.isDue || after.status === 'completed'
  const hasReachedThreshold = share.hasReachedThreshold || (isDue && after.engagements >= engagementThreshold)
  const reviewed = { ...after, hasSetPoints, isDue, hasReachedThreshold }
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
