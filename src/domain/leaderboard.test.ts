import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareScores, metalOf, placesGained, rankBadge, type Scored, streakBadge } from './leaderboard.ts'

const base: Scored = {
  totalPoints: 100,
  totalShares: 5,
  totalEngagements: 10,
  reachedAt: new Date('2026-03-11T10:00:00Z'),
}
const small = fc.nat({ max: 2 })
const score: fc.Arbitrary<Scored> = fc.record({
  totalPoints: small,
  totalShares: small,
  totalEngagements: small,
  reachedAt: small.map((seconds) => new Date(seconds * 1_000)),
})

describe('the better score', () => {
  it.each([
    ['has more points, whatever the rest', { totalPoints: 101, totalShares: 0, totalEngagements: 0 }],
    ['has more shares at equal points', { totalShares: 6, totalEngagements: 0 }],
    ['has more engagements at equal points and shares', { totalEngagements: 11 }],
    ['was reached first, all else being equal', { reachedAt: new Date('2026-03-11T09:59:59.999Z') }],
  ])('%s', (_, better) => {
    expect(compareScores({ ...base, ...better }, base)).toBeLessThan(0)
    expect(compareScores(base, { ...base, ...better })).toBeGreaterThan(0)
  })

  it('is neither of two equal scores', () => {
    expect(compareScores(base, { ...base })).toBe(0)
  })

  it('follows an antisymmetric and transitive order', () => {
    fc.assert(
      fc.property(score, score, score, (a, b, c) => {
        expect(Math.sign(compareScores(a, b)) + Math.sign(compareScores(b, a))).toBe(0)
        if (compareScores(a, b) <= 0 && compareScores(b, c) <= 0) {
          expect(compareScores(a, c)).toBeLessThanOrEqual(0)
        }
      }),
    )
  })

  it('sorts the same way from any starting order', { tags: ['inv-11'] }, () => {
    fc.assert(
      fc.property(
        fc
          .array(score, { maxLength: 8 })
          .chain((scores) =>
            fc.tuple(fc.constant(scores), fc.shuffledSubarray(scores, { minLength: scores.length })),
          ),
        ([scores, shuffled]) => {
          expect(shuffled.toSorted(compareScores)).toEqual(scores.toSorted(compareScores))
        },
      ),
    )
  })
})

describe('the badge of a rank on the team board', () => {
  it.each([
    [1, 'CHAMPION'],
    [2, 'RUNNER-UP'],
    [3, 'PODIUM'],
    [4, null],
    [100, null],
  ])('%i is %s', (rank, badge) => {
    expect(rankBadge(rank)).toBe(badge)
  })
})

describe('the metal of a rank', () => {
  it.each([
    [1, 'gold'],
    [2, 'silver'],
    [3, 'bronze'],
    [4, undefined],
  ])('%i is %s', (rank, metal) => {
    expect(metalOf(rank)).toBe(metal)
  })
})

describe('the badge of a rank among the streak leaders', () => {
  it.each([
    [1, 'STREAK KING'],
    [2, 'HOT STREAK'],
    [3, 'ON FIRE'],
    [4, null],
    [10, null],
  ])('%i is %s', (rank, badge) => {
    expect(streakBadge(rank)).toBe(badge)
  })
})

describe('the places gained since a mark', () => {
  it.each([
    [3, 5, 2],
    [5, 3, -2],
    [4, 4, 0],
    [1, undefined, 0],
  ])('at rank %i with the mark %s are %i', (rank, mark, gained) => {
    expect(placesGained(rank, mark)).toBe(gained)
  })
})
