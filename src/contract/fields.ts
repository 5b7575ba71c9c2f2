import { z } from 'zod'
import { safeUrl } from '#domain/posts.ts'

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** A workspace day, `YYYY-MM-DD`. */
export const day = z.iso.date()

export const id = z.uuid()

/** A count of something: an integer from zero. */
export const count = z.int().min(0)

/** The body of a list: the spec of every list answer is `{ data: [...] }`. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item) })
}

/** An http(s) address as it may be stored and linked to. */
export function webAddress(message: string) {
  return z
    .string()
    .trim()
    .max(2048, message)
    .refine((text) => safeUrl(text) !== null, message)
}

/** A whole number that may arrive as text, as machines that send forms do. */
export const looseCount = z
  .union([z.number(), z.string().trim().regex(/^\d{1,10}$/).transform(Number)])
  .pipe(z.int().min(0).max(2_147_483_647))

/** An instant in any ISO 8601 form; without a zone it is read as UTC. */
export const looseInstant = z
  .string()
  .trim()
  .max(40)
  .transform((text, context) => {
    const zoned = /(?:z|[+-]\d\d:?\d\d)$/i.test(text) || /^\d{4}-\d\d-\d\d$/.test(text)
    const date = new Date(zoned ? text : `${text.replace(' ', 'T')}Z`)
    const isPlausible = !Number.isNaN(date.getTime()) && date.getUTCFullYear() >= 1970 && date.getUTCFullYear() < 2200
    if (/^\d{4}-\d\d-\d\d/.test(text) && isPlausible) return date.toISOString()
    context.addIssue({ code: 'custom', message: 'Must be a date and time such as 2026-03-01T09:30:00Z' })
    return z.NEVER
  })
