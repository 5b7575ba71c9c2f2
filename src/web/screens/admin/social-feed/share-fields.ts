import { mostSharePoints, type Share, type ShareReview, shareMessageLimit } from '#contract/shares.ts'
import { safeUrl } from '#domain/posts.ts'
import { platformNames, platforms, type ShareStatus, shareStatuses } from '#domain/vocabulary.ts'

/** What a review can change of a share. */
export type Reviewed = Pick<
  Share,
  'platform' | 'customMessage' | 'contentType' | 'shareUrl' | 'engagements' | 'points' | 'status'
>

/** The same as it stands in the fields of the form, as text. */
export type ShareFields = Readonly<Record<keyof Reviewed, string>>

export type ShareProblems = Readonly<Partial<ShareFields>>

export const fieldNames: Readonly<Record<keyof Reviewed, string>> = {
  platform: 'Platform',
  customMessage: 'Custom message',
  contentType: 'Content type',
  shareUrl: 'Share URL',
  engagements: 'Engagements',
  points: 'Points',
  status: 'Status',
}

export const shareStatusNames: Readonly<Record<ShareStatus, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  completed: 'Completed',
}

/** The fields that take a number, and the largest of each. */
const largest = { engagements: 2_147_483_647, points: mostSharePoints } as const
export type NumberField = keyof typeof largest

export function reviewedOf({
  platform,
  customMessage,
  contentType,
  shareUrl,
  engagements,
  points,
  status,
}: Reviewed): Reviewed {
  return { platform, customMessage, contentType, shareUrl, engagements, points, status }
}

export function fieldsOf({
  platform,
  customMessage,
  contentType,
  shareUrl,
  engagements,
  points,
  status,
}: Reviewed): ShareFields {
  return {
    platform,
    customMessage: customMessage ?? '',
    contentType,
    shareUrl: shareUrl ?? '',
    engagements: String(engagements),
    points: String(points),
    status,
  }
}

/** The number that a text stands for; what is no number becomes 0. */
export function numberIn(text: string): number {
  const number = Number(text)
  return Number.isFinite(number) ? number : 0
}

/** The review that the fields describe, or what is wrong with them. */
export function reviewIn(
  fields: ShareFields,
): { review: ShareReview & Reviewed } | { problems: ShareProblems } {
  const platform = platforms.find((known) => known === fields.platform)
  const status = shareStatuses.find((known) => known === fields.status)
  const problems = problemsOf(fields)
  if (!platform || !status || Object.keys(problems).length > 0) return { problems }
  return {
    review: {
      platform,
      customMessage: fields.customMessage.trim() || null,
      contentType: fields.contentType.trim(),
      shareUrl: fields.shareUrl.trim() || null,
      engagements: numberIn(fields.engagements),
      points: numberIn(fields.points),
      status,
    },
  }
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

function problemsOf(fields: ShareFields): ShareProblems {
  const problems: Partial<Record<keyof ShareFields, string>> = {}
  if (Array.from(fields.customMessage.trim()).length > shareMessageLimit) {
    problems.customMessage = `Must be at most ${shareMessageLimit} characters long`
  }
  if (!/^[a-z][a-z0-9_ -]{0,39}$/i.test(fields.contentType.trim())) {
    problems.contentType = 'Must be up to 40 letters, digits, spaces, - or _, beginning with a letter'
  }
  const link = fields.shareUrl.trim()
  if (link !== '' && safeUrl(link) === null) problems.shareUrl = 'Please enter a valid URL'
  for (const field of ['engagements', 'points'] as const) {
    const number = numberIn(fields[field])
    if (!Number.isInteger(number) || number < 0 || number > largest[field]) {
      problems[field] = `Must be a whole number from 0 to ${largest[field]}`
    }
  }
  return problems
}
