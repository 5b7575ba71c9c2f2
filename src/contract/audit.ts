import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, storableText } from './fields.ts'

/** One line of the record of who did what. */
export const auditEntry = z.object({
  id,
  /** The member who did it as they are called now; null when nobody was signed in. */
  actor: z.object({ id, username: z.string() }).nullable(),
  /** What was done, as `noun.verb`. */
  action: z.string(),
  /** The id of what it was done to. */
  subject: z.string().nullable(),
  /** What it is called now, where it has a name that says more than its id. */
  subjectName: z.string().nullable(),
  /** With `before` and `after` where something was changed. */
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  createdAt: instant,
})
export type AuditEntry = z.output<typeof auditEntry>

const workspaceDay = z.iso
  .date('Must be a date such as 2026-03-01')
  .regex(/^2[01]/, 'Must be in a year from 2000 to 2199')
  .optional()
const searched = z.string().max(200).overwrite(storableText).trim().optional()

/** The newest first. Filters join: only what meets all of them. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    cursor: z.string().min(1).max(200).optional(),
    /** A noun, such as `contest`, for everything done to such things, or a whole action. */
    action: z
      .string()
      .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'Must be a word such as contest or contest.update')
      .max(60)
      .optional(),
    /** A part of the name of who did it. */
    actor: searched,
    subject: searched,
    /** First and last workspace day, both included. */
    from: workspaceDay,
    to: workspaceDay,
  }),
  answer: z.object({
    data: z.array(auditEntry),
    nextCursor: z.string().nullable(),
    /** Every noun that the record has, for a choice; with a cursor none. */
    nouns: z.array(z.string()),
  }),
})
