import { z } from 'zod'
import { safeUrl } from '#domain/posts.ts'

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A workspace day, `YYYY-MM-DD`. */
export const day = z.iso.date()

export const id = z.uuid()

/**
 * A workspace day (`YYYY-MM-DD`), or an instant that stands for the workspace day it falls on; the output is the text
 * as it came. Years from 2000 to 2199.
 */
export function dayOrInstant(requiredMessage: string) {
  const message = 'Must be a date such as 2026-03-01'
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? requiredMessage : message) })
    .trim()
    .min(1, { error: requiredMessage, abort: true })
    .refine(
      (text) => day.safeParse(text).success || z.iso.datetime({ offset: true }).safeParse(text).success,
      {
        error: message,
        abort: true,
      },
    )
    .refine((text) => /^2[01]/.test(text), 'Must be in a year from 2000 to 2199')
}

/** A word of a closed list; `name` begins the message. */
export function oneOf<const Word extends string>(words: readonly Word[], name: string) {
  return z.enum(words, {
    error: ({ input }) =>
      input === undefined || input === ''
        ? `${name} is required`
        : `${name} must be one of ${words.join(', ')}`,
  })
}

/** A whole number within bounds, both included; text is refused even where it looks like one. */
export function wholeNumber({ from, to }: { readonly from: number; readonly to: number }) {
  const message = `Must be a whole number from ${from} to ${to}`
  return z.int(message).min(from, message).max(to, message)
}

/** A count of something: an integer from zero. */
export const count = z.int().min(0)

/** The body of a list: the spec of every list answer is `{ data: [...] }`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item) })
}

/** The longest address that is stored; the database's index on addresses holds no more than about 2,700 bytes. */
const addressLimit = 2048

/** An http(s) address as it may be stored and linked to; the output is its canonical spelling. */
export function webAddress(message: string) {
  return z
    .string(message)
    .trim()
    .transform((text, context) => storableAddress(text) ?? refuse(context, message))
}

/** An http(s) address that may be left out: absent, null and empty text, and each of `none`, come out as null. */
export function optionalAddress(message: string, none: readonly string[] = []) {
  return z
    .string(message)
    .trim()
    .nullish()
    .transform((text, context) => {
      if (!text || none.includes(text)) return null
      return storableAddress(text) ?? refuse(context, message)
    })
}

/** Text from 1 to `limit` characters, as people count them: an emoji of one code point is one. */
export function requiredText(limit: number, message: string) {
  return z
    .string(message)
    .overwrite(storableText)
    .trim()
    .min(1, message)
    .refine((text) => isWithin(text, limit), `Must be at most ${limit} characters long`)
}

/** Text up to `limit` characters that may be left out: absent, null and empty text come out as null. */
export function optionalText(limit: number) {
  return textUpTo(limit)
    .nullish()
    .transform((text) => text || null)
}

const notACount = 'Must be a whole number from 0 to 2147483647'

/**
 * Text up to `limit` characters of something that can be changed: null and empty text clear it and come out as null.
 * Left out it stays left out, which tells "as it is" from "none".
 */
export function clearableText(limit: number) {
  return textUpTo(limit)
    .nullable()
    .transform((text) => text || null)
}

/** An http(s) address of something that can be changed, cleared by null and empty text as `clearableText` is. */
export function clearableAddress(message: string) {
  return z
    .string(message)
    .trim()
    .nullable()
    .transform((text, context) => (text ? (storableAddress(text) ?? refuse(context, message)) : null))
}

/** A count that may be left out, and may arrive as text, as machines that send forms do. Null when there is none. */
export const looseCount = z
  .union([z.number(), z.string()], notACount)
  .nullish()
  .transform((value, context) => {
    const text = String(value ?? '').trim()
    if (text === '') return null
    const number = /^\d{1,10}(\.0{1,9})?$/.test(text) ? Number(text) : Number.NaN
    return number <= 2_147_483_647 ? number : refuse(context, notACount)
  })

/**
 * An instant that may be left out, in any ISO 8601 form of a calendar date: extended or basic, with a space for the T,
 * a comma for the point, with or without time, seconds and zone. Without a zone it is read as UTC. Comes out in UTC.
 */
export const looseInstant = z
  .string(notAnInstant())
  .trim()
  .nullish()
  .transform((text, context) => (text ? (readInstant(text) ?? refuse(context, notAnInstant())) : null))

const isoForm =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?(?: ?(Z|[+-]\d\d(?::?\d\d)?))?)?$/i

function readInstant(text: string): string | null {
  const [matched, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    isoForm.exec(text) ?? []
  if (matched === undefined) return null
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isRealDay = new Date(dayMs).toISOString().startsWith(`${year}-${month}-${day}`)
  const [hours, minutes, seconds] = [Number(hour), Number(minute), Number(second)]
  const isRealTime = hours < 24 && minutes < 60 && seconds < 60
  const zoneMinutes = minutesOfZone(zone)
  if (!isRealDay || !isRealTime || zoneMinutes === null) return null
  const timeMs =
    ((hours * 60 + minutes - zoneMinutes) * 60 + seconds) * 1_000 +
    Number(fraction.padEnd(3, '0').slice(0, 3))
  const instant = new Date(dayMs + timeMs)
  const isPlausible = instant.getUTCFullYear() >= 1970 && instant.getUTCFullYear() < 2200
  return isPlausible ? instant.toISOString() : null
}

/** East of UTC positive; null when there is no such zone. */
function minutesOfZone(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  if (total > 14 * 60 || Number(minutes) > 59) return null
  return sign === '-' ? -total : total
}

function notAnInstant(): string {
  return 'Must be a date and time such as 2026-03-01T09:30:00Z'
}

/** The text without what a database cannot hold: NUL, and halves of surrogate pairs, which are replaced. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function textUpTo(limit: number) {
  return z
    .string('Must be text')
    .overwrite(storableText)
    .trim()
    .refine((text) => isWithin(text, limit), `Must be at most ${limit} characters long`)
}

function storableAddress(text: string): string | null {
  const href = safeUrl(text)
  return href !== null && href.length <= addressLimit ? href : null
}

function isWithin(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && Array.from(text).length <= limit)
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
