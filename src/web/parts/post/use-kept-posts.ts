import { useState } from 'react'
import type { FeedPost } from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'
import type { Reported } from '#web/api/interactions.ts'
import { isFinished } from './post-card.tsx'

/**
 * The posts that wait, and those that were finished since this list is on screen, each at its place: what was just
 * reported must not vanish from under the finger that may want to undo it.
 */
export function useKeptPosts(
  waiting: readonly FeedPost[] | undefined,
  reported: Reported | undefined,
): readonly FeedPost[] | undefined {
  const [seen] = useState(() => new Map<PostId, FeedPost>())
  if (!waiting || !reported) return waiting
  for (const post of waiting) seen.set(post.id, post)
  const isWaiting = new Set(waiting.map(({ id }) => id))
  const finished = [...seen.values()].filter((post) => !isWaiting.has(post.id) && isFinished(post, reported))
  if (finished.length === 0) return waiting
  return [...waiting, ...finished].sort(newestFirst)
}

function newestFirst(one: FeedPost, other: FeedPost): number {
  const byDate = other.originalPostDate.localeCompare(one.originalPostDate)
  return byDate === 0 ? other.id.localeCompare(one.id) : byDate
}
