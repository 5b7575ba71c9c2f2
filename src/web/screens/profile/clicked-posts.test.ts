import { expect, test } from 'vitest'
import type { LinkedPost } from '#contract/links.ts'
import { asId } from '#domain/ids.ts'
import { clickedPosts } from './clicked-posts.ts'

function posts(...clicks: number[]): LinkedPost[] {
  return clicks.map((count, place) => ({
    postId: asId(`01890000-0000-7000-8000-00000000000${place}`),
    platform: 'linkedin',
    authorName: 'Press',
    excerpt: `Post ${place}`,
    link: 'https://ovation.test/go/abc',
    clicks: count,
    people: 1,
    previews: 1,
    points: 5 * count,
    lastClickedAt: null,
  }))
}

test('posts with clicks keep their order, and others are left out', () => {
  const names = clickedPosts(posts(1, 3, 0, 2), false).map(({ excerpt }) => excerpt)
  expect(names).toEqual(['Post 0', 'Post 1', 'Post 3'])
  expect(clickedPosts(posts(0, 0), true)).toEqual([])
})

test('there are five of them at first, and all on request', () => {
  expect(clickedPosts(posts(1, 1, 1, 1, 1, 1, 0), false)).toHaveLength(5)
  expect(clickedPosts(posts(1, 1, 1, 1, 1, 1, 0), true)).toHaveLength(6)
})
