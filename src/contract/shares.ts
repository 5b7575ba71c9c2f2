import { z } from 'zod'
import { platforms, shareStatuses } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { clearableAddress, clearableText, count, idOf, instant, oneOf, wholeNumber } from './fields.ts'
import { lastSeen, tableQuery, tableTotal } from './tables.ts'

export const shareMessageLimit = 3_000
export const mostSharePoints = 100_000

export const share = z.object({
  id: idOf<'share'>(),
  userId: idOf<'user'>(),
  platform: z.enum(platforms),
  customMessage: z.string().nullable(),
  contentType: z.string(),
  shareUrl: z.string().nullable(),
  engagements: count,
  /** The points that it is worth. The member holds them once they are due, unless the share is rejected. */
  points: count,
  status: z.enum(shareStatuses),
  createdAt: instant,
})
export type Share = z.output<typeof share>

/** The kind of content that is shared, in a word or two. */
const contentType = z
  .string('Must be text')
  .trim()
  .toLowerCase()
  .regex(
    /^[a-z][a-z0-9_ -]{0,39}$/,
    'Must be up to 40 letters, digits, spaces, - or _, beginning with a letter',
  )
const fields = {
  platform: oneOf(platforms, 'Platform'),
  customMessage: clearableText(shareMessageLimit),
  contentType,
  shareUrl: clearableAddress('Please enter a valid URL'),
}

export const newShare = z.object({
  ...fields,
  customMessage: fields.customMessage.default(null),
  shareUrl: fields.shareUrl.default(null),
  contentType: contentType.default('custom'),
})
export type NewShare = z.output<typeof newShare>

const reviewFields = {
  ...fields,
  engagements: wholeNumber({ from: 0, to: 2_147_483_647 }),
  points: wholeNumber({ from: 0, to: mostSharePoints }),
  status: oneOf(shareStatuses, 'Status'),
}

/** Omitted fields stay as they are. */
export const shareReview = z.object({ ...reviewFields, seen: lastSeen(reviewFields) }).partial()
export type ShareReview = z.output<typeof shareReview>

export const sharesPageSize = 50
export const shareSorts = ['createdAt', 'username', 'platform', 'engagements', 'points', 'status'] as const
export type ShareSort = (typeof shareSorts)[number]

/** A share in a list, with the member's names where the list includes other members' shares. */
export const listedShare = share.extend({
  username: z.string().optional(),
  displayName: z.string().optional(),
})
export type ListedShare = z.output<typeof listedShare>

/**
 * Newest first: everybody's shares for reviewers, otherwise the caller's own. With `submitted=true`, only those that
 * the caller submitted, not those that reports created. With `page`, the answer is a page of `limit` matching shares. A
 * search covers the member's names and id, the message, the type and the address.
 */
export const listShares = endpoint({
  method: 'GET',
  path: '/api/shares',
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(sharesPageSize),
    cursor: z.string().min(1).max(200).optional(),
    submitted: z.literal('true').optional(),
    status: z.enum(shareStatuses).optional(),
    ...tableQuery(shareSorts),
  }),
  answer: z.object({ data: z.array(listedShare), nextCursor: z.string().nullable(), total: tableTotal }),
})

export const submitShare = endpoint({
  method: 'POST',
  path: '/api/shares',
  body: newShare,
  answer: z.object({ data: share }),
})

export const reviewShare = endpoint({
  method: 'PUT',
  path: '/api/shares/:id',
  params: z.object({ id: idOf<'share'>() }),
  body: shareReview,
  answer: z.object({ data: share }),
})
