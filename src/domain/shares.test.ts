import { describe, expect, it } from 'vitest'
import { asId } from './ids.ts'
import type { PointsRule } from './points.ts'
import {
  heldPoints,
  isVerified,
  repeatedField,
  reviewedShare,
  type ShareEvent,
  type ShareState,
  shareAfterEvent,
  shareEarning,
} from './shares.ts'

const share: ShareState = {
  platform: 'linkedin',
  customMessage: null,
  engagements: 0,
  points: 0,
  status: 'pending',
  report: null,
  isDue: false,
  hasSetPoints: false,
  hasReachedThreshold: false,
}
const rule = (changes: Partial<PointsRule>): PointsRule => ({
  id: asId('01890000-0000-7000-8000-000000000001'),
  actionType: 'share',
  platform: null,
  context: null,
  pointValue: 30,
  multiplier: 100,
  bonusType: null,
  bonusValue: null,
  isActive: true,
  createdAt: new Date('2026-01-01'),
  ...changes,
})

describe('what a share is worth', () => {
  it.each<[string, readonly PointsRule[], Partial<ShareState>, number]>([
    ['nothing without any rule', [], {}, 0],
    ['nothing when the only rule is for reports', [rule({ context: 'honor_system', pointValue: 99 })], {}, 0],
    ['nothing when the rule is off', [rule({ isActive: false })], {}, 0],
    ['what the rule for shares says', [rule({ pointValue: 12 })], {}, 12],
    [
      'what the rule for its platform says, rather than the rule for all shares',
      [rule({ pointValue: 12, context: 'verified' }), rule({ actionType: 'share_linkedin', pointValue: 40 })],
      {},
      40,
    ],
    [
      'what the rule for shares says without a rule for its platform',
      [rule({ actionType: 'share_tiktok', pointValue: 40 }), rule({})],
      {},
      30,
    ],
    [
      '35 with the bonus for a message of one character',
      [rule({ bonusType: 'custom_message', bonusValue: 5 })],
      { customMessage: '!' },
      35,
    ],
    [
      '30 without that bonus when the message is empty',
      [rule({ bonusType: 'custom_message', bonusValue: 5 })],
      { customMessage: '' },
      30,
    ],
    [
      '37 with the threshold bonus once the threshold is reached',
      [rule({ bonusType: 'engagement_threshold', bonusValue: 7 })],
      { hasReachedThreshold: true },
      37,
    ],
  ])('is %s', (...given) => {
    const [, rules, changes, worth] = given
    expect(shareEarning(rules, { ...share, ...changes }).points).toBe(worth)
  })
})

const terms = {
  rules: [rule({ bonusType: 'engagement_threshold', bonusValue: 7 })],
  pointsOnSchedule: false,
  pointsOnPublish: true,
}

describe('a review', () => {
  it('that approves a share earns nothing yet', () => {
    const after = reviewedShare(share, { status: 'approved' }, terms)
    expect([after.points, after.isDue, heldPoints(after)]).toEqual([0, false, 0])
  })

  it('that completes a share earns points by the rules of that moment, once', () => {
    const after = reviewedShare(share, { status: 'completed', points: 0 }, terms)
    expect(heldPoints(after)).toBe(30)
    const dearer = [rule({ pointValue: 90 })]
    expect(heldPoints(reviewedShare(after, { status: 'pending' }, { ...terms, rules: dearer }))).toBe(30)
    expect(heldPoints(reviewedShare(after, { status: 'completed' }, { ...terms, rules: dearer }))).toBe(30)
  })

  it('that rejects a share takes its points, and lifting the rejection gives them back', () => {
    const due = reviewedShare(share, { status: 'completed' }, terms)
    const rejected = reviewedShare(due, { status: 'rejected' }, terms)
    expect([rejected.points, heldPoints(rejected)]).toEqual([30, 0])
    expect(heldPoints(reviewedShare(rejected, { status: 'pending' }, terms))).toBe(30)
  })

  it('that rejects a share before its points are due earns nothing, nor does lifting the rejection', () => {
    const rejected = reviewedShare(share, { status: 'rejected' }, terms)
    expect(heldPoints(reviewedShare(rejected, { status: 'pending' }, terms))).toBe(0)
  })

  it('adds the bonus for 50 engagements once, when the share reaches them', () => {
    const due = reviewedShare(share, { status: 'completed', engagements: 49 }, terms)
    expect(due.points).toBe(30)
    const reached = reviewedShare(due, { engagements: 50 }, terms)
    expect(reached.points).toBe(37)
    const fallen = reviewedShare(reached, { engagements: 10 }, terms)
    expect(reviewedShare(fallen, { engagements: 60 }, terms).points).toBe(37)
  })

  it('includes the bonus at once when the share already had 50 engagements', () => {
    const popular = reviewedShare(share, { engagements: 80 }, terms)
    expect(popular.points).toBe(0)
    expect(reviewedShare(popular, { status: 'completed' }, terms).points).toBe(37)
  })

  it('keeps points that were set by hand, whatever else happens', () => {
    const set = reviewedShare(share, { points: 44 }, terms)
    expect([set.points, heldPoints(set)]).toEqual([44, 0])
    const due = reviewedShare(set, { status: 'completed', points: 44 }, terms)
    expect(heldPoints(due)).toBe(44)
    expect(heldPoints(reviewedShare(due, { engagements: 70 }, terms))).toBe(44)
  })

  it('of a share that a report created earns nothing more, can change its points, and can take them', () => {
    const own = { ...share, points: 30, report: { points: 30, isLive: true } }
    expect(heldPoints(reviewedShare(own, { status: 'completed', engagements: 90 }, terms))).toBe(0)
    expect(heldPoints(reviewedShare(own, { points: 40 }, terms))).toBe(10)
    const rejected = reviewedShare(own, { status: 'rejected' }, terms)
    expect([rejected.points, heldPoints(rejected)]).toEqual([30, -30])
    expect(heldPoints(reviewedShare(rejected, { status: 'pending' }, terms))).toBe(0)
  })

  it('holds nothing for a report that no longer counts, whatever its share says', () => {
    const gone = { ...share, points: 40, report: { points: 30, isLive: false } }
    expect(heldPoints(gone)).toBe(0)
    expect(heldPoints({ ...gone, status: 'rejected' })).toBe(0)
  })

  it('counts a completed share as verified, but not that of a report', () => {
    expect(isVerified({ status: 'completed', report: null })).toBe(true)
    expect(isVerified({ status: 'approved', report: null })).toBe(false)
    expect(isVerified({ status: 'completed', report: { points: 30, isLive: true } })).toBe(false)
  })
})

