import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint, noContent } from './endpoint.ts'
import {
  clearableAddress,
  count,
  idOf,
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
/** The tag with which an administrator sends a known post to the chat again. */
export const manualPushTag = 'manual-push'
export const postContentLimit = 10_000
export const authorNameLimit = 120

export const socialFeedPost = z.object({
  id: idOf<'post'>(),
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
  /** Points that each type of report on this post earns under the current rules. */
  worth: z.object({ like: count, comment: count, share: count }),
})
export type SocialFeedPost = z.output<typeof socialFeedPost>

export const postSorts = ['originalPostDate', 'authorName', 'platform', 'engagements'] as const
export type PostSort = (typeof postSorts)[number]

/**
 * Newest first; `cursor` continues the list. With `page`, the answer is a page of `limit` matching posts. A search
 * covers text, author, handle and address.
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

/** Omitted fields stay as they are. */
export const postChange = z.object({ ...postFields, seen: lastSeen(postFields) }).partial()
export type PostChange = z.output<typeof postChange>

/** 409 when another post of the platform has the address, or when the post has changed since it was last seen. */
export const updatePost = endpoint({
  method: 'PUT',
  path: '/api/social-feed-posts/:id',
  params: z.object({ id: idOf<'post'>() }),
  body: postChange,
  answer: z.object({ data: socialFeedPost }),
})

/** Removes a post from the feed. Reports on it and their points stay. */
export const deletePost = endpoint({
  method: 'DELETE',
  path: '/api/social-feed-posts/:id',
  params: z.object({ id: idOf<'post'>() }),
  answer: noContent,
})

const countFields = ['likes_count', 'comments_count', 'shares_count', 'views_count'] as const
const brandMessage = 'Brand must be one lower-case word'

/** Omitted, null and empty fields become null (tags: an empty list). Unknown fields are ignored. */
export const newPostPayload = z.object({
  platform: z
    .string('Platform is required')
    .trim()
    .toLowerCase()
    .min(1, { error: 'Platform is required', abort: true })
    .pipe(z.enum(platforms, `Platform must be one of ${platforms.join(', ')}`)),
  content: requiredText(postContentLimit, 'Content is required'),
  /** Some scheduling tools send `#` for "no link yet"; it is stored as null. */
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
    /** True when the post was already known: nothing was created, and only what had changed was updated. */
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
    /** When the numbers were true; the time of arrival if omitted. */
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
     * `kept` waits up to 7 days for a post that is not known yet. `ignored` changes nothing: the numbers are older than
     * the stored ones, or belong to a deleted post or a placeholder address. No post is ever found by a placeholder.
     */
    outcome: z.enum(['applied', 'kept', 'ignored']),
  }),
})

function tagOf(text: string): string {
  return storableText(text).trim()
}
