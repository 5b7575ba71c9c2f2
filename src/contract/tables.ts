import { z } from 'zod'
import { storableText } from './fields.ts'

export const tableSearchLimit = 200
/** Rows of a page, where nobody asks for another number. */
export const tablePageSize = 25
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/**
 * What a table asks of a list. With `page`, counted from 1, the answer is that page of everything that matches, in the
 * order asked for, and `total` says how many match; without it the list is as it is for everybody else.
 */
export function tableQuery<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return {
    page: z.coerce.number().pipe(z.int().min(1).max(100_000)).optional(),
    search: z.string().max(tableSearchLimit).overwrite(storableText).trim().optional(),
    sort: z.enum(sorts).optional(),
    direction: z.enum(sortDirections).optional(),
  }
}

/** How many match, of which the answer is a page. Stands where a page was asked for. */
export const tableTotal = z.int().min(0).optional()

/**
 * How the sender of a change last saw what is changed; what it names must still be so. Else the answer is a 409 whose
 * `issues` name the fields that somebody changed meanwhile, and whose `current` holds them as they are.
 */
export function lastSeen<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().optional()
}
