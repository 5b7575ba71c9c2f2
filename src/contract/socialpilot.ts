import { z } from 'zod'
import { hookEvents } from '#domain/hook-fields.ts'
import { endpoint } from './endpoint.ts'
import { count, idOf, instant, looseCount, looseInstant, oneOf } from './fields.ts'
import { foreignId, hookAnswer } from './hooks.ts'
import { newPostPayload } from './posts.ts'

const engagementData = z.object(
  { likes: looseCount, comments: looseCount, shares: looseCount, views: looseCount },
  'Must hold likes, comments, shares or views',
)

/** What every event may say; one of a post that goes into the feed also has the fields of `newPostPayload`. */
export const eventPayload = z.looseObject({
  event: oneOf(hookEvents, 'Event'),
  post_id: foreignId,
  share_id: foreignId,
  status: foreignId,
  post_url: z.unknown().optional(),
  engagement_data: engagementData.nullish(),
  /** When the numbers were true; the arrival if absent. */
  updated_at: looseInstant,
})
export type EventPayload = z.output<typeof eventPayload>

/** What happened to a share or a post in the scheduling tool. */
export const socialpilotEvent = endpoint({
  method: 'POST',
  path: '/api/socialpilot/webhook',
  body: eventPayload,
  answer: hookAnswer,
})

export const mostBackfillPosts = 100

/** Earlier posts at once: a list under `posts`, a bare list, or a single post. */
export const backfillPayload = z.preprocess(
  (body) => {
    if (Array.isArray(body)) return { posts: body }
    const hasList = typeof body === 'object' && body !== null && 'posts' in body
    return hasList ? body : { posts: [body] }
  },
  z.object({
    posts: z
      .array(newPostPayload, 'Must be a list of posts')
      .min(1, 'At least one post is required')
      .max(mostBackfillPosts, `At most ${mostBackfillPosts} posts at once`),
  }),
)
export type BackfillPayload = z.output<typeof backfillPayload>

/** Brings earlier posts into the feed, all of them or none, without a word to the chat. */
export const backfillPosts = endpoint({
  method: 'POST',
  path: '/api/social-feed-posts/backfill',
  body: backfillPayload,
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    created: count,
    updated: count,
    unchanged: count,
  }),
})

const trackable = z.object({
  userId: idOf<'user'>(),
  username: z.string(),
  displayName: z.string(),
  url: z.string(),
})

/** Makes a post that only tests the connection, with the trackable links of a few members. */
export const testSocialpilot = endpoint({
  method: 'POST',
  path: '/api/webhooks/test-socialpilot',
  answer: z.object({
    success: z.literal(true),
    message: z.string(),
    postId: idOf<'post'>(),
    trackableLinks: z.array(trackable),
  }),
})

const hookField = z.object({
  field: z.string(),
  isRequired: z.boolean(),
  example: z.string(),
  meaning: z.string(),
})

/** Everything that a person needs to connect the scheduling tool and the chat, filled in. */
export const getSocialpilotSetup = endpoint({
  method: 'GET',
  path: '/api/socialpilot/setup',
  answer: z.object({
    data: z.object({
      isEnabled: z.boolean(),
      header: z.string(),
      secret: z.string(),
      /** Whether another secret is accepted too, while it is changed. */
      isRotating: z.boolean(),
      /** Set in the environment: it is changed there, and not here. */
      isSecretFromEnvironment: z.boolean(),
      /** Until when the secret before it is accepted too; null when there is none that ends by itself. */
      previousSecretEndsAt: instant.nullable(),
      /** The origin of this workspace, and the one that it had before it moved. */
      publicUrl: z.string(),
      legacyPublicUrl: z.string().nullable(),
      contentTypes: z.array(z.string()),
      hooks: z.array(
        z.object({ name: z.string(), method: z.string(), url: z.string(), fields: z.array(hookField) }),
      ),
      events: z.array(z.object({ event: z.string(), meaning: z.string() })),
      /** For the Slack app: what to enter there. */
      slack: z.object({
        redirectUrl: z.string(),
        signInScopes: z.array(z.string()),
        botScopes: z.array(z.object({ scope: z.string(), meaning: z.string() })),
      }),
    }),
  }),
})
