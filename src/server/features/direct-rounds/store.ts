import { mostPlaceMarks } from '#contract/leaderboard.ts'
import type { Day } from '#domain/days.ts'
import { type DirectMessageId, nilId, type PostId, type UserId } from '#domain/ids.ts'
import { markedSince } from '#domain/leaderboard.ts'
import { countsFor, isLive, isOfFeed } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'
import { chosen, columns, isReachable, keyEnd, mediaParams, withMedia } from '../direct-messages/store.ts'

const id = col.id<'directMessage'>()
const userId = col.id<'user'>()

const zoneOf = `coalesce(own_zone, chat_zone, '')`
const isOfZones = 'disabled_at is null'

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
     select u.id, u.disabled_at, u.slack_user_id, u.slack_team_id, u.email, u.email_given_at, u.time_zone,
       u.streak_last_day, u.current_streak
     from users u where u.disabled_at is null
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
  /** Ids for the messages, two for each member. */
  ids: col.ids<'directMessage'>(),
  now: col.instant,
  ...mediaParams,
}
const withIds = 'join unnest($ids) with ordinality as given (id, nth) using (nth)'

/**
 * Tells the next members of a zone whose streak ends with the present day unless they report. It lasts up to yesterday, with
 * everything that keeps it: no day off, freeze or report covers today.
 */
