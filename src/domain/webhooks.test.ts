import { describe, expect, test } from 'vitest'
import { isInsideName, isTooOld, nextTry, restUntil, retryAfterMs } from './webhooks.ts'

const now = new Date('2026-03-11T10:00:00.000Z')
const hourMs = 3_600_000
const later = (ms: number) => new Date(now.getTime() + ms)

describe('the tries of a delivery', () => {
  test('spread over about a day, with longer and longer pauses, and end', () => {
    const pauses: number[] = []
    let at = now
    for (let tries = 1; ; tries++) {
      const next = nextTry({ tries, createdAt: now, now: at })
      if (next === null) break
      pauses.push(next.getTime() - at.getTime())
      at = next
    }
    expect(pauses).toEqual([5_000, 300_000, 1_800_000, 2 * hourMs, 5 * hourMs, 8 * hourMs, 8 * hourMs])
    expect((at.getTime() - now.getTime()) / hourMs).toBeCloseTo(23.58, 1)
  })

  test('wait for as long as the receiver asks, and not less than usual', () => {
    expect(nextTry({ tries: 1, createdAt: now, now, waitMs: 60_000 })).toEqual(later(60_000))
    expect(nextTry({ tries: 2, createdAt: now, now, waitMs: 1_000 })).toEqual(later(300_000))
  })

  test('end when the next one would come more than 26 hours after the event', () => {
    const createdAt = later(-20 * hourMs)
    expect(nextTry({ tries: 3, createdAt, now, waitMs: 6 * hourMs })).toEqual(later(6 * hourMs))
    expect(nextTry({ tries: 3, createdAt, now, waitMs: 6 * hourMs + 1 })).toBeNull()
    expect(isTooOld({ createdAt: later(-26 * hourMs), now })).toBe(false)
    expect(isTooOld({ createdAt: later(-26 * hourMs - 1), now })).toBe(true)
  })
})

test('a receiver that has failed rests until the next try, at most five minutes, or as long as it asks', () => {
  expect(restUntil({ next: later(5_000), now })).toEqual(later(5_000))
  expect(restUntil({ next: later(hourMs), now })).toEqual(later(300_000))
  expect(restUntil({ next: null, now })).toEqual(later(300_000))
  expect(restUntil({ next: later(hourMs), now, waitMs: hourMs })).toEqual(later(hourMs))
})

test.each([
  [null, undefined],
  ['', undefined],
  ['soon', undefined],
  ['0', 0],
  [' 120 ', 120_000],
  ['-5', 0],
  ['999999999', 6 * hourMs],
  ['Wed, 11 Mar 2026 10:01:00 GMT', 60_000],
  ['Wed, 11 Mar 2026 09:00:00 GMT', 0],
  ['Wed, 11 Mar 2099 09:00:00 GMT', 6 * hourMs],
])('Retry-After %j asks to wait for %j ms', (header, ms) => {
  expect(retryAfterMs(header, now)).toBe(ms)
})

test.each([
  ['localhost', true],
  ['LOCALHOST.', true],
  ['app.localhost', true],
  ['printer.local', true],
  ['metadata.google.internal', true],
  ['intranet', true],
  ['hooks.example.com', false],
  ['local.example.com', false],
  ['127.0.0.1', false],
  ['[::1]', false],
])('the name %s is inside the network: %j', (name, isInside) => {
  expect(isInsideName(name)).toBe(isInside)
})
