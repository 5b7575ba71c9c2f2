import type { FeedPost } from '#contract/posts.ts'
import { testBrand } from '#domain/posts.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import { hasOriginal } from './open-original.tsx'

const CopyPostLink = lazyPart(async () => (await import('./copy-post-link.tsx')).CopyPostLink)

interface LaterCopyPostLinkProps {
  readonly post: FeedPost
  readonly isIcon: boolean
}

/** In a script of its own, which is loaded once the first screen is drawn. */
export function LaterCopyPostLink({ post, isIcon }: LaterCopyPostLinkProps) {
  return useIdle() && <CopyPostLink post={post} isIcon={isIcon} />
}

/** Whether a trackable link to a post leads there, for anybody who follows it. */
export function hasTrackableLink(post: FeedPost): boolean {
  return post.state === 'published' && post.brand !== testBrand && hasOriginal(post)
}
