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

export const myInteractions = serve(contract.myInteractions, {
  answer: listOf(myInteraction).extend({
    caps: z.object({ like: capUse, comment: capUse, share: capUse }),
    takenBack: z.array(myInteraction.pick({ postId: true, interactionType: true })),
  }),
})
