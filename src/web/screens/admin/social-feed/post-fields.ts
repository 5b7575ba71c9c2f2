import type { SentOf } from '#contract/endpoint.ts'
import {
  accountingBrand,
  authorNameLimit,
  manualPushTag,
  type newPost,
  type SocialFeedPost,
} from '#contract/posts.ts'
import { derivedHandle, safeUrl } from '#domain/posts.ts'
import { platforms } from '#domain/vocabulary.ts'

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

type PostProblems = Readonly<Partial<Record<keyof PostFields, string>>>

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

/** The post that the fields describe, or what is wrong with them. */
export function postIn(fields: PostFields): { post: PostToSend } | { problems: PostProblems } {
  const problems = problemsOf(fields)
  if (Object.keys(problems).length > 0) return { problems }
  return {
    post: {
      platform: fields.platform,
      content: fields.content.trim(),
      post_url: fields.post_url.trim(),
      image_url: fields.image_url.trim() || null,
      author_name: fields.author_name.trim(),
      author_handle: fields.author_handle.trim() || handleOf(fields.author_name),
      author_avatar: fields.author_avatar.trim() || null,
      campaign_tags: fields.campaign_tags.trim() || null,
      brand: fields.brand.trim().toLowerCase(),
      scheduled_time: new Date(fields.scheduled_time).toISOString(),
    },
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

/** What stands in the fields of a post that is edited. */
export interface EditFields {
  readonly postUrl: string
  readonly authorName: string
}

export const editNames = { postUrl: 'Original post URL', authorName: 'Author name' } as const

export function editFieldsOf(post: { postUrl: string | null; authorName: string }): EditFields {
  return { postUrl: post.postUrl ?? '', authorName: post.authorName }
}

export function editProblemsOf({ postUrl, authorName }: EditFields): Readonly<Record<string, string>> {
  return {
    ...(postUrl.trim() !== '' && safeUrl(postUrl.trim()) === null && { postUrl: badAddress }),
    ...(authorName.trim() === '' && { authorName: 'Author name is required' }),
  }
}

const badAddress = 'Please enter a valid URL'

function problemsOf(fields: PostFields): PostProblems {
  const isMissing = (field: keyof PostFields) => fields[field].trim() === ''
  const isNoAddress = (field: keyof PostFields) => safeUrl(fields[field].trim()) === null
  const brand = fields.brand.trim().toLowerCase()
  return {
    ...(platforms.every((known) => known !== fields.platform) && { platform: 'Platform is required' }),
    ...(isMissing('content') && { content: 'Content is required' }),
    ...(isNoAddress('post_url') && { post_url: badAddress }),
    ...(!isMissing('image_url') &&
      isNoAddress('image_url') && { image_url: 'Please enter a valid image URL' }),
    ...(isMissing('author_name') && { author_name: 'Author name is required' }),
    ...(!isMissing('author_avatar') &&
      isNoAddress('author_avatar') && { author_avatar: 'Please enter a valid avatar URL' }),
    ...(brand === ''
      ? { brand: 'Brand is required' }
      : !/^[a-z][a-z0-9_-]{0,39}$/.test(brand) && { brand: 'Brand must be one lower-case word' }),
    ...(Number.isNaN(Date.parse(fields.scheduled_time)) && { scheduled_time: 'Scheduled time is required' }),
  }
}
