import type { DeliveriesQuery, Delivery } from '#contract/deliveries.ts'
import type { DeliveryId, UserId } from '#domain/ids.ts'
import { recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { type Replaying, replayIncoming } from '#server/hooks/mount.ts'
import { replayAct } from '#server/hooks/receive.ts'
import * as store from '#server/hooks/store.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'

const longestPendingMs = 48 * 3_600_000
const keptMs = 30 * 24 * 3_600_000

interface Outgoing {
  /** What happened, as `noun.verb`. */
  readonly event: string
  readonly body: Readonly<Record<string, unknown>>
  readonly replayOf?: DeliveryId
  readonly actorId?: UserId
}

/** Enqueues a delivery to the automation service in the caller's transaction. Returns the delivery's id. */
export async function sendOut(
  { clock, jobs }: Deps,
  tx: Tx,
  { event, body, replayOf, actorId }: Outgoing,
): Promise<DeliveryId> {
  const id = newId<'delivery'>()
  await store.insertDelivery(tx, {
    id,
    direction: 'out',
    route: event,
    sender: actorId ? 'admin' : 'product',
    outcome: 'pending',
    body,
    tries: 0,
    createdAt: clock.now(),
    replayOf: replayOf ?? null,
    actorId: actorId ?? null,
  })
  await jobs.enqueue(tx, 'deliveries.send', { deliveryId: id })
  return id
}

/** Repeats a delivery as a new one, and returns the new one. */
export async function replayDelivery(deps: Deps, id: DeliveryId, by: Replaying): Promise<Delivery> {
  const original = await knownDelivery(deps, id)
  const replay = original.direction === 'out' ? replayOutgoing : replayIncoming
  return deliveryView(await knownDelivery(deps, await replay(deps, original, by)), by.member.displayName)
}

async function knownDelivery({ db }: Deps, id: DeliveryId): Promise<store.DeliveryRow> {
  const row = await store.findDelivery(db, id)
  if (!row) throw new AppError('unknown', 'This delivery was not found')
  return row
}

function replayOutgoing(
  deps: Deps,
  original: store.DeliveryRow,
  { member, request: { ip } }: Replaying,
): Promise<DeliveryId> {
  const { id: replayOf, route: event } = original
  // Written by `sendOut`.
  const body = original.body as Outgoing['body']
  return deps.db.transaction(async (tx) => {
    await recordAct(deps, tx, { member, ip }, replayAct(original))
    return sendOut(deps, tx, { event, body, replayOf, actorId: member.id })
  })
}

/** One page of the delivery log, newest first. */
export async function listDeliveryLog({ db }: Deps, { limit, cursor, ...filter }: DeliveriesQuery) {
  const after = placeOf<'delivery'>(cursor)
  const rows = await store.listDeliveryRows(db, { ...filter, limit: limit + 1, after })
  const { page, nextCursor } = pageOf(rows, limit, ({ row: { createdAt: at, id } }) => ({ at, id }))
  return { data: page.map(({ row, actor }) => deliveryView(row, actor)), nextCursor }
}

/** Deletes deliveries older than 30 days, and fails those still pending after two days, because their job is lost. */
export async function pruneDeliveries({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const begunBefore = new Date(now.getTime() - longestPendingMs)
  await store.updateStaleDeliveries(db, { begunBefore, reason: 'failed (not sent within two days)', now })
  const instant = new Date(now.getTime() - keptMs)
  await store.deleteHookAnswersBefore(db, { instant })
  await store.deleteDeliveriesBefore(db, { instant })
}

function deliveryView(row: store.DeliveryRow, actor: string | null): Delivery {
  const { actorId: _, ...shown } = row
  return {
    ...shown,
    actor,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
