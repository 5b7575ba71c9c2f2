import type { Day } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import {
  type OwnDayKind,
  ownDayKinds,
  type RulesSince,
  type StreakCalendar,
  streakModes,
} from '#domain/streak-rules.ts'
import { isLive } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

/** The days on which the product was down, oldest first. */
export const listExcusedDays = query({
  name: 'list_excused_days',
  sql: `select day::text as day, reason, created_at as "createdAt" from excused_days order by excused_days.day`,
  row: { day: col.day, reason: col.text, createdAt: col.instant },
})

/** Excuses a day, and returns it unless it was excused before. */
export const insertExcusedDay = query({
  name: 'insert_excused_day',
  sql: `insert into excused_days (day, reason, created_at) values ($day, $reason, $now)
   on conflict (day) do nothing returning day::text as day`,
  params: { day: col.day, reason: col.text, now: col.instant },
  row: { day: col.day },
})

/** Serialises transactions that change the rules. */
export const lockStreakRules = query({ name: 'lock_streak_rules', sql: advisoryLock('streakRules') })

/** The rules as JSON of `RulesSince`, oldest first: an expression in SQL. */
export const rulesJson = `(select coalesce(json_agg(json_build_object('since', since::text, 'mode', mode,
     'workingDays', working_days, 'freezes', freezes) order by since), '[]') from streak_rules)`

const readCalendar = query({
  name: 'read_streak_calendar',
  sql: `select ${rulesJson} as rules,
     (select coalesce(json_agg(json_build_array(day::text, counts)), '[]') from holidays) as holidays,
     (select coalesce(json_agg(day::text), '[]') from excused_days) as excused`,
  row: {
    rules: col.json<readonly RulesSince[]>(),
    holidays: col.json<readonly (readonly [Day, boolean])[]>(),
    excused: col.json<readonly Day[]>(),
  },
})

/** What the workspace says of days. */
export async function getStreakCalendar(db: Db | Tx): Promise<StreakCalendar> {
  const { rules, holidays, excused } = await readCalendar.one(db, {})
  return {
    rules,
    holidays: new Map(holidays.map(([day, counts]) => [day, { counts }])),
    excused: new Set(excused),
  }
}

/** Writes rules that hold from a day on, in place of later ones, which a clock that was set back has left. */
export const putStreakRules = query({
  name: 'put_streak_rules',
  sql: `with later as (delete from streak_rules where since > $since)
   insert into streak_rules (since, mode, working_days, freezes) values ($since, $mode, $workingDays, $freezes)
   on conflict (since) do update set mode = excluded.mode, working_days = excluded.working_days,
     freezes = excluded.freezes`,
  params: { since: col.day, mode: col.word(streakModes), workingDays: col.ints, freezes: col.bool },
})

/** The holidays on the list that administrators edit. */
export const listHolidays = query({
  name: 'list_holidays',
  sql: 'select day::text as day from holidays where is_listed order by holidays.day',
  row: { day: col.day },
})

/** Replaces the list. Holidays that are over and no longer on it still hold; a report on a day that has begun counts. */
export const putHolidays = query({
  name: 'put_holidays',
  sql: `with wanted as (select unnest($days) as day), gone as (
     delete from holidays h where h.day >= $today and not exists (select from wanted where wanted.day = h.day)
   ), over as (
     update holidays h set is_listed = false
     where h.day < $today and is_listed and not exists (select from wanted where wanted.day = h.day)
   )
   insert into holidays (day, is_listed, counts) select wanted.day, true, wanted.day <= $today from wanted
   on conflict (day) do update set is_listed = true`,
  params: { days: col.days, today: col.day },
})

/** Locks the next members whose streak or time zone can follow from the rules, until the transaction ends. */
export const lockStreaks = query({
  name: 'lock_streaks',
  sql: `select id from users where id > $after
     and (streak_last_day is not null or coalesce(time_zone, own_zone, chat_zone) is not null
       or total_engagements > 0 and exists (select from streak_rules))
   order by id limit $limit for no key update`,
  params: { after: col.id<'user'>(), limit: col.int },
  row: { id: col.id<'user'>() },
})

