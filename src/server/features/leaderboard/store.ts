import type { ContestId } from '#domain/ids.ts'
import { boardOrder, isAhead } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

interface Wanted {
  readonly limit: number
  readonly offset: number
  /** Part of a display name or username, in upper or lower case. */
  readonly search?: string | undefined
}

const entry = `id, username, display_name as "displayName", avatar, total_points as "totalPoints", total_shares as "totalShares",
  total_engagements as "totalEngagements"`
const onBoard = 'total_points > 0 and disabled_at is null'
const isMatch = 'position(lower($search) in lower(concat_ws(chr(10), display_name, username))) > 0'
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
const countContestBoard = query({
  name: 'count_contest_board',
  sql: `select count(*)::int as total ${inContest}`,
  params: { contestId: col.id<'contest'>() },
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

/** The members with points inside a contest's window, best first. */
export async function listStandings(db: Db | Tx, contestId: ContestId, { limit, offset }: Wanted) {
  const [data, count] = await Promise.all([
    listContestBoard(db, { contestId, limit, offset }),
    countContestBoard.one(db, { contestId }),
  ])
  return { data, total: count.total }
}
