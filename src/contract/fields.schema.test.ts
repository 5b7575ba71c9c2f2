import { describe, expect, test } from 'vitest'
import { looseCount, looseInstant, optionalText, requiredText, webAddress } from './fields.schema.ts'

describe('an instant in a loose form', () => {
  test.each([
    ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00.123456789Z', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00,5Z', '2026-03-01T09:30:00.500Z'],
    ['2026-03-01t09:30z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01 09:30:15', '2026-03-01T09:30:15.000Z'],
    ['2026-03-01 09:30:00 +01:00', '2026-03-01T08:30:00.000Z'],
    ['2026-03-01T09:30:00+0530', '2026-03-01T04:00:00.000Z'],
    ['2026-03-01T22:30:00-03', '2026-03-02T01:30:00.000Z'],
    ['2026-03-01T09', '2026-03-01T09:00:00.000Z'],
    ['20260301T093000Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01', '2026-03-01T00:00:00.000Z'],
    ['20260301', '2026-03-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [' 2026-03-01 ', '2026-03-01T00:00:00.000Z'],
    ['1970-01-01', '1970-01-01T00:00:00.000Z'],
    ...['', ' ', null, undefined].map((none) => [none, null]),
  ])('%j becomes %j', (text, instant) => {
    expect(looseInstant.parse(text)).toBe(instant)
  })

  test.each([
    'now',
    '2026',
    '2026-03',
    '2026-3-1',
    '03/01/2026',
    '1 March 2026',
    '2026-W10-1',
    'Sun Mar 01 2026',
    '2026-02-29',
    '2026-02-30T10:00Z',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-03-01T24:00',
    '2026-03-01T09:60',
    '2026-03-01T09:30:60Z',
    '2026-03-01T09:30:00+15:00',
    '2026-03-01T09:30:00+01:99',
    '2026-03-01T09:30:00 PST',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+01:00',
    '2200-01-01',
    '0000-01-01',
    '+012026-03-01T00:00:00Z',
    0,
    1_773_136_800,
    true,
    [],
    {},
  ])('%j is refused', (value) => {
    expect(looseInstant.safeParse(value).success).toBe(false)
  })
})

describe('a count in a loose form', () => {
  test.each([
    [0, 0],
    ['0', 0],
    [-0, 0],
    [' 42 ', 42],
    ['007', 7],
    ['12.0', 12],
    [2_147_483_647, 2_147_483_647],
    ['', null],
    [' ', null],
    [null, null],
    [undefined, null],
  ])('%j becomes %j', (value, count) => {
    expect(looseCount.parse(value)).toBe(count)
  })

  test.each([
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2_147_483_648,
    1e21,
    true,
    [],
    {},
    '-1',
    '+1',
    '1.5',
    '1e3',
    '0x1',
    '1,000',
    '1 000',
    '٣',
    'NaN',
    '2147483648',
    '12345678901',
  ])('%j is refused', (value) => {
    expect(looseCount.safeParse(value).success).toBe(false)
  })
})

describe('text', () => {
  test('is trimmed, then measured in characters, and otherwise unchanged', () => {
    const text = requiredText(3, 'Text is required')
    expect(text.parse(' 😀a\u202e\n')).toBe('😀a\u202e')
    expect(text.safeParse('😀😀😀😀').success).toBe(false)
    expect(text.safeParse(' \u0000 ').error?.issues[0]?.message).toBe('Text is required')
  })

  test('that is optional becomes null when it is missing or empty', () => {
    expect([undefined, null, '', ' \u0000'].map((none) => optionalText(3).parse(none))).toEqual(
      Array(4).fill(null),
    )
  })
})

test('an address gets its canonical spelling, so that no browser reads it as a path of our own site', () => {
  expect(webAddress('bad').parse(' https:evil.test/a b ')).toBe('https://evil.test/a%20b')
})
