import { z } from 'zod'
import type { InteractionId, ShareId } from '#domain/ids.ts'
import {
  appealDecisions,
  checkAnswers,
  checkCauses,
  checkDecisions,
  interactionTypes,
  platforms,
  reportStates,
} from '#domain/vocabulary.ts'
import {
  count,
  filterDay,
  idOf,
  instant,
  oneOf,
  requiredText,
  storableText,
  wholeNumberText,
} from './fields.schema.ts'
import * as contract from './review.ts'
import { serve } from './served.schema.ts'
import { share } from './shares.schema.ts'
import { userCard } from './users.schema.ts'

const piece = {
  limit: wholeNumberText({ from: 1, to: 100 }).prefault(contract.reviewPageSize),
  cursor: z.string().min(1).max(200).optional(),
}
const partOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ data: z.array(item), nextCursor: z.string().nullable() })

/** What a reviewer writes to a member. */
export const reason = requiredText(contract.reasonLimit, 'Reason is required')

const reviewedShare = share.extend({ user: userCard, worth: count })

const post = z.object({
  id: idOf<'post'>(),
  authorName: z.string(),
  content: z.string(),
  postUrl: z.string().nullable(),
})

const reviewedReport = z
  .object({
    id: idOf<'interaction'>(),
    user: userCard,
    post,
    type: z.enum(interactionTypes),
    platform: z.enum(platforms),
    points: count,
    reportedAt: instant,
    state: z.enum(reportStates),
    takenBack: z.object({ by: userCard, reason: z.string(), at: instant }).nullable(),
  })
  .meta({ id: 'ReviewedReport' }) satisfies z.ZodType<contract.ReviewedReport>

export const reviewedCheck = z
  .object({
    id: idOf<'check'>(),
    user: userCard,
    interaction: z.object({
      id: idOf<'interaction'>(),
      type: z.enum(interactionTypes),
      platform: z.enum(platforms),
      points: count,
      reportedAt: instant,
    }),
    post,
    cause: z.enum(checkCauses),
    askedAt: instant,
    dueAt: instant,
    answer: z
      .object({ kind: z.enum(checkAnswers), link: z.string().nullable(), note: z.string().nullable() })
      .nullable(),
  })
  .meta({ id: 'ReviewedCheck' }) satisfies z.ZodType<contract.ReviewedCheck>

export const appealSubject = z
  .object({
    type: z.enum(['interaction', 'share']),
    id: z.uuid() as unknown as z.ZodType<InteractionId | ShareId, string>,
    title: z.string(),
    platform: z.enum(platforms),
    report: z.enum(interactionTypes).nullable(),
    url: z.string().nullable(),
    points: count,
  })
  .meta({ id: 'AppealSubject' }) satisfies z.ZodType<contract.AppealSubject>

const reviewedAppeal = z
  .object({
    id: idOf<'appeal'>(),
    user: userCard,
    subject: appealSubject,
    reason: z.string(),
    text: z.string(),
    takenBackBy: userCard,
    mayDecide: z.boolean(),
    createdAt: instant,
  })
  .meta({ id: 'ReviewedAppeal' }) satisfies z.ZodType<contract.ReviewedAppeal>

export const listReviewShares = serve(contract.listReviewShares, {
  query: z.object({
    ...piece,
    status: z
      .string()
      .default('to_review')
      .transform((text, context) => {
        const words = [...new Set(text.split(',').map((word) => word.trim()))]
        const known = contract.shareQueues.filter((queue) => words.includes(queue))
        if (known.length === words.length) return known
        context.addIssue({ code: 'custom', message: `Must be some of ${contract.shareQueues.join(', ')}` })
        return z.NEVER
      }),
  }),
  answer: partOf(reviewedShare),
})

export const listReviewChecks = serve(contract.listReviewChecks, {
  query: z.object(piece),
  answer: partOf(reviewedCheck),
})

export const listReviewAppeals = serve(contract.listReviewAppeals, {
  query: z.object(piece),
  answer: partOf(reviewedAppeal),
})

export const listReviewReports = serve(contract.listReviewReports, {
  query: z.object({
    ...piece,
    search: z.string().max(200).overwrite(storableText).trim().optional(),
    postId: idOf<'post'>().optional(),
    userId: idOf<'user'>().optional(),
    from: filterDay,
    to: filterDay,
  }),
  answer: partOf(reviewedReport),
})

export const getReviewCounts = serve(contract.getReviewCounts, {
  answer: z.object({ data: z.object({ shares: count, checks: count, appeals: count }) }),
})

export const takeBackReport = serve(contract.takeBackReport, {
  params: z.object({ id: idOf<'interaction'>() }),
  body: z.object({ reason }),
  answer: z.object({ data: reviewedReport }),
})

export const decideAppeal = serve(contract.decideAppeal, {
  params: z.object({ id: idOf<'appeal'>() }),
  body: z.object({ decision: oneOf(appealDecisions, 'Decision'), reason }),
  answer: z.object({ data: z.object({ id: idOf<'appeal'>(), decision: z.enum(appealDecisions) }) }),
})

export const decideCheck = serve(contract.decideCheck, {
  params: z.object({ id: idOf<'check'>() }),
  body: z
    .object({
      decision: oneOf(checkDecisions, 'Decision'),
      reason: reason.nullable().default(null),
    })
    .refine(({ decision, reason }) => decision === 'confirmed' || reason !== null, {
      path: ['reason'],
      error: 'Reason is required',
    }),
  answer: z.object({ data: z.object({ id: idOf<'check'>(), decision: z.enum(checkDecisions) }) }),
})
