import type { Weekday } from './board-windows.ts'

/**
 * A calendar day as `YYYY-MM-DD`. A day or month is always the workspace's, never the server's or the browser's:
 * the time zone is an argument wherever an instant becomes a day.
 */
export type Day = string & { readonly [isDay]: true }
declare const isDay: unique symbol

/** A text as a day. Throws a RangeError where it is none; an impossible one such as 2026-02-30 is let through. */
export function asDay(text: string): Day {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) throw new RangeError('A day is written as YYYY-MM-DD')
  return text as Day
}

const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()
const latestDays = new Map<string, { readonly minute: number; readonly day: Day }>()

/** The workspace day that an instant falls on. Throws a RangeError for an unknown time zone. */
export function dayOf(instant: Date, timeZone: string): Day {
  // Zones are whole minutes apart, and nearly every question is about the present minute.
  const minute = Math.floor(instant.getTime() / 60_000)
  const latest = latestDays.get(timeZone)
  if (latest?.minute === minute) return latest.day
  const { year, month, day } = calendarParts(instant, timeZone)
  const found = asDay(`${year}-${month}-${day}`)
  latestDays.set(timeZone, { minute, day: found })
  return found
}

/** The hour of the workspace's day, from 0 to 23. */
export function hourOf(instant: Date, timeZone: string): number {
  return Number(calendarParts(instant, timeZone).hour)
}

/** The month of a day, from 1 to 12. */
export function monthOf(day: Day): number {
  return Number(day.slice(5, 7))
}

/** The day `count` calendar days after `day` (before it when negative). */
export function addDays(day: Day, count: number): Day {
  return asDay(new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10))
}

/** The day of the week: 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): Weekday {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) as Weekday
}

/** The Monday of the day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

/** Every day of so many weeks, oldest first: from the Monday of the first one up to `today`. */
export function daysOfWeeks(today: Day, weeks: number): Day[] {
  const first = addDays(mondayOf(today), -7 * (weeks - 1))
  return Array.from({ length: daysBetween(first, today) + 1 }, (_, nth) => addDays(first, nth))
}

/** Whole calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/**
 * The first instant of a day in a time zone.
 * Where daylight saving removes midnight, it is the first instant that exists on that day.
 */
export function startOfDay(day: Day, timeZone: string): Date {
  const key = `${day} ${timeZone}`
  const known = startsMs.get(key)
  if (known !== undefined) return new Date(known)
  if (startsMs.size >= mostStarts) startsMs.clear()
  const start = findStart(day, timeZone)
  startsMs.set(key, start.getTime())
  return start
}

/** Screens ask for the same few days again and again, and the search for one takes a millisecond. */
const startsMs = new Map<string, number>()
const mostStarts = 1_000

function findStart(day: Day, timeZone: string): Date {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`)
  // Zones lie within UTC−12 … UTC+14 and shift by whole minutes, so a binary search to the minute is exact.
  let before = utcMidnight - 15 * 3_600_000
  let after = utcMidnight + 13 * 3_600_000
  while (after - before > 60_000) {
    const middle = Math.floor((before + after) / 2 / 60_000) * 60_000
    const probe = middle === before ? before + 60_000 : middle
    if (dayOf(new Date(probe), timeZone) < day) before = probe
    else after = probe
  }
  return new Date(after)
}

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

function calendarParts(instant: Date, timeZone: string): Record<'year' | 'month' | 'day' | 'hour', string> {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
    formats.set(timeZone, format)
  }
  const parts = { year: '', month: '', day: '', hour: '' }
  for (const { type, value } of format.formatToParts(instant)) {
    if (type === 'year' || type === 'month' || type === 'day' || type === 'hour') parts[type] = value
  }
  parts.year = parts.year.padStart(4, '0')
  return parts
}
