import type { ShareId, UserId } from '#domain/ids.ts'
import type { Platform, ReportState, ShareStatus } from '#domain/vocabulary.ts'
import type { Data, ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { ChangeOf, TableQuery, TableTotal } from './tables.ts'

export const shareMessageLimit = 3_000
export const mostSharePoints = 100_000

export interface NewShare {
  readonly platform: Platform
  readonly customMessage: string | null
  /** The kind of content that is shared, in a word or two. */
  readonly contentType: string
  readonly shareUrl: string | null
}

interface ReviewFields extends NewShare {
  readonly engagements: number
  /** The points that it is worth. The member holds them once they are due, unless the share is rejected. */
  readonly points: number
  readonly status: ShareStatus
}

export interface Share extends ReviewFields {
  readonly id: ShareId
  readonly userId: UserId
  /** What became of the report that made it; null for a submitted share. */
  readonly report: ReportState | null
  /** Why it was not accepted; null otherwise. */
  readonly reason: string | null
  /** The last moment for its member to appeal; null where a reviewer did not reject it. */
  readonly appealUntil: string | null
  readonly createdAt: string
}

/** What a new share needs; the rest may be omitted. */
export type NewShareToSend = Pick<NewShare, 'platform'> & Partial<NewShare>

/** Omitted fields stay as they are. To reject a share takes a reason, which its member reads. */
export type ShareReview = ChangeOf<ReviewFields & { readonly reason: string | null }>

/** How many of a member's shares may wait for a review. */
export const mostPendingShares = 10
/** How many shares a member may submit on one day. */
export const mostSharesADay = 20

export const sharesPageSize = 50
export const shareSorts = ['createdAt', 'username', 'platform', 'engagements', 'points', 'status'] as const
export type ShareSort = (typeof shareSorts)[number]

/** A share in a list, with the member's names where the list includes other members' shares. */
export interface ListedShare extends Share {
  readonly username?: string
  readonly displayName?: string
}

export interface SharesQuery extends ListQuery, TableQuery<ShareSort> {
  readonly submitted?: 'true'
  readonly status?: ShareStatus
}

export interface SharePage extends ListPart<ListedShare>, TableTotal {}

/**
 * Newest first: everybody's shares for reviewers, otherwise the caller's own. With `submitted=true`, only those that
 * the caller submitted, not those that reports created. With `page`, the answer is a page of `limit` matching shares. A
 * search covers the member's names and whole id, the message, the address, and the type of a share that no report made.
 */
export const listShares = endpoint<{ query: SharesQuery; answer: SharePage }>('GET', '/api/shares')

/**
 * Submits a share for review. 409 when the caller submitted the same address or text within a day, 429 with the figure
 * when too many wait or were submitted today.
 */
export const submitShare = endpoint<{ body: NewShare; sent: NewShareToSend; answer: Data<Share> }>(
  'POST',
  '/api/shares',
)

/** Reviews a share. 403 for one's own; 409 for another platform of a report's share. */
export const reviewShare = endpoint<{
  params: { id: ShareId }
  body: ShareReview
  answer: Data<Share>
}>('PUT', '/api/shares/:id')
