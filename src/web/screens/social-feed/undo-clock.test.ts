import { describe, expect, test } from 'vitest'
import { undoableUntil, undoClock } from './undo-clock.ts'

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
  ])('shows after %i ms what is left', (elapsedMs, text) => {
    expect(undoClock(reportedAt, after(elapsedMs))).toBe(text)
  })

  test('stops one millisecond after the window', () => {
    expect(undoClock(reportedAt, after(300_001))).toBeNull()
  })

  test('never promises more than the window when the browser is behind the server', () => {
    expect(undoClock(reportedAt, after(-90_000))).toBe('5:00')
  })
})

test('the end of the window is named in the reader’s own time', () => {
  expect(undoableUntil(reportedAt)).toBe('14:32')
})
