import { z } from 'zod'
import { storableText } from './fields.ts'

/** What the hooks of several systems have in common. */

/** The share of deliveries that only test a hook: they are taken and logged, and change nothing. */
export const testShareId = 'test'

/** An id of another system: text, or a number where its sender writes one. */
export const foreignId = z
  .union([z.string(), z.number()], 'Must be text')
  .nullish()
  .transform((value) => storableText(String(value ?? '')).trim() || null)
  .refine((text) => text === null || text.length <= 200, 'Must be at most 200 characters long')

/** What the testers and the automation service read: whether it went well, and a sentence. */
export const hookAnswer = z.object({
  success: z.literal(true),
  /** True when the same was delivered before: nothing has changed now. */
  duplicate: z.boolean(),
  message: z.string(),
})
export type HookAnswer = z.output<typeof hookAnswer>
