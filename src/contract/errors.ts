import { z } from 'zod'

/** The body of every answer that is not a success. */
export const errorBody = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Stands beside a 409 for a change made in ignorance of another: the fields in question as they are now. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Stands beside 5xx only; the server's log has the same id. */
  requestId: z.string().optional(),
})
export type ErrorBody = z.output<typeof errorBody>