describe('an event from the scheduling tool', () => {
  it('leaves the share of a report as it is', () => {
    const own = { ...share, report: { points: 30, isLive: true }, isReviewed: false }
    expect(shareAfterEvent(own, 'failed', terms)).toMatchObject({ status: 'pending' })
  })

  const after = (events: readonly ShareEvent[], changes: Partial<typeof terms> = {}, from = share) => {
    let state = from
    for (const event of events) {
      state = shareAfterEvent({ ...state, isReviewed: false }, event, { ...terms, ...changes })
    }
    return state
  }
  const outcome = (state: ShareState) => [state.status, heldPoints(state)]

  it('approves a scheduled share, and verifies a published one', () => {
    expect(outcome(after(['scheduled']))).toEqual(['approved', 0])
    expect(outcome(after(['scheduled', 'published']))).toEqual(['completed', 30])
  })

  it('earns points on scheduling only if the setting is on, and only once', () => {
    expect(outcome(after(['scheduled'], { pointsOnSchedule: true }))).toEqual(['approved', 30])
    expect(outcome(after(['scheduled', 'published', 'scheduled'], { pointsOnSchedule: true }))).toEqual([
      'completed',
      30,
    ])
  })

  it('earns nothing on publication or completion if the setting is off', () => {
    const quiet = { pointsOnPublish: false }
    expect(outcome(after(['scheduled', 'published'], quiet))).toEqual(['completed', 0])
    expect(heldPoints(reviewedShare(share, { status: 'completed' }, { ...terms, ...quiet }))).toBe(0)
  })

  it('takes the points back when publication fails, until it succeeds', () => {
    const early = { pointsOnSchedule: true }
    expect(outcome(after(['scheduled', 'failed'], early))).toEqual(['rejected', 0])
    expect(outcome(after(['scheduled', 'failed', 'published'], early))).toEqual(['completed', 30])
  })

  it('leads to the same result in any order, once the share was published', () => {
    const orders: ShareEvent[][] = [
      ['scheduled', 'failed', 'published'],
      ['scheduled', 'published', 'failed'],
      ['failed', 'scheduled', 'published'],
      ['failed', 'published', 'scheduled'],
      ['published', 'scheduled', 'failed'],
      ['published', 'failed', 'scheduled'],
      ['published', 'published', 'published'],
    ]
    for (const order of orders) expect(outcome(after(order))).toEqual(['completed', 30])
  })

  it('does not lift a rejection by a person, but its points count once the rejection is lifted', () => {
    const rejected = { ...share, status: 'rejected' as const, isReviewed: true }
    const published = shareAfterEvent(rejected, 'published', terms)
    expect(outcome(published)).toEqual(['rejected', 0])
    expect(outcome(reviewedShare(published, { status: 'completed' }, terms))).toEqual(['completed', 30])
  })

  it('does not change points that were set by hand', () => {
    const set = reviewedShare(share, { points: 44 }, terms)
    expect(outcome(after(['published'], {}, set))).toEqual(['completed', 44])
  })
})

describe('a new share', () => {
  const post = { customMessage: 'Straße  frei!', shareUrl: 'https://www.linkedin.com/posts/1/?utm_source=x' }

  it.each([
    [
      'the same address, written otherwise',
      { customMessage: null, shareUrl: 'http://linkedin.com/posts/1' },
      'shareUrl',
    ],
    [
      'the same text in another case, form and spacing',
      { customMessage: ' STRASSE ﬀrei! '.replace('ﬀrei', 'frei'), shareUrl: null },
      'customMessage',
    ],
    [
      'the same text with full-width letters',
      { customMessage: 'straße ｆｒｅｉ!', shareUrl: null },
      'customMessage',
    ],
    [
      'another text and address',
      { customMessage: 'Straße zu', shareUrl: 'https://linkedin.com/posts/2' },
      null,
    ],
    ['no text and no address', { customMessage: ' ', shareUrl: null }, null],
  ])('with %s repeats an earlier one or not', (...given) => {
    const [, share, field] = given
    expect(repeatedField(share, [post])).toBe(field)
  })

  it('repeats an address on a placeholder host too, and never an empty text', () => {
    const earlier = { customMessage: null, shareUrl: 'https://example.org/me' }
    expect(repeatedField({ customMessage: null, shareUrl: 'https://example.org/me#top' }, [earlier])).toBe(
      'shareUrl',
    )
    expect(repeatedField({ customMessage: null, shareUrl: null }, [earlier])).toBeNull()
    expect(repeatedField({ customMessage: 'Look', shareUrl: null }, [])).toBeNull()
  })
})
