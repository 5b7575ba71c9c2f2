import { leaderboardPageSize, type PlaceMark } from '#contract/leaderboard.ts'
import { mostFound } from '#contract/tables.ts'
import { type WindowKind, windowKinds } from '#domain/board-windows.ts'
import type { Day } from '#domain/days.ts'
import type { ContestId, UserId, WindowId } from '#domain/ids.ts'
import { type MarkedSince, markedSince } from '#domain/leaderboard.ts'
import { gathered } from '#server/db/batch.ts'
import { boardOrder, countsFor, isWithin, wasLive } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { getAround, pageAtOffset, teamBoard } from '../boards/store.ts'
import { findStandingsId } from '../contests/store.ts'

/**
 * Who earned most on the days of a week, with the number of all who earned points. Equal sums share a rank, and stand in
 * the order of their names.
 */
export const listWeekLeaders = query({
  name: 'list_week_leaders',
  sql: `with earned as (
     select user_id, sum(amount)::int as points from ledger where day between $firstDay and $lastDay group by user_id
   )
   select rank() over (order by points desc)::int as rank, display_name as "displayName", points,
     (count(*) over ())::int as members
   from earned join users u on u.id = user_id and u.is_ranked
   where points > 0 order by points desc, lower(display_name), u.id limit $limit`,
  params: { firstDay: col.day, lastDay: col.day, limit: col.int },
  row: { rank: col.int, displayName: col.text, points: col.int, members: col.int },
})

/** The contest that runs on a day. */
export const findRunningContest = query({
  name: 'find_running_contest',
  sql: `select standings_id as "standingsId", title from contests c where ${countsFor('c', '$today')}`,
  params: { today: col.day },
  row: { standingsId: col.id<'standings'>(), title: col.text },
})

const since = col.word(markedSince)

/** Deletes the marks of a past day or week, because they mean nothing any more. */
export const deletePlaceMarks = query({
  name: 'delete_place_marks',
  sql: 'delete from place_marks where since = $since',
  params: { since },
})

/** Whether there are marks of this week or day. */
export const hasPlaceMarks = query({
  name: 'has_place_marks',
  sql: 'select exists (select from place_marks where since = $since and day = $day) as "isMarked"',
  params: { since, day: col.day },
  row: { isMarked: col.bool },
})

/** Tells marks from others: their number, and a sum that depends on each of them. */
export const readPlaceMarks = query({
  name: 'read_place_marks',
  sql: 'select count(*)::int as marks, coalesce(sum(hashtext(m::text)), 0)::float8 as sum from place_marks m',
  row: { marks: col.int, sum: col.float },
})

// The board as it was at an instant, by what had been booked and reported until then. Most members have not changed
// since, so their entries are taken as they are, as many as can have a mark.
const insertMarksSql = (
  running: string,
  isCounted: (rows: string) => string,
  { contest = 'null::uuid', window = 'null::text' }: { readonly contest?: string; readonly window?: string },
) => `with running as (
     ${running}
   ), changed as materialized (
     select distinct user_id from ledger where created_at >= $at
   ), earned as (
     select l.user_id, sum(amount)::int as points, sum(l.shares)::int as verified, max(created_at) as reached_at
     from changed join ledger l using (user_id) where created_at < $at and ${isCounted('l')} group by l.user_id
   ), done as (
     select i.user_id, count(*) filter (where type = 'share') as reported, count(*) as engagements
     from changed join interactions i using (user_id) where ${wasLive('i', '$at')} and ${isCounted('i')}
     group by i.user_id
   ), scored as (
     select user_id, points, coalesce(reported, 0) + verified as shares, coalesce(engagements, 0) as engagements,
       earned.reached_at
     from earned left join done using (user_id) join users u on u.id = user_id and u.is_ranked
     where points > 0
     union all
     (select user_id, points, shares, engagements, reached_at from board_entries e
      where board_id = (select board_id from running) and not exists (select from changed where changed.user_id = e.user_id)
      order by e.key limit $limit)
   )
   insert into place_marks (contest_id, window_kind, since, user_id, day, place)
   select ${contest}, ${window}, $since, user_id, $day, rank() over (order by ${boardOrder('scored', '')})
   from scored order by 6, 4 limit $limit
   on conflict do nothing`
