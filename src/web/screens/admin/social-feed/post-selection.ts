import { useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'

/** The selected posts, across all pages and searches. */
export interface PostSelection {
  readonly chosen: ReadonlyMap<string, SocialFeedPost>
  readonly set: (posts: readonly SocialFeedPost[], isChosen: boolean) => void
  readonly clear: () => void
}

export function usePostSelection(): PostSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, SocialFeedPost>>(new Map())
  return {
    chosen,
    set: (posts, isChosen) =>
      setChosen((before) => {
        const after = new Map(before)
        for (const post of posts) {
          if (isChosen) after.set(post.id, post)
          else after.delete(post.id)
        }
        return after
      }),
    clear: () => setChosen(new Map()),
  }
}
