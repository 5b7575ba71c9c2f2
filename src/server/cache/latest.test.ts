import { expect, test } from 'vitest'
import { Latest } from './latest.ts'

function filled(count: number, keys: readonly number[]): Latest<number, string> {
  const latest = new Latest<number, string>(count)
  for (const key of keys) latest.set(key, `value ${key}`)
  return latest
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const keptOf = (latest: Latest<number, string>, keys: readonly number[]) =>
  keys.filter((key) => latest.get(key) !== undefined).length

test('keeps the entries that were set last, and never twice as many', () => {
  const latest = filled(10, range(1, 95))
  expect(range(86, 95).map((key) => latest.get(key))).toEqual(range(86, 95).map((key) => `value ${key}`))
  expect(keptOf(filled(10, range(1, 95)), range(1, 85))).toBeLessThanOrEqual(10)
})

test('keeps an entry that is used again and again', () => {
  const latest = filled(10, [1])
  for (const key of range(2, 200)) {
    latest.set(key, 'other')
    if (key % 5 === 0) expect(latest.get(1)).toBe('value 1')
  }
})

test('has the newest value of a key, and none once it is deleted', () => {
  const latest = filled(3, [1, 2, 3, 4, 1])
  latest.set(1, 'newer')
  expect(latest.get(1)).toBe('newer')
  latest.delete(1)
  expect(latest.get(1)).toBeUndefined()
})
