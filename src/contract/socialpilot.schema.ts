import { z } from 'zod'
import { hookEvents } from '#domain/hook-fields.ts'
import { count, idOf, instant, looseCount, looseInstant, oneOf } from './fields.schema.ts'
import { foreignId, hookAnswer } from './hooks.schema.ts'
import { newPostPayload } from './posts.schema.ts'
import { serve } from './served.schema.ts'
import * as contract from './socialpilot.ts'

const engagementData = z.object(
  { likes: looseCount, comments: looseCount, shares: looseCount, views: looseCount },
  'Must include likes, comments, shares or views',
)

const eventPayload = z
  .looseObject({
    event: oneOf(hookEvents, 'Event'),
    post_id: foreignId,
    share_id: foreignId,
    status: foreignId,
    post_url: z.unknown().optional(),
    engagement_data: engagementData.nullish(),
    updated_at: looseInstant,
  })
  .meta({ id: 'EventPayload' }) satisfies z.ZodType<contract.EventPayload>

export const socialpilotEvent = serve(contract.socialpilotEvent, { body: eventPayload, answer: hookAnswer })

const backfillPayload = z
  .preprocess(
    (body) => {
      if (Array.isArray(body)) return { posts: body }
      const hasList = typeof body === 'object' && body !== null && 'posts' in body
      return hasList ? body : { posts: [body] }
    },
    z.object({
      posts: z
        .array(newPostPayload, 'Must be a list of posts')
        .min(1, 'At least one post is required')
        .max(contract.mostBackfillPosts, `At most ${contract.mostBackfillPosts} posts at once`),
    }),
  )
  .meta({ id: 'BackfillPayload' }) satisfies z.ZodType<contract.BackfillPayload>

export const backfillPosts = serve(contract.backfillPosts, {
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

export const testSocialpilot = serve(contract.testSocialpilot, {
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

const socialpilotSetup = z
  .object({
    isEnabled: z.boolean(),
    header: z.string(),
    secret: z.string(),
    isRotating: z.boolean(),
    isSecretFromEnvironment: z.boolean(),
    previousSecretEndsAt: instant.nullable(),
    publicUrl: z.string(),
    legacyPublicUrl: z.string().nullable(),
    contentTypes: z.array(z.string()),
    hooks: z.array(
      z.object({ name: z.string(), method: z.string(), url: z.string(), fields: z.array(hookField) }),
    ),
    events: z.array(z.object({ event: z.string(), meaning: z.string() })),
    slack: z.object({
      redirectUrl: z.string(),
      signInScopes: z.array(z.string()),
      botScopes: z.array(z.object({ scope: z.string(), meaning: z.string() })),
    }),
  })
  .meta({ id: 'SocialpilotSetup' }) satisfies z.ZodType<contract.SocialpilotSetup>

export const getSocialpilotSetup = serve(contract.getSocialpilotSetup, {
  answer: z.object({ data: socialpilotSetup }),
})
