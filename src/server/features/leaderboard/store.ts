import type { Neighbours } from '#contract/leaderboard.ts'
import type { ContestId, UserId } from '#domain/ids.ts'
import { batched } from '#server/db/batch.ts'
import { boardOrder, countsFor, isAhead, isWithin, wasLive } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

interface AroundRow {
  readonly use: 'near' | 'next' | 'behind'
  readonly id: UserId
  readonly totalPoints: number
}

interface Wanted {
  readonly limit: number
  readonly offset: number
  /** Part of a display name or username, in upper or lower case. */
  readonly search?: string | undefined
}

const entry = `id, username, display_name as "displayName", avatar, total_points as "totalPoints", total_shares as "totalShares",
  total_engagements as "totalEngagements"`
const onBoard = 'total_points > 0 and disabled_at is null'
const isNamed = (displayName: string) =>
  `position(lower($search) in lower(concat_ws(chr(10), ${displayName}, username))) > 0`
const isMatch = isNamed('display_name')
const page = { limit: col.int, offset: col.int }
const totalRow = { total: col.int }
const placeRow = {
  id: col.id<'user'>(),
  rank: col.int,
  username: col.text,
  displayName: col.text,
  avatar: col.nullable(col.text),
}
const entryRow = { ...placeRow, totalPoints: col.int, totalShares: col.int, totalEngagements: col.int }
const standingRow = { ...entryRow, monthlyPoints: col.int }

// Ranks only the rows of the page, because ranking all members would sort all of them. Rows equal to the first share
// its rank, which may begin on an earlier page. All others rank behind every row before them.
const listBoard = query({
  name: 'list_board',
  sql: `with page as (
     select * from users where ${onBoard} order by ${boardOrder('users', 'total_')}, id limit $limit offset $offset),
   first as (select * from page order by ${boardOrder('page', 'total_')}, id limit 1),
   ahead as (select count(*) as members from users u, first
     where $offset > 0 and u.total_points > 0 and u.disabled_at is null and u.total_points >= first.total_points
       and ${isAhead('u', 'first', 'total_')}),
   placed as (select *, rank() over (order by ${boardOrder('page', 'total_')}) as place from page)
   select ${entry}, (case when place = 1 then (select members from ahead) + 1 else $offset + place end)::int as rank
   from placed order by ${boardOrder('placed', 'total_')}, id`,
  params: page,
  row: entryRow,
})
const searchBoard = query({
  name: 'search_board',
  sql: `with ranked as (
     select *, rank() over (order by ${boardOrder('users', 'total_')})::int as rank from users where ${onBoard})
   select ${entry}, rank from ranked where ${isMatch} order by rank, id limit $limit offset $offset`,
  params: { ...page, search: col.text },
  row: entryRow,
})
const countBoard = query({
  name: 'count_board',
  sql: `select count(*)::int as total from users where ${onBoard}`,
  row: totalRow,
})
const countMatches = query({
  name: 'count_board_matches',
  sql: `select count(*)::int as total from users where ${onBoard} and ${isMatch}`,
  params: { search: col.text },
  row: totalRow,
})
/** A member's own entry on the board; no row without points. */
export const findLeaderboardEntry = query({
  name: 'find_place',
  sql: `select ${entry}, (1 + (select count(*) from users u
       where u.total_points > 0 and u.disabled_at is null and u.total_points >= me.total_points
         and ${isAhead('u', 'me', 'total_')}))::int as rank
   from users me where id = $userId and ${onBoard}`,
  params: { userId: col.id<'user'>() },
  row: entryRow,
})

const standing = `u.id, u.username, u.display_name as "displayName", u.avatar, s.points as "totalPoints", s.points as "monthlyPoints",
  s.shares as "totalShares", s.engagements as "totalEngagements"`
const inContest = `from standings s join users u on u.id = s.user_id and u.disabled_at is null
  where s.contest_id = $contestId and s.points > 0`

const listContestBoard = query({
  name: 'list_contest_board',
  sql: `select ${standing}, rank() over (order by ${boardOrder('s', '')})::int as rank
   ${inContest} order by ${boardOrder('s', '')}, u.id limit $limit offset $offset`,
  params: { ...page, contestId: col.id<'contest'>() },
  row: standingRow,
})
const searchContestBoard = query({
  name: 'search_contest_board',
  sql: `with ranked as (
     select ${standing}, rank() over (order by ${boardOrder('s', '')})::int as rank ${inContest})
   select * from ranked where ${isNamed('"displayName"')} order by rank, id limit $limit offset $offset`,
  params: { ...page, contestId: col.id<'contest'>(), search: col.text },
  row: standingRow,
})
const countContestBoard = query({
  name: 'count_contest_board',
  sql: `select count(*)::int as total ${inContest}`,
  params: { contestId: col.id<'contest'>() },
  row: totalRow,
})
const countContestMatches = query({
  name: 'count_contest_matches',
  sql: `select count(*)::int as total ${inContest} and ${isMatch}`,
  params: { contestId: col.id<'contest'>(), search: col.text },
  row: totalRow,
})
/** A member's own entry in a contest's standings; no row without points in it. */
export const findStanding = query({
  name: 'find_contest_place',
  sql: `select ${standing}, (1 + (select count(*) from standings other
       join users o on o.id = other.user_id and o.disabled_at is null
       where other.contest_id = s.contest_id and other.points >= s.points
         and ${isAhead('other', 's', '')}))::int as rank
   ${inContest} and s.user_id = $userId`,
  params: { contestId: col.id<'contest'>(), userId: col.id<'user'>() },
  row: standingRow,
})

