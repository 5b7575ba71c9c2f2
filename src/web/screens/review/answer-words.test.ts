import { expect, it } from 'vitest'
import type { ReviewedShare } from '#contract/review.ts'
import type { ShareId, UserId } from '#domain/ids.ts'
import { answerTo, answerToast, undoOf } from './answer-words.ts'

const ana: ReviewedShare = {
  id: 'share' as ShareId,
  userId: 'ana' as UserId,
  user: { id: 'ana' as UserId, username: 'ana', displayName: 'Ana Lima', avatar: null },
  platform: 'linkedin',
  customMessage: 'Our open day',
  contentType: 'custom',
  shareUrl: null,
  engagements: 0,
  points: 0,
  worth: 30,
  status: 'pending',
  report: null,
  reason: null,
  appealUntil: null,
  createdAt: '2026-06-03T10:00:00Z',
}
const refused: ReviewedShare = { ...ana, status: 'rejected', reason: 'No link' }
const nothing = () => undefined

it('sends an answer with the status that was seen', { tags: ['review-answers'] }, () => {
  expect(answerTo(ana, 'completed')).toEqual({ status: 'completed', seen: { status: 'pending' } })
  expect(answerTo(ana, 'rejected', 'No link')).toEqual({
    status: 'rejected',
    reason: 'No link',
    seen: { status: 'pending' },
  })
})

it('takes an answer back to what there was, its reason included', { tags: ['review-undo'] }, () => {
  expect(undoOf(ana, 'completed')).toEqual({ status: 'pending', seen: { status: 'completed' } })
  expect(undoOf(refused, 'pending')).toEqual({
    status: 'rejected',
    reason: 'No link',
    seen: { status: 'pending' },
  })
})

it.each([
  ['one', [ana], 'completed', 'Verified', 'Ana Lima · 30 points'],
  ['two', [ana, ana], 'completed', 'Verified', '2 shares · 60 points'],
  ['a refusal', [ana], 'rejected', 'Not accepted', 'Ana Lima'],
  ['a return', [ana], 'pending', 'Back in review', 'Ana Lima'],
] as const)('tells of %s for eight seconds', { tags: ['review-undo'] }, (_, shares, status, title, text) => {
  const { action, ...words } = answerToast(shares, status, nothing)
  expect(words).toEqual({ kind: 'success', title, description: text, durationMs: 8_000, isKept: true })
  expect(action?.label).toBe('Undo')
})
