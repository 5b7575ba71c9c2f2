import { expect, it } from 'vitest'
import { ApiError } from '#web/api/client.ts'
import { answeredMeanwhile, linkWords, oldestWaits, reportTitle } from './review-words.ts'

const now = new Date('2026-06-03T10:00:00Z')

it.each([
  ['2026-06-03T09:30:00Z', 'Oldest waits less than an hour'],
  ['2026-06-03T09:00:00Z', 'Oldest waits 1 hour'],
  ['2026-06-02T10:00:01Z', 'Oldest waits 23 hours'],
  ['2026-06-02T10:00:00Z', 'Oldest waits 1 day'],
  ['2026-05-01T10:00:00Z', 'Oldest waits 33 days'],
])('since %s: %s', { tags: ['review-shares'] }, (instant, words) => {
  expect(oldestWaits(instant, now)).toBe(words)
})

it.each([
  ['https://www.linkedin.com/feed/update/1/', 'linkedin.com/feed/update/1', 'Opens LinkedIn'],
  ['https://x.com/ana/status/1?s=20', 'x.com/ana/status/1', 'Opens X (Twitter)'],
  ['https://blog.example.net/', 'blog.example.net', 'Opens blog.example.net'],
  ['https://example.net/caf%C3%A9', 'example.net/café', 'Opens example.net'],
  ['https://example.net/%E0%A4%A', 'example.net/%E0%A4%A', 'Opens example.net'],
])('%s reads %s, %s', { tags: ['review-shares'] }, (address, title, place) => {
  expect(linkWords(address)).toEqual({ title, place })
})

it('names what an appeal is about', { tags: ['review-appeals'] }, () => {
  expect([reportTitle('comment', 'linkedin'), reportTitle(null, 'twitter')]).toEqual([
    'Comment on LinkedIn',
    'Own post on X (Twitter)',
  ])
})

it.each([
  ['verified', { status: 'completed' }, 'A colleague has verified this already.'],
  ['not accepted', { status: 'rejected' }, 'A colleague has answered “Not accepted” already.'],
  ['back', { status: 'pending' }, 'A colleague has put this back to review.'],
  ['decided', { decision: 'upheld' }, 'This was decided already'],
  ['something else', undefined, 'This was decided already'],
])('says what a colleague did meanwhile: %s', { tags: ['review-twice'] }, (_, current, words) => {
  const body = JSON.stringify({ message: 'This was decided already', current })
  expect(answeredMeanwhile(new ApiError(409, body))).toBe(words)
})

it('leaves other failures to the row', { tags: ['review-twice'] }, () => {
  const failures = [new ApiError(503, ''), new Error('offline')]
  expect(failures.map(answeredMeanwhile)).toEqual([null, null])
})
