import type { FeedPost } from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'
import { testBrand } from '#domain/posts.ts'
import type { Reported } from '#web/api/interactions.ts'
import { isFinished } from './post-card.tsx'

/** The first of these posts with anything left to report; null if there is none. */
export function firstOpen(posts: readonly FeedPost[], reported: Reported): PostId | null {
  return posts.find((post) => post.brand !== testBrand && !isFinished(post, reported))?.id ?? null
}
