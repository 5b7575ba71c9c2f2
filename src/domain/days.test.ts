import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  asDay,
  dayOf,
  daysBetween,
  daysOfWeeks,
  hourOf,
  isTimeZone,
  mondayOf,
  startOfDay,
} from './days.ts'

const hourMs = 3_600_000
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Africa/Cairo',
  'Australia/Lord_Howe',
]
const zone = fc.constantFrom(...zones)
const instant = fc.date({ min: new Date('2001-01-02'), max: new Date('2099-12-30'), noInvalidDate: true })
const day = instant.map((date) => asDay(date.toISOString().slice(0, 10)))

describe('a text as a day', () => {
  it('is the text itself', () => {
    expect(asDay('2026-03-11')).toBe('2026-03-11')
  })

  it.each(['', '2026-3-11', '2026-03-11T10:00:00Z', ' 2026-03-11', '2026-03-11\n', '+010000-01'])(
    'throws for %j',
    (text) => {
      expect(() => asDay(text)).toThrow(RangeError)
    },
  )
})

describe('the workspace day of an instant', () => {
  it.each([
    ['2026-03-11T10:00:00.000Z', 'UTC', '2026-03-11'],
    ['2026-12-31T23:59:59.999Z', 'UTC', '2026-12-31'],
    ['2026-12-31T22:59:59.999Z', 'Europe/Berlin', '2026-12-31'],
    ['2026-12-31T23:00:00.000Z', 'Europe/Berlin', '2027-01-01'],
    ['2026-01-01T04:59:59.999Z', 'America/New_York', '2025-12-31'],
    ['2026-01-01T05:00:00.000Z', 'America/New_York', '2026-01-01'],
    ['2026-06-30T11:59:59.999Z', 'Pacific/Auckland', '2026-06-30'],
    ['2026-06-30T12:00:00.000Z', 'Pacific/Auckland', '2026-07-01'],
    ['2026-01-01T10:59:59.999Z', 'Pacific/Auckland', '2026-01-01'],
    ['2026-01-01T11:00:00.000Z', 'Pacific/Auckland', '2026-01-02'],
    ['2026-05-01T18:14:59.999Z', 'Asia/Kathmandu', '2026-05-01'],
    ['2026-05-01T18:15:00.000Z', 'Asia/Kathmandu', '2026-05-02'],
    ['2028-02-28T23:30:00.000Z', 'Europe/Berlin', '2028-02-29'],
  ])('%s in %s is %s', (text, timeZone, expected) => {
    expect(dayOf(new Date(text), timeZone)).toBe(expected)
  })

  it('matches the Swedish date format of Intl, which is YYYY-MM-DD', () => {
    fc.assert(
      fc.property(instant, zone, (date, timeZone) => {
        expect(dayOf(date, timeZone)).toBe(new Intl.DateTimeFormat('sv-SE', { timeZone }).format(date))
      }),
    )
  })

  it('never goes back as time passes', () => {
    fc.assert(
      fc.property(instant, fc.nat({ max: 40 * hourMs }), zone, (date, laterMs, timeZone) => {
        const later = new Date(date.getTime() + laterMs)
        expect(dayOf(later, timeZone) >= dayOf(date, timeZone)).toBe(true)
      }),
    )
  })

  it('throws for a time zone that does not exist', () => {
    expect(() => dayOf(new Date(0), 'Mars/Olympus')).toThrow(RangeError)
  })
})

describe('the hour of the workspace day', () => {
  it.each([
    ['2026-03-11T00:00:00Z', 'UTC', 0],
    ['2026-03-11T23:59:59Z', 'UTC', 23],
    ['2026-03-11T10:30:00Z', 'Asia/Kathmandu', 16],
    ['2026-03-11T03:00:00Z', 'America/New_York', 23],
  ])('at %s in %s is %i', (at, timeZone, hour) => {
    expect(hourOf(new Date(at), timeZone)).toBe(hour)
  })
})

describe('the first instant of a day', () => {
  it.each([
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', 23],
    ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', 25],
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', 23],
    ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', 25],
    ['2026-09-27', 'Pacific/Auckland', '2026-09-26T12:00:00.000Z', 23],
    ['2026-04-05', 'Pacific/Auckland', '2026-04-04T11:00:00.000Z', 25],
    ['2026-07-01', 'UTC', '2026-07-01T00:00:00.000Z', 24],
    // The clocks skip midnight there: the day begins at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z', 23],
    ['2026-01-01', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z', 24],
    ['2026-01-01', 'Etc/GMT+12', '2026-01-01T12:00:00.000Z', 24],
  ])('%s in %s begins at %s and has %i hours', (text, timeZone, expected, hours) => {
    const date = asDay(text)
    const start = startOfDay(date, timeZone)
    expect(start.toISOString()).toBe(expected)
    const next = startOfDay(addDays(date, 1), timeZone)
    expect((next.getTime() - start.getTime()) / hourMs).toBe(hours)
  })

  it('falls on the day, and the millisecond before it on the day before', () => {
    fc.assert(
      fc.property(day, zone, (date, timeZone) => {
        const start = startOfDay(date, timeZone)
        expect(dayOf(start, timeZone)).toBe(date)
        expect(dayOf(new Date(start.getTime() - 1), timeZone)).toBe(addDays(date, -1))
      }),
    )
  })
})

describe('counting days', () => {
  it.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2028-02-29', 1, '2028-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', -1, '2026-10-24'],
    ['2026-05-05', 0, '2026-05-05'],
    ['2026-01-01', 365, '2027-01-01'],
  ])('%s plus %i days is %s', (from, count, to) => {
    expect(addDays(asDay(from), count)).toBe(to)
    expect(daysBetween(asDay(from), asDay(to))).toBe(count)
  })

  it('returns to the same day after adding and subtracting a count', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -3_000, max: 3_000 }), (date, count) => {
        expect(addDays(addDays(date, count), -count)).toBe(date)
        expect(daysBetween(date, addDays(date, count))).toBe(count)
      }),
    )
  })

  it('agrees with the order of days sorted as text', () => {
    fc.assert(
      fc.property(day, day, (one, other) => {
        expect(Math.sign(daysBetween(one, other))).toBe(one === other ? 0 : one < other ? 1 : -1)
      }),
    )
  })
})

describe('the Monday of a week', () => {
  it.each([
    ['2026-03-09', '2026-03-09'],
    ['2026-03-15', '2026-03-09'],
    ['2026-01-01', '2025-12-29'],
    ['2024-03-03', '2024-02-26'],
  ])('of %s is %s', (day, monday) => {
    expect(mondayOf(asDay(day))).toBe(monday)
  })
})

describe('time zones', () => {
  it.each(['UTC', 'Europe/Berlin', 'Pacific/Auckland'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true)
  })

  it.each(['', 'Berlin', 'Europe/Atlantis', 'Mars/Olympus'])('does not know "%s"', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })
})

describe('the days of some weeks', () => {
  it.each([
    ['2026-03-09', 1, ['2026-03-09']],
    ['2026-03-11', 1, ['2026-03-09', '2026-03-10', '2026-03-11']],
    ['2026-03-10', 2, [2, 3, 4, 5, 6, 7, 8, 9, 10].map((nth) => `2026-03-${String(nth).padStart(2, '0')}`)],
  ])('up to %s for %i weeks begin on a Monday', (today, weeks, days) => {
    expect(daysOfWeeks(asDay(today), weeks)).toEqual(days)
  })
})
