import type { LinkedPost } from '#contract/links.ts'

const fewPosts = 5

/** The posts with clicks, in the given order: a few of them, or all. */
export function clickedPosts(posts: readonly LinkedPost[], isAll: boolean): LinkedPost[] {
  const clicked = posts.filter(({ clicks }) => clicks > 0)
  return isAll ? clicked : clicked.slice(0, fewPosts)
}
