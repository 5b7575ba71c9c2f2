import { describe, expect, it } from 'vitest'
import type { PointsRule } from './points.ts'
import {
  heldPoints,
  reviewedShare,
  type ShareEvent,
  type ShareState,
  shareAfterEvent,
  shareWorth,
} from './shares.ts'

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

const terms = {
  rules: [rule({ bonusType: 'engagement_threshold', bonusValue: 7 })],
  pointsOnSchedule: false,
  pointsOnPublish: true,
}

describe('a review', () => {
  it('to approved earns nothing yet', () => {
    const after = reviewedShare(share, { status: 'approved' }, terms)
    expect([after.points, after.isDue, heldPoints(after)]).toEqual([0, false, 0])
  })

  it('to completed earns by the rules of that moment, once', () => {
    const after = reviewedShare(share, { status: 'completed', points: 0 }, terms)
    expect(heldPoints(after)).toBe(30)
    const dearer = [rule({ pointValue: 90 })]
    expect(heldPoints(reviewedShare(after, { status: 'pending' }, { ...terms, rules: dearer }))).toBe(30)
    expect(heldPoints(reviewedShare(after, { status: 'completed' }, { ...terms, rules: dearer }))).toBe(30)
  })

  it('to rejected holds nothing, and leaving it gives back what was held', () => {
    const due = reviewedShare(share, { status: 'completed' }, terms)
    const rejected = reviewedShare(due, { status: 'rejected' }, terms)
    expect([rejected.points, heldPoints(rejected)]).toEqual([30, 0])
    expect(heldPoints(reviewedShare(rejected, { status: 'pending' }, terms))).toBe(30)
  })

  it('to rejected before it was due, and back, earns nothing', () => {
    const rejected = reviewedShare(share, { status: 'rejected' }, terms)
    expect(heldPoints(reviewedShare(rejected, { status: 'pending' }, terms))).toBe(0)
  })

  it('adds the bonus of 50 engagements once, when it is reached', () => {
    const due = reviewedShare(share, { status: 'completed', engagements: 49 }, terms)
    expect(due.points).toBe(30)
    const reached = reviewedShare(due, { engagements: 50 }, terms)
    expect(reached.points).toBe(37)
    const fallen = reviewedShare(reached, { engagements: 10 }, terms)
    expect(reviewedShare(fallen, { engagements: 60 }, terms).points).toBe(37)
  })

  it('has the bonus from the start when 50 were there before', () => {
    const popular = reviewedShare(share, { engagements: 80 }, terms)
    expect(popular.points).toBe(0)
    expect(reviewedShare(popular, { status: 'completed' }, terms).points).toBe(37)
  })

  it('with points set by hand keeps them, whatever else happens', () => {
    const set = reviewedShare(share, { points: 44 }, terms)
    expect([set.points, heldPoints(set)]).toEqual([44, 0])
    const due = reviewedShare(set, { status: 'completed', points: 44 }, terms)
    expect(heldPoints(due)).toBe(44)
    expect(heldPoints(reviewedShare(due, { engagements: 70 }, terms))).toBe(44)
  })

  it('of a share that a report made earns nothing again, but can add points by hand', () => {
    const own = { ...share, isOfReport: true, isDue: true }
    expect(heldPoints(reviewedShare(own, { status: 'completed', engagements: 90 }, terms))).toBe(0)
    expect(heldPoints(reviewedShare(own, { points: 10 }, terms))).toBe(10)
  })
})

describe('the word of the scheduling tool', () => {
  const after = (events: readonly ShareEvent[], changes: Partial<typeof terms> = {}, from = share) => {
    let state = from
    for (const event of events) {
      state = shareAfterEvent({ ...state, isReviewed: false }, event, { ...terms, ...changes })
    }
    return state
  }
  const outcome = (state: ShareState) => [state.status, heldPoints(state)]

  it('approves a share when it is scheduled, and verifies it when it is published', () => {
    expect(outcome(after(['scheduled']))).toEqual(['approved', 0])
    expect(outcome(after(['scheduled', 'published']))).toEqual(['completed', 30])
  })

  it('earns on schedule only where that is set, and once', () => {
    expect(outcome(after(['scheduled'], { pointsOnSchedule: true }))).toEqual(['approved', 30])
    expect(outcome(after(['scheduled', 'published', 'scheduled'], { pointsOnSchedule: true }))).toEqual([
      'completed',
      30,
    ])
  })

  it('earns nothing on being published or completed where that is not set', () => {
    const quiet = { pointsOnPublish: false }
    expect(outcome(after(['scheduled', 'published'], quiet))).toEqual(['completed', 0])
    expect(heldPoints(reviewedShare(share, { status: 'completed' }, { ...terms, ...quiet }))).toBe(0)
  })

  it('takes back what was due when the publication failed, until it succeeds', () => {
    const early = { pointsOnSchedule: true }
    expect(outcome(after(['scheduled', 'failed'], early))).toEqual(['rejected', 0])
    expect(outcome(after(['scheduled', 'failed', 'published'], early))).toEqual(['completed', 30])
  })

  it('ends the same in every order in which its words arrive, once it was published', () => {
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

  it('changes nothing about a rejection by a person, and its points come with the way out of it', () => {
    const rejected = { ...share, status: 'rejected' as const, isReviewed: true }
    const published = shareAfterEvent(rejected, 'published', terms)
    expect(outcome(published)).toEqual(['rejected', 0])
    expect(outcome(reviewedShare(published, { status: 'completed' }, terms))).toEqual(['completed', 30])
  })

  it('leaves points alone that somebody has set', () => {
    const set = reviewedShare(share, { points: 44 }, terms)
    expect(outcome(after(['published'], {}, set))).toEqual(['completed', 44])
  })
})
