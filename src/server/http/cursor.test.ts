import { expect, test } from 'vitest'
import { newId } from '#server/db/new-id.ts'
import { AppError } from '#server/errors.ts'
import { cursorAfter, offsetOf, pageOf, placeOf, tableTotalOf } from './cursor.ts'

test('a cursor decodes to its position, to the millisecond', () => {
  const place = { at: new Date('2026-03-11T10:00:00.123Z'), id: newId<'post'>() }
  expect(placeOf(cursorAfter(place))).toEqual(place)
})

test('no cursor means the beginning of the list', () => {
  expect(placeOf(undefined)).toBeNull()
})

test('a page has at most its limit of entries, and its cursor points at the last one if more follow', () => {
  const places = [1, 2, 3].map((at) => ({ at: new Date(at), id: newId<'post'>() }))
  const { page, nextCursor } = pageOf(places, 2, (place) => place)
  expect(page).toEqual(places.slice(0, 2))
  expect(placeOf(nextCursor ?? '')).toEqual(places[1])
})

test('the last page has no cursor, whether it is full, short or empty', () => {
  const places = [1, 2].map((at) => ({ at: new Date(at), id: newId<'post'>() }))
  for (const limit of [2, 3])
    expect(pageOf(places, limit, (place) => place)).toEqual({ page: places, nextCursor: null })
  expect(pageOf([], 2, (place) => place)).toEqual({ page: [], nextCursor: null })
})

test('a cursor needs no escaping in a URL', () => {
  expect(cursorAfter({ at: new Date(0), id: newId<'post'>() })).toMatch(/^[\w-]+$/)
})

test.each([
  '',
  'x',
  '🎉',
  encode('null'),
  encode('[]'),
  encode('["2026-03-11T10:00:00.000Z"]'),
  encode(`["yesterday","${newId()}"]`),
  encode(`["2026-03-11T10:00:00.000Z","' or 1=1 --"]`),
  encode(`["2026-03-11T10:00:00.000Z","${newId()}",1]`),
])('an invalid cursor (%j) is refused with a 400 that names the field', (text) => {
  const refusal = refusalOf(text)
  expect(refusal.code).toBe('invalid')
  expect(refusal.issues?.[0]?.path).toBe('cursor')
})

function encode(text: string): string {
  return Buffer.from(text).toString('base64url')
}

function refusalOf(text: string): AppError {
  try {
    placeOf(text)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('The cursor was not refused')
}

test('a page of a table begins within the first 10,000 rows, or is refused by name', {
  tags: ['lists-bounded'],
}, () => {
  expect([offsetOf(1, 25), offsetOf(400, 25), offsetOf(200, 50)]).toEqual([0, 9_975, 9_950])
  for (const [page, size] of [
    [401, 25],
    [201, 50],
    [100_000, 100],
  ] as const)
    expect(() => offsetOf(page, size)).toThrow(/Must be at most \d+/)
})

test('a total stops at 10,000 and says so', { tags: ['lists-bounded'] }, () => {
  expect([tableTotalOf(0), tableTotalOf(10_000)]).toEqual([{ total: 0 }, { total: 10_000 }])
  expect(tableTotalOf(10_001)).toEqual({ total: 10_000, isMore: true })
})
