import { eq } from 'drizzle-orm'
import { deliveryOutcomes } from '#domain/deliveries.ts'
import type { Id, WebhookId } from '#domain/ids.ts'
import { ledgerReasons } from '#domain/vocabulary.ts'
import { testEvent, type WebhookEvent, webhookEvents } from '#domain/webhooks.ts'
import { deleteSetting, findSetting, putSetting } from '#server/access/settings.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { webhooks } from '#server/db/schema/connections.ts'

export type WebhookRow = typeof webhooks.$inferSelect

const ofWebhook = { webhookId: col.id<'webhook'>() }
const isActive = 'deleted_at is null and paused_at is null'

/** The webhooks that are not deleted, oldest first, each with its newest delivery. */
export const listWebhookRows = query({
  name: 'list_webhooks',
  sql: `select w.id, url, events, w.created_at as "createdAt", paused_at as "pausedAt", pause_reason as "pauseReason",
     last.outcome, last.status, last.reason, last.created_at as "lastAt"
   from webhooks w left join lateral (
     select outcome, status, reason, created_at from deliveries where webhook_id = w.id
     order by created_at desc, id desc limit 1
   ) last on true
   where deleted_at is null and ($webhookId is null or w.id = $webhookId) order by w.created_at, w.id`,
  params: { webhookId: col.nullable(col.id<'webhook'>()) },
  row: {
    id: col.id<'webhook'>(),
    url: col.text,
    events: col.words(webhookEvents),
    createdAt: col.instant,
    pausedAt: col.nullable(col.instant),
    pauseReason: col.nullable(col.text),
    outcome: col.nullable(col.word(deliveryOutcomes)),
    status: col.nullable(col.int),
    reason: col.nullable(col.text),
    lastAt: col.nullable(col.instant),
  },
})

/** The active webhooks that are told of an event. */
export const listWanting = query({
  name: 'list_webhooks_wanting',
  sql: `select id as "webhookId" from webhooks where ${isActive} and $event = any(events) order by created_at, id`,
  params: { event: col.word<WebhookEvent>(webhookEvents) },
  row: ofWebhook,
})

export async function insertWebhook(tx: Tx, row: typeof webhooks.$inferInsert): Promise<void> {
  await tx.orm.insert(webhooks).values(row)
}

export async function findWebhook(db: Db | Tx, id: WebhookId): Promise<WebhookRow | null> {
  const [row] = await db.orm.select().from(webhooks).where(eq(webhooks.id, id))
  return row ?? null
}

/** A webhook, locked until the transaction ends. Deliveries to it can be written meanwhile. */
export async function lockWebhook(tx: Tx, id: WebhookId): Promise<WebhookRow | null> {
  const [row] = await tx.orm.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
  return row ?? null
}

type Changes = Partial<Pick<WebhookRow, 'url' | 'events' | 'pausedAt' | 'pauseReason' | 'deletedAt'>>

export async function updateWebhookRow(tx: Tx, id: WebhookId, changes: Changes): Promise<void> {
  await tx.orm.update(webhooks).set(changes).where(eq(webhooks.id, id))
}

/** Makes transactions that add a webhook run one after another. */
export const lockWebhooks = query({
  name: 'lock_webhooks',
  sql: 'lock table webhooks in share row exclusive mode',
})

/** Whether a webhook has accepted nothing since a delivery that failed, and that happened before this moment. */
export const findSilence = query({
  name: 'find_webhook_silence',
  sql: `with accepted as (
     select max(finished_at) as at from deliveries where webhook_id = $webhookId and outcome = 'delivered'
   )
   select exists (
     select from deliveries d, accepted
     where d.webhook_id = $webhookId and d.outcome = 'failed' and d.tries > 0 and d.route <> '${testEvent}'
       and d.created_at <= $before and (accepted.at is null or d.created_at > accepted.at)
   ) as "isSilent"`,
  params: { ...ofWebhook, before: col.instant },
  row: { isSilent: col.bool },
})

/** An id of version 8 by RFC 9562 from the hexadecimal digits of a hash: digits 13 and 17 hold version and variant. */
const idOfHash = (hex: string) =>
  `overlay(overlay(substr(${hex}, 1, 32) placing '8' from 13) placing '8' from 17)::uuid`

/**
 * Entries of the ledger after this id that have no delivery to the webhook yet, oldest first. The delivery of an entry
 * has an id that follows from both, so that there is never a second one.
 */
export const listUntoldEarnings = query({
  name: 'list_untold_earnings',
  sql: `select * from (
     select l.id as "entryId", l.user_id as "memberId", u.display_name as "displayName", l.amount as points, l.reason,
       l.day::text as day, l.created_at as at,
       ${idOfHash("encode(sha256(convert_to($webhookId::text || l.id, 'UTF8')), 'hex')")} as "deliveryId"
     from ledger l join users u on u.id = l.user_id where l.id > $after and l.amount <> 0
   ) earned
   where not exists (select from deliveries d where d.id = earned."deliveryId")
   order by earned."entryId" limit $most`,
  params: { ...ofWebhook, after: col.uuid, most: col.int },
  row: {
    entryId: col.id<'ledgerEntry'>(),
    memberId: col.id<'user'>(),
    displayName: col.text,
    points: col.int,
    reason: col.word(ledgerReasons),
    day: col.day,
    at: col.instant,
    deliveryId: col.id<'delivery'>(),
  },
})

/** How far a webhook has been told of the ledger. */
export interface ToldOf {
  /** An id that was made when it began to be told. */
  readonly from: Id<'ledgerEntry'>
  /** An id that was made when the ledger was last read for it. */
  readonly read: Id<'ledgerEntry'>
}

const toldKey = (id: WebhookId) => `webhook_told_of_ledger:${id}`

export async function findToldOf(tx: Tx, id: WebhookId): Promise<ToldOf | null> {
  const row = await findSetting.first(tx, { key: toldKey(id) })
  // Written below.
  return row && (JSON.parse(row.value) as ToldOf)
}

export async function putToldOf(tx: Tx, id: WebhookId, told: ToldOf): Promise<void> {
  await putSetting(tx, { key: toldKey(id), value: JSON.stringify(told) })
}

export async function deleteToldOf(tx: Tx, id: WebhookId): Promise<void> {
  await deleteSetting(tx, { key: toldKey(id) })
}
