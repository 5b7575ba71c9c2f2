import { type DirectNews, defaultChoices, directKinds, mailChoices } from '#domain/direct-messages.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { hasMailAddress } from '../direct-messages/store.ts'

const id = col.id<'directMessage'>()
const ids = col.ids<'directMessage'>()
const userId = col.id<'user'>()

const waits = "sent_at is null and failed_at is null and medium = 'mail'"

/** The member who has waited longest for a look at what is in their next mail. */
export const findDueMail = query({
  name: 'find_due_mail',
  sql: `select user_id as "userId" from direct_messages where ${waits} and due_at <= $now order by due_at, id limit 1`,
  params: { now: col.instant },
  row: { userId },
})

/** Who reads the e-mails of a member, and when; no row if nobody can get them, or wants them. */
export const findReader = query({
  name: 'find_mail_reader',
  sql: `select u.email as address, s.email as choice, coalesce(u.own_zone, u.chat_zone) as "timeZone",
     coalesce(s.quiet_from, '${defaultChoices.quiet.from}') as "quietFrom",
     coalesce(s.quiet_to, '${defaultChoices.quiet.to}') as "quietTo"
   from users u join notification_settings s on s.user_id = u.id
   where u.id = $userId and s.email <> 'off' and ${hasMailAddress('u')}`,
  params: { userId },
  row: {
    address: col.nullable(col.text),
    choice: col.word(mailChoices),
    timeZone: col.nullable(col.text),
    quietFrom: col.text,
    quietTo: col.text,
  },
})

/** What waits for the next e-mail of a member, locked. */
export const listWaitingForMail = query({
  name: 'list_waiting_for_mail',
  sql: `select id, kind, facts, created_at as "createdAt", expires_at as "expiresAt", due_at as "dueAt", tries,
     own_day::text as "ownDay", posts::int as posts
   from direct_messages where user_id = $userId and ${waits} order by id for update`,
  params: { userId },
  row: {
    id,
    kind: col.word(directKinds),
    facts: col.jsonb<DirectNews['facts']>(),
    createdAt: col.instant,
    expiresAt: col.instant,
    dueAt: col.instant,
    tries: col.int,
    /** The member's own day of the last attempt, and whether that may have reached them: 1 if so, else 0. */
    ownDay: col.nullable(col.day),
    posts: col.int,
  },
})
export type WaitingForMail = RowOf<typeof listWaitingForMail>

/** The member's own days, from one on, on which an e-mail may have reached them. */
export const listMailDays = query({
  name: 'list_mail_days',
  sql: `select distinct own_day::text as day from direct_messages
   where user_id = $userId and medium = 'mail' and own_day >= $from and posts > 0`,
  params: { userId, from: col.day },
  row: { day: col.day },
})

/** Notes the attempt to send an e-mail before it is made. */
export const updateMailTried = query({
  name: 'update_mail_tried',
  sql: 'update direct_messages set tries = tries + 1, posts = 1, own_day = $day where id = any($ids)',
  params: { ids, day: col.day },
})

export const updateMailSent = query({
  name: 'update_mail_sent',
  sql: 'update direct_messages set sent_at = $now, failure = null where id = any($ids)',
  params: { ids, now: col.instant },
})

/** Notes a failed attempt. With `missed` 1 it surely did not reach the member; `failedAt` gives the messages up. */
export const updateMailFailure = query({
  name: 'update_mail_failure',
  sql: `update direct_messages set failure = $failure, failed_at = $failedAt, posts = posts - $missed
   where id = any($ids) and ${waits} and posts >= $missed`,
  params: { ids, failure: col.text, failedAt: col.nullable(col.instant), missed: col.int },
})

/** Puts everything off that waits for a member's mails. */
export const updateMailDue = query({
  name: 'update_mail_due',
  sql: `update direct_messages set due_at = $dueAt where user_id = $userId and ${waits}`,
  params: { userId, dueAt: col.instant },
})

/** How many messages wait for e-mails, and how many the mail server did not take. */
export const countMail = query({
  name: 'count_mail',
  sql: `select (select count(*)::int from direct_messages where ${waits}) as waiting,
     (select count(*)::int from direct_messages
      where medium = 'mail' and failed_at is not null and failure not in ('expired', 'not_reachable')) as failed`,
  row: { waiting: col.int, failed: col.int },
})

/** The address of an enabled member, and whether it still waits for a confirmation; no row for an unknown member. */
export const findAddress = query({
  name: 'find_mail_address',
  sql: `select u.email as address, u.disabled_at is null and not coalesce(${hasMailAddress('u')}, false) as "isUnconfirmed"
   from users u left join notification_settings s on s.user_id = u.id where u.id = $userId`,
  params: { userId },
  row: { address: col.nullable(col.text), isUnconfirmed: col.bool },
})
