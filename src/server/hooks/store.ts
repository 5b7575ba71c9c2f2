import { and, desc, eq, lt, or, sql } from 'drizzle-orm'
import { defaultAutomation } from '#domain/automation.ts'
import { deliveryDirections, deliveryOutcomes } from '#domain/deliveries.ts'
import type { DeliveryId, WebhookId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query } from '#server/db/query.ts'
import { deliveries, webhooks } from '#server/db/schema/connections.ts'
import { users } from '#server/db/schema/people.ts'
import type { Place } from '#server/http/cursor.ts'

export type DeliveryRow = typeof deliveries.$inferSelect

const lockReceipt = query({
  name: 'lock_hook_receipt',
  sql: advisoryLock('hookReceipt', '$key'),
  params: { key: col.text },
})
const findReceipt = query({
  name: 'find_hook_receipt',
  sql: 'select answer from hook_receipts where route = $route and delivery_id = $deliveryId',
  params: { route: col.text, deliveryId: col.text },
  row: { answer: col.jsonb<unknown>() },
})

/** The earlier answer to this delivery, or null. Others with the same id wait until the transaction ends. */
export async function findHookAnswer(
  tx: Tx,
  { route, deliveryId }: { readonly route: string; readonly deliveryId: string },
): Promise<unknown> {
  await lockReceipt(tx, { key: `${route} ${deliveryId}` })
  return (await findReceipt.first(tx, { route, deliveryId }))?.answer ?? null
}

const findSwitches = query({
  name: 'find_hook_switches',
  sql: 'select zapier_enabled as "Zapier", social_pilot_enabled as "SocialPilot" from automation_settings',
  row: { Zapier: col.bool, SocialPilot: col.bool },
})
const defaultSwitches = {
  Zapier: defaultAutomation.zapierEnabled,
  SocialPilot: defaultAutomation.socialPilotEnabled,
}

/** An integration that the automation settings switch on and off. */
export type Integration = keyof typeof defaultSwitches

export async function isSwitchedOn(tx: Tx, integration: Integration): Promise<boolean> {
  return ((await findSwitches.first(tx, {})) ?? defaultSwitches)[integration]
}

export const insertHookAnswer = query({
  name: 'insert_hook_receipt',
  sql: `insert into hook_receipts (route, delivery_id, answer, received_at)
   values ($route, $deliveryId, $answer, $at)`,
  params: { route: col.text, deliveryId: col.text, answer: col.jsonb<unknown>(), at: col.instant },
})

export const deleteHookAnswersBefore = query({
  name: 'delete_hook_receipts',
  sql: 'delete from hook_receipts where received_at < $instant',
  params: { instant: col.instant },
})

/** Deletes older deliveries, except pending ones. */
export const deleteDeliveriesBefore = query({
  name: 'delete_deliveries',
  sql: `delete from deliveries where created_at < $instant and outcome <> 'pending'`,
  params: { instant: col.instant },
})

/** Marks old pending deliveries as failed: no job can still exist that would send them. */
export const updateStaleDeliveries = query({
  name: 'give_up_deliveries',
  sql: `update deliveries set outcome = 'failed', reason = $reason, finished_at = $now
   where outcome = 'pending' and created_at < $begunBefore`,
  params: { begunBefore: col.instant, reason: col.text, now: col.instant },
})

export async function insertDelivery(db: Db | Tx, row: typeof deliveries.$inferInsert): Promise<void> {
  await db.orm.insert(deliveries).values(row)
}

export async function findDelivery(db: Db | Tx, id: DeliveryId): Promise<DeliveryRow | null> {
  const [row] = await db.orm.select().from(deliveries).where(eq(deliveries.id, id))
  return row ?? null
}

type Ending = Pick<DeliveryRow, 'outcome' | 'status' | 'reason' | 'tries' | 'finishedAt'>

export async function updateDelivery(db: Db | Tx, id: DeliveryId, ending: Ending): Promise<void> {
  await db.orm.update(deliveries).set(ending).where(eq(deliveries.id, id))
}

interface DeliveriesWanted extends Partial<Pick<DeliveryRow, 'direction' | 'outcome'>> {
  readonly webhook?: WebhookId
  readonly limit: number
  readonly after: Place<'delivery'> | null
}

export interface ShownDelivery {
  readonly row: DeliveryRow
  /** The name of the administrator who sent it. */
  readonly actor: string | null
  /** The address of the webhook that it goes out to. */
  readonly url: string | null
}

/**
 * Deliveries, newest first. Those of a direction or an outcome are read through the index that has each pair of the two
 * by itself, so that rare ones are found as soon.
 */
export function listDeliveryRows(db: Db | Tx, wanted: DeliveriesWanted): Promise<ShownDelivery[]> {
  const { limit, after, direction, outcome, webhook } = wanted
  const { createdAt, id } = deliveries
  const isAfter = after ? sql`and (created_at, id) < (${after.at.toISOString()}, ${after.id})` : sql``
  const newest = sql`${isAfter} order by created_at desc, id desc limit ${limit}`
  const isOf = (pair: { direction: string; outcome: string }) =>
    sql`(select id, created_at from deliveries where direction = ${pair.direction} and outcome = ${pair.outcome}
      ${newest})`
  const pairs = (direction ? [direction] : deliveryDirections).flatMap((each) =>
    (outcome ? [outcome] : deliveryOutcomes).map((other) => isOf({ direction: each, outcome: other })),
  )
  const byPairs = sql`${id} in (select id from (${sql.join(pairs, sql` union all `)}) each
    order by created_at desc, id desc limit ${limit})`
  return shownDeliveries(db)
    .where(
      and(
        direction && eq(deliveries.direction, direction),
        outcome && eq(deliveries.outcome, outcome),
        webhook && eq(deliveries.webhookId, webhook),
        (direction ?? outcome) && !webhook ? byPairs : undefined,
        after ? or(lt(createdAt, after.at), and(eq(createdAt, after.at), lt(id, after.id))) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

export async function findShownDelivery(db: Db | Tx, id: DeliveryId): Promise<ShownDelivery | null> {
  const [found] = await shownDeliveries(db).where(eq(deliveries.id, id))
  return found ?? null
}

function shownDeliveries({ orm }: Db | Tx) {
  return orm
    .select({ row: deliveries, actor: users.displayName, url: webhooks.url })
    .from(deliveries)
    .leftJoin(users, eq(users.id, deliveries.actorId))
    .leftJoin(webhooks, eq(webhooks.id, deliveries.webhookId))
    .$dynamic()
}
