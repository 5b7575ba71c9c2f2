import type { UserId } from '#domain/ids.ts'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { col, query } from '#server/db/query.ts'

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
  const { subject = null, details = {}, ...rest } = entry
  await insert(db, { id: newId(), subject, details, ...rest })
}

/** The member who performs a recorded action, and their IP address. */
export interface Acting {
  readonly member: { readonly id: UserId }
  readonly ip: string
}

export type Act = Pick<AuditEntry, 'action' | 'details'> & { readonly subject: string }

/** Records a member's action. Pass the transaction in which it happened. */
export function recordAct(
  { clock }: { readonly clock: Clock },
  db: Db | Tx,
  { member, ip }: Acting,
  act: Act,
): Promise<void> {
  return insertAuditEntry(db, { actorId: member.id, ip, at: clock.now(), ...act })
}
