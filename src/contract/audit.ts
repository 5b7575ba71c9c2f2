import { z } from 'zod'
import { asDay } from '#domain/days.ts'
import { endpoint } from './endpoint.ts'
import { idOf, instant, storableText } from './fields.ts'

/** One entry of the audit log: who did what. */
export const auditEntry = z.object({
  id: idOf<'auditEntry'>(),
  /** The member who did it, with their present names; null when nobody was signed in. */
  actor: z.object({ id: idOf<'user'>(), username: z.string(), displayName: z.string() }).nullable(),
  /** What was done, as `noun.verb`. */
  action: z.string(),
  /** The id of what it was done to. */
  subject: z.string().nullable(),
  /** The present name of the subject, if it has one that says more than its id. */
  subjectName: z.string().nullable(),
  /** Contains `before` and `after` where something was changed. */
  details: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  createdAt: instant,
})
export type AuditEntry = z.output<typeof auditEntry>

const workspaceDay = z.iso
  .date('Must be a date such as 2026-03-01')
  .regex(/^2[01]/, 'Must be in a year from 2000 to 2199')
  .transform(asDay)
  .optional()
const searchText = z.string().max(200).overwrite(storableText).trim().optional()

/** Newest first. Filters combine: an entry must match all of them. */
export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    cursor: z.string().min(1).max(200).optional(),
    /** A noun such as `contest`, for all actions on it, or one whole action such as `contest.update`. */
    action: z
      .string()
      .regex(/^[a-z-]+(\.[a-z-]+)?$/, 'Must be a word such as contest or contest.update')
      .max(60)
      .optional(),
    /** Part of the actor's display name or username. */
    actor: searchText,
    subject: searchText,
    /** First and last workspace day, both included. */
    from: workspaceDay,
    to: workspaceDay,
  }),
  answer: z.object({
    data: z.array(auditEntry),
    nextCursor: z.string().nullable(),
    /** Every noun in the log, for the filter; empty when the query has a cursor. */
    nouns: z.array(z.string()),
  }),
})
