import { z } from 'zod'

/** The body of every error answer. */
export const errorBody = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Only with a 409 for an edit conflict: the conflicting fields with their present values. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Only with 5xx; the server's log has the same id. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.output<typeof errorBody>
