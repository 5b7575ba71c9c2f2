import { expect, test } from 'vitest'
import { backfillPosts } from '#contract/socialpilot.schema.ts'
import { backfillExample, jsonIn, problemLines } from './backfill-fields.ts'

test('the example is one that the endpoint takes', () => {
  const read = jsonIn(backfillExample)
  expect('value' in read && backfillPosts.body?.safeParse(read.value).success).toBe(true)
})

test('a text that is no JSON is told why', { tags: ['admin-automation-earlier-wrong'] }, () => {
  expect(jsonIn(' ')).toEqual({ problem: 'Posts are required' })
  expect(jsonIn('{"posts": [}')).toEqual({ problem: expect.stringMatching(/^This is not valid JSON: ./) })
})

test('problems name their fields, ten of them at most', { tags: ['admin-automation-earlier-wrong'] }, () => {
  expect(problemLines({ 'posts.0.content': 'Content is required' })).toEqual([
    'posts.0.content: Content is required',
  ])
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, n) => [`posts.${n}.content`, 'Content is required']),
  )
  expect(problemLines(many)).toHaveLength(11)
  expect(problemLines(many).at(-1)).toBe('and 2 more')
})
