import { describe, expect, test } from 'vitest'
import type { Achievement, EarnedAchievement } from '#contract/achievements.ts'
import { type AchievementCode, achievementKinds } from '#domain/achievements.ts'
import { asId } from '#domain/ids.ts'
import { achievementSlots, nextAchievement } from './achievement-slots.ts'

const all: readonly Achievement[] = achievementKinds.map(({ code, ...kind }) => ({
  id: code,
  points: 10,
  ...kind,
}))

/** These achievements as earned ones, latest first. */
function earned(...codes: AchievementCode[]): EarnedAchievement[] {
  return codes.map((code, place) => ({
    ...(all.find(({ id }) => id === code) as Achievement),
    id: asId(`01890000-0000-7000-8000-00000000000${place}`),
    achievementId: code,
    points: 7,
    earnedAt: `2026-03-${20 - place}T10:00:00.000Z`,
  }))
}

function slotsOf(...codes: AchievementCode[]) {
  return achievementSlots({ all, earned: earned(...codes) }, 3).map(({ key, earnedAt }) => [
    key,
    earnedAt !== null,
  ])
}

describe('the three slots', () => {
  test('hold the easiest ones, locked, while nothing is earned', () => {
    expect(slotsOf()).toEqual([
      ['first_steps', false],
      ['social_butterfly', false],
      ['streak_master', false],
    ])
  })

  test('start with the earned ones and fill up with locked ones', () => {
    expect(slotsOf('streak_master', 'first_steps')).toEqual([
      ['streak_master', true],
      ['first_steps', true],
      ['social_butterfly', false],
    ])
  })

  test('hold the latest three when more are earned', { tags: ['number-achievements'] }, () => {
    expect(slotsOf('team_leader', 'engagement_king', 'streak_master', 'first_steps')).toEqual([
      ['team_leader', true],
      ['engagement_king', true],
      ['streak_master', true],
    ])
  })

  test('say how far the locked ones have come', () => {
    const ways = [{ id: 'social_butterfly', have: 10, need: 25 }] as const
    const slots = achievementSlots({ all, earned: earned('first_steps'), ways }, 3)
    expect(slots.map(({ progress }) => progress)).toEqual([
      null,
      { code: 'social_butterfly', have: 10, need: 25 },
      null,
    ])
  })

  test('are as many as requested', () => {
    expect(achievementSlots({ all, earned: earned('first_steps') }, 2)).toHaveLength(2)
    expect(achievementSlots({ all, earned: earned('first_steps') }, 6)).toHaveLength(achievementKinds.length)
  })

  test('show the points that an achievement earned, or would earn if it is locked', () => {
    const points = achievementSlots({ all, earned: earned('first_steps') }, 3).map(
      ({ achievement }) => achievement.points,
    )
    expect(points).toEqual([7, 10, 10])
  })
})

describe('the next badge', () => {
  test.each([
    [[], 'first_steps'],
    [['first_steps'], 'social_butterfly'],
    [['streak_master'], 'first_steps'],
    [['team_leader', 'streak_master', 'social_butterfly', 'first_steps'], 'engagement_king'],
  ] as const)('after %j is %s', (codes, next) => {
    expect(nextAchievement(all, earned(...codes))?.id).toBe(next)
  })

  test('is none when all are earned', () => {
    expect(nextAchievement(all, earned(...all.map(({ id }) => id)))).toBeNull()
  })
})
