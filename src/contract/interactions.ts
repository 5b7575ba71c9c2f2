import { z } from 'zod'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, idOf, instant, listOf } from './fields.ts'

/** A recent live report, as its owner sees it. */
export const recentInteraction = z.object({
  id: idOf<'interaction'>(),
  postId: idOf<'post'>(),
  interactionType: z.enum(interactionTypes),
  points: count,
  reportedAt: instant,
  platform: z.enum(platforms),
  authorName: z.string(),
})
export type RecentInteraction = z.output<typeof recentInteraction>

export const myInteraction = z.object({
  id: idOf<'interaction'>(),
  postId: idOf<'post'>(),
  interactionType: z.enum(interactionTypes),
  reportedAt: instant,
})

export const reportInteraction = endpoint({
  method: 'POST',
  path: '/api/social-interactions/honor-report',
  body: z.object({
    postId: idOf<'post'>(),
    interactionType: z.enum(interactionTypes),
    /** If it is sent, the caller's own id. */
    userId: idOf<'user'>().optional(),
  }),
  answer: z.object({ points: count, interactionType: z.enum(interactionTypes), platform: z.enum(platforms) }),
})

export const undoInteraction = endpoint({
  method: 'DELETE',
  path: '/api/social-interactions/honor-report/:id',
  params: z.object({ id: idOf<'interaction'>() }),
  answer: z.object({ interactionType: z.enum(interactionTypes), pointsRemoved: count }),
})

/** The ten latest live reports of the caller, newest first. */
export const recentInteractions = endpoint({
  method: 'GET',
  path: '/api/social-interactions/recent',
  answer: listOf(recentInteraction),
})

export const recentInteractionsOf = endpoint({
  method: 'GET',
  path: '/api/social-interactions/recent/:userId',
  params: z.object({ userId: idOf<'user'>() }),
  answer: listOf(recentInteraction),
})

/** The live reports of the caller, newest first, so that a card can show what is already reported. */
export const myInteractions = endpoint({
  method: 'GET',
  path: '/api/social-interactions/mine',
  answer: listOf(myInteraction),
})
