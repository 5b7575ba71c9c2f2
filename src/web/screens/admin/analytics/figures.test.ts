import { describe, expect, it } from 'vitest'
import { changeOf, dayInWeek, dayInYear, inFigures, isWeekend, percentOf, ticksUpTo } from './figures.ts'

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

it('formats the day of the week with its day, and knows weekends', () => {
  expect(dayInWeek('2026-11-11')).toBe('Wed, Nov 11')
  expect(['2026-11-13', '2026-11-14', '2026-11-15', '2026-11-16'].map(isWeekend)).toEqual([
    false,
    true,
    true,
    false,
  ])
})

describe('a change against the period before', () => {
  it.each([
    [112, 100, { percent: 12, isMore: true }],
    [90, 100, { percent: 10, isMore: false }],
    [1_001, 1_000, null],
    [1_005, 1_000, { percent: 1, isMore: true }],
    [1, 1_000, { percent: 99, isMore: false }],
    [-5, 10, null],
    [0, 5, { percent: 100, isMore: false }],
    [30, 10, { percent: 200, isMore: true }],
    [5, 5, null],
    [648, 6, null],
    [5, 0, null],
    [5, -3, null],
    [0, 0, null],
  ])('from %d, where it was %d', (current, before, change) => {
    expect(changeOf(current, before)).toEqual(change)
  })
})

describe('the ticks of a chart', () => {
  it.each([
    [0, [0, 1, 2, 3, 4]],
    [4, [0, 1, 2, 3, 4]],
    [5, [0, 2, 4, 6]],
    [33, [0, 10, 20, 30, 40]],
    [40, [0, 10, 20, 30, 40]],
    [81, [0, 50, 100]],
    [10_000, [0, 5_000, 10_000]],
  ])('reach %d in round steps', (most, ticks) => {
    expect(ticksUpTo(most)).toEqual(ticks)
  })
})
