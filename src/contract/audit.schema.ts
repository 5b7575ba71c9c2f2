import { z } from 'zod'
import * as contract from './audit.ts'
import { filterDay, idOf, instant, storableText, wholeNumberText } from './fields.schema.ts'
import { serve } from './served.schema.ts'

const auditEntry = z
  .object({
    id: idOf<'auditEntry'>(),
    actor: z.object({ id: idOf<'user'>(), username: z.string(), displayName: z.string() }).nullable(),
    action: z.string(),
    subject: z.string().nullable(),
    subjectName: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    ip: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'AuditEntry' }) satisfies z.ZodType<contract.AuditEntry>

const searchText = z.string().max(200).overwrite(storableText).trim().optional()

export const listAudit = serve(contract.listAudit, {
  query: z.object({
    limit: wholeNumberText({ from: 1, to: 100 }).prefault(50),
    cursor: z.string().min(1).max(200).optional(),
    action: z
      .string()
      .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'Must be a word such as contest or contest.update')
      .max(60)
      .optional(),
    actor: searchText,
    subject: searchText,
    from: filterDay,
    to: filterDay,
  }),
  answer: z.object({
    data: z.array(auditEntry),
    nextCursor: z.string().nullable(),
    nouns: z.array(z.string()),
  }),
})
