import { describe, expect, test } from 'vitest'
import { progressOf, progressWords, restWords } from './progress-words.ts'

describe('the way to an achievement', () => {
  const butterfly = { code: 'social_butterfly', have: 10, need: 25 } as const

  test('is found by code, if something is counted', () => {
    const ways = [
      { id: 'social_butterfly', have: 10, need: 25 },
      { id: 'team_leader', have: null, need: null },
    ] as const
    expect(progressOf('social_butterfly', ways)).toEqual(butterfly)
    expect(progressOf('team_leader', ways)).toBeNull()
    expect(progressOf('team_leader', [{ id: 'team_leader', have: 900, need: 1570 }])).not.toBeNull()
    expect(progressOf('first_steps', ways)).toBeNull()
  })

  test('has words for what is done and for what is missing', () => {
    expect(progressWords(butterfly)).toBe('10 of 25 shares')
    expect(restWords(butterfly)).toBe('15 shares to go')
    expect(restWords({ code: 'streak_master', have: 6, need: 7 })).toBe('1 day to go')
    expect(progressWords({ code: 'first_steps', have: 0, need: 1 })).toBe('One report')
    expect(progressWords({ code: 'team_leader', have: 900, need: 1570 })).toBe('670 points to #1')
    expect(progressWords({ code: 'team_leader', have: 1570, need: 1570 })).toBe('Level with #1')
    expect(restWords({ code: 'team_leader', have: 1569, need: 1570 })).toBe('1 point to #1')
    expect(progressWords({ code: 'engagement_king', have: 40, need: 10_000 })).toBe('40 of 10,000 reports')
  })
})
