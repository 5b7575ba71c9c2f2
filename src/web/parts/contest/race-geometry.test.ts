import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asDay } from '#domain/days.ts'
import { isWeekend, linePath, plotOf, scaleLines, spreadLabels } from './race-geometry.ts'

describe('The lines of a scale', () => {
  test.each([
    [0, [0]],
    [-20, [0]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [15, [0, 5, 10, 15]],
    [1035, [0, 200, 400, 600, 800, 1000]],
    [10_000, [0, 2000, 4000, 6000, 8000, 10_000]],
  ])('up to %i are %j', (greatest, lines) => {
    expect(scaleLines(greatest)).toEqual(lines)
  })

  test('are never more than six, and whole numbers', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (greatest) => {
        const lines = scaleLines(greatest)
        expect(lines.length).toBeLessThanOrEqual(6)
        expect(lines.every(Number.isInteger)).toBe(true)
        expect(lines.at(-1)).toBeLessThanOrEqual(greatest)
      }),
    )
  })
})

describe('Labels', () => {
  const room = { gap: 23, top: 10, bottom: 300 }

  test.each([
    ['that are far apart stay', [20, 100, 200], [20, 100, 200]],
    ['that are equal are put below each other, in their order', [50, 50, 50], [50, 73, 96]],
    ['near the foot move up', [299, 299, 299], [254, 277, 300]],
    ['above the top move down', [0, 5], [10, 33]],
    ['keep their order, whatever order they come in', [200, 20, 30], [200, 20, 43]],
  ] as const)('%s', (_, places, spread) => {
    expect(spreadLabels(places, room)).toEqual(spread)
  })

  test('never cover each other where there is room for all', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 400 }), { maxLength: 6 }), (places) => {
        const spread = spreadLabels(places, room).sort((a, b) => a - b)
        for (const [index, place] of spread.entries()) {
          expect(place).toBeGreaterThanOrEqual(room.top)
          expect(place).toBeLessThanOrEqual(room.bottom)
          if (index > 0) expect(place - (spread[index - 1] ?? 0)).toBeGreaterThanOrEqual(room.gap)
        }
      }),
    )
  })
})

describe('The plot', () => {
  const input = {
    width: 608,
    height: 330,
    days: 30,
    daysSoFar: 10,
    greatest: 1000,
    least: 0,
    labelWidth: 120,
  }

  test('has room for all days of the contest, and for the points from 0 to the greatest', () => {
    const plot = plotOf(input)
    expect(plot.x(30)).toBeCloseTo(plot.right)
    expect(plot.y(0)).toBe(plot.bottom)
    expect(plot.y(1000)).toBeCloseTo(plot.top)
  })

  test('leaves room for the labels behind the last day', () => {
    expect(plotOf({ ...input, daysSoFar: 30 }).x(30)).toBeCloseTo(608 - 120)
  })

  test('goes below 0 where corrections took more than was there', () => {
    const plot = plotOf({ ...input, least: -100 })
    expect(plot.y(-100)).toBe(plot.bottom)
    expect(plot.y(0)).toBeLessThan(plot.bottom)
  })

  test('draws a line from 0 through the end of each day', () => {
    const plot = plotOf({ ...input, days: 2, daysSoFar: 2, width: 342, labelWidth: 100 })
    expect(linePath([500, 1000], plot)).toBe('M42 306L142 159L242 12')
  })
})

test.each([
  ['2026-11-20', false],
  ['2026-11-21', true],
  ['2026-11-22', true],
  ['2026-11-23', false],
] as const)('%s is a weekend: %s', (day, expected) => {
  expect(isWeekend(asDay(day))).toBe(expected)
})