const marksParams = { since, day: col.day, at: col.instant, limit: col.int }
const isOfRunning = (rows: string) =>
  `exists (select from running where ${isWithin('running', `${rows}.day`)})`

/**
 * Marks the places on the team board of all time as they were at an instant. Does nothing for a member whom another
 * instance has marked meanwhile.
 */
export const insertTeamMarks = query({
  name: 'insert_team_marks',
  sql: insertMarksSql(`select '${teamBoard}'::uuid as board_id`, () => 'true', {}),
  params: marksParams,
})
/** The same for the standings of the contest that runs today, if there is one. */
export const insertContestMarks = query({
  name: 'insert_contest_marks',
  sql: insertMarksSql(
    `select c.id, c.standings_id as board_id, c.start_date, c.end_date from contests c where ${countsFor('c', '$today')}`,
    isOfRunning,
    { contest: '(select id from running)' },
  ),
  params: { ...marksParams, today: col.day },
})
/** The same for the present window of a kind, which has just been folded. */
export const insertWindowMarks = query({
  name: 'insert_window_marks',
  sql: insertMarksSql(
    `select w.id as board_id, w.start_date, w.end_date from board_windows w where w.id = $windowId`,
    isOfRunning,
    { window: '$kind' },
  ),
  params: { ...marksParams, windowId: col.id<'window'>(), kind: col.word(windowKinds) },
})

const listIdsOnPage = query({
  name: 'list_ids_on_page',
  sql: `with ${pageAtOffset} select user_id as id from page`,
  params: { boardId: col.uuid, limit: col.int, offset: col.int },
  row: { id: col.id<'user'>() },
})
const marksOfParams = { since, day: col.day, ids: col.ids<'user'>() }
const markRow = { id: col.id<'user'>(), place: col.int }
const listTeamMarks = query({
  name: 'list_team_marks',
  sql: `select user_id as id, place from place_marks
   where contest_id is null and window_kind is not distinct from $kind and since = $since and day = $day
     and user_id = any($ids)`,
  params: { ...marksOfParams, kind: col.nullable(col.word(windowKinds)) },
  row: markRow,
})
const listContestMarks = query({
  name: 'list_contest_marks',
  sql: `select user_id as id, place from place_marks
   where contest_id = $contestId and since = $since and day = $day and user_id = any($ids)`,
  params: { ...marksOfParams, contestId: col.id<'contest'>() },
  row: markRow,
})

interface MarksWanted {
  readonly since: MarkedSince
  /** The day, or the first day of the week, at whose beginning the marks were made. */
  readonly day: Day
  /** Null for a team board. */
  readonly contestId: ContestId | null
  /** The window of a team board, with its id; null for all time and in a contest. */
  readonly window: { readonly kind: WindowKind; readonly id: WindowId } | null
  /** Where the page of the board begins. */
  readonly offset: number
  readonly memberId: UserId
}
interface Asked extends MarksWanted {
  readonly key: string
}
type Marks = readonly [key: string, marks: readonly PlaceMark[]]

// Batched, because every open window asks once the places of a new day are marked.
const marksByKey = gathered(
  async (db, keys: readonly string[]) => {
    const asked = keys.map((key): Asked => ({ ...JSON.parse(key), key }))
    const pages = Map.groupBy(asked, ({ memberId: _, key: __, ...page }) => JSON.stringify(page))
    return new Map((await Promise.all(Array.from(pages.values(), (same) => marksOnPage(db, same)))).flat())
  },
  { longestPauseMs: 50 },
)

/** The marks of the members on a page of a board, of one member, and of that member's neighbours on the board. */
export async function listMarks(db: Db, wanted: MarksWanted): Promise<readonly PlaceMark[]> {
  return (await marksByKey(db, JSON.stringify(wanted))) ?? []
}

