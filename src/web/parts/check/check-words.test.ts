import { expect, test } from 'vitest'
import type { ReviewedCheck } from '#contract/review.ts'
import { asId } from '#domain/ids.ts'
import { fieldWords, questionWords } from './check-words.ts'

function asked(type: 'like' | 'comment' | 'share'): ReviewedCheck['interaction'] {
  const id = asId<'interaction'>('01890000-0000-7000-8000-000000000001')
  return { id, type, platform: 'linkedin', points: 15, reportedAt: '2026-11-20T12:00:00.000Z' }
}

test.each([
  ['like', 'Did you like'],
  ['comment', 'Did you comment on'],
  ['share', 'Did you share'],
] as const)('the question about a %s names the act and the day', { tags: ['check-card'] }, (type, before) => {
  expect(questionWords(asked(type), new Date('2026-11-25T12:00:00.000Z'))).toEqual([
    before,
    '’s post, Nov 20?',
  ])
})

test('a like is answered with a tap, the others with a link or a word', { tags: ['check-card'] }, () => {
  expect(fieldWords('like')).toBe(null)
  expect(fieldWords('comment')?.link).toBe('Link to your comment')
  expect(fieldWords('share')?.link).toBe('Link to your share')
})
