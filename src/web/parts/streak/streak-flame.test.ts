import { describe, expect, test } from 'vitest'
import { flameOf, hasReachedMilestone } from './streak-flame.ts'

describe('the flame of a streak', () => {
  test.each([
    [0, false, 'unlit'],
    [0, true, 'unlit'],
    [1, true, 'new'],
    [2, true, 'new'],
    [3, true, 'warm'],
    [6, true, 'warm'],
    [7, true, 'strong'],
    [29, true, 'strong'],
    [30, true, 'golden'],
    [400, true, 'golden'],
  ] as const)('with %i days and a report today = %s is %s', (streakDays, hasReportedToday, flame) => {
    expect(flameOf(streakDays, hasReportedToday)).toBe(flame)
  })

  test.each([1, 6, 30])('of %i days waits while today has no report', (streakDays) => {
    expect(flameOf(streakDays, false)).toBe('waiting')
  })
})

describe('a milestone', () => {
  test.each([
    [2, 3],
    [6, 7],
    [13, 14],
    [29, 30],
    [59, 60],
    [99, 100],
    [0, 7],
  ])('is reached from %i to %i days', (before, now) => {
    expect(hasReachedMilestone(before, now)).toBe(true)
  })

  test.each([
    [3, 4],
    [14, 15],
    [3, 3],
    [7, 3],
    [8, 6],
  ])('is not reached from %i to %i days', (before, now) => {
    expect(hasReachedMilestone(before, now)).toBe(false)
  })
})