async function marksOnPage(db: Db | Tx, asked: readonly Asked[]): Promise<Marks[]> {
  const [first] = asked
  if (!first) return []
  const { since, day, offset, contestId, window } = first
  const boardId = contestId === null ? (window?.id ?? teamBoard) : await findStandingsId(db, contestId)
  if (boardId === null) return []
  const [page, around] = await Promise.all([
    listIdsOnPage(db, { boardId, offset, limit: leaderboardPageSize }),
    Promise.all(asked.map(({ memberId }) => getAround(db, boardId, memberId))),
  ])
  const onPage = page.map(({ id }) => id)
  const beside = around.map(({ own, above, below }) => [...above, ...(own ? [own] : []), ...below])
  const ids = [...new Set([...onPage, ...beside.flat().map(({ id }) => id)])]
  const marks = contestId
    ? await listContestMarks(db, { contestId, since, day, ids })
    : await listTeamMarks(db, { kind: window?.kind ?? null, since, day, ids })
  const byId = new Map(marks.map((mark) => [mark.id, mark]))
  const marksOf = (wanted: Iterable<UserId>) => Array.from(wanted, (id) => byId.get(id) ?? []).flat()
  return asked.map(({ key }, nth) => [
    key,
    marksOf(new Set([...onPage, ...(beside[nth] ?? []).map(({ id }) => id)])),
  ])
}

/**
 * The members with the longest current streaks; among equals those with the longest streak ever. A streak that ended
 * before yesterday is no longer current. With a time zone of one's own it ends at another instant.
 */
export const listStreakLeaders = query({
  name: 'list_streak_leaders',
  sql: `with recursive days as (
     (select min(streak_last_day) as day from users
      where longest_streak > 0 and disabled_at is null and streak_ends_at is null and streak_last_day >= $yesterday)
     union all
     select (select min(streak_last_day) from users
       where longest_streak > 0 and disabled_at is null and streak_ends_at is null and streak_last_day > days.day) from days where days.day is not null
   ), current as (
     select best.* from days cross join lateral (
       select id, current_streak as current, longest_streak as longest from users
       where longest_streak > 0 and disabled_at is null and streak_ends_at is null and streak_last_day = days.day and is_ranked
       order by current_streak desc, longest_streak desc, id limit $limit
     ) best
     union all
     (select id, current_streak, longest_streak from users
      where longest_streak > 0 and disabled_at is null and streak_ends_at is not null and streak_ends_at > $now and is_ranked
      order by current_streak desc, longest_streak desc, id limit $limit)
   ), ended as (
     select id, 0 as current, longest_streak as longest from users
     where longest_streak > 0 and disabled_at is null and is_ranked
       and (case when streak_ends_at is null then streak_last_day >= $yesterday else streak_ends_at > $now end) is not true
       and (select count(*) from current) < $limit
     order by longest_streak desc, id limit $limit
   ), leaders as (
     select * from current union all select * from ended order by current desc, longest desc, id limit $limit
   )
   select id, username, display_name as "displayName", avatar, current as "currentStreak", longest as "longestStreak",
     rank() over (order by current desc, longest desc)::int as rank
   from leaders join users using (id) order by current desc, longest desc, id`,
  params: { yesterday: col.day, now: col.instant, limit: col.int },
  row: {
    id: col.id<'user'>(),
    rank: col.int,
    username: col.text,
    displayName: col.text,
    avatar: col.nullable(col.text),
    currentStreak: col.int,
    longestStreak: col.int,
  },
})

const newcomers = `member_directory d join board_entries e on e.board_id = '${teamBoard}' and e.user_id = d.user_id
       and d.is_enabled and d.created_at > $since`

/**
 * Who earned most among the members who joined after an instant, best first, with the number of those who have points,
 * counted as far as a search counts. None of either if that is fewer than `least`.
 */
export const listNewcomers = query({
  name: 'list_newcomers',
  sql: `with counted as (
     select count(*)::int as total from (select from ${newcomers} limit ${mostFound + 1}) counted
   ), page as (select e.* from ${newcomers} order by e.key limit $limit)
   select least(total, ${mostFound}) as total, total > ${mostFound} as "isMore", u.id, u.username,
     u.display_name as "displayName", u.avatar, points as "totalPoints", shares as "totalShares",
     engagements as "totalEngagements", (rank() over (order by substr(key, 1, 32)))::int as rank
   from counted, page join users u on u.id = page.user_id where total >= $least order by key`,
  params: { since: col.instant, least: col.int, limit: col.int },
  row: {
    total: col.int,
    isMore: col.bool,
    id: col.id<'user'>(),
    username: col.text,
    displayName: col.text,
    avatar: col.nullable(col.text),
    totalPoints: col.int,
    totalShares: col.int,
    totalEngagements: col.int,
    rank: col.int,
  },
})
