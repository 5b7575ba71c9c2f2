import { describe, expect, test } from 'vitest'
import { tintCount, tintOf } from './tint.ts'

const ids = Array.from(
  { length: 800 },
  (_, n) => `0190b5f0-${n.toString(16).padStart(4, '0')}-7000-8000-000000000000`,
)

describe('The tint of a face', () => {
  test('is the same each time', () => {
    for (const id of ids) expect(tintOf(id)).toBe(tintOf(id))
  })

  test('is one of the eight, and each is in use', () => {
    const used = new Set(ids.map(tintOf))
    expect([...used].sort()).toEqual(Array.from({ length: tintCount }, (_, tint) => tint))
  })
})
