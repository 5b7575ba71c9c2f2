import { and, desc, eq, lt, or } from 'drizzle-orm'
import type { DeliveryOutcome } from '#domain/deliveries.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { deliveries } from '#server/db/schema/connections.ts'
import { users } from '#server/db/schema/people.ts'
import type { Place } from '#server/http/cursor.ts'

export type DeliveryRow = typeof deliveries.$inferSelect

/** One delivery to one hook, named by the id that its sender gave it. */
export interface NamedDelivery {
  readonly route: string
  readonly deliveryId: string
}

const lockReceipt = statement('lock_hook_receipt', 'select pg_advisory_xact_lock(7302, hashtext($1))')
const findReceipt = statement<{ answer: unknown }>(
  'find_hook_receipt',
  'select answer from hook_receipts where route = $1 and delivery_id = $2',
)
const insertReceipt = statement(
  'insert_hook_receipt',
  'insert into hook_receipts (route, delivery_id, answer, received_at) values ($1, $2, $3::jsonb, $4::timestamptz)',
)
const deleteReceipts = statement(
  'delete_hook_receipts',
  'delete from hook_receipts where received_at < $1::timestamptz',
)
const deleteOld = statement(
  'delete_deliveries',
  `delete from deliveries where created_at < $1::timestamptz and outcome <> 'pending'`,
)

const giveUpOld = statement(
  'give_up_deliveries',
  `update deliveries set outcome = 'failed', reason = $2, finished_at = $3::timestamptz
   where outcome = 'pending' and created_at < $1::timestamptz`,
)

/** The answer that this delivery got before, or null. Others of the same id wait until the transaction ends. */
export async function findHookAnswer(tx: Tx, { route, deliveryId }: NamedDelivery): Promise<unknown> {
  await tx.run(lockReceipt, [`${route} ${deliveryId}`])
  const [row] = await tx.run(findReceipt, [route, deliveryId])
  return row?.answer ?? null
}

export async function insertHookAnswer(
  tx: Tx,
  { route, deliveryId }: NamedDelivery,
  { answer, at }: { answer: unknown; at: Date },
): Promise<void> {
  await tx.run(insertReceipt, [route, deliveryId, JSON.stringify(answer), at.toISOString()])
}

/** Forgets receipts and ended deliveries that are older. */
export async function deleteDeliveriesBefore(db: Db | Tx, instant: Date): Promise<void> {
  await db.run(deleteReceipts, [instant.toISOString()])
  await db.run(deleteOld, [instant.toISOString()])
}

export async function insertDelivery(db: Db | Tx, row: typeof deliveries.$inferInsert): Promise<void> {
  await db.orm.insert(deliveries).values(row)
}

export async function findDelivery(db: Db | Tx, id: string): Promise<DeliveryRow | null> {
  const [row] = await db.orm.select().from(deliveries).where(eq(deliveries.id, id))
  return row ?? null
}

/** The delivery that repeats another, the newest of them; null when there is none. */
export async function findReplay(db: Db | Tx, replayOf: string): Promise<DeliveryRow | null> {
  const found = db.orm.select().from(deliveries).where(eq(deliveries.replayOf, replayOf))
  const [row] = await found.orderBy(desc(deliveries.createdAt), desc(deliveries.id)).limit(1)
  return row ?? null
}

/** Ends what still goes out but was begun before an instant: no job can be left that would send it. */
export async function updateStaleDeliveries(
  db: Db | Tx,
  { begunBefore, reason, now }: { readonly begunBefore: Date; readonly reason: string; readonly now: Date },
): Promise<void> {
  await db.run(giveUpOld, [begunBefore.toISOString(), reason, now.toISOString()])
}

interface Ending {
  readonly outcome: DeliveryOutcome
  readonly status: number | null
  readonly reason: string | null
  readonly tries: number
  readonly finishedAt: Date | null
}

export async function updateDelivery(db: Db | Tx, id: string, ending: Ending): Promise<void> {
  await db.orm.update(deliveries).set(ending).where(eq(deliveries.id, id))
}

interface DeliveriesWanted {
  readonly limit: number
  readonly after: Place | null
  readonly direction?: DeliveryRow['direction'] | undefined
  readonly outcome?: DeliveryOutcome | undefined
}

/** The newest first, each with the name of the administrator who sent it. */
export function listDeliveryRows(
  db: Db | Tx,
  { limit, after, direction, outcome }: DeliveriesWanted,
): Promise<{ row: DeliveryRow; actor: string | null }[]> {
  const { createdAt, id } = deliveries
  return db.orm
    .select({ row: deliveries, actor: users.username })
    .from(deliveries)
    .leftJoin(users, eq(users.id, deliveries.actorId))
    .where(
      and(
        direction && eq(deliveries.direction, direction),
        outcome && eq(deliveries.outcome, outcome),
        after ? or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(id, after.id))) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}
