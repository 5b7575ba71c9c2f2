import { describe, expect, test } from 'vitest'
import { flameOf, hasReachedMilestone } from './streak-flame.ts'

describe('the flame of a streak', () => {
  test.each([
    [0, 'unlit'],
    [1, 'new'],
    [2, 'new'],
    [3, 'warm'],
    [6, 'warm'],
    [7, 'strong'],
    [13, 'strong'],
    [14, 'bright'],
    [29, 'bright'],
    [30, 'golden'],
    [400, 'golden'],
  ] as const)('with %i days is %s', (streakDays, flame) => {
    expect(flameOf(streakDays)).toBe(flame)
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
