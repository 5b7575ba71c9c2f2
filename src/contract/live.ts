import { z } from 'zod'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { count, idOf } from './fields.ts'
import { leaderboardPage } from './leaderboard.ts'
import { topicNames } from './topics.ts'

/** The path of the WebSocket, on the page's own host. */
export const livePath = '/ws'

const pointEvent = {
  username: z.string(),
  displayName: z.string(),
  interactionType: z.enum(interactionTypes),
  platform: z.enum(platforms),
  postId: idOf<'post'>(),
}

/** Everything the server pushes. The client sends nothing. */
export const liveMessage = z.discriminatedUnion('type', [
  /** Confirms the connection; `signedIn` says whether other messages will follow. */
  z.object({ type: z.literal('connected'), data: z.object({ signedIn: z.boolean() }) }),
  z.object({ type: z.literal('POINT_UPDATE'), data: z.object({ ...pointEvent, pointsEarned: count }) }),
  z.object({ type: z.literal('POINT_REMOVAL'), data: z.object({ ...pointEvent, pointsRemoved: count }) }),
  /** The complete new answer for the leaderboard's first page. */
  z.object({ type: z.literal('LEADERBOARD_UPDATE'), data: leaderboardPage }),
  /** A post arrived or its numbers changed. Null means all posts, when what reports on them earn has changed. */
  z.object({ type: z.literal('ENGAGEMENT_UPDATE'), data: z.object({ postId: idOf<'post'>().nullable() }) }),
  /** What changed; `topics.ts` says which answers show it. */
  z.object({ type: z.literal('TOUCHED'), topics: z.array(z.enum(topicNames)) }),
])
export type LiveMessage = z.output<typeof liveMessage>
