import { z } from 'zod'
import { platforms, reportStates, shareStatuses } from '#domain/vocabulary.ts'
import {
  clearableAddress,
  clearableText,
  count,
  idOf,
  instant,
  oneOf,
  wholeNumber,
  wholeNumberText,
} from './fields.schema.ts'
import { reasonLimit } from './review.ts'
import { serve } from './served.schema.ts'
import * as contract from './shares.ts'
import { lastSeen, tableQuery, tableTotal } from './tables.schema.ts'

export const share = z
  .object({
    id: idOf<'share'>(),
    userId: idOf<'user'>(),
    platform: z.enum(platforms),
    customMessage: z.string().nullable(),
    contentType: z.string(),
    shareUrl: z.string().nullable(),
    engagements: count,
    points: count,
    status: z.enum(shareStatuses),
    createdAt: instant,
    report: z.enum(reportStates).nullable(),
    reason: z.string().nullable(),
    appealUntil: instant.nullable(),
  })
  .meta({ id: 'Share' }) satisfies z.ZodType<contract.Share>

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
  customMessage: clearableText(contract.shareMessageLimit),
  contentType,
  shareUrl: clearableAddress('Please enter a valid URL'),
}

export const newShare = z
  .object({
    ...fields,
    customMessage: fields.customMessage.default(null),
    shareUrl: fields.shareUrl.default(null),
    contentType: contentType.default('custom'),
  })
  .meta({ id: 'NewShare' }) satisfies z.ZodType<contract.NewShare>

const reviewFields = {
  ...fields,
  engagements: wholeNumber({ from: 0, to: 2_147_483_647 }),
  points: wholeNumber({ from: 0, to: contract.mostSharePoints }),
  status: oneOf(shareStatuses, 'Status'),
  reason: clearableText(reasonLimit),
}

export const shareReview = z
  .object({ ...reviewFields, seen: lastSeen(reviewFields) })
  .partial()
  .meta({ id: 'ShareReview' }) satisfies z.ZodType<contract.ShareReview>

const listedShare = share
  .extend({
    username: z.string().optional(),
    displayName: z.string().optional(),
  })
  .meta({ id: 'ListedShare' }) satisfies z.ZodType<contract.ListedShare>

export const listShares = serve(contract.listShares, {
  query: z.object({
    limit: wholeNumberText({ from: 1, to: 100 }).prefault(contract.sharesPageSize),
    cursor: z.string().min(1).max(200).optional(),
    submitted: z.literal('true').optional(),
    status: z.enum(shareStatuses).optional(),
    ...tableQuery(contract.shareSorts),
  }),
  answer: z.object({ data: z.array(listedShare), nextCursor: z.string().nullable(), ...tableTotal }),
})

export const submitShare = serve(contract.submitShare, {
  body: newShare,
  answer: z.object({ data: share }),
})

export const reviewShare = serve(contract.reviewShare, {
  params: z.object({ id: idOf<'share'>() }),
  body: shareReview,
  answer: z.object({ data: share }),
})