// A key is a board, which is `teamBoard` or the id of a contest, and a member's id. Batched, because every open window
// asks after each report, and ranking everybody costs the same for one as for all.
const aroundSql = (ranked: string) => `with asked as (
     select key, split_part(key, ' ', 1) as board, split_part(key, ' ', 2)::uuid as user_id
     from unnest($keys) as keys (key)
   ), ranked as materialized (${ranked}),
   places as (
     select key, asked.board, nth, rank as first, last
     from asked join ranked on ranked.board = asked.board and ranked.id = asked.user_id
     union all
     select key, asked.board, behind.nth, behind.nth, behind.nth
     from asked join (select board, count(*) + 1 as nth from ranked group by board) behind on behind.board = asked.board
     where not exists (select from ranked own where own.board = asked.board and own.id = asked.user_id)
   )
   select places.key, wanted.use, ranked.*
   from places cross join lateral (
     select 'near' as use, near as nth from generate_series(places.nth - 2, places.nth + 2) as near
     union all select 'next', first - 1 union all select 'behind', last + 1
   ) wanted join ranked on ranked.board = places.board and ranked.nth = wanted.nth
   order by wanted.nth`
/** Columns of a ranked row: its rank, its place in the list, and the place of the last with the same rank. */
const placesBy = (ties: string, list: string) =>
  `(rank() over (${ties}))::int as rank, (row_number() over (${list}))::int as nth, (count(*) over (${ties}))::int as last`
const aroundRow = {
  key: col.text,
  board: col.text,
  use: col.word(['near', 'next', 'behind']),
  nth: col.int,
  last: col.int,
}
const teamBoard = 'team'

const listAround = batched(
  query({
    name: 'list_board_around',
    sql: aroundSql(
      `select '${teamBoard}' as board, ${entry}, ${placesBy(
        `order by ${boardOrder('users', 'total_')}`,
        `order by ${boardOrder('users', 'total_')}, id`,
      )} from users where ${onBoard}`,
    ),
    params: { keys: col.texts },
    row: { ...aroundRow, ...entryRow },
  }),
)
const listStandingsAround = batched(
  query({
    name: 'list_standings_around',
    sql: aroundSql(`select s.contest_id::text as board, ${standing}, ${placesBy(
      `partition by s.contest_id order by ${boardOrder('s', '')}`,
      `partition by s.contest_id order by ${boardOrder('s', '')}, u.id`,
    )}
     from standings s join users u on u.id = s.user_id and u.disabled_at is null
     where s.contest_id::text in (select board from asked) and s.points > 0`),
    params: { keys: col.texts },
    row: { ...aroundRow, ...standingRow },
  }),
)

/** A member's row on the team board with its neighbours. */
export async function getAround(db: Db | Tx, userId: UserId) {
  return neighboursOf(await listAround(db, `${teamBoard} ${userId}`), userId)
}

/** A member's row in the standings of a contest with its neighbours. */
export async function getStandingsAround(db: Db | Tx, contestId: ContestId, userId: UserId) {
  return neighboursOf(await listStandingsAround(db, `${contestId} ${userId}`), userId)
}

