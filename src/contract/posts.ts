import { z } from 'zod'
import { derivedHandle } from '#domain/posts.ts'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, id, instant, looseCount, looseInstant, webAddress } from './fields.ts'

export const defaultBrand = 'default'
export const accountingBrand = 'accounting'
/** Sent along by an administrator who pushes a known post to the chat again. */
export const manualPushTag = 'manual-push'
export const postContentLimit = 10_000

export const socialFeedPost = z.object({
  id,
  brand: z.string(),
  platform: z.enum(platforms),
  authorName: z.string(),
  authorHandle: z.string(),
  authorAvatarUrl: z.string().nullable(),
  content: z.string(),
  imageUrl: z.string().nullable(),
  originalPostDate: instant,
  postUrl: z.string().nullable(),
  likesCount: count,
  commentsCount: count,
  sharesCount: count,
  /** Points that each type of report on this post earns under the rules in force. */
  worth: z.object({ like: count, comment: count, share: count }),
})
export type SocialFeedPost = z.output<typeof socialFeedPost>

export const listPosts = endpoint({
  method: 'GET',
  path: '/api/social-feed-posts',
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    cursor: z.string().min(1).max(200).optional(),
  }),
  answer: z.object({ data: z.array(socialFeedPost), nextCursor: z.string().nullable() }),
})

/** Empty text and null both mean "none". */
const optionalAddress = (message: string) =>
  z
    .union([z.literal(''), webAddress(message)])
    .nullish()
    .transform((text) => text || null)

const optionalText = (limit: number) =>
  z
    .string()
    .trim()
    .max(limit)
    .nullish()
    .transform((text) => text || null)

export const newPostPayload = z
  .object({
    platform: z
      .string('Platform is required')
      .trim()
      .toLowerCase()
      .min(1, 'Platform is required')
      .pipe(z.enum(platforms)),
    content: z.string('Content is required').trim().min(1, 'Content is required').max(postContentLimit),
    /** `#` stands for "no link yet" with some schedulers, and is kept as none. */
    post_url: z.union([z.literal(''), z.literal('#'), webAddress('Please enter a valid URL')]).nullish(),
    image_url: optionalAddress('Please enter a valid image URL'),
    author_name: z.string('Author name is required').trim().min(1, 'Author name is required').max(120),
    author_handle: optionalText(120),
    author_avatar: optionalAddress('Please enter a valid avatar URL'),
    campaign_tags: z
      .union([z.string().max(500), z.array(z.string().max(100)).max(50)])
      .nullish()
      .transform((tags) => (typeof tags === 'string' ? tags.split(',') : (tags ?? [])).map((tag) => tag.trim()).filter(Boolean)),
    brand: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^[a-z][a-z0-9_-]{0,39}$/, 'Brand must be one lower-case word')
      .default(defaultBrand),
    scheduled_time: looseInstant.nullish(),
  })
  .transform((post) => ({
    ...post,
    post_url: post.post_url && post.post_url !== '#' ? post.post_url : null,
    author_handle: post.author_handle ?? derivedHandle(post.author_name),
  }))
export type NewPostPayload = z.output<typeof newPostPayload>

export const newPost = endpoint({
  method: 'POST',
  path: '/api/webhooks/socialpilot/new-post',
  body: newPostPayload,
  answer: z.object({
    success: z.literal(true),
    /** True when the post was known already; it was brought up to date and nothing was created. */
    duplicate: z.boolean(),
    data: socialFeedPost,
  }),
})

export const engagementUpdatePayload = z.object({
  post_url: webAddress('Please enter a valid URL'),
  likes_count: looseCount.nullish(),
  comments_count: looseCount.nullish(),
  shares_count: looseCount.nullish(),
  views_count: looseCount.nullish(),
  /** When the numbers were true; the arrival if absent. */
  updated_at: looseInstant.nullish(),
})
export type EngagementUpdatePayload = z.output<typeof engagementUpdatePayload>

export const engagementUpdate = endpoint({
  method: 'POST',
  path: '/api/webhooks/socialpilot/engagement-update',
  body: engagementUpdatePayload,
  answer: z.object({
    success: z.literal(true),
    /** `kept` waits up to 7 days for a post that is not known yet; `ignored` is older than what is stored. */
    outcome: z.enum(['applied', 'kept', 'ignored']),
  }),
})
