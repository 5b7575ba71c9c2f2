import type { LinkedPost } from '#contract/links.ts'

const mostPosts = 5

/** The posts with the most clicks, leaving out those without a click. Equal ones keep their order. */
export function mostClicked(posts: readonly LinkedPost[]): LinkedPost[] {
  return posts
    .filter(({ clicks }) => clicks > 0)
    .toSorted((one, other) => other.clicks - one.clicks)
    .slice(0, mostPosts)
}
