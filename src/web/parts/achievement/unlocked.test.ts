import { describe, expect, test } from 'vitest'
import type { EarnedAchievement } from '#contract/achievements.ts'
import { type AchievementCode, achievementCodes, achievementKinds } from '#domain/achievements.ts'
import { asId } from '#domain/ids.ts'
import { namesOf, newlyEarned } from './unlocked.ts'

function earned(...codes: AchievementCode[]): EarnedAchievement[] {
  return achievementKinds
    .filter(({ code }) => codes.includes(code))
    .map(({ code, ...kind }) => ({
      id: asId(`01890000-0000-7000-8000-00000000000${achievementCodes.indexOf(code)}`),
      achievementId: code,
      points: 7,
      earnedAt: '2026-03-20T10:00:00.000Z',
      ...kind,
    }))
}

describe('what has just been earned', () => {
  test('is everything that was not there before', () => {
    const fresh = newlyEarned(earned('first_steps'), earned('streak_master', 'first_steps'))
    expect(fresh.map(({ achievementId }) => achievementId)).toEqual(['streak_master'])
  })

  test('is nothing if one was taken back', () => {
    expect(newlyEarned(earned('streak_master', 'first_steps'), earned('first_steps'))).toEqual([])
  })

  test('is named in one line', () => {
    expect(namesOf(earned('first_steps'))).toBe('First Steps')
    expect(namesOf(earned('first_steps', 'streak_master'))).toBe('First Steps and Streak Master')
  })
})
