import type { DeliveriesQuery, Delivery } from '#contract/deliveries.ts'
import type { DeliveryId, UserId, WebhookId } from '#domain/ids.ts'
import { recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { type Replaying, replayIncoming } from '#server/hooks/mount.ts'
import { replayAct } from '#server/hooks/receive.ts'
import * as store from '#server/hooks/store.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import type { JobRun } from '#server/jobs/handlers.ts'

const longestPendingMs = 48 * 3_600_000
const keptMs = 30 * 24 * 3_600_000

interface Outgoing {
  /** A new id if omitted. */
  readonly id?: DeliveryId
  /** What happened, as `noun.verb`. */
  readonly event: string
  readonly body: object
  /** The webhook that it goes to; the automation service if omitted. */
  readonly webhookId?: WebhookId | null
  readonly replayOf?: DeliveryId
  readonly actorId?: UserId
}

/** Enqueues a delivery in the caller's transaction. Returns the delivery's id. */
export async function sendOut(
  { clock, jobs }: Deps,
  tx: Tx,
  { id = newId(), event, body, webhookId = null, replayOf, actorId }: Outgoing,
): Promise<DeliveryId> {
  await store.insertDelivery(tx, {
    id,
    direction: 'out',
    route: event,
    sender: actorId ? 'admin' : 'product',
    outcome: 'pending',
    body,
    webhookId,
    tries: 0,
    createdAt: clock.now(),
    replayOf: replayOf ?? null,
    actorId: actorId ?? null,
  })
  await jobs.enqueue(tx, 'deliveries.send', { deliveryId: id })
  return id
}

/** Tries once to send a pending delivery. */
type Sending = (deps: Deps, id: DeliveryId, run: JobRun) => Promise<void>

/** How deliveries are sent to each kind of receiver. */
export interface SendingOf {
  readonly automation: Sending
  readonly webhook: Sending
}

/** Repeats a delivery as a new one, and returns the new one. */
export async function replayDelivery(deps: Deps, id: DeliveryId, by: Replaying): Promise<Delivery> {
  const { row: original } = await knownDelivery(deps, id)
  const replay = original.direction === 'out' ? replayOutgoing : replayIncoming
  return deliveryView(await knownDelivery(deps, await replay(deps, original, by)))
}

async function knownDelivery({ db }: Deps, id: DeliveryId): Promise<store.ShownDelivery> {
  const found = await store.findShownDelivery(db, id)
  if (!found) throw new AppError('unknown', 'This delivery was not found')
  return found
}

function replayOutgoing(
  deps: Deps,
  original: store.DeliveryRow,
  { member, request: { ip } }: Replaying,
): Promise<DeliveryId> {
  const { route: event, webhookId } = original
  // A webhook gets a replay under the id of the first delivery, so that it recognises the repeat.
  const replayOf = (webhookId && original.replayOf) || original.id
  // Written by `sendOut`.
  const body = original.body as Outgoing['body']
  return deps.db.transaction(async (tx) => {
    await recordAct(deps, tx, { member, ip }, replayAct(original))
    return sendOut(deps, tx, { event, body, webhookId, replayOf, actorId: member.id })
  })
}

/** Lets a failed outgoing delivery be sent by its job again. */
export async function reopenDelivery(tx: Tx, id: DeliveryId): Promise<void> {
  const delivery = await store.findDelivery(tx, id)
  if (delivery?.outcome !== 'failed' || delivery.direction !== 'out') return
  const { status, reason, tries } = delivery
  await store.updateDelivery(tx, id, { outcome: 'pending', status, reason, tries, finishedAt: null })
  tx.announce({ topics: ['deliveries'] })
}

/** One page of the delivery log, newest first. */
export async function listDeliveryLog({ db }: Deps, { limit, cursor, ...filter }: DeliveriesQuery) {
  const after = placeOf<'delivery'>(cursor)
  const rows = await store.listDeliveryRows(db, { ...filter, limit: limit + 1, after })
  const { page, nextCursor } = pageOf(rows, limit, ({ row: { createdAt: at, id } }) => ({ at, id }))
  return { data: page.map(deliveryView), nextCursor }
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

function deliveryView({ row, actor, url }: store.ShownDelivery): Delivery {
  const { actorId: _, ...shown } = row
  return {
    ...shown,
    actor,
    receiver: url && new URL(url).host,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
