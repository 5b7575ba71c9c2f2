import { z } from 'zod'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { count, idOf } from './fields.schema.ts'
import { leaderboardPage } from './leaderboard.schema.ts'
import type { LiveMessage } from './live.ts'
import { topicNames } from './topics.ts'

const pointEvent = {
  username: z.string(),
  displayName: z.string(),
  interactionType: z.enum(interactionTypes),
  platform: z.enum(platforms),
  postId: idOf<'post'>(),
}

const spread = { withinMs: count.optional() }

export const liveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), data: z.object({ signedIn: z.boolean(), ...spread }) }),
  z.object({ type: z.literal('POINT_UPDATE'), data: z.object({ ...pointEvent, pointsEarned: count }) }),
  z.object({ type: z.literal('POINT_REMOVAL'), data: z.object({ ...pointEvent, pointsRemoved: count }) }),
  z.object({ type: z.literal('LEADERBOARD_UPDATE'), data: leaderboardPage }),
  z.object({ type: z.literal('ENGAGEMENT_UPDATE'), data: z.object({ postId: idOf<'post'>().nullable() }) }),
  z.object({
    type: z.literal('QUEST_DONE'),
    data: z.object({ questId: idOf<'quest'>(), title: z.string() }),
  }),
  z.object({ type: z.literal('TOUCHED'), topics: z.array(z.enum(topicNames)), ...spread }),
]) satisfies z.ZodType<LiveMessage>
