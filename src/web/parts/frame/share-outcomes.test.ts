import { describe, expect, test } from 'vitest'
import type { BellLine } from '#contract/bell.ts'
import { newOutcomes, outcomeToast } from './share-outcomes.ts'

function line(fields: Partial<BellLine>): BellLine {
  return {
    id: 'one',
    audience: 'you',
    kind: 'share_verified',
    user: null,
    subject: null,
    report: null,
    platform: 'tiktok',
    count: 0,
    points: 30,
    reason: null,
    at: '2026-03-11T10:00:00.000Z',
    ...fields,
  }
}

describe('An answered share', () => {
  test('is news once, also at the very moment of another line', { tags: ['share-answer-toast'] }, () => {
    const badge = line({ id: 'badge', kind: 'achievement' })
    const verified = line({})
    expect(newOutcomes([], [verified])).toEqual([verified])
    expect(newOutcomes([badge], [verified, badge])).toEqual([verified])
    expect(newOutcomes([verified], [verified])).toEqual([])
  })

  test('is news again when it is answered otherwise', { tags: ['share-answer-toast'] }, () => {
    const refused = line({ kind: 'share_not_accepted', at: '2026-03-11T11:00:00.000Z' })
    expect(newOutcomes([line({})], [refused])).toEqual([refused])
  })

  test('is no news when it only comes up behind lines that have gone', {
    tags: ['share-answer-toast'],
  }, () => {
    const applause = line({ id: 'applause', kind: 'applause', at: '2026-03-11T12:00:00.000Z' })
    expect(newOutcomes([applause], [line({})])).toEqual([])
  })

  test('is told with its points, or with the reason', { tags: ['share-answer-toast'] }, () => {
    expect(outcomeToast(line({}))).toEqual({
      kind: 'success',
      title: 'Share verified · +30',
      description: 'Your share on TikTok',
    })
    expect(outcomeToast(line({ points: 0 })).title).toBe('Share verified')
    const refused = line({ kind: 'share_not_accepted', points: 0, reason: 'The link needs a sign-in' })
    expect(outcomeToast(refused)).toEqual({
      kind: 'info',
      title: 'Share not accepted',
      description: 'The link needs a sign-in',
    })
  })
})
