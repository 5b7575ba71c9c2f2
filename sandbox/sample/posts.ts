import type { Platform } from '#domain/vocabulary.ts'
import { accountingPosts } from './accounting-posts.ts'
import { brightwaterPosts } from './brightwater-posts.ts'

/** A company post of the last 30 days, dated by its age so that the sample is always fresh. */
export interface SamplePost {
  platform: Platform
  brand: 'default' | 'accounting'
  /** How long before the start of the demo it was published. */
  age: { days: number; hours: number }
  content: string
  /** Empty or `#`, as schedulers send it, when the post has no address of its own. */
  postUrl: string
  /** A path on the workplace. */
  picture?: string
  /** The picture is a path on the workplace, too. */
  author: { name: string; handle: string | null; picture: string }
  /** What the author gives the readers for their comments. */
  question?: string
  angles?: readonly string[]
  /** Likes, comments, shares and views on the platform itself; null when they are not known. */
  counts: readonly [likes: number, comments: number, shares: number, views: number] | null
}

/** All posts, oldest first. */
export const samplePosts: readonly SamplePost[] = [...brightwaterPosts, ...accountingPosts].sort(
  (a, b) => ageMs(b) - ageMs(a),
)

export function postedAt(post: SamplePost, now: Date): Date {
  return new Date(now.getTime() - ageMs(post))
}

/** The body of the scheduling tool's call that delivers the post. Its pictures are on the workplace at `origin`. */
export function newPostBody(post: SamplePost, { now, origin }: { now: Date; origin: string }) {
  const { picture, author } = post
  return {
    platform: post.platform,
    content: post.content,
    post_url: post.postUrl,
    image_url: picture === undefined ? null : `${origin}${picture}`,
    author_name: author.name,
    author_handle: author.handle,
    author_avatar: `${origin}${author.picture}`,
    campaign_tags: null,
    question: post.question ?? null,
    angles: post.angles ?? null,
    brand: post.brand,
    scheduled_time: postedAt(post, now).toISOString(),
  }
}

/** The body of the scheduling tool's call that delivers the post's engagement; null when there is none. */
export function engagementUpdateBody({ counts, postUrl }: SamplePost) {
  if (counts === null) return null
  const [likes_count, comments_count, shares_count, views_count] = counts
  return { post_url: postUrl, likes_count, comments_count, shares_count, views_count }
}

function ageMs({ age }: SamplePost): number {
  return (age.days * 24 + age.hours) * 3_600_000
}
