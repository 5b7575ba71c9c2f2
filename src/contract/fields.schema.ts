import { z } from 'zod'
import { onOneLine } from '#domain/angles.ts'
import { asDay, type Day } from '#domain/days.ts'
import type { Id, Identified } from '#domain/ids.ts'
import { safeUrl } from '#domain/posts.ts'

// The page's security policy forbids code made of text, as which the library would compile its checks.
if ('document' in globalThis) z.config({ jitless: true })

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A workspace day, `YYYY-MM-DD`. A codec, because answers are encoded and a transform has no way back. */
export const day = z.codec(z.iso.date(), z.custom<Day>(), { decode: asDay, encode: (text) => text })

const uuid: z.ZodType<string, string> = z.uuid()

/** An id. It is validated and stays as it is; only the compiler knows the kind of thing. */
export function idOf<Of extends Identified>() {
  return uuid as z.ZodType<Id<Of>, string>
}

/**
 * A workspace day (`YYYY-MM-DD`), or an instant, which means the workspace day that it falls on. The output is the
 * input text, trimmed. Years from 2000 to 2199.
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

/** An optional first or last workspace day of a list, in a year from 2000 to 2199. */
export const filterDay = z.iso
  .date({ error: 'Must be a date such as 2026-03-01', abort: true })
  .regex(/^2[01]/, 'Must be in a year from 2000 to 2199')
  .transform(asDay)
  .optional()

/** A word of a closed list; the messages begin with `name`. */
export function oneOf<const Word extends string>(words: readonly Word[], name: string) {
  return z.enum(words, {
    error: ({ input }) =>
      input === undefined || input === ''
        ? `${name} is required`
        : `${name} must be one of ${words.join(', ')}`,
  })
}

interface Bounds {
  readonly from: number
  readonly to: number
}

/** A whole number within bounds, both included; text is refused even if it looks like a number. */
export function wholeNumber(bounds: Bounds) {
  const message = boundsMessage(bounds)
  return z.int(message).min(bounds.from, message).max(bounds.to, message)
}

/** The same in an address, where it is text. An empty one is no number, although JavaScript reads it as 0. */
export function wholeNumberText(bounds: Bounds) {
  const read = z.coerce.number(boundsMessage(bounds)).pipe(wholeNumber(bounds))
  return z.preprocess((text) => (text === '' ? Number.NaN : text), read)
}

function boundsMessage({ from, to }: Bounds): string {
  return `Must be a whole number from ${from} to ${to}`
}

/** A count of something: an integer from zero. */
export const count = z.int().min(0)

/** The body of a list answer, which the specification defines as `{ data: [...] }`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item) })
}

/** The longest address that is stored: the database's index on addresses takes at most about 2,700 bytes. */
const addressLimit = 2048

/** An http(s) address that is safe to store and link to; the output is its canonical spelling. */
export function webAddress(message: string) {
  return z
    .string(message)
    .trim()
    .transform((text, context) => storableAddress(text) ?? refuse(context, message))
}

/** An optional http(s) address: undefined, null, empty text and each text in `none` become null. */
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

/** Text of 1 to `limit` characters, counted in code points: an emoji of one code point counts as one. */
export function requiredText(limit: number, message: string) {
  return z
    .string(message)
    .overwrite(storableText)
    .trim()
    .min(1, message)
    .refine((text) => isWithin(text, limit), `Must be at most ${limit} characters long`)
}

/** Optional text of at most `limit` characters: undefined, null and empty text become null. */
export function optionalText(limit: number) {
  return textUpTo(limit)
    .nullish()
    .transform((text) => text || null)
}

/** The same on one line: line breaks become spaces, before the characters are counted. */
export function optionalLine(limit: number) {
  return lineUpTo(limit)
    .nullish()
    .transform((text) => text || null)
}

const notACount = 'Must be a whole number from 0 to 2147483647'

/**
 * Text of at most `limit` characters in a change: null and empty text clear the field and become null. An omitted field
 * stays omitted, which tells "unchanged" from "cleared".
 */
export function clearableText(limit: number) {
  return textUpTo(limit)
    .nullable()
    .transform((text) => text || null)
}

/** The same on one line: line breaks become spaces, before the characters are counted. */
export function clearableLine(limit: number) {
  return lineUpTo(limit)
    .nullable()
    .transform((text) => text || null)
}

/** An http(s) address in a change; null and empty text clear it, as with `clearableText`. */
export function clearableAddress(message: string) {
  return z
    .string(message)
    .trim()
    .nullable()
    .transform((text, context) => (text ? (storableAddress(text) ?? refuse(context, message)) : null))
}

/** An optional count, which may be text because machines that send forms send it so. Null when there is none. */
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
 * An optional instant in any ISO 8601 form of a calendar date. The form may be extended or basic, may have a space for
 * the T and a comma for the point, and may lack time, seconds or zone. No zone means UTC. The output is in UTC.
 */
export const looseInstant = z
  .string(notAnInstant())
  .trim()
  .nullish()
  .transform((text, context) => (text ? (readInstant(text) ?? refuse(context, notAnInstant())) : null))

/** An instant in a change, in the same forms; null stays null, and an omitted field stays omitted. Empty text is none. */
export function changedInstant(requiredMessage: string) {
  return z
    .string(notAnInstant())
    .trim()
    .min(1, { error: requiredMessage, abort: true })
    .nullable()
    .transform((text, context) => {
      return text === null ? null : (readInstant(text) ?? refuse(context, notAnInstant()))
    })
}

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

/** The offset of a zone from UTC in minutes, positive to the east; null when there is no such zone. */
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

/** The text without what a database cannot store: NUL is removed, and lone surrogates are replaced. */
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

/** Text on one line, empty text included: line breaks become spaces, before the characters are counted. */
export function lineUpTo(limit: number, message = `Must be at most ${limit} characters long`) {
  return z
    .string('Must be text')
    .overwrite((text) => onOneLine(storableText(text)))
    .refine((text) => isWithin(text, limit), message)
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
