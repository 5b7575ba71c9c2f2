import type { Day } from '#domain/days.ts'
import type { Id, UserId } from '#domain/ids.ts'
import type { ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** One entry of the audit log: who did what. */
export interface AuditEntry {
  readonly id: Id<'auditEntry'>
  /** The member who did it, with their present names; null when nobody was signed in. */
  readonly actor: { readonly id: UserId; readonly username: string; readonly displayName: string } | null
  /** What was done, as `noun.verb`. */
  readonly action: string
  /** The id of what it was done to. */
  readonly subject: string | null
  /** The present name of the subject, if it has one that says more than its id. */
  readonly subjectName: string | null
  /** Contains `before` and `after` where something was changed. */
  readonly details: Readonly<Record<string, unknown>>
  readonly ip: string | null
  readonly createdAt: string
}

export interface AuditQuery extends ListQuery {
  /** A noun such as `contest`, for all actions on it, or one whole action such as `contest.update`. */
  readonly action?: string
  /** Part of the actor's display name or username. */
  readonly actor?: string
  readonly subject?: string
  /** First and last workspace day, both included. */
  readonly from?: Day
  readonly to?: Day
}

interface AuditAnswer extends ListPart<AuditEntry> {
  /** Every noun in the log, for the filter; empty when the query has a cursor. */
  readonly nouns: readonly string[]
}

/** Newest first. Filters combine: an entry must match all of them. */
export const listAudit = endpoint<{ query: AuditQuery; answer: AuditAnswer }>('GET', '/api/admin/audit')
