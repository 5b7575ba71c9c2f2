import type { PostId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data, ListPart, ListQuery } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'
import type { ChangeOf, TableQuery, TableTotal } from './tables.ts'
import type { UserCard } from './users.ts'

export const defaultBrand = 'default'
export const accountingBrand = 'accounting'
/** The tag with which an administrator sends a known post to the chat again. */
export const manualPushTag = 'manual-push'
export const postContentLimit = 10_000
export const authorNameLimit = 120

/** A scheduled one waits for its time, `originalPostDate`. Until then only administrators see it. */
export const postStates = ['published', 'scheduled'] as const
export type PostState = (typeof postStates)[number]

export interface SocialFeedPost {
  readonly id: PostId
  readonly state: PostState
  readonly brand: string
  readonly platform: Platform
  readonly authorName: string
  readonly authorHandle: string
  readonly authorAvatarUrl: string | null
  readonly content: string
  readonly imageUrl: string | null
  readonly originalPostDate: string
  readonly postUrl: string | null
  /** What the author asks the readers, one line; null without a question. */
  readonly question: string | null
  /**
   * Hints at what a comment could be about, in the author's order, at most three. Each member sees them in another order:
   * `anglesFor` in `domain/angles.ts`.
   */
  readonly angles: readonly string[]
  readonly likesCount: number
  readonly commentsCount: number
  readonly sharesCount: number
  /** Points that each type of report on this post earns under the current rules. */
  readonly worth: { readonly like: number; readonly comment: number; readonly share: number }
}

/** The most members that `reporters` counts and names. */
export const reportersCounted = 50
export const reportersNamed = 3

/** A post as the feed lists it. */
export interface FeedPost extends SocialFeedPost {
  readonly reporters: {
    /** Members with a live report on it, counted up to `reportersCounted`. */
    readonly count: number
    /** The latest of them, the last first; at most `reportersNamed`. */
    readonly first: readonly UserCard[]
  }
  /** Only in the list of deleted posts. */
  readonly deletedAt?: string
}

export const postSorts = ['originalPostDate', 'authorName', 'platform', 'engagements'] as const
export type PostSort = (typeof postSorts)[number]

/** The lists that only administrators have besides the feed. */
export const postListStates = ['scheduled', 'deleted'] as const
export type PostListState = (typeof postListStates)[number]

/** Which posts of the feed. */
interface PostFilter {
  readonly platform?: Platform
}

export interface PostsQuery extends ListQuery, PostFilter, TableQuery<PostSort> {
  /** Only posts of the last seven days with at least one report of the caller open. */
  readonly open?: 'true'
  /** For administrators: the posts that wait for their time, or those deleted in the last 30 days. Answers pages. */
  readonly state?: PostListState
}

export interface PostPage extends ListPart<FeedPost>, TableTotal {}

/**
 * Newest first; `cursor` continues the list, under the same filter. With `page`, the answer is a page of `limit` matching posts, also
 * scheduled ones; administrators alone may ask for it. A search covers text, author, handle and address. Deleted posts come in
 * the order of their deletion unless another is asked for. Posts of the brand `test` are for administrators alone.
 */
export const listPosts = endpoint<{ query: PostsQuery; answer: PostPage }>('GET', '/api/social-feed-posts')

interface PostCounts {
  /** Posts of the last seven days with at least one report of the caller open. */
  readonly open: number
  readonly all: number
}

/** How many posts the feed has, and on how many of them the caller can still report. */
export const countPosts = endpoint<{ query: PostFilter; answer: Data<PostCounts> }>(
  'GET',
  '/api/social-feed-posts/counts',
)

interface PostFields {
  /** Null and empty text clear it. */
  readonly postUrl: string | null
  readonly authorName: string
  /** One line; null and empty text clear it. */
  readonly question: string | null
  /** Each on one line and another; null and an empty list clear them, and empty ones are left out. */
  readonly angles: readonly string[]
  /** Moves a post that waits: an instant, ISO 8601. One that has passed publishes it at once, and so does null. */
  readonly scheduledTime: string | null
}

