import { z } from 'zod'
import { storableText } from './fields.ts'

export const tableSearchLimit = 200
/** Rows of a page by default. */
export const tablePageSize = 25
export const sortDirections = ['asc', 'desc'] as const
export type SortDirection = (typeof sortDirections)[number]

/**
 * The query parameters of a table. With `page`, counted from 1, the answer is that page of all matches in the requested
 * order, and `total` says how many match. Without `page`, the answer is the ordinary list.
 */
export function tableQuery<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return {
    page: z.coerce.number().pipe(z.int().min(1).max(100_000)).optional(),
    search: z.string().max(tableSearchLimit).overwrite(storableText).trim().optional(),
    sort: z.enum(sorts).optional(),
    direction: z.enum(sortDirections).optional(),
  }
}

/** How many match in total. Present when a page was requested. */
export const tableTotal = z.int().min(0).optional()

/**
 * The values that the sender of a change last saw, which must still be current. Otherwise the answer is a 409: `issues`
 * names the fields that somebody changed meanwhile, and `current` holds their present values.
 */
export function lastSeen<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().optional()
}
