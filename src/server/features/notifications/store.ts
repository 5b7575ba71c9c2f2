import type { ChatState } from '#contract/slack.ts'
import type { ChatNotification } from '#domain/chat.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'

/** Something the chat has not been told yet. */
export interface WaitingNotification {
  readonly id: string
  readonly notification: ChatNotification
  readonly tries: number
  readonly createdAt: Date
}

export interface NotificationCounts {
  readonly waiting: number
  readonly failed: number
  readonly lastSentAt: Date | null
  /** Why the latest of those that were given up was. */
  readonly lastFailure: string | null
}

const insert = statement<{ id: string }>(
  'insert_chat_notification',
  `insert into chat_notifications (id, key, notification, created_at) values ($1, $2, $3::jsonb, $4::timestamptz)
   on conflict (key) do nothing returning id`,
)
const findNext = statement<WaitingNotification>(
  'find_next_chat_notification',
  `select id, notification, tries, created_at as "createdAt" from chat_notifications
   where sent_at is null and failed_at is null order by id limit 1`,
)
const setSent = statement(
  'set_chat_notification_sent',
  'update chat_notifications set sent_at = $2::timestamptz, tries = tries + 1, failure = null where id = $1',
)
const setFailure = statement(
  'set_chat_notification_failure',
  `update chat_notifications set tries = tries + 1, failure = $2, failed_at = $3::timestamptz where id = $1`,
)
const revive = statement<{ id: string }>(
  'revive_chat_notifications',
  `update chat_notifications set failed_at = null where failed_at is not null and failure <> all($1::text[]) returning id`,
)
const count = statement<NotificationCounts>(
  'count_chat_notifications',
  `select count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
     count(*) filter (where failed_at is not null)::int as failed, max(sent_at) as "lastSentAt",
     (array_agg(failure order by failed_at desc, id desc) filter (where failed_at is not null))[1] as "lastFailure"
   from chat_notifications`,
)
const findRecord = statement<{ value: string }>(
  'find_chat_record',
  'select value from settings where key = $1',
)
const putRecord = statement(
  'put_chat_record',
  'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
)

/** What was last known of the connection to one channel. Instants are ISO 8601. */
export interface ChatConnection {
  readonly channelId: string
  readonly state: ChatState
  /** Why it is disconnected, in the chat's own word. */
  readonly code: string | null
  readonly since: string | null
  readonly checkedAt: string | null
  /** The names of the workspace and of the channel. */
  readonly team: string | null
  readonly channel: string | null
}

/** Whether it is new: the same key is told once. */
export async function insertNotification(
  tx: Tx,
  { id, key, notification, at }: { id: string; key: string; notification: ChatNotification; at: Date },
): Promise<boolean> {
  const rows = await tx.run(insert, [id, key, JSON.stringify(notification), at.toISOString()])
  return rows.length > 0
}

/** The oldest that waits; null when all are told or given up. */
export async function findNextNotification(db: Db | Tx): Promise<WaitingNotification | null> {
  const [next] = await db.run(findNext, [])
  return next ?? null
}

export async function updateNotificationSent(db: Db | Tx, id: string, at: Date): Promise<void> {
  await db.run(setSent, [id, at.toISOString()])
}

/** Notes a try that failed; with `givenUpAt` it was the last one. */
export async function updateNotificationFailure(
  db: Db | Tx,
  id: string,
  { failure, givenUpAt }: { failure: string; givenUpAt: Date | null },
): Promise<void> {
  await db.run(setFailure, [id, failure, givenUpAt?.toISOString() ?? null])
}

/** Lets those wait again that were given up, but for those of these reasons; answers how many. */
export async function updateNotificationsRevived(db: Db | Tx, hopeless: readonly string[]): Promise<number> {
  return (await db.run(revive, [hopeless])).length
}

export async function countNotifications(db: Db | Tx): Promise<NotificationCounts> {
  const [counts] = await db.run(count, [])
  return counts ?? { waiting: 0, failed: 0, lastSentAt: null, lastFailure: null }
}

/** Nothing is known of a channel before its first message, and after another one was configured. */
export async function getConnection(db: Db | Tx, channelId: string): Promise<ChatConnection> {
  const kept = await findChatRecord<ChatConnection>(db, 'chat_connection')
  if (kept?.channelId === channelId) return kept
  return {
    channelId,
    state: 'unknown',
    code: null,
    since: null,
    checkedAt: null,
    team: null,
    channel: null,
  }
}

export function putConnection(db: Db | Tx, connection: ChatConnection): Promise<void> {
  return putChatRecord(db, 'chat_connection', connection)
}

type ChatRecord = 'chat_connection' | 'chat_import'

/** What the product noted of the chat under this key, as it was put there; null before the first time. */
export async function findChatRecord<Value>(db: Db | Tx, key: ChatRecord): Promise<Value | null> {
  const [row] = await db.run(findRecord, [key])
  return row ? JSON.parse(row.value) : null
}

export async function putChatRecord(db: Db | Tx, key: ChatRecord, value: object): Promise<void> {
  await db.run(putRecord, [key, JSON.stringify(value)])
}
