import { describe, expect, test } from 'vitest'
import { countedUp } from './use-count-up.ts'

describe('a number that counts up', () => {
  test('starts at the old value and ends at the new one', () => {
    expect(countedUp({ from: 100, to: 115, done: 0 })).toBe(100)
    expect(countedUp({ from: 100, to: 115, done: 1 })).toBe(115)
  })

  test('never leaves the range between them, whatever the clock says', () => {
    expect(countedUp({ from: 100, to: 115, done: -3 })).toBe(100)
    expect(countedUp({ from: 100, to: 115, done: 7 })).toBe(115)
  })

  test('is past the middle at half time, because it slows down at the end', () => {
    expect(countedUp({ from: 0, to: 1000, done: 0.5 })).toBe(875)
  })

  test('counts down too', () => {
    expect(countedUp({ from: 115, to: 100, done: 0.5 })).toBeLessThan(108)
  })
})
