import type { Day } from '#domain/days.ts'
import {
  type DirectNews,
  defaultChoices,
  directChoices,
  directKinds,
  directMedia,
  mailChoices,
} from '#domain/direct-messages.ts'
import type { DirectMessageId, UserId } from '#domain/ids.ts'
import { findSetting, putSetting } from '#server/access/settings.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const id = col.id<'directMessage'>()
const userId = col.id<'user'>()
const kind = col.word(directKinds)
const choices = col.words(directChoices)

/** Whether a member can get direct messages: enabled, and known to the workspace of the chat. */
export const isReachable = (users: string) =>
  `${users}.disabled_at is null and ${users}.slack_user_id is not null
   and ($chatTeam is null or ${users}.slack_team_id = $chatTeam)`
/** Whether a member can get mails: enabled, with an address that came with the account, or that the member has confirmed. */
export const hasMailAddress = (users: string) =>
  `${users}.disabled_at is null and ${users}.email is not null
   and (${users}.email_given_at is null or lower(${users}.email) = s.confirmed_email)`
const chatTeam = col.nullable(col.text)

const { direct, quiet, email } = defaultChoices
/** The settings `s`, which are left-joined, with the defaults for whoever has none. */
export const chosen = {
  direct: `coalesce(s.direct, '${direct}')`,
  quietFrom: `coalesce(s.quiet_from, '${quiet.from}')`,
  quietTo: `coalesce(s.quiet_to, '${quiet.to}')`,
  email: `coalesce(s.email, '${email}')`,
}
const quietHours = `${chosen.quietFrom} as "quietFrom", ${chosen.quietTo} as "quietTo"`
/** Whether a member gets messages of the kind in the chat, and in mails. */
const isTold = (users: string) => `$hasChat and ${isReachable(users)} and ${chosen.direct} = any($choices)`
const isMailed = (users: string) =>
  `$hasMail and ${hasMailAddress(users)} and ${chosen.email} = any($mailChoices)`
/** Joins the media in which a member gets messages of the kind; without a row for those that get none. */
export const withMedia = (users: string) =>
  `join (values ('chat'), ('mail')) as media (medium)
       on case medium when 'chat' then ${isTold(users)} else ${isMailed(users)} end`
/** What the media need: whether they are set up, and the choices that include the kind. */
export const mediaParams = {
  hasChat: col.bool,
  hasMail: col.bool,
  chatTeam,
  choices,
  mailChoices: col.words(mailChoices),
}
/** Tells the keys of the media apart. */
export const keyEnd = "case medium when 'mail' then ' mail' else '' end"

const waits = 'sent_at is null and failed_at is null'
const waitsInChat = `${waits} and medium = 'chat'`
export const columns = 'id, user_id, medium, kind, key, facts, created_at, due_at, expires_at'

/** Returns the media in which the member is told now; none if the member wants none of this kind, or was told before. */
export const insertDirect = query({
  name: 'insert_direct_message',
  sql: `insert into direct_messages (${columns})
   select case medium when 'chat' then $id else $mailId end, u.id, medium, $kind, $key || ${keyEnd}, $facts, $now, $now,
     case medium when 'chat' then $expiresAt else $mailExpiresAt end
   from users u left join notification_settings s on s.user_id = u.id ${withMedia('u')}
   where u.id = $userId
   on conflict (key) do nothing returning medium`,
  params: {
    id,
    mailId: id,
    userId,
    kind,
    key: col.text,
    facts: col.jsonb<object>(),
    now: col.instant,
    expiresAt: col.instant,
    mailExpiresAt: col.instant,
    ...mediaParams,
  },
  row: { medium: col.word(directMedia) },
})

/** Reviewers who get all messages, apart from some. */
export const listReviewers = query({
  name: 'list_told_reviewers',
  sql: `select u.id from notification_settings s join users u on u.id = s.user_id
   where s.direct = 'all' and u.role in ('moderator', 'admin') and u.disabled_at is null and u.id <> all ($except)
   order by u.id limit 100`,
  params: { except: col.ids<'user'>() },
  row: { id: userId },
})

