import { describe, expect, it } from 'vitest'
import {
  type AchievementCode,
  achievementCodes,
  achievementKinds,
  countsAfter,
  countsWithoutNews,
  dueAchievements,
  isReached,
  leadOf,
  progressTowards,
} from './achievements.ts'

const noProgress = { reports: 0, shares: 0, longestStreak: 0 }

describe('achievements', () => {
  it('are five, in the order of their codes, each with its name, rarity and icon', () => {
    expect(achievementKinds.map(({ code }) => code)).toEqual(achievementCodes)
    expect(achievementKinds.map(({ name, rarity, icon }) => [name, rarity, icon])).toEqual([
      ['First Steps', 'common', 'heart'],
      ['Social Butterfly', 'rare', 'share'],
      ['Streak Master', 'epic', 'fire'],
      ['Engagement King', 'epic', 'heart'],
      ['Team Leader', 'legendary', 'crown'],
    ])
  })

  it.each<[AchievementCode, Partial<typeof noProgress>, Partial<typeof noProgress>]>([
    ['first_steps', {}, { reports: 1 }],
    ['social_butterfly', { shares: 24 }, { shares: 25 }],
    ['streak_master', { longestStreak: 6 }, { longestStreak: 7 }],
    ['engagement_king', { reports: 99 }, { reports: 100 }],
  ])('%s is not reached with %o but is with %o', (code, before, after) => {
    const known = achievementCodes.filter((other) => other !== code)
    expect(isReached(code, { ...noProgress, ...before })).toBe(false)
    expect(isReached(code, { ...noProgress, ...after })).toBe(true)
    expect(dueAchievements(known, { ...noProgress, ...before })).toEqual([])
    expect(dueAchievements(known, { ...noProgress, ...after })).toEqual([code])
    expect(dueAchievements([...known, code], { ...noProgress, ...after })).toEqual([])
  })

  it('come easiest first when several are due', () => {
    expect(dueAchievements([], { reports: 120, shares: 30, longestStreak: 9 })).toEqual([
      'first_steps',
      'social_butterfly',
      'streak_master',
      'engagement_king',
    ])
  })

  it.each([
    ['like', { reports: 8, shares: 3 }],
    ['comment', { reports: 8, shares: 3 }],
    ['share', { reports: 8, shares: 4 }],
  ] as const)('count a %s after it', (type, after) => {
    expect(countsAfter({ reports: 7, shares: 3 }, type)).toEqual(after)
  })

  it.each<[readonly AchievementCode[], number | null, number | null]>([
    [[], 0, 24],
    [['first_steps'], 99, 24],
    [['first_steps', 'social_butterfly'], 99, null],
    [['first_steps', 'engagement_king'], null, 24],
  ])('with %o held, up to %s reports and %s shares unlock nothing', (held, reports, shares) => {
    expect(countsWithoutNews(held)).toEqual({ mostReports: reports, mostShares: shares })
    const upTo = { longestStreak: 0, reports: reports ?? 9_999, shares: shares ?? 9_999 }
    expect(dueAchievements(held, upTo)).toEqual([])
  })
})

describe('the lead of the team', () => {
  const lead = { points: 620, isFirst: true, nextPoints: 540, members: 3 }

  it.each<[string, Partial<typeof lead>, number | null]>([
    ['is the distance to the next member', {}, 80],
    ['is the distance to 500 points when nobody else has that many', { nextPoints: 60 }, 120],
    ['begins at 500 points', { points: 500, nextPoints: 500 }, 0],
    ['is null below 500 points', { points: 499, nextPoints: 0 }, null],
    ['is null behind another member', { isFirst: false }, null],
    ['is null among two members', { members: 2 }, null],
  ])('%s', (_, board, expected) => {
    expect(leadOf({ ...lead, ...board })).toBe(expected)
  })
})

describe('the progress towards an achievement', () => {
  const counts = { reports: 36, shares: 10, currentStreak: 4 }

  it.each<[AchievementCode, number, number]>([
    ['first_steps', 1, 1],
    ['social_butterfly', 10, 25],
    ['streak_master', 4, 7],
    ['engagement_king', 36, 100],
  ])('%s is at %i of %i', (code, have, need) => {
    expect(progressTowards(code, counts)).toEqual({ have, need })
  })

  it('is unknown for the team leader, whom the others decide too', () => {
    expect(progressTowards('team_leader', counts)).toBeNull()
  })

  it('begins at nothing', () => {
    const none = { reports: 0, shares: 0, currentStreak: 0 }
    const progress = achievementCodes.flatMap((code) => progressTowards(code, none) ?? [])
    expect(progress.map(({ have }) => have)).toEqual([0, 0, 0, 0])
  })
})
