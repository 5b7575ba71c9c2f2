import { mostPlaceMarks } from '#contract/leaderboard.ts'
import type { Day } from '#domain/days.ts'
import {
  type DirectNews,
  defaultChoices,
  directChoices,
  directKinds,
  mailChoices,
} from '#domain/direct-messages.ts'
import { type DirectMessageId, nilId, type UserId } from '#domain/ids.ts'
import { markedSince } from '#domain/leaderboard.ts'
import { findSetting, putSetting } from '#server/access/settings.ts'
import { countsFor, isLive } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const id = col.id<'directMessage'>()
const userId = col.id<'user'>()
const kind = col.word(directKinds)
const choices = col.words(directChoices)

/** Whether a member can get direct messages: enabled, and known to the workspace of the chat. */
const isReachable = (users: string) =>
  `${users}.disabled_at is null and ${users}.slack_user_id is not null
   and ($chatTeam is null or ${users}.slack_team_id = $chatTeam)`
const chatTeam = col.nullable(col.text)

const { direct, quiet, email } = defaultChoices
/** The settings `s`, which are left-joined, with the defaults for whoever has none. */
const chosen = {
  direct: `coalesce(s.direct, '${direct}')`,
  quietHours: `coalesce(s.quiet_from, '${quiet.from}') as "quietFrom", coalesce(s.quiet_to, '${quiet.to}') as "quietTo"`,
  email: `coalesce(s.email, '${email}')`,
}
/** Whether the choice of a member includes the kind. */
const isWanted = `${chosen.direct} = any($choices)`

const waits = 'sent_at is null and failed_at is null'
const columns = 'id, user_id, kind, key, facts, created_at, due_at, expires_at'