function neighboursOf<Row extends AroundRow>(rows: readonly Row[], userId: UserId): Neighbours<Row> {
  const near = rows.filter(({ use }) => use === 'near')
  const place = near.findIndex(({ id }) => id === userId)
  const own = near[place] ?? null
  const next = rows.find(({ use }) => use === 'next')
  const behind = rows.find(({ use }) => use === 'behind')
  return {
    own,
    above: own ? near.slice(0, place) : near,
    below: own ? near.slice(place + 1) : [],
    by: {
      toNext: next ? next.totalPoints - (own?.totalPoints ?? 0) : null,
      toBehind: own && behind ? own.totalPoints - behind.totalPoints : null,
    },
  }
}

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
   from earned join users u on u.id = user_id and u.disabled_at is null
   where points > 0 order by points desc, lower(display_name), u.id limit $limit`,
  params: { firstDay: col.day, lastDay: col.day, limit: col.int },
  row: { rank: col.int, displayName: col.text, points: col.int, members: col.int },
})

/** The contest that runs on a day. */
export const findRunningContest = query({
  name: 'find_running_contest',
  sql: `select id, title from contests c where ${countsFor('c', '$today')}`,
  params: { today: col.day },
  row: { id: col.id<'contest'>(), title: col.text },
})

/** Deletes all marks, because those of a past day mean nothing. */
export const deletePlaceMarks = query({ name: 'delete_place_marks', sql: 'delete from place_marks' })

// The board as it was at an instant, by what had been booked and reported until then.
const insertMarksSql = (board: string, isCounted: (rows: string) => string) => `with running as (
     select c.id, c.start_date, c.end_date from contests c where ${countsFor('c', '$today')}
   ), earned as (
     select l.user_id, sum(amount) as points, sum(l.shares) as verified, max(created_at) as reached_at
     from ledger l where created_at < $at and ${isCounted('l')} group by l.user_id
   ), done as (
     select i.user_id, count(*) filter (where type = 'share') as reported, count(*) as engagements
     from interactions i where ${wasLive('i', '$at')} and ${isCounted('i')}
     group by i.user_id
   ), scored as (
     select user_id, points, coalesce(reported, 0) + verified as shares, coalesce(engagements, 0) as engagements,
       earned.reached_at
     from earned left join done using (user_id) join users u on u.id = user_id and u.disabled_at is null
     where points > 0
   )
   insert into place_marks (contest_id, user_id, day, place)
   select ${board}, user_id, $today, rank() over (order by ${boardOrder('scored', '')})
   from scored order by 4, 2 limit $limit
   on conflict do nothing`
const marksParams = { today: col.day, at: col.instant, limit: col.int }

/** Marks the places on the team board. Does nothing for a member whom another instance has marked meanwhile. */
export const insertTeamMarks = query({
  name: 'insert_team_marks',
  sql: insertMarksSql('null::uuid', () => 'true'),
  params: marksParams,
})
/** The same for the standings of the contest that runs today, if there is one. */
export const insertContestMarks = query({
  name: 'insert_contest_marks',
  sql: insertMarksSql(
    '(select id from running)',
    (rows) => `exists (select from running where ${isWithin('running', `${rows}.day`)})`,
  ),
  params: marksParams,
})

const marksOf = (page: string, isOfBoard: string) => `select m.user_id as id, m.place from place_marks m
   where ${isOfBoard} and m.day = $today and (m.user_id = any($ids) or m.user_id in (
     ${page} limit $limit offset $offset))`
const marksOfParams = { ...page, today: col.day, ids: col.ids<'user'>() }
const markRow = { id: col.id<'user'>(), place: col.int }

/** Today's marks of the members on a page of the team board, and of those in `ids`. */
export const listTeamMarks = query({
  name: 'list_team_marks',
  sql: marksOf(
    `select id from users where ${onBoard} order by ${boardOrder('users', 'total_')}, id`,
    'm.contest_id is null',
  ),
  params: marksOfParams,
  row: markRow,
})
/** The same in the standings of a contest. */
export const listContestMarks = query({
  name: 'list_contest_marks',
  sql: marksOf(`select u.id ${inContest} order by ${boardOrder('s', '')}, u.id`, 'm.contest_id = $contestId'),
  params: { ...marksOfParams, contestId: col.id<'contest'>() },
  row: markRow,
})

/**
 * The members with the longest current streaks; among equals those with the longest streak ever. A streak that ended
 * before yesterday is no longer current.
 */
export const listStreakLeaders = query({
  name: 'list_streak_leaders',
  sql: `with standing as (
     select id, username, display_name, avatar, longest_streak as longest,
       case when streak_last_day >= $yesterday then current_streak else 0 end as current
     from users where longest_streak > 0 and disabled_at is null
   )
   select id, username, display_name as "displayName", avatar, current as "currentStreak", longest as "longestStreak",
     rank() over (order by current desc, longest desc)::int as rank
   from standing order by current desc, longest desc, id limit $limit`,
  params: { yesterday: col.day, limit: col.int },
  row: { ...placeRow, currentStreak: col.int, longestStreak: col.int },
})

/** The members with points, best first, and the number of all that match. */
export async function listLeaderboard(db: Db | Tx, { limit, offset, search }: Wanted) {
  const [data, count] = await Promise.all(
    search
      ? [searchBoard(db, { limit, offset, search }), countMatches.one(db, { search })]
      : [listBoard(db, { limit, offset }), countBoard.one(db, {})],
  )
  return { data, total: count.total }
}

/** The members with points inside a contest's window, best first, and the number of all that match. */
export async function listStandings(db: Db | Tx, contestId: ContestId, { limit, offset, search }: Wanted) {
  const [data, count] = await Promise.all(
    search
      ? [
          searchContestBoard(db, { contestId, limit, offset, search }),
          countContestMatches.one(db, { contestId, search }),
        ]
      : [listContestBoard(db, { contestId, limit, offset }), countContestBoard.one(db, { contestId })],
  )
  return { data, total: count.total }
}
