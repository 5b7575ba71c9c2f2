import { z } from 'zod'
import { storableText } from './fields.schema.ts'
import type { HookAnswer } from './hooks.ts'

/** An id of another system: text, or a number where its sender writes one. */
export const foreignId = z
  .union([z.string(), z.number()], 'Must be text')
  .nullish()
  .transform((value) => storableText(String(value ?? '')).trim() || null)
  .refine((text) => text === null || text.length <= 200, 'Must be at most 200 characters long')

export const hookAnswer = z
  .object({
    success: z.literal(true),
    duplicate: z.boolean(),
    message: z.string(),
  })
  .meta({ id: 'HookAnswer' }) satisfies z.ZodType<HookAnswer>
