import { describe, expect, it } from 'vitest'
import { dayInYear, inFigures, percentOf } from './figures.ts'

describe('a percentage', () => {
  it.each([
    [1, 4, 25],
    [1, 3, 33],
    [2, 3, 67],
    [1, 1_000, 1],
    [999, 1_000, 99],
    [5, 5, 100],
    [0, 5, 0],
    [0, 0, 0],
  ])('of %d in %d is %d', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })
})

it('formats figures with thousands commas and days with their month', () => {
  expect(inFigures(1_234_567)).toBe('1,234,567')
  expect(dayInYear('2026-03-01')).toBe('Mar 1')
})
