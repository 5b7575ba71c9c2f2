import { expect, test } from 'vitest'
import type { LinkedPost } from '#contract/links.ts'
import { asId } from '#domain/ids.ts'
import { mostClicked } from './clicked-posts.ts'

function posts(...clicks: number[]): LinkedPost[] {
  return clicks.map((count, place) => ({
    postId: asId(`01890000-0000-7000-8000-00000000000${place}`),
    platform: 'linkedin',
    authorName: 'Press',
    excerpt: `Post ${place}`,
    link: 'https://ovation.test/go/abc',
    clicks: count,
    previews: 1,
    points: 5 * count,
    lastClickedAt: null,
  }))
}

test('the most clicked posts come first, equal ones in the given order', () => {
  const names = mostClicked(posts(1, 3, 1, 2)).map(({ excerpt }) => excerpt)
  expect(names).toEqual(['Post 1', 'Post 3', 'Post 0', 'Post 2'])
})

test('there are at most five, and each has a click', () => {
  expect(mostClicked(posts(1, 1, 1, 1, 1, 1)).length).toBe(5)
  expect(mostClicked(posts(0, 1, 0)).map(({ clicks }) => clicks)).toEqual([1])
  expect(mostClicked(posts(0, 0))).toEqual([])
})