/** Returns no row if the member gets none of this kind, or was told before. */
export const insertDirect = query({
  name: 'insert_direct_message',
  sql: `insert into direct_messages (${columns})
   select $id, u.id, $kind, $key, $facts, $now, $now, $expiresAt
   from users u left join notification_settings s on s.user_id = u.id
   where u.id = $userId and ${isReachable('u')} and ${isWanted}
   on conflict (key) do nothing returning id`,
  params: {
    id,
    userId,
    kind,
    key: col.text,
    facts: col.jsonb<object>(),
    now: col.instant,
    expiresAt: col.instant,
    chatTeam,
    choices,
  },
  row: { id },
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

/** A member's settings, with the time zone of their messages; null for that of the workspace. */
export const getSettings = query({
  name: 'get_notification_settings',
  sql: `select ${chosen.direct} as direct, ${chosen.quietHours}, ${chosen.email} as email,
     coalesce(u.own_zone, u.chat_zone) as "timeZone"
   from users u left join notification_settings s on s.user_id = u.id where u.id = $userId`,
  params: { userId },
  row: {
    direct: col.word(directChoices),
    quietFrom: col.text,
    quietTo: col.text,
    email: col.word(mailChoices),
    timeZone: col.nullable(col.text),
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

/** Deletes what waits for a member, except messages of the kinds that are still wanted. */
export const deleteUnwanted = query({
  name: 'delete_unwanted_direct_messages',
  sql: `delete from direct_messages where user_id = $userId and ${waits} and kind <> all($kinds)`,
  params: { userId, kinds: col.words(directKinds) },
})

/** Has everything that waits for a member looked at again. */
export const updateDueNow = query({
  name: 'set_direct_messages_due',
  sql: `update direct_messages set due_at = $now where user_id = $userId and ${waits} and due_at > $now returning id`,
  params: { userId, now: col.instant },
  row: { id },
})

/** The member whose message is due, that of the most important kind. `kinds` are in this order. */
export const findDue = query({
  name: 'find_due_direct_message',
  sql: `select due.user_id as "userId" from unnest($kinds) with ordinality as wanted (kind, nth)
   cross join lateral (
     select user_id from direct_messages d
     where d.kind = wanted.kind and ${waits} and d.due_at <= $now order by d.due_at, d.id limit 1
   ) due
   order by wanted.nth limit 1`,
  params: { kinds: col.words(directKinds), now: col.instant },
  row: { userId },
})

/** Where the messages of a member go; no row if they cannot get any. */
export const findRecipient = query({
  name: 'find_direct_recipient',
  sql: `select u.slack_user_id as "chatUser", s.chat_channel as "chatChannel",
     coalesce(u.own_zone, u.chat_zone) as "timeZone", ${chosen.quietHours}
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

/** What waits for a member, locked. */
export const listWaiting = query({
  name: 'list_waiting_direct_messages',
  sql: `select id, kind, facts, created_at as "createdAt", expires_at as "expiresAt", tries from direct_messages
   where user_id = $userId and ${waits} order by id for update`,
  params: { userId },
  row: {
    id,
    kind,
    facts: col.jsonb<DirectNews['facts']>(),
    createdAt: col.instant,
    expiresAt: col.instant,
    tries: col.int,
  },
})
export type WaitingRow = RowOf<typeof listWaiting>

/** How many messages a member may have got on each of their own days, from one on. */
export const listTold = query({
  name: 'list_told_days',
  sql: `select own_day::text as day, sum(posts)::int as posts from direct_messages
   where user_id = $userId and own_day >= $from group by own_day`,
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

/** How many messages wait, and how many Slack did not take. */
export const countDirect = query({
  name: 'count_direct_messages',
  sql: `select (select count(*)::int from direct_messages where ${waits}) as waiting,
     (select count(*)::int from direct_messages
      where failed_at is not null and failure not in ('expired', 'not_reachable')) as failed`,
  row: { waiting: col.int, failed: col.int },
})

const zoneOf = `coalesce(own_zone, chat_zone, '')`
const isOfZones = 'slack_user_id is not null and disabled_at is null'

/** The time zones of members who can get messages, each read once from an index. An empty one is that of the workspace. */
export const listZones = query({
  name: 'list_message_zones',
  sql: `with recursive zones as (
     (select ${zoneOf} as zone from users where ${isOfZones} order by ${zoneOf} limit 1)
     union all
     select (select ${zoneOf} from users where ${isOfZones} and ${zoneOf} > zones.zone order by ${zoneOf} limit 1)
     from zones where zones.zone is not null
   )
   select zone from zones where zone is not null`,
  row: { zone: col.text },
})

/** The next members of a zone. */
const pageOfZone = `page as materialized (
     select u.id, u.disabled_at, u.slack_user_id, u.slack_team_id, u.time_zone, u.streak_last_day, u.current_streak
     from users u where u.slack_user_id is not null and u.disabled_at is null
       and coalesce(u.own_zone, u.chat_zone, '') = $zone and u.id > $after
     order by u.id limit $limit
   )`
/** What a portion comes to: how many members it looked at, the last of them, and how many are told. */
const portionSql = `select (select count(*)::int from page) as seen, (select count(*)::int from told) as told,
     (select id from page order by id desc limit 1) as last`
const portionRow = { seen: col.int, told: col.int, last: col.nullable(userId) }
const portion = {
  zone: col.text,
  after: userId,
  limit: col.int,
  /** Ids for the messages, as many as there are members. */
  ids: col.ids<'directMessage'>(),
  now: col.instant,
  chatTeam,
  choices,
}
const withIds = 'join unnest($ids) with ordinality as given (id, nth) using (nth)'

/**
 * Tells the next members of a zone whose streak ends with the present day unless they report. It lasts up to yesterday, with
 * everything that keeps it: no day off, freeze or report covers today.
 */
export const insertDangers = query({
  name: 'insert_streak_dangers',
  sql: `with ${pageOfZone}, endangered as (
     select p.id, p.current_streak, p.time_zone is null as is_shared, row_number() over (order by p.id) as nth
     from page p left join notification_settings s on s.user_id = p.id
     where ${isReachable('p')} and ${isWanted} and p.current_streak >= $leastDays
       and p.streak_last_day = case when p.time_zone is null then $sharedYesterday else $ownYesterday end
   ), told as (
     insert into direct_messages (${columns})
     select given.id, e.id, 'streak_danger',
       'streak_danger ' || e.id || ' ' || case when is_shared then $sharedYesterday else $ownYesterday end,
       jsonb_build_object('days', current_streak), $now, $now, case when is_shared then $sharedEnd else $ownEnd end
     from endangered e ${withIds}
     on conflict (key) do nothing returning id
   )
   ${portionSql}`,
  params: {
    ...portion,
    leastDays: col.int,
    /** The day before the present one in the workspace, and in the zone; and when the present day ends there. */
    sharedYesterday: col.day,
    ownYesterday: col.day,
    sharedEnd: col.instant,
    ownEnd: col.instant,
  },
  row: portionRow,
})

/** Places on the team board, as far as they are marked, and those at the beginning of the day or week. */
const placesSql = (limit: number) => `board as materialized (
     select user_id, rank() over (order by substr(key, 1, 32))::int as place from (
       select user_id, key from board_entries where board_id = '${nilId}' order by key limit ${limit}
     ) first
   ), marks as materialized (
     select user_id, place from place_marks where contest_id is null and window_kind is null and since = $since
       and day = $markDay
   )`

/** Tells the next members of a zone what they reported since Monday; those who reported nothing are not told. */
export const insertRecaps = query({
  name: 'insert_week_recaps',
  sql: `with ${pageOfZone}, ${placesSql(mostPlaceMarks)}, reported as (
     select p.id, coalesce(i.own_day, i.day) as day, count(*)::int as reports
     from page p join notification_settings s on s.user_id = p.id
       join interactions i on i.user_id = p.id and i.reported_at >= $sinceAt and ${isLive('i')}
     where ${isReachable('p')} and ${isWanted} and coalesce(i.own_day, i.day) >= $monday
     group by 1, 2
   ), weeks as (
     select id, sum(reports)::int as reports, (array_agg(day order by reports desc, day))[1]::text as best,
       row_number() over (order by id) as nth
     from reported group by id
   ), told as (
     insert into direct_messages (${columns})
     select given.id, w.id, 'week_recap', 'week_recap ' || w.id || ' ' || $monday,
       jsonb_build_object('reports', w.reports, 'risen', marks.place - board.place, 'bestDay', w.best), $now, $now, $endsAt
     from weeks w ${withIds} left join board on board.user_id = w.id left join marks on marks.user_id = w.id
     on conflict (key) do nothing returning id
   )
   ${portionSql}`,
  params: {
    ...portion,
    monday: col.day,
    /** An instant before the Monday began for anybody. */
    sinceAt: col.instant,
    since: col.word(markedSince),
    markDay: col.day,
    endsAt: col.instant,
  },
  row: portionRow,
})

/** The contests that end within so many days, with today as a full one. */
export const listEndingContests = query({
  name: 'list_ending_contests',
  sql: `select c.id, c.title, c.prize, c.end_date::text as "endDate" from contests c
   where ${countsFor('c', '$today')} and c.end_date < $today + $days`,
  params: { today: col.day, days: col.int },
  row: { id: col.id<'contest'>(), title: col.text, prize: col.nullable(col.text), endDate: col.day },
})

/** Tells the next members who want all messages that a contest ends soon. */
export const insertContestEndings = query({
  name: 'insert_contest_endings',
  sql: `with page as materialized (
     select s.user_id as id from notification_settings s where s.direct = 'all' and s.user_id > $after
     order by s.user_id limit $limit
   ), reached as (
     select p.id, row_number() over (order by p.id) as nth from page p join users u on u.id = p.id where ${isReachable('u')}
   ), told as (
     insert into direct_messages (${columns})
     select given.id, r.id, 'contest_ending', $key || ' ' || r.id, $facts, $now, $now, $endsAt
     from reached r ${withIds}
     on conflict (key) do nothing returning id
   )
   ${portionSql}`,
  params: {
    after: userId,
    limit: col.int,
    ids: portion.ids,
    now: col.instant,
    chatTeam,
    key: col.text,
    facts: col.jsonb<object>(),
    endsAt: col.instant,
  },
  row: portionRow,
})

/** Where the members stand who are, or were when the day began, in the first places of the team board. */
export const listPlaceChanges = query({
  name: 'list_place_changes',
  sql: `with ${placesSql(500)}
   select coalesce(board.user_id, marks.user_id) as id, marks.place as before, board.place
   from board full join marks on marks.user_id = board.user_id
   where board.place <= $lastPlace or marks.place <= $lastPlace`,
  params: { since: col.word(markedSince), markDay: col.day, lastPlace: col.int },
  row: { id: userId, before: col.nullable(col.int), place: col.nullable(col.int) },
})

interface NewPass {
  readonly id: DirectMessageId
  readonly userId: UserId
  readonly by: UserId
  readonly place: number
  readonly day: Day
}

/** Tells members who passed them. One pass a day of each is told. */
export const insertPasses = query({
  name: 'insert_passes',
  sql: `insert into direct_messages (${columns})
   select p.id, u.id, 'passed_by', 'passed_by ' || u.id || ' ' || p.day,
     jsonb_build_object('displayName', passer.display_name, 'place', p.place), $now, $now, $expiresAt
   from jsonb_to_recordset($passes) as p (id uuid, "userId" uuid, by uuid, place int, day text)
     join users u on u.id = p."userId" join users passer on passer.id = p.by
     join notification_settings s on s.user_id = u.id
   where ${isReachable('u')} and ${isWanted} and u.is_ranked and passer.is_ranked
   on conflict (key) do nothing returning id`,
  params: {
    passes: col.json<readonly NewPass[]>(),
    now: col.instant,
    expiresAt: col.instant,
    chatTeam,
    choices,
  },
  row: { id },
})

/** What the jobs remember: zones that had their round, places that were seen, and why nothing is sent for now. */
interface DirectRecords {
  /** The day of the latest round of each kind and zone. */
  readonly direct_rounds: Readonly<Record<string, Day>>
  readonly direct_places: {
    readonly at: string
    readonly day: Day
    readonly places: readonly (readonly [UserId, number])[]
  }
  readonly direct_halt: DirectHalt | null
}

/** Why Slack takes no direct messages. Instants are ISO 8601. */
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
