import { z } from 'zod'
import { storableText, wholeNumberText } from './fields.schema.ts'
import { sortDirections, tableDepth, tableSearchLimit } from './tables.ts'

/** The fields of a `TableQuery`. */
export function tableQuery<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  return {
    page: wholeNumberText({ from: 1, to: 100_000 }).optional(),
    search: z.string().max(tableSearchLimit).overwrite(storableText).trim().optional(),
    sort: z.enum(sorts).optional(),
    direction: z.enum(sortDirections).optional(),
  }
}

/** The fields of a `TableTotal`. */
export const tableTotal = {
  total: z.int().min(0).max(tableDepth).optional(),
  isMore: z.boolean().optional(),
}

/** The field of a `LastSeen`. */
export function lastSeen<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).partial().optional()
}
