import { uuidv7 } from 'uuidv7'
import type { Delivery } from '#contract/deliveries.ts'
import type { DeliveryOutcome, DeliverySender } from '#domain/deliveries.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { cursorAfter, placeOf } from '#server/http/cursor.ts'
import * as store from './store.ts'

/** How a delivery came in. */
export interface Arrival {
  /** The path of the hook. */
  readonly route: string
  /** What its sender calls it; a repeat under the same id gets the original answer. Null when it has no name. */
  readonly deliveryId: string | null
  readonly sender: DeliverySender
  /** The administrator who sent it. */
  readonly actorId: string | null
  readonly ip: string
  /** What arrived, for the log. */
  readonly body: unknown
  /** The delivery that this repeats on purpose. */
  readonly replayOf: string | null
}

export interface Received<Answer> {
  readonly answer: Answer
  /** Whether the delivery had no effect because it had it before. */
  readonly isDuplicate: boolean
}

interface Done<Answer> extends Received<Answer> {
  /** Whether anything changed that anybody sees. */
  readonly hasChanges: boolean
  /** What to put on record where an administrator sent it; else the delivery itself, if it changed anything. */
  readonly act?: Act | null
}

type Act = Pick<Parameters<typeof recordAct>[1], 'action' | 'subject' | 'details'>

const longestPendingMs = 48 * 3_600_000
const keptMs = 30 * 24 * 3_600_000

/**
 * Does the work of a delivery in one transaction with its line in the log, and with a receipt if it has a name: a
 * repeat gets the same answer and does nothing.
 */
export async function receiveOnce<Answer>(
  deps: Deps,
  arrival: Arrival,
  work: (tx: Tx, now: Date) => Promise<Done<Answer>>,
): Promise<Received<Answer>> {
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    const done = await withReceipt(tx, arrival, { now, work: () => work(tx, now) })
    const outcome = done.isDuplicate ? 'duplicate' : 'accepted'
    await insertIncoming(tx, arrival, { outcome, status: 200, reason: null, now })
    await recordArrival(tx, arrival, { done, now })
    return done
  })
}

/** What machines deliver is in the log of deliveries only. */
async function recordArrival(
  tx: Tx,
  { actorId, ip, route, body, replayOf }: Arrival,
  { done, now }: { readonly done: Done<unknown>; readonly now: Date },
): Promise<void> {
  if (actorId === null) return
  const delivered = { action: 'hook.deliver', subject: route, details: { delivered: body } }
  const changed = done.act ?? (done.hasChanges ? delivered : null)
  const act = replayOf === null ? changed : replayAct({ id: replayOf, route })
  if (act) await recordAct(tx, { ...act, acting: { member: { id: actorId }, ip }, at: now })
}

function replayAct({ id, route }: Pick<store.DeliveryRow, 'id' | 'route'>): Act {
  return { action: 'delivery.replay', subject: id, details: { route } }
}

async function withReceipt<Answer>(
  tx: Tx,
  { route, deliveryId }: Arrival,
  { now, work }: { readonly now: Date; readonly work: () => Promise<Done<Answer>> },
): Promise<Done<Answer>> {
  if (deliveryId === null) return work()
  const given = await store.findHookAnswer(tx, { route, deliveryId })
  // Receipts of this route were all written below, from the same type of answer.
  if (given !== null) return { answer: given as Answer, isDuplicate: true, hasChanges: false }
  const done = await work()
  await store.insertHookAnswer(tx, { route, deliveryId }, { answer: done.answer, at: now })
  return done
}

/** Puts a delivery in the log that had no effect. */
export function noteRefusal(
  { db, clock }: Deps,
  arrival: Arrival,
  { status, reason }: { status: number; reason: string },
): Promise<void> {
  return insertIncoming(db, arrival, { outcome: 'refused', status, reason, now: clock.now() })
}

interface Ending {
  readonly outcome: DeliveryOutcome
  readonly status: number
  readonly reason: string | null
  readonly now: Date
}

function insertIncoming(db: Db | Tx, arrival: Arrival, { outcome, status, reason, now }: Ending) {
  const { route, sender, actorId, body, replayOf } = arrival
  return store.insertDelivery(db, {
    id: uuidv7(),
    direction: 'in',
    route,
    sender,
    actorId,
    outcome,
    status,
    reason,
    body,
    replayOf,
    createdAt: now,
    finishedAt: now,
  })
}

interface Outgoing {
  /** What happened, as `noun.verb`. */
  readonly event: string
  readonly body: Readonly<Record<string, unknown>>
  readonly replayOf?: string
  readonly actorId?: string
}

/** Has the automation service told of something, in the transaction in which it happened. Answers the delivery's id. */
export async function sendOut(
  { clock, jobs }: Deps,
  tx: Tx,
  { event, body, replayOf, actorId }: Outgoing,
): Promise<string> {
  const id = uuidv7()
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

/** Sends a delivery out once more, as a new one. */
export function replayOutgoing(deps: Deps, acting: Acting, original: store.DeliveryRow): Promise<string> {
  const { id: replayOf, route: event } = original
  // Written by `sendOut`.
  const body = original.body as Outgoing['body']
  return deps.db.transaction(async (tx) => {
    await recordAct(tx, { ...replayAct(original), acting, at: deps.clock.now() })
    return sendOut(deps, tx, { event, body, replayOf, actorId: acting.member.id })
  })
}

interface DeliveriesQuery
  extends Pick<Parameters<typeof store.listDeliveryRows>[1], 'direction' | 'outcome'> {
  readonly limit: number
  readonly cursor?: string | undefined
}

/** The log, page by page, the newest first. */
export async function listDeliveryLog({ db }: Deps, { limit, cursor, ...filter }: DeliveriesQuery) {
  const after = cursor === undefined ? null : placeOf(cursor)
  const rows = await store.listDeliveryRows(db, { ...filter, limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)?.row
  return {
    data: page.map(({ row, actor }) => deliveryView(row, actor)),
    nextCursor: rows.length > limit && last ? cursorAfter({ at: last.createdAt, id: last.id }) : null,
  }
}

/** Forgets what is older than 30 days, and gives up what should have gone out two days ago: its job is lost. */
export async function pruneDeliveries({ db, clock }: Deps): Promise<void> {
  const now = clock.now()
  const begunBefore = new Date(now.getTime() - longestPendingMs)
  await store.updateStaleDeliveries(db, { begunBefore, reason: 'failed (not sent within two days)', now })
  await store.deleteDeliveriesBefore(db, new Date(now.getTime() - keptMs))
}

export function deliveryView(row: store.DeliveryRow, actor: string | null): Delivery {
  const { actorId: _, ...shown } = row
  return {
    ...shown,
    actor,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}
