import {
  type LeaderboardEntry,
  type Standing,
  type StreakLeader,
  streakLeadersCount,
} from '#contract/leaderboard.ts'
import { addDays, type Day } from '#domain/days.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'

export interface PageOf<Row> {
  readonly rows: Row[]
  /** How many there are in all. */
  readonly total: number
}

interface BoardQuery {
  readonly limit: number
  readonly offset: number
  /** Part of a username, in any case. */
  readonly search?: string | undefined
}

const order = 'total_points desc, total_shares desc, total_engagements desc, reached_at'
const entry = `id, username, avatar, total_points as "totalPoints", total_shares as "totalShares",
  total_engagements as "totalEngagements"`
const onBoard = 'total_points > 0 and disabled_at is null'

// A member is behind all who have a strictly better score, so equal scores share a rank.
const isAhead = (other: string, own: string, prefix = 'total_') => {
  const [points, shares, engagements] = ['points', 'shares', 'engagements'].map(
    (total) => `${prefix}${total}`,
  )
  return `(${other}.${points} > ${own}.${points}
  or (${other}.${points} = ${own}.${points} and (${other}.${shares} > ${own}.${shares}
  or (${other}.${shares} = ${own}.${shares} and (${other}.${engagements} > ${own}.${engagements}
  or (${other}.${engagements} = ${own}.${engagements} and ${other}.reached_at < ${own}.reached_at))))))`
}

// Ranks the page's own rows only: ranking all members would sort all of them. Those equal to the first row share
// its rank, which may begin on an earlier page; all others stand behind every row before them.
const listBoard = statement<LeaderboardEntry>(
  'list_board',
  `with page as (select * from users where ${onBoard} order by ${order}, id limit $1 offset $2),
   first as (select * from page order by ${order}, id limit 1),
   ahead as (select count(*) as members from users u, first
     where $2::int > 0 and u.total_points > 0 and u.disabled_at is null and u.total_points >= first.total_points
       and ${isAhead('u', 'first')}),
   placed as (select *, rank() over (order by ${order}) as place from page)
   select ${entry}, (case when place = 1 then (select members from ahead) + 1 else $2::int + place end)::int as rank
   from placed order by ${order}, id`,
)
const searchBoard = statement<LeaderboardEntry>(
  'search_board',
  `with ranked as (select *, rank() over (order by ${order})::int as rank from users where ${onBoard})
   select ${entry}, rank from ranked where position(lower($3) in lower(username)) > 0
   order by rank, id limit $1 offset $2`,
)
const countBoard = statement<{ total: number }>(
  'count_board',
  `select count(*)::int as total from users where ${onBoard}`,
)
const countMatches = statement<{ total: number }>(
  'count_board_matches',
  `select count(*)::int as total from users where ${onBoard} and position(lower($1) in lower(username)) > 0`,
)
const findPlace = statement<LeaderboardEntry>(
  'find_place',
  `select me.id, me.username, me.avatar, me.total_points as "totalPoints", me.total_shares as "totalShares",
     me.total_engagements as "totalEngagements", (1 + (select count(*) from users u
       where u.total_points > 0 and u.disabled_at is null and u.total_points >= me.total_points
         and ${isAhead('u', 'me')}))::int as rank
   from users me where me.id = $1 and me.total_points > 0 and me.disabled_at is null`,
)
const listContestBoard = statement<Standing>(
  'list_contest_board',
  `select u.id, u.username, u.avatar, s.points as "totalPoints", s.points as "monthlyPoints", s.shares as "totalShares",
     s.engagements as "totalEngagements",
     rank() over (order by s.points desc, s.shares desc, s.engagements desc, s.reached_at)::int as rank
   from standings s join users u on u.id = s.user_id and u.disabled_at is null
   where s.contest_id = $1 and s.points > 0
   order by s.points desc, s.shares desc, s.engagements desc, s.reached_at, u.id limit $2 offset $3`,
)
const countContestBoard = statement<{ total: number }>(
  'count_contest_board',
  `select count(*)::int as total from standings s join users u on u.id = s.user_id and u.disabled_at is null
   where s.contest_id = $1 and s.points > 0`,
)
const findContestPlace = statement<Standing>(
  'find_contest_place',
  `select u.id, u.username, u.avatar, me.points as "totalPoints", me.points as "monthlyPoints",
     me.shares as "totalShares", me.engagements as "totalEngagements", (1 + (select count(*) from standings s
       join users o on o.id = s.user_id and o.disabled_at is null
       where s.contest_id = me.contest_id and s.points >= me.points and ${isAhead('s', 'me', '')}))::int as rank
   from standings me join users u on u.id = me.user_id and u.disabled_at is null
   where me.contest_id = $1 and me.user_id = $2 and me.points > 0`,
)

// A streak that ended before yesterday does not stand any more.
const listStreaks = statement<StreakLeader>(
  'list_streak_leaders',
  `with standing as (
     select id, username, avatar, longest_streak as longest,
       case when streak_last_day >= $1::date then current_streak else 0 end as current
     from users where longest_streak > 0 and disabled_at is null
   )
   select id, username, avatar, current as "currentStreak", longest as "longestStreak",
     rank() over (order by current desc, longest desc)::int as rank
   from standing order by current desc, longest desc, id limit $2`,
)

/** The members with the longest streaks as they stand on `today`, then with the longest they ever had. */
export function listStreakLeaders(db: Db | Tx, today: Day): Promise<StreakLeader[]> {
  return db.run(listStreaks, [addDays(today, -1), streakLeadersCount])
}

/** The members with points, best first, and how many match. */
export async function listLeaderboard(db: Db | Tx, query: BoardQuery): Promise<PageOf<LeaderboardEntry>> {
  const { limit, offset, search } = query
  if (search) {
    const [rows, [count]] = await Promise.all([
      db.run(searchBoard, [limit, offset, search]),
      db.run(countMatches, [search]),
    ])
    return { rows, total: count?.total ?? 0 }
  }
  const [rows, [count]] = await Promise.all([db.run(listBoard, [limit, offset]), db.run(countBoard, [])])
  return { rows, total: count?.total ?? 0 }
}

/** A member's own line on the board; null without points. */
export async function findLeaderboardEntry(db: Db | Tx, userId: string): Promise<LeaderboardEntry | null> {
  const [row] = await db.run(findPlace, [userId])
  return row ?? null
}

/** The members with points inside a contest's window, best first. */
export async function listStandings(
  db: Db | Tx,
  contestId: string,
  query: BoardQuery,
): Promise<PageOf<Standing>> {
  const [rows, [count]] = await Promise.all([
    db.run(listContestBoard, [contestId, query.limit, query.offset]),
    db.run(countContestBoard, [contestId]),
  ])
  return { rows, total: count?.total ?? 0 }
}

/** A member's own line in a contest; null without points in it. */
export async function findStanding(
  db: Db | Tx,
  { contestId, userId }: { readonly contestId: string; readonly userId: string },
): Promise<Standing | null> {
  const [row] = await db.run(findContestPlace, [contestId, userId])
  return row ?? null
}
