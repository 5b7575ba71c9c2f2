import { z } from 'zod'
import { angleLimit, mostAngles, questionLimit, repeatedAngle } from '#domain/angles.ts'
import { platforms } from '#domain/vocabulary.ts'
import {
  changedInstant,
  clearableAddress,
  clearableLine,
  count,
  idOf,
  instant,
  lineUpTo,
  looseCount,
  looseInstant,
  optionalAddress,
  optionalLine,
  optionalText,
  requiredText,
  storableText,
  webAddress,
  wholeNumberText,
} from './fields.schema.ts'
import * as contract from './posts.ts'
import { noContent, serve } from './served.schema.ts'
import { lastSeen, tableQuery, tableTotal } from './tables.schema.ts'
import { userCard } from './users.schema.ts'

const { authorNameLimit, postContentLimit } = contract

const socialFeedPost = z
  .object({
    id: idOf<'post'>(),
    state: z.enum(contract.postStates),
    brand: z.string(),
    platform: z.enum(platforms),
    authorName: z.string(),
    authorHandle: z.string(),
    authorAvatarUrl: z.string().nullable(),
    content: z.string(),
    imageUrl: z.string().nullable(),
    originalPostDate: instant,
    postUrl: z.string().nullable(),
    question: z.string().nullable(),
    angles: z.array(z.string()),
    likesCount: count,
    commentsCount: count,
    sharesCount: count,
    worth: z.object({ like: count, comment: count, share: count }),
  })
  .meta({ id: 'SocialFeedPost' }) satisfies z.ZodType<contract.SocialFeedPost>

const feedPost = socialFeedPost
  .extend({
    reporters: z.object({ count, first: z.array(userCard) }),
    deletedAt: instant.optional(),
  })
  .meta({ id: 'FeedPost' }) satisfies z.ZodType<contract.FeedPost>

const postFilter = { platform: z.enum(platforms).optional() }

export const listPosts = serve(contract.listPosts, {
  query: z.object({
    limit: wholeNumberText({ from: 1, to: 100 }).prefault(50),
    cursor: z.string().min(1).max(200).optional(),
    open: z.literal('true').optional(),
    state: z.enum(contract.postListStates).optional(),
    ...postFilter,
    ...tableQuery(contract.postSorts),
  }),
  answer: z.object({ data: z.array(feedPost), nextCursor: z.string().nullable(), ...tableTotal }),
})

export const countPosts = serve(contract.countPosts, {
  query: z.object(postFilter),
  answer: z.object({ data: z.object({ open: count, all: count }) }),
})

const angleTooLong = `An angle must be at most ${angleLimit} characters long`

/** Angles without the empty ones. What is wrong with one is said at its place in the list. */
const angleList = z
  .array(lineUpTo(angleLimit, angleTooLong), 'Must be a list of texts')
  .transform((angles, context) => {
    const given = angles.filter(Boolean)
    const repeated = repeatedAngle(angles)
    if (given.length > mostAngles)
      context.addIssue({ code: 'custom', message: `At most ${mostAngles} angles` })
    if (repeated !== null)
      context.addIssue({ code: 'custom', path: [repeated], message: 'This angle is there already' })
    return given
  })

const postFields = {
  postUrl: clearableAddress('Please enter a valid URL'),
  authorName: requiredText(authorNameLimit, 'Author name is required'),
  question: clearableLine(questionLimit),
  angles: z
    .array(z.string('Must be text'), 'Must be a list of texts')
    .readonly()
    .nullable()
    .transform((angles) => [...(angles ?? [])])
    .pipe(angleList),
  scheduledTime: changedInstant('Scheduled time is required'),
}

export const postChange = z
  .object({ ...postFields, seen: lastSeen(postFields) })
  .partial()
  .meta({ id: 'PostChange' }) satisfies z.ZodType<contract.PostChange>

export const updatePost = serve(contract.updatePost, {
  params: z.object({ id: idOf<'post'>() }),
  body: postChange,
  answer: z.object({ data: socialFeedPost }),
})