/** Omitted fields stay as they are. */
export type PostChange = ChangeOf<PostFields>

/**
 * 409 when another post of the platform has the address, when the post has changed since it was last seen, or for another
 * time of a published post.
 */
export const updatePost = endpoint<{
  params: { id: PostId }
  body: PostChange
  answer: Data<SocialFeedPost>
}>('PUT', '/api/social-feed-posts/:id')

/** Removes a post from the feed. Reports on it and their points stay. */
export const deletePost = endpoint<{ params: { id: PostId }; answer: NoContent }>(
  'DELETE',
  '/api/social-feed-posts/:id',
)

/** How many members have a live report on a post, all of them counted. */
export const countReporters = endpoint<{ params: { id: PostId }; answer: Data<{ readonly count: number }> }>(
  'GET',
  '/api/social-feed-posts/:id/reporters',
)

/**
 * Puts a deleted post back as it was. 410 later than 30 days after the deletion, 409 when another post has taken its place;
 * one that is not deleted stays as it is.
 */
export const restorePost = endpoint<{ params: { id: PostId }; answer: Data<SocialFeedPost> }>(
  'POST',
  '/api/social-feed-posts/:id/restore',
)

export interface NewPostPayload {
  readonly platform: Platform
  readonly content: string
  readonly post_url: string | null
  readonly image_url: string | null
  readonly author_name: string
  readonly author_handle: string | null
  readonly author_avatar: string | null
  readonly campaign_tags: readonly string[]
  readonly question: string | null
  /** Empty if the delivery does not say any. */
  readonly angles: readonly string[]
  readonly brand: string | null
  readonly scheduled_time: string | null
  /** `published` says that it is published already, whatever its scheduled time. */
  readonly status: string | null
}

/** Omitted, null and empty fields become null (tags and angles: an empty list). Unknown fields are ignored. */
export interface NewPostToSend {
  readonly platform: string
  readonly content: string
  /** Some scheduling tools send `#` for "no link yet"; it is stored as null. */
  readonly post_url?: string | null
  readonly image_url?: string | null
  readonly author_name: string
  readonly author_handle?: string | null
  readonly author_avatar?: string | null
  /** A list, or one text with commas. */
  readonly campaign_tags?: string | string[] | null
  readonly question?: string | null
  /** A list, or one text with one angle a line. */
  readonly angles?: string | string[] | null
  readonly brand?: string | null
  /** At most a year ahead. Until then the post waits. */
  readonly scheduled_time?: string | null
  readonly status?: string | null
}

export interface NewPostAnswer {
  readonly success: true
  /** True when the post was already known: nothing was created, and only what had changed was updated. */
  readonly duplicate: boolean
  readonly data: SocialFeedPost
}

export const newPost = endpoint<{ body: NewPostPayload; sent: NewPostToSend; answer: NewPostAnswer }>(
  'POST',
  '/api/webhooks/socialpilot/new-post',
)

export interface EngagementUpdatePayload {
  readonly post_url: string
  readonly likes_count: number | null
  readonly comments_count: number | null
  readonly shares_count: number | null
  readonly views_count: number | null
  /** When the numbers were true; the time of arrival if omitted. */
  readonly updated_at: string | null
}

export interface EngagementAnswer {
  readonly success: true
  /**
   * `kept` waits up to 7 days for a post that is not known yet. `ignored` changes nothing: the numbers are older than
   * the stored ones, or belong to a deleted post or a placeholder address. No post is ever found by a placeholder.
   */
  readonly outcome: 'applied' | 'kept' | 'ignored'
}

export const engagementUpdate = endpoint<{
  body: EngagementUpdatePayload
  sent: Pick<EngagementUpdatePayload, 'post_url'> & Partial<EngagementUpdatePayload>
  answer: EngagementAnswer
}>('POST', '/api/webhooks/socialpilot/engagement-update')