export const insertDangers = query({
  name: 'insert_streak_dangers',
  sql: `with ${pageOfZone}, endangered as (
     select p.id, medium, p.current_streak, p.time_zone is null as is_shared,
       row_number() over (order by p.id, medium) as nth
     from page p left join notification_settings s on s.user_id = p.id ${withMedia('p')}
     where p.current_streak >= $leastDays
       and p.streak_last_day = case when p.time_zone is null then $sharedYesterday else $ownYesterday end
   ), told as (
     insert into direct_messages (${columns})
     select given.id, e.id, medium, 'streak_danger',
       'streak_danger ' || e.id || ' ' || case when is_shared then $sharedYesterday else $ownYesterday end || ${keyEnd},
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
     select p.id, medium, coalesce(i.own_day, i.day) as day, count(*)::int as reports
     from page p join notification_settings s on s.user_id = p.id ${withMedia('p')}
       join interactions i on i.user_id = p.id and i.reported_at >= $sinceAt and ${isLive('i')}
     where coalesce(i.own_day, i.day) >= $monday
     group by 1, 2, 3
   ), weeks as (
     select id, medium, sum(reports)::int as reports, (array_agg(day order by reports desc, day))[1]::text as best,
       row_number() over (order by id, medium) as nth
     from reported group by id, medium
   ), told as (
     insert into direct_messages (${columns})
     select given.id, w.id, medium, 'week_recap', 'week_recap ' || w.id || ' ' || $monday || ${keyEnd},
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

/** The newest posts of the feed since an instant, the newest first. */
export const listNewPosts = query({
  name: 'list_reminded_posts',
  sql: `select p.id from posts p where ${isOfFeed('p')} and p.original_post_date > $since and p.original_post_date <= $now
   order by p.original_post_date desc, p.id desc limit $limit`,
  params: { since: col.instant, now: col.instant, limit: col.int },
  row: { id: col.id<'post'>() },
})

/** A member and the newest post of which they are to be reminded. */
export interface Remindable {
  readonly userId: UserId
  readonly postId: PostId
  readonly from: string
  readonly to: string
}

/**
 * Of the next members of a zone, those who want reminders, are not away, and have reported nothing on one of the posts, each
 * with the first of the posts that is so. A member is reminded of a post once.
 */
export const listRemindable = query({
  name: 'list_remindable',
  sql: `with ${pageOfZone}, remindable as (
     select p.id as "userId", ${chosen.quietFrom} as "from", ${chosen.quietTo} as "to", (
       select asked.id from unnest($postIds) with ordinality as asked (id, nth)
       where not exists (
         select from interactions i where i.user_id = p.id and i.post_id = asked.id and ${isLive('i')})
       and not exists (select from direct_messages d where d.key = 'post_reminder ' || asked.id || ' ' || p.id)
       order by nth limit 1
     ) as "postId"
     from page p join notification_settings s on s.user_id = p.id
     where ${isReachable('p')} and ${chosen.direct} = any($choices)
       and not exists (select from own_days o where o.user_id = p.id and o.day = $today and o.kind = 'away')
   )
   select (select count(*)::int from page) as seen, (select id from page order by id desc limit 1) as last,
     (select coalesce(json_agg(remindable), '[]') from remindable where "postId" is not null) as remindable`,
  params: {
    zone: col.text,
    after: userId,
    limit: col.int,
    chatTeam: mediaParams.chatTeam,
    choices: mediaParams.choices,
    today: col.day,
    postIds: col.ids<'post'>(),
  },
  row: { seen: col.int, last: col.nullable(userId), remindable: col.json<readonly Remindable[]>() },
})

interface NewReminder {
  readonly id: DirectMessageId
  readonly userId: UserId
  readonly postId: PostId
  readonly at: Date
}

export const insertReminders = query({
  name: 'insert_post_reminders',
  sql: `insert into direct_messages (${columns}, not_before)
   select r.id, r."userId", 'chat', 'post_reminder', 'post_reminder ' || r."postId" || ' ' || r."userId",
     jsonb_build_object('postId', r."postId"), $now, r.at, $endsAt, r.at
   from jsonb_to_recordset($reminders) as r (id uuid, "userId" uuid, "postId" uuid, at timestamptz)
   on conflict (key) do nothing returning id`,
  params: { reminders: col.json<readonly NewReminder[]>(), now: col.instant, endsAt: col.instant },
  row: { id },
})

/** The contests that end within so many days, with today as a full one. */
export const listEndingContests = query({
  name: 'list_ending_contests',
  sql: `select c.id, c.title, c.prize, c.end_date::text as "endDate" from contests c
   where ${countsFor('c', '$today')} and c.end_date < $today + $days`,
  params: { today: col.day, days: col.int },
  row: { id: col.id<'contest'>(), title: col.text, prize: col.nullable(col.text), endDate: col.day },
})

/** Tells the next members who want all messages, or e-mails, that a contest ends soon. */
export const insertContestEndings = query({
  name: 'insert_contest_endings',
  sql: `with page as materialized (
     select s.user_id as id from notification_settings s
     where (s.direct = 'all' or s.email <> 'off') and s.user_id > $after
     order by s.user_id limit $limit
   ), reached as (
     select p.id, medium, row_number() over (order by p.id, medium) as nth
     from page p join users u on u.id = p.id join notification_settings s on s.user_id = p.id ${withMedia('u')}
   ), told as (
     insert into direct_messages (${columns})
     select given.id, r.id, medium, 'contest_ending', $key || ' ' || r.id || ${keyEnd}, $facts, $now, $now, $endsAt
     from reached r ${withIds}
     on conflict (key) do nothing returning id
   )
   ${portionSql}`,
  params: {
    after: userId,
    limit: col.int,
    ids: portion.ids,
    now: col.instant,
    key: col.text,
    facts: col.jsonb<object>(),
    endsAt: col.instant,
    ...mediaParams,
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
  readonly mailId: DirectMessageId
  readonly userId: UserId
  readonly by: UserId
  readonly place: number
  readonly day: Day
}

/** Tells members who passed them. One pass a day of each is told. */
export const insertPasses = query({
  name: 'insert_passes',
  sql: `insert into direct_messages (${columns})
   select case medium when 'chat' then p.id else p."mailId" end, u.id, medium, 'passed_by',
     'passed_by ' || u.id || ' ' || p.day || ${keyEnd},
     jsonb_build_object('displayName', passer.display_name, 'place', p.place), $now, $now, $expiresAt
   from jsonb_to_recordset($passes) as p (id uuid, "mailId" uuid, "userId" uuid, by uuid, place int, day text)
     join users u on u.id = p."userId" join users passer on passer.id = p.by
     join notification_settings s on s.user_id = u.id ${withMedia('u')}
   where u.is_ranked and passer.is_ranked
   on conflict (key) do nothing returning id`,
  params: {
    passes: col.json<readonly NewPass[]>(),
    now: col.instant,
    expiresAt: col.instant,
    ...mediaParams,
  },
  row: { id },
})
