import type { FeedPost } from '#contract/posts.ts'
import { testBrand } from '#domain/posts.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { hasOriginal } from './open-original.tsx'

/** In a script of its own, which no first screen waits for. */
export const LaterCopyPostLink = lazyPart(async () => (await import('./copy-post-link.tsx')).CopyPostLink)

/** Whether a trackable link to a post leads there, for anybody who follows it. */
export function hasTrackableLink(post: FeedPost): boolean {
  return post.state === 'published' && post.brand !== testBrand && hasOriginal(post)
}