export const deletePost = serve(contract.deletePost, {
  params: z.object({ id: idOf<'post'>() }),
  answer: noContent,
})

export const countReporters = serve(contract.countReporters, {
  params: z.object({ id: idOf<'post'>() }),
  answer: z.object({ data: z.object({ count }) }),
})

export const restorePost = serve(contract.restorePost, {
  params: z.object({ id: idOf<'post'>() }),
  answer: z.object({ data: socialFeedPost }),
})

const countFields = ['likes_count', 'comments_count', 'shares_count', 'views_count'] as const
const brandMessage = 'Brand must be one lower-case word'
const brand = z
  .string(brandMessage)
  .trim()
  .toLowerCase()
  .regex(/^([a-z][a-z0-9_-]{0,39})?$/, brandMessage)
  .nullish()
  .transform((word) => word || null)

/** One word, in whatever case. What is none is as good as missing, because senders have all kinds of states. */
const looseWord = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' && value.trim().toLowerCase()) || null)

export const newPostPayload = z
  .object({
    platform: z
      .string('Platform is required')
      .trim()
      .toLowerCase()
      .min(1, { error: 'Platform is required', abort: true })
      .pipe(z.enum(platforms, `Platform must be one of ${platforms.join(', ')}`)),
    content: requiredText(postContentLimit, 'Content is required'),
    post_url: optionalAddress('Please enter a valid URL', ['#']),
    image_url: optionalAddress('Please enter a valid image URL'),
    author_name: requiredText(authorNameLimit, 'Author name is required'),
    author_handle: optionalText(authorNameLimit),
    author_avatar: optionalAddress('Please enter a valid avatar URL'),
    campaign_tags: z
      .union([z.string().max(5_000), z.array(z.string().max(100)).max(50)], 'Must be text or a list of texts')
      .nullish()
      .transform((tags) =>
        (typeof tags === 'string' ? tags.split(',') : (tags ?? [])).map(tagOf).filter(Boolean),
      ),
    question: optionalLine(questionLimit),
    angles: z
      .union([z.string(), z.array(z.string())], 'Must be text or a list of texts')
      .nullish()
      .transform((angles) => (typeof angles === 'string' ? angles.split(/\r\n?|\n/) : (angles ?? [])))
      .pipe(angleList),
    brand,
    scheduled_time: looseInstant,
    status: looseWord,
  })
  .meta({ id: 'NewPostPayload' }) satisfies z.ZodType<contract.NewPostPayload>

/** What the form for a new post sends. It asks for more than a scheduling tool has to say. */
export const newPostForm = newPostPayload.extend({
  post_url: webAddress('Please enter a valid URL'),
  brand: brand.refine((word) => word !== null, 'Brand is required'),
  scheduled_time: looseInstant.refine((time) => time !== null, 'Scheduled time is required'),
})

export const newPost = serve(contract.newPost, {
  body: newPostPayload,
  answer: z.object({ success: z.literal(true), duplicate: z.boolean(), data: socialFeedPost }),
})

export const engagementUpdatePayload = z
  .object({
    post_url: webAddress('Please enter a valid URL'),
    likes_count: looseCount,
    comments_count: looseCount,
    shares_count: looseCount,
    views_count: looseCount,
    updated_at: looseInstant,
  })
  .refine((numbers) => countFields.some((field) => numbers[field] !== null), {
    path: [countFields[0]],
    message: `At least one of ${countFields.join(', ')} is required`,
  })
  .meta({ id: 'EngagementUpdatePayload' }) satisfies z.ZodType<contract.EngagementUpdatePayload>

export const engagementUpdate = serve(contract.engagementUpdate, {
  body: engagementUpdatePayload,
  answer: z.object({ success: z.literal(true), outcome: z.enum(['applied', 'kept', 'ignored']) }),
})

function tagOf(text: string): string {
  return storableText(text).trim()
}