/** The streaks of members, each with everything that it is made of. `reports` has their number by day. */
export const listStreaks = query({
  name: 'list_streaks',
  sql: `select u.id, streak_last_day::text as "lastDay", current_streak as current, longest_streak as longest,
     settled_day::text as "settledDay", streak_ends_at as "endsAt", time_zone as "timeZone", own_zone as "ownZone",
     chat_zone as "chatZone",
     coalesce((select json_agg(json_build_array(day, reports)) from (
       select coalesce(i.own_day, i.day)::text as day, count(*) as reports from interactions i
       where i.user_id = u.id and ${isLive('i')} group by 1) reported), '[]') as reports,
     coalesce((select json_agg(json_build_array(o.day::text, json_build_object('kind', o.kind, 'counts', o.counts)) order by o.kind desc)
       from own_days o where o.user_id = u.id), '[]') as own
   from users u where u.id = any($ids)`,
  params: { ids: col.ids<'user'>() },
  row: {
    id: col.id<'user'>(),
    lastDay: col.nullable(col.day),
    current: col.int,
    longest: col.int,
    settledDay: col.nullable(col.day),
    endsAt: col.nullable(col.instant),
    timeZone: col.nullable(col.text),
    ownZone: col.nullable(col.text),
    chatZone: col.nullable(col.text),
    reports: col.json<readonly (readonly [Day, number])[]>(),
    own: col.json<readonly (readonly [Day, { readonly kind: OwnDayKind; readonly counts: boolean }])[]>(),
  },
})
export type StreakRow = RowOf<typeof listStreaks>

/** What is stored of a member's streak. */
export type StoredStreak = Pick<
  StreakRow,
  'id' | 'lastDay' | 'current' | 'longest' | 'settledDay' | 'endsAt' | 'timeZone'
>

/** Sets the streaks of members, with the time zone of their days. */
export const updateStreaks = query({
  name: 'update_streaks',
  sql: `update users set streak_last_day = wanted."lastDay", current_streak = wanted.current,
     longest_streak = wanted.longest, settled_day = wanted."settledDay", streak_ends_at = wanted."endsAt",
     time_zone = wanted."timeZone"
   from jsonb_to_recordset($streaks) as wanted (id uuid, "lastDay" date, current int, longest int, "settledDay" date,
     "endsAt" timestamptz, "timeZone" text)
   where users.id = wanted.id`,
  params: { streaks: col.json<readonly StoredStreak[]>() },
})

/** The time zone that a member chose; null for none. */
export const updateOwnZone = query({
  name: 'update_own_zone',
  sql: 'update users set own_zone = $ownZone where id = $userId',
  params: { userId: col.id<'user'>(), ownZone: col.nullable(col.text) },
})

/** The time zone in the chat's profile. Answers the member if it is another one than before. */
export const updateChatZone = query({
  name: 'update_chat_zone',
  sql: `update users set chat_zone = $chatZone where id = $userId and chat_zone is distinct from $chatZone
   returning id`,
  params: { userId: col.id<'user'>(), chatZone: col.text },
  row: { id: col.id<'user'>() },
})

interface NewOwnDay {
  readonly userId: UserId
  readonly day: Day
  readonly kind: OwnDayKind
  readonly counts: boolean
}

/** Adds days of members; one that is there already stays as it is. */
export const insertOwnDays = query({
  name: 'insert_own_days',
  sql: `insert into own_days (user_id, day, kind, counts)
   select "userId", day, kind, counts from jsonb_to_recordset($days)
     as wanted ("userId" uuid, day date, kind text, counts boolean)
   on conflict do nothing`,
  params: { days: col.json<readonly NewOwnDay[]>() },
})

/** Removes days of a kind of a member, from a day on, that are not named. */
export const deleteOwnDays = query({
  name: 'delete_own_days',
  sql: `delete from own_days where user_id = $userId and kind = $kind and day >= $from and not day = any($kept)`,
  params: { userId: col.id<'user'>(), kind: col.word(ownDayKinds), from: col.day, kept: col.days },
})
