import { z } from 'zod'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { count, idOf, instant, listOf } from './fields.schema.ts'
import * as contract from './interactions.ts'
import { serve } from './served.schema.ts'

const recentInteraction = z
  .object({
    id: idOf<'interaction'>(),
    postId: idOf<'post'>(),
    interactionType: z.enum(interactionTypes),
    points: count,
    reportedAt: instant,
    platform: z.enum(platforms),
    authorName: z.string(),
  })
  .meta({ id: 'RecentInteraction' }) satisfies z.ZodType<contract.RecentInteraction>

const capUse = z.object({ earned: count, cap: count.nullable() })

const myInteraction = z.object({
  id: idOf<'interaction'>(),
  postId: idOf<'post'>(),
  interactionType: z.enum(interactionTypes),
  reportedAt: instant,
})

export const reportInteraction = serve(contract.reportInteraction, {
  body: z.object({
    postId: idOf<'post'>(),
    interactionType: z.enum(interactionTypes),
    userId: idOf<'user'>().optional(),
  }),
  answer: z.object({
    id: idOf<'interaction'>(),
    reportedAt: instant,
    points: count,
    interactionType: z.enum(interactionTypes),
    platform: z.enum(platforms),
    cap: capUse,
  }),
})

export const undoInteraction = serve(contract.undoInteraction, {
  params: z.object({ id: idOf<'interaction'>() }),
  answer: z.object({ interactionType: z.enum(interactionTypes), pointsRemoved: count }),
})

export const recentInteractions = serve(contract.recentInteractions, { answer: listOf(recentInteraction) })

export const recentInteractionsOf = serve(contract.recentInteractionsOf, {
  params: z.object({ userId: idOf<'user'>() }),
  answer: listOf(recentInteraction),
})

/** As text, because that is how a query carries it. */
const postList = z
  .string()
  .max(contract.mostReportedPosts * 37)
  .refine(
    (text) => z.array(idOf<'post'>()).max(contract.mostReportedPosts).safeParse(text.split(',')).success,
    `Must be at most ${contract.mostReportedPosts} ids with commas between them`,
  )

export const myInteractions = serve(contract.myInteractions, {
  query: z.object({ posts: postList.optional() }),
  answer: listOf(myInteraction).extend({
    caps: z.object({ like: capUse, comment: capUse, share: capUse }),
    counts: z.object({ like: count, comment: count, share: count }),
    isComplete: z.boolean(),
    takenBack: z.array(myInteraction.pick({ postId: true, interactionType: true })),
  }),
})
