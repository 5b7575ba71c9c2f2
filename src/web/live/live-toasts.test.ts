import { expect, test } from 'vitest'
import type { LiveMessage } from '#contract/live.ts'
import { asId } from '#domain/ids.ts'
import { earned, pointEvent, removed } from './live-samples.ts'
import { toastFor } from './live-toasts.ts'

test('earned points are announced for three seconds in the specified words', {
  tags: ['number-points-toast', 'live-earned'],
}, () => {
  expect(toastFor(earned)).toEqual({
    title: 'Points Earned!',
    description: 'Ana Lima earned 15 points for liking on LinkedIn',
    kind: 'live',
    durationMs: 3000,
  })
})

test('removed points are announced', { tags: ['live-removed'] }, () => {
  expect(removed.type).toBe('POINT_REMOVAL')
  expect(toastFor(removed)).toEqual({
    title: 'Points Removed',
    description: 'Ana Lima undid their like (-15 points)',
    kind: 'live',
  })
})

test.each([
  ['comment', 'commenting'],
  ['share', 'sharing'],
] as const)('points for a %s are told as %s', { tags: ['live-earned'] }, (interactionType, words) => {
  const message: LiveMessage = {
    type: 'POINT_UPDATE',
    data: { ...pointEvent, interactionType, pointsEarned: 20 },
  }
  expect(toastFor(message)?.description).toBe(`Ana Lima earned 20 points for ${words} on LinkedIn`)
})

test('a quest that is done is celebrated with its title', { tags: ['quest-done'] }, () => {
  const data = { questId: asId<'quest'>('01890000-0000-7000-8000-000000000009'), title: 'Comment week' }
  expect(toastFor({ type: 'QUEST_DONE', data })).toMatchObject({
    title: 'Quest completed',
    description: 'Comment week',
    detail: ['Done together'],
    kind: 'success',
  })
})

test('a new leaderboard and new posts show no toast', () => {
  expect(toastFor({ type: 'connected', data: { signedIn: true } })).toBeNull()
  expect(toastFor({ type: 'ENGAGEMENT_UPDATE', data: { postId: pointEvent.postId } })).toBeNull()
  expect(toastFor({ type: 'LEADERBOARD_UPDATE', data: { data: [], total: 0 } })).toBeNull()
})
