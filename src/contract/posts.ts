import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint, noContent } from './endpoint.ts'
import {
  clearableAddress,
  count,
  id,
  instant,
  looseCount,
  looseInstant,
  optionalAddress,
  optionalText,
  requiredText,
  storableText,
  webAddress,
} from './fields.ts'
import { lastSeen, tableQuery, tableTotal } from './tables.ts'

export const defaultBrand = 'default'
export const accountingBrand = 'accounting'
/** Sent along by an administrator who pushes a known post to the chat again. */
export const manualPushTag = 'manual-push'
export const postContentLimit = 10_000
export const authorNameLimit = 120

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

export const postSorts = ['originalPostDate', 'authorName', 'platform', 'engagements'] as const
export type PostSort = (typeof postSorts)[number]

/**
 * The newest first, read on by `cursor`. With `page` a page of `limit` of those that match: a search meets text, author,
 * handle and address.
 */
export const listPosts = endpoint({
  method: 'GET',
  path: '/api/social-feed-posts',
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    cursor: z.string().min(1).max(200).optional(),
    ...tableQuery(postSorts),
  }),
  answer: z.object({ data: z.array(socialFeedPost), nextCursor: z.string().nullable(), total: tableTotal }),
})

const postFields = {
  /** Null and empty text clear it. */
  postUrl: clearableAddress('Please enter a valid URL'),
  authorName: requiredText(authorNameLimit, 'Author name is required'),
}

/** What is left out stays as it is. */
export const postChange = z.object({ ...postFields, seen: lastSeen(postFields) }).partial()
export type PostChange = z.output<typeof postChange>

/** 409 when another post of the platform has the address, or when the post is not as it was last seen. */
export const updatePost = endpoint({
  method: 'PUT',
  path: '/api/social-feed-posts/:id',
  params: z.object({ id }),
  body: postChange,
  answer: z.object({ data: socialFeedPost }),
})

/** Takes a post out of the feed. What was reported on it stays, and what it earned. */
export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/social-feed-posts/:id',
  params: z.object({ id }),
  answer: noContent,
})

const countFields = ['likes_count', 'comments_count', 'shares_count', 'views_count'] as const
const brandMessage = 'Brand must be one lower-case word'

/** What is left out, null or empty comes out as null (tags: as an empty list). Unknown fields are ignored. */
export const newPostPayload = z.object({
  platform: z
    .string('Platform is required')
    .trim()
    .toLowerCase()
    .min(1, { error: 'Platform is required', abort: true })
    .pipe(z.enum(platforms, `Platform must be one of ${platforms.join(', ')}`)),
  content: requiredText(postContentLimit, 'Content is required'),
  /** `#` stands for "no link yet" with some schedulers, and is kept as none. */
  post_url: optionalAddress('Please enter a valid URL', ['#']),
  image_url: optionalAddress('Please enter a valid image URL'),
  author_name: requiredText(authorNameLimit, 'Author name is required'),
  author_handle: optionalText(authorNameLimit),
  author_avatar: optionalAddress('Please enter a valid avatar URL'),
  campaign_tags: z
    .union([z.string().max(5_000), z.array(z.string().max(100)).max(50)], 'Must be a text or a list of texts')
    .nullish()
    .transform((tags) =>
      (typeof tags === 'string' ? tags.split(',') : (tags ?? [])).map(tagOf).filter(Boolean),
    ),
  brand: z
    .string(brandMessage)
    .trim()
    .toLowerCase()
    .regex(/^([a-z][a-z0-9_-]{0,39})?$/, brandMessage)
    .nullish()
    .transform((brand) => brand || null),
  scheduled_time: looseInstant,
})
export type NewPostPayload = z.output<typeof newPostPayload>

export const newPost = endpoint({
  method: 'POST',
  path: '/api/webhooks/socialpilot/new-post',
  body: newPostPayload,
  answer: z.object({
    success: z.literal(true),
    /** True when the post was known already: nothing was created, and only what had changed was brought up to date. */
    duplicate: z.boolean(),
    data: socialFeedPost,
  }),
})

export const engagementUpdatePayload = z
  .object({
    post_url: webAddress('Please enter a valid URL'),
    likes_count: looseCount,
    comments_count: looseCount,
    shares_count: looseCount,
    views_count: looseCount,
    /** When the numbers were true; the arrival if absent. */
    updated_at: looseInstant,
  })
  .refine((numbers) => countFields.some((field) => numbers[field] !== null), {
    path: [countFields[0]],
    message: `At least one of ${countFields.join(', ')} is required`,
  })
export type EngagementUpdatePayload = z.output<typeof engagementUpdatePayload>

export const engagementUpdate = endpoint({
  method: 'POST',
  path: '/api/webhooks/socialpilot/engagement-update',
  body: engagementUpdatePayload,
  answer: z.object({
    success: z.literal(true),
    /**
     * `kept` waits up to 7 days for a post that is not known yet. `ignored` changes nothing: it is older than what is
     * stored, or speaks of a deleted post or of a placeholder address, under which no post is ever known.
     */
    outcome: z.enum(['applied', 'kept', 'ignored']),
  }),
})

function tagOf(text: string): string {
  return storableText(text).trim()
}