/** A member's settings, with the time zone of their messages, null for that of the workspace, and their address. */
export const getSettings = query({
  name: 'get_notification_settings',
  sql: `select ${chosen.direct} as direct, ${quietHours}, ${chosen.email} as email,
     coalesce(u.own_zone, u.chat_zone) as "timeZone", u.email as "mailAddress",
     coalesce(${hasMailAddress('u')}, false) as "isAddressConfirmed"
   from users u left join notification_settings s on s.user_id = u.id where u.id = $userId`,
  params: { userId },
  row: {
    direct: col.word(directChoices),
    quietFrom: col.text,
    quietTo: col.text,
    email: col.word(mailChoices),
    timeZone: col.nullable(col.text),
    mailAddress: col.nullable(col.text),
    /** Whether somebody vouches for the address: it came with the account, or the member has confirmed it. */
    isAddressConfirmed: col.bool,
  },
})

export const putSettings = query({
  name: 'put_notification_settings',
  sql: `insert into notification_settings (user_id, direct, quiet_from, quiet_to, email)
   values ($userId, $direct, $quietFrom, $quietTo, $email)
   on conflict (user_id) do update set direct = excluded.direct, quiet_from = excluded.quiet_from,
     quiet_to = excluded.quiet_to, email = excluded.email`,
  params: {
    userId,
    direct: col.word(directChoices),
    quietFrom: col.text,
    quietTo: col.text,
    email: col.word(mailChoices),
  },
})

/** The conversation with a member in the chat; null forgets it. */
export const putChatChannel = query({
  name: 'put_chat_channel',
  sql: `insert into notification_settings (user_id, chat_channel) values ($userId, $chatChannel)
   on conflict (user_id) do update set chat_channel = excluded.chat_channel`,
  params: { userId, chatChannel: col.nullable(col.text) },
})

/** Switches a member's e-mails off. */
export const putMailOff = query({
  name: 'put_mail_off',
  sql: `update notification_settings set email = 'off' where user_id = $userId`,
  params: { userId },
})

/** Notes the address that a member has confirmed, in small letters. */
export const putConfirmedAddress = query({
  name: 'put_confirmed_address',
  sql: `insert into notification_settings (user_id, confirmed_email) values ($userId, lower($email))
   on conflict (user_id) do update set confirmed_email = excluded.confirmed_email`,
  params: { userId, email: col.text },
})

/** Deletes what waits for a member in a medium, except messages of the kinds that are still wanted. */
export const deleteUnwanted = query({
  name: 'delete_unwanted_direct_messages',
  sql: `delete from direct_messages where user_id = $userId and ${waits} and medium = $medium and kind <> all($kinds)`,
  params: { userId, medium: col.word(directMedia), kinds: col.words(directKinds) },
})

/** Has everything that waits for a member looked at again. */
export const updateDueNow = query({
  name: 'set_direct_messages_due',
  sql: `update direct_messages set due_at = $now where user_id = $userId and ${waits} and due_at > $now returning medium`,
  params: { userId, now: col.instant },
  row: { medium: col.word(directMedia) },
})

/** The member whose message is due, that of the most important kind. `kinds` are in this order. */
export const findDue = query({
  name: 'find_due_direct_message',
  sql: `select due.user_id as "userId" from unnest($kinds) with ordinality as wanted (kind, nth)
   cross join lateral (
     select user_id from direct_messages d
     where d.kind = wanted.kind and ${waitsInChat} and d.due_at <= $now order by d.due_at, d.id limit 1
   ) due
   order by wanted.nth limit 1`,
  params: { kinds: col.words(directKinds), now: col.instant },
  row: { userId },
})

/** Where the messages of a member go; no row if they cannot get any. */
export const findRecipient = query({
  name: 'find_direct_recipient',
  sql: `select u.slack_user_id as "chatUser", s.chat_channel as "chatChannel",
     coalesce(u.own_zone, u.chat_zone) as "timeZone", ${quietHours}
   from users u left join notification_settings s on s.user_id = u.id where u.id = $userId and ${isReachable('u')}`,
  params: { userId, chatTeam },
  row: {
    chatUser: col.nullable(col.text),
    chatChannel: col.nullable(col.text),
    timeZone: col.nullable(col.text),
    quietFrom: col.text,
    quietTo: col.text,
  },
})

/** What waits for a member in the chat, locked. */
export const listWaiting = query({
  name: 'list_waiting_direct_messages',
  sql: `select id, kind, facts, created_at as "createdAt", not_before as "notBefore", expires_at as "expiresAt", tries
   from direct_messages
   where user_id = $userId and ${waitsInChat} order by id for update`,
  params: { userId },
  row: {
    id,
    kind,
    facts: col.jsonb<DirectNews['facts']>(),
    createdAt: col.instant,
    notBefore: col.nullable(col.instant),
    expiresAt: col.instant,
    tries: col.int,
  },
})
export type WaitingRow = RowOf<typeof listWaiting>

