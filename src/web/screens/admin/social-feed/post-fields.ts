import type { SentOf } from '#contract/endpoint.ts'
import {
  accountingBrand,
  authorNameLimit,
  manualPushTag,
  type newPost,
  type SocialFeedPost,
} from '#contract/posts.ts'
import { derivedHandle } from '#domain/posts.ts'

/** What the hook for new posts takes. */
type PostToSend = SentOf<typeof newPost>

/** What stands in the fields of the form for a new post, as text, under the names that the server has for them. */
export interface PostFields {
  readonly platform: string
  readonly content: string
  readonly post_url: string
  readonly image_url: string
  readonly author_name: string
  readonly author_handle: string
  readonly author_avatar: string
  readonly campaign_tags: string
  readonly brand: string
  /** As a field for date and time has it: the reader's own time, without a zone. */
  readonly scheduled_time: string
}

export function newPostFields(now: Date): PostFields {
  return {
    platform: 'linkedin',
    content: '',
    post_url: '',
    image_url: '',
    author_name: '',
    author_handle: '',
    author_avatar: '',
    campaign_tags: '',
    brand: accountingBrand,
    scheduled_time: localMinute(now),
  }
}

/** The post that the fields describe, as the form's schema takes it. */
export function postIn(fields: PostFields): Readonly<Record<keyof PostFields, string>> {
  const scheduledMs = Date.parse(fields.scheduled_time)
  return {
    ...fields,
    author_handle: fields.author_handle.trim() || handleOf(fields.author_name),
    scheduled_time: Number.isNaN(scheduledMs) ? '' : new Date(scheduledMs).toISOString(),
  }
}

/** What pushes a known post to the chat again. */
export function pushOf(post: SocialFeedPost): PostToSend {
  return {
    platform: post.platform,
    content: post.content,
    post_url: post.postUrl,
    image_url: post.imageUrl,
    author_name: post.authorName,
    author_handle: post.authorHandle,
    author_avatar: post.authorAvatarUrl,
    brand: post.brand,
    scheduled_time: post.originalPostDate,
    campaign_tags: manualPushTag,
  }
}

/** The handle that an author gets who is given none; empty as long as there is no author. */
export function handleOf(authorName: string): string {
  if (authorName.trim() === '') return ''
  return [...derivedHandle(authorName)].slice(0, authorNameLimit).join('')
}

/** `2026-03-01T09:30` on the reader's clock. */
export function localMinute(instant: Date): string {
  const local = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length)
}
