import type { Day } from '#domain/days.ts'
import { isLive } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'

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

/** Locks the next members that have a streak, by their ids, until the transaction ends. */
export const lockStreaks = query({
  name: 'lock_streaks',
  sql: `select id from users where id > $after and streak_last_day is not null order by id limit $limit
   for no key update`,
  params: { after: col.id<'user'>(), limit: col.int },
  row: { id: col.id<'user'>() },
})

/** The streaks of members, each with the days of the live reports that it is made of. */
export const listStreakDays = query({
  name: 'list_streak_days',
  sql: `select u.id, streak_last_day::text as "lastDay", current_streak as current, longest_streak as longest,
     coalesce((select json_agg(distinct i.day::text) from interactions i
       where i.user_id = u.id and ${isLive('i')}), '[]') as days
   from users u where u.id = any($ids)`,
  params: { ids: col.ids<'user'>() },
  row: {
    id: col.id<'user'>(),
    lastDay: col.nullable(col.day),
    current: col.int,
    longest: col.int,
    days: col.json<readonly Day[]>(),
  },
})
