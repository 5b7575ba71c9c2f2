import type { ChatState } from '#contract/slack.ts'
import type { ChatNotification } from '#domain/chat.ts'
import { findSetting, putSetting } from '#server/access/settings.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const id = col.id<'notification'>()

/** Returns no row if the key is taken, so that each event is sent once. */
export const insertNotification = query({
  name: 'insert_chat_notification',
  sql: `insert into chat_notifications (id, key, notification, created_at) values ($id, $key, $notification, $at)
    on conflict (key) do nothing returning id`,
  params: { id, key: col.text, notification: col.jsonb<ChatNotification>(), at: col.instant },
  row: { id },
})

/** The oldest pending notification. */
export const findNextNotification = query({
  name: 'find_next_chat_notification',
  sql: `select id, notification, created_at as "createdAt" from chat_notifications
    where sent_at is null and failed_at is null order by id limit 1`,
  row: { id, notification: col.jsonb<ChatNotification>(), createdAt: col.instant },
})

/** A notification that is not sent yet. */
export type WaitingNotification = RowOf<typeof findNextNotification>

export const updateNotificationSent = query({
  name: 'set_chat_notification_sent',
  sql: 'update chat_notifications set sent_at = $at, tries = tries + 1, failure = null where id = $id',
  params: { id, at: col.instant },
})

/** Records a failed attempt; `failedAt` is set if it was the last one. */
export const updateNotificationFailure = query({
  name: 'set_chat_notification_failure',
  sql: 'update chat_notifications set tries = tries + 1, failure = $failure, failed_at = $failedAt where id = $id',
  params: { id, failure: col.text, failedAt: col.nullable(col.instant) },
})

/** Requeues failed notifications, except those that failed for one of the `permanent` reasons. */
export const updateNotificationsRequeued = query({
  name: 'requeue_chat_notifications',
  sql: `update chat_notifications set failed_at = null where failed_at is not null and failure <> all($permanent)
    returning id`,
  params: { permanent: col.texts },
  row: { id },
})

/**
 * `lastFailure` is the reason of the most recent failed notification, and `retryable` counts those that failed for none
 * of the `permanent` reasons.
 */
export const countNotifications = query({
  name: 'count_chat_notifications',
  sql: `select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
      count(*) filter (where failed_at is not null)::int as failed,
      count(*) filter (where failed_at is not null and failure <> all($permanent))::int as retryable, max(sent_at) as "lastSentAt",
      (array_agg(failure order by failed_at desc, id desc) filter (where failed_at is not null))[1] as "lastFailure"
    from chat_notifications`,
  params: { permanent: col.texts },
  row: {
    waiting: col.int,
    failed: col.int,
    retryable: col.int,
    lastSentAt: col.nullable(col.instant),
    lastFailure: col.nullable(col.text),
  },
})

/** How many notifications wait and have failed, and since when the oldest waits. */
export const findOutboxState = query({
  name: 'find_chat_outbox_state',
  sql: `select count(*) filter (where failed_at is null)::int as waiting,
      count(*) filter (where failed_at is not null)::int as failed,
      min(created_at) filter (where failed_at is null) as "oldestAt"
    from chat_notifications where sent_at is null`,
  row: { waiting: col.int, failed: col.int, oldestAt: col.nullable(col.instant) },
})

/** The last known state of the connection to one channel. Instants are ISO 8601. */
export interface ChatConnection {
  readonly channelId: string
  readonly state: ChatState
  /** Why it is disconnected, as Slack's error code. */
  readonly code: string | null
  readonly since: string | null
  readonly checkedAt: string | null
  /** The names of the workspace and of the channel. */
  readonly team: string | null
  readonly channel: string | null
}

/** The state is unknown before the channel's first message, and after another channel was configured. */
export async function getConnection(db: Db | Tx, channelId: string): Promise<ChatConnection> {
  const kept = await findChatRecord<ChatConnection>(db, 'chat_connection')
  if (kept?.channelId === channelId) return kept
  return { channelId, state: 'unknown', code: null, since: null, checkedAt: null, team: null, channel: null }
}

export function putConnection(db: Db | Tx, connection: ChatConnection): Promise<void> {
  return putChatRecord(db, 'chat_connection', connection)
}

type ChatRecord = 'chat_connection' | 'chat_import'

/** The record stored under this key, or null if there is none yet. */
export async function findChatRecord<Value>(db: Db | Tx, key: ChatRecord): Promise<Value | null> {
  const row = await findSetting.first(db, { key })
  return row && JSON.parse(row.value)
}

export async function putChatRecord(db: Db | Tx, key: ChatRecord, value: object): Promise<void> {
  await putSetting(db, { key, value: JSON.stringify(value) })
}