/** How many messages a member may have got on each of their own days, from one on. */
export const listTold = query({
  name: 'list_told_days',
  sql: `select own_day::text as day, sum(posts)::int as posts from direct_messages
   where user_id = $userId and medium = 'chat' and own_day >= $from group by own_day`,
  params: { userId, from: col.day },
  row: { day: col.day, posts: col.int },
})

interface Due {
  readonly id: DirectMessageId
  readonly dueAt: Date
}

export const updateDue = query({
  name: 'update_direct_messages_due',
  sql: `update direct_messages d set due_at = wanted."dueAt"
   from jsonb_to_recordset($due) as wanted (id uuid, "dueAt" timestamptz) where d.id = wanted.id`,
  params: { due: col.json<readonly Due[]>() },
})

/** Gives messages up. */
export const updateGivenUp = query({
  name: 'update_direct_messages_given_up',
  sql: `update direct_messages set failed_at = $now, failure = $failure where id = any($ids) and ${waits}`,
  params: { ids: col.ids<'directMessage'>(), failure: col.text, now: col.instant },
})

/** Notes an attempt before it is made, so that it counts even if this process is killed. */
export const updateTried = query({
  name: 'update_direct_message_tried',
  sql: `update direct_messages set tries = tries + 1, posts = case when own_day = $day then posts else 0 end + 1,
     own_day = $day where id = $id`,
  params: { id, day: col.day },
})

export const updateDirectSent = query({
  name: 'update_direct_message_sent',
  sql: 'update direct_messages set sent_at = $now, failure = null where id = $id',
  params: { id, now: col.instant },
})

/** Notes a failed attempt. With `missed` it surely did not reach the member, so it counts for no day. */
export const updateDirectFailure = query({
  name: 'update_direct_message_failure',
  sql: `update direct_messages set failure = $failure, failed_at = $failedAt, due_at = $dueAt, posts = posts - $missed
   where id = $id and ${waits}`,
  params: {
    id,
    failure: col.text,
    failedAt: col.nullable(col.instant),
    dueAt: col.instant,
    missed: col.int,
  },
})

/** Gives up some of the messages that no longer hold. */
export const updateExpired = query({
  name: 'update_expired_direct_messages',
  sql: `update direct_messages set failed_at = $now, failure = 'expired' where id in (
     select id from direct_messages where ${waits} and expires_at <= $now limit $limit for update skip locked)
   returning id`,
  params: { now: col.instant, limit: col.int },
  row: { id },
})

/** Deletes some of the oldest messages. */
export const deleteOld = query({
  name: 'delete_old_direct_messages',
  sql: `delete from direct_messages where id in (
     select id from direct_messages where created_at < $before order by created_at limit $limit) returning id`,
  params: { before: col.instant, limit: col.int },
  row: { id },
})

/** How many messages wait for the chat, and how many Slack did not take. */
export const countDirect = query({
  name: 'count_direct_messages',
  sql: `select (select count(*)::int from direct_messages where ${waitsInChat}) as waiting,
     (select count(*)::int from direct_messages
      where medium = 'chat' and failed_at is not null and failure not in ('expired', 'not_reachable')) as failed`,
  row: { waiting: col.int, failed: col.int },
})

/** What the jobs remember: zones that had their round, places that were seen, and why a medium takes nothing for now. */
interface DirectRecords {
  /** The day of the latest round of each kind and zone. */
  readonly direct_rounds: Readonly<Record<string, Day>>
  readonly direct_places: {
    readonly at: string
    readonly day: Day
    readonly places: readonly (readonly [UserId, number])[]
  }
  readonly direct_halt: DirectHalt | null
  readonly mail_halt: DirectHalt | null
}

/** Why Slack takes no direct messages, or the mail server no e-mails. Instants are ISO 8601. */
export interface DirectHalt {
  readonly code: string
  readonly since: string
  readonly checkedAt: string
}

export async function findRecord<Key extends keyof DirectRecords>(
  db: Db | Tx,
  key: Key,
): Promise<DirectRecords[Key] | null> {
  const row = await findSetting.first(db, { key })
  return row && JSON.parse(row.value)
}

export async function putRecord<Key extends keyof DirectRecords>(
  db: Db | Tx,
  key: Key,
  value: DirectRecords[Key],
): Promise<void> {
  await putSetting(db, { key, value: JSON.stringify(value) })
}
