import { uuidv7 } from 'uuidv7'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

export interface AuditEntry {
  /** Null when nobody was signed in. */
  readonly actorId: string | null
  /** What was done, as `noun.verb`: `sign-in.refused`, `sessions.revoke`. */
  readonly action: string
  /** The id of what it was done to. */
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
    id: col.uuid,
    actorId: col.nullable(col.uuid),
    action: col.text,
    subject: col.nullable(col.text),
    details: col.jsonb<Readonly<Record<string, unknown>>>(),
    ip: col.nullable(col.text),
    at: col.instant,
  },
})

/** Adds a line to the append-only record of who did what. */
export async function insertAuditEntry(db: Db | Tx, entry: AuditEntry): Promise<void> {
  const { subject = null, details = {}, ...rest } = entry
  await insert(db, { id: uuidv7(), subject, details, ...rest })
}

/** Somebody who does something that is recorded, and from where. */
export interface Acting {
  readonly member: { readonly id: string }
  readonly ip: string
}

export type Act = Pick<AuditEntry, 'action' | 'details'> & { readonly subject: string }

/** Records what a member did to something, in the transaction in which they did it. */
export function recordAct(
  { clock }: { readonly clock: Clock },
  db: Db | Tx,
  { member, ip }: Acting,
  act: Act,
): Promise<void> {
  return insertAuditEntry(db, { actorId: member.id, ip, at: clock.now(), ...act })
}
