import type { UserId } from '#domain/ids.ts'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { longestAddress } from './addresses.ts'

export interface AuditEntry {
  /** Null when nobody was signed in. */
  readonly actorId: UserId | null
  /** The action, as `noun.verb`: `sign-in.refused`, `sessions.revoke`. */
  readonly action: string
  /** The id of the thing that the action changed. */
  readonly subject?: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly ip: string | null
  readonly at: Date
}

const insert = query({
  name: 'insert_audit_entry',
  sql: `insert into audit_entries (id, actor_id, action, subject, details, ip, created_at)
   values ($id, $actorId, $action, $subject, $details, $ip, $at)`,
  params: {
    id: col.id<'auditEntry'>(),
    actorId: col.nullable(col.id<'user'>()),
    action: col.text,
    subject: col.nullable(col.text),
    details: col.jsonb<Readonly<Record<string, unknown>>>(),
    ip: col.nullable(col.text),
    at: col.instant,
  },
})

/** Adds an entry to the append-only audit log. */
export async function insertAuditEntry(db: Db | Tx, entry: AuditEntry): Promise<void> {
  const { subject = null, details = {}, ip, ...rest } = entry
  await insert(db, { id: newId(), subject, details, ip: ip?.slice(0, longestAddress) ?? null, ...rest })
}

/** The entries before an instant by their ids, with everything that is stored of them. */
export const listAuditBefore = query({
  name: 'list_audit_before',
  sql: `select id, actor_id as "actorId", action, subject, details, ip, created_at as "createdAt" from audit_entries
   where created_at < $before and ($after is null or id > $after) order by id limit $limit`,
  params: { before: col.instant, after: col.nullable(col.id<'auditEntry'>()), limit: col.int },
  row: {
    id: col.id<'auditEntry'>(),
    actorId: col.nullable(col.id<'user'>()),
    action: col.text,
    subject: col.nullable(col.text),
    details: col.jsonb<Readonly<Record<string, unknown>>>(),
    ip: col.nullable(col.text),
    createdAt: col.instant,
  },
})
export type AuditRecord = RowOf<typeof listAuditBefore>
/** Lets the transaction delete entries that are older than a year. The database refuses any other. */
export const allowAuditArchive = query({
  name: 'allow_audit_archive',
  sql: `select set_config('ovation.archives_audit', 'on', true) as setting`,
  row: { setting: col.nullable(col.text) },
})
export const deleteAuditBefore = query({
  name: 'delete_audit_before',
  sql: `with gone as (delete from audit_entries where created_at < $before returning id)
   select count(*)::int as deleted from gone`,
  params: { before: col.instant },
  row: { deleted: col.int },
})

/** The member who performs a recorded action, the token through which they do, and their IP address. */
export interface Acting {
  readonly member: { readonly id: UserId; readonly tokenName?: string | null }
  readonly ip: string
}

export type Act = Pick<AuditEntry, 'action' | 'details'> & { readonly subject: string }

/** Records a member's action. Pass the transaction in which it happened. */
export function recordAct(
  { clock }: { readonly clock: Clock },
  db: Db | Tx,
  { member, ip }: Acting,
  { details, ...act }: Act,
): Promise<void> {
  const entry = { actorId: member.id, ip, at: clock.now(), ...act }
  return insertAuditEntry(db, { ...entry, details: detailsThrough(member, details) })
}

/** The details of an act, with the name of the access token through which it was done. */
export function detailsThrough(
  { tokenName }: Acting['member'],
  details: AuditEntry['details'] = {},
): NonNullable<AuditEntry['details']> {
  return tokenName ? { ...details, token: tokenName } : details
}
