import type { Share } from '#contract/shares.ts'
import { platformNames, platforms, type ShareStatus, shareStatuses } from '#domain/vocabulary.ts'
import { numberIn } from '#web/parts/form/number-field.tsx'

/** What a review can change of a share. */
export type Reviewed = Pick<
  Share,
  'platform' | 'customMessage' | 'contentType' | 'shareUrl' | 'engagements' | 'points' | 'status' | 'reason'
>

/** The same as it stands in the fields of the form, as text. */
export type ShareFields = Readonly<Record<keyof Reviewed, string>>

export const fieldNames: Readonly<Record<keyof Reviewed, string>> = {
  platform: 'Platform',
  customMessage: 'Custom message',
  contentType: 'Content type',
  shareUrl: 'Share URL',
  engagements: 'Engagements',
  points: 'Points',
  status: 'Status',
  reason: 'Reason',
}

export const shareStatusNames: Readonly<Record<ShareStatus, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
}

export function reviewedOf({
  platform,
  customMessage,
  contentType,
  shareUrl,
  engagements,
  points,
  status,
  reason,
}: Reviewed): Reviewed {
  return { platform, customMessage, contentType, shareUrl, engagements, points, status, reason }
}

export function fieldsOf({
  platform,
  customMessage,
  contentType,
  shareUrl,
  engagements,
  points,
  status,
  reason,
}: Reviewed): ShareFields {
  return {
    platform,
    customMessage: customMessage ?? '',
    contentType,
    shareUrl: shareUrl ?? '',
    engagements: String(engagements),
    points: String(points),
    status,
    reason: reason ?? '',
  }
}

/** The review that the fields describe, for its schema to check. Only a rejection has a reason. */
export function reviewIn({ engagements, points, reason, ...fields }: ShareFields) {
  const numbers = { engagements: numberIn(engagements), points: numberIn(points) }
  return { ...fields, ...numbers, reason: fields.status === 'rejected' ? reason : null }
}

/** A value as the fields show it, for a sentence about it. */
export function shownValue(value: unknown, field: keyof Reviewed): string {
  if (value === null) return 'None'
  const platform = platforms.find((known) => field === 'platform' && known === value)
  const status = shareStatuses.find((known) => field === 'status' && known === value)
  if (platform) return platformNames[platform]
  if (status) return shareStatusNames[status]
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}
