import { describe, expect, test } from 'vitest'
import { undoableUntil, undoClock, undoTimeShare } from './undo-clock.ts'

const reportedAt = new Date(2026, 2, 1, 14, 27, 0)
const after = (ms: number) => new Date(reportedAt.getTime() + ms)

describe('the clock on an undo button', () => {
  test.each([
    [0, '5:00'],
    [28_000, '4:32'],
    [28_400, '4:32'],
    [240_000, '1:00'],
    [299_001, '0:01'],
    [300_000, '0:00'],
  ])('after %i ms shows the time left', (elapsedMs, text) => {
    expect(undoClock(reportedAt, after(elapsedMs))).toBe(text)
  })

  test('stops one millisecond after the window', () => {
    expect(undoClock(reportedAt, after(300_001))).toBeNull()
  })

  test('never shows more than the window if the browser’s clock is behind the server’s', () => {
    expect(undoClock(reportedAt, after(-90_000))).toBe('5:00')
  })
})

test.each([
  [-90_000, 1],
  [0, 1],
  [75_000, 0.75],
  [300_000, 0],
  [300_001, 0],
])('after %i ms the line that runs out has %d of its length', (elapsedMs, share) => {
  expect(undoTimeShare(reportedAt, after(elapsedMs))).toBe(share)
})

test('the end of the window is named in the reader’s own time', () => {
  expect(undoableUntil(reportedAt)).toBe('2:32 PM')
})
