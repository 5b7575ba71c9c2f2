import { describe, expect, it } from 'vitest'
import type { PointsRule } from './points.ts'
import { heldPoints, reviewedShare, type ShareState, shareWorth } from './shares.ts'

const share: ShareState = {
  platform: 'linkedin',
  customMessage: null,
  engagements: 0,
  points: 0,
  status: 'pending',
  isOfReport: false,
  isDue: false,
  hasSetPoints: false,
  hasReachedThreshold: false,
}
const rule = (changes: Partial<PointsRule>): PointsRule => ({
  id: '1',
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
    ['30 without any rule', [], {}, 30],
    ['30 where the only rule is about reports', [rule({ context: 'honor_system', pointValue: 99 })], {}, 30],
    ['what the rule for shares says', [rule({ pointValue: 12 })], {}, 12],
    [
      'what the rule of its platform says, before the one for shares',
      [rule({ pointValue: 12, context: 'verified' }), rule({ actionType: 'share_linkedin', pointValue: 40 })],
      {},
      40,
    ],
    ['not by the rule of another platform', [rule({ actionType: 'share_tiktok', pointValue: 40 })], {}, 30],
    [
      'with the bonus for a message of one character',
      [rule({ bonusType: 'custom_message', bonusValue: 5 })],
      { customMessage: '!' },
      35,
    ],
    [
      'without that bonus for no message',
      [rule({ bonusType: 'custom_message', bonusValue: 5 })],
      { customMessage: '' },
      30,
    ],
    [
      'with the bonus of the threshold once that is reached',
      [rule({ bonusType: 'engagement_threshold', bonusValue: 7 })],
      { hasReachedThreshold: true },
      37,
    ],
  ])('is %s', (...given) => {
    const [, rules, changes, worth] = given
    expect(shareWorth(rules, { ...share, ...changes })).toBe(worth)
  })
})

describe('a review', () => {
  const rules = [rule({ bonusType: 'engagement_threshold', bonusValue: 7 })]

  it('to approved earns nothing yet', () => {
    const after = reviewedShare(share, { status: 'approved' }, rules)
    expect([after.points, after.isDue, heldPoints(after)]).toEqual([0, false, 0])
  })

  it('to completed earns by the rules of that moment, once', () => {
    const after = reviewedShare(share, { status: 'completed', points: 0 }, rules)
    expect(heldPoints(after)).toBe(30)
    const dearer = [rule({ pointValue: 90 })]
    expect(heldPoints(reviewedShare(after, { status: 'pending' }, dearer))).toBe(30)
    expect(heldPoints(reviewedShare(after, { status: 'completed' }, dearer))).toBe(30)
  })

  it('to rejected holds nothing, and leaving it gives back what was held', () => {
    const due = reviewedShare(share, { status: 'completed' }, rules)
    const rejected = reviewedShare(due, { status: 'rejected' }, rules)
    expect([rejected.points, heldPoints(rejected)]).toEqual([30, 0])
    expect(heldPoints(reviewedShare(rejected, { status: 'pending' }, rules))).toBe(30)
  })

  it('to rejected before it was due, and back, earns nothing', () => {
    const rejected = reviewedShare(share, { status: 'rejected' }, rules)
    expect(heldPoints(reviewedShare(rejected, { status: 'pending' }, rules))).toBe(0)
  })

  it('adds the bonus of 50 engagements once, when it is reached', () => {
    const due = reviewedShare(share, { status: 'completed', engagements: 49 }, rules)
    expect(due.points).toBe(30)
    const reached = reviewedShare(due, { engagements: 50 }, rules)
    expect(reached.points).toBe(37)
    const fallen = reviewedShare(reached, { engagements: 10 }, rules)
    expect(reviewedShare(fallen, { engagements: 60 }, rules).points).toBe(37)
  })

  it('has the bonus from the start when 50 were there before', () => {
    const popular = reviewedShare(share, { engagements: 80 }, rules)
    expect(popular.points).toBe(0)
    expect(reviewedShare(popular, { status: 'completed' }, rules).points).toBe(37)
  })

  it('with points set by hand keeps them, whatever else happens', () => {
    const set = reviewedShare(share, { points: 44 }, rules)
    expect([set.points, heldPoints(set)]).toEqual([44, 0])
    const due = reviewedShare(set, { status: 'completed', points: 44 }, rules)
    expect(heldPoints(due)).toBe(44)
    expect(heldPoints(reviewedShare(due, { engagements: 70 }, rules))).toBe(44)
  })

  it('of a share that a report made earns nothing again, but can add points by hand', () => {
    const own = { ...share, isOfReport: true, isDue: true }
    expect(heldPoints(reviewedShare(own, { status: 'completed', engagements: 90 }, rules))).toBe(0)
    expect(heldPoints(reviewedShare(own, { points: 10 }, rules))).toBe(10)
  })
})
