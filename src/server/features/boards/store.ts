import type { LeaderboardEntry, Neighbours, Standing } from '#contract/leaderboard.ts'
import { type ContestId, nilId, type UserId } from '#domain/ids.ts'
import { batched } from '#server/db/batch.ts'
import { boardOrder } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

// Nothing here reads a whole board. `board_entries` has the members with points in the board's order, and the counts say
// how many of them have more points than somebody. See docs/scaling.md.

/** The team board, or the board of a contest. */
export type Board = ContestId | typeof teamBoard
export const teamBoard = nilId

interface Wanted {
  readonly limit: number
  readonly offset: number
  /** Part of a display name or username, in upper or lower case. */
  readonly search?: string | undefined
}

const ofBoard = { boardId: col.uuid }
const page = { ...ofBoard, limit: col.int, offset: col.int }

/** The order of a board and its reverse, with the id last, so that no two entries are equal. */
const inOrder = (rows: string) => `${boardOrder(rows, '')}, ${rows}.user_id`
const reversed = (rows: string) =>
  `${rows}.points, ${rows}.shares, ${rows}.engagements, ${rows}.reached_at desc, ${rows}.user_id desc`

/** How many entries of a board have more points; `points` is an SQL expression. Exact, whatever is folded already. */
function entriesAbove(board: string, points: string): string {
  const counted = (level: number, range: string) =>
    `coalesce((select sum(entries) from board_counts where board_id = ${board} and level = ${level} and ${range}), 0)`
  const within = (level: number) => `bucket > (${points}) >> ${6 * level}
       and bucket <= (((${points}) >> ${6 * (level + 1)}) << 6) + 63`
  return `(${counted(2, `bucket > (${points}) >> 12`)} + ${counted(1, within(1))} + ${counted(0, within(0))}
     + coalesce((select sum((to_points > (${points}))::int - (from_points > (${points}))::int)
         from board_moves where board_id = ${board}), 0))::int`
}

/** The columns of the order, best first: which way is ahead. */
const columns = [
  ['points', '>'],
  ['shares', '>'],
  ['engagements', '>'],
  ['reached_at', '<'],
  ['user_id', '<'],
] as const
const opposite = { '>': '<', '<': '>' } as const

/** Conditions that together hold for every entry on one side of another. Each is one range of the index. */
function rangesBeside(side: 'above' | 'below', own: string, isStrict: boolean): string[] {
  return columns.slice(0, isStrict ? -1 : undefined).map(([column, ahead], place) => {
    const equal = columns.slice(0, place).map(([same]) => `e.${same} = ${own}.${same}`)
    const differs = `e.${column} ${side === 'above' ? ahead : opposite[ahead]} ${own}.${column}`
    return [`e.board_id = ${own}.board_id`, ...equal, differs].join(' and ')
  })
}

/** How many of those with the same points are ahead; equal scores are not. */
function tiesAhead(own: string): string {
  return rangesBeside('above', own, true)
    .slice(1)
    .map((range) => `(select count(*) from board_entries e where ${range})`)
    .join(' + ')
}

/** The rank of an entry; equal scores share one. */
function rankOf(own: string): string {
  return `(1 + ${entriesAbove(`${own}.board_id`, `${own}.points`)} + ${tiesAhead(own)})::int`
}

/**
 * A `select` of the nearest entries on one side of the entry `own`, nearest first. With `isStrict` those of an equal score
 * are left out.
 */
export function nearest(side: 'above' | 'below', own: string, count: number, isStrict: boolean): string {
  const order = side === 'above' ? reversed : inOrder
  const parts = rangesBeside(side, own, isStrict).map(
    (range) => `(select e.* from board_entries e where ${range} order by ${order('e')} limit ${count})`,
  )
  return `select near.* from (${parts.join('\n union all ')}) near order by ${order('near')} limit ${count}`
}

// Walks down the levels to the points of the entry at the offset, so that the entries before it need not be read.
const levelOf = (
  level: number,
  isIn: (bucket: string) => string,
) => `select bucket, sum(entries) as entries from (
       select bucket, entries from board_counts where board_id = $boardId and level = ${level} and ${isIn('bucket')}
       union all select held >> ${6 * level}, entries from moves where ${isIn(`(held >> ${6 * level})`)}
     ) counted group by bucket`
const within = (level: string) => (bucket: string) => `${bucket} >> 6 = (select bucket from ${level})`
const placeIn = (level: string, before: string) => `select bucket, before from (
       select bucket, entries, ${before} + sum(entries) over (order by bucket desc) - entries as before from ${level}
     ) summed where before <= $offset and $offset < before + entries`
const startOfPage = `moves as (
     select held, entries from board_moves cross join lateral (values (from_points, -1), (to_points, 1)) as each (held, entries)
     where board_id = $boardId and held > 0
   ), level2 as (${levelOf(2, () => 'true')}), at2 as (${placeIn('level2', '0')}),
   level1 as (${levelOf(1, within('at2'))}),
   at1 as (${placeIn('level1', '(select before from at2)')}),
   level0 as (${levelOf(0, within('at1'))}),
   start as (${placeIn('level0', '(select before from at1)')})`

/** The ids of the members on a page: common table expressions that end with `page`, whose rows are entries. */
export const pageAtOffset = `${startOfPage}, page as (
     select e.* from board_entries e where e.board_id = $boardId and e.points <= (select bucket from start)
     order by ${inOrder('e')} limit $limit offset $offset - (select before from start))`

const shown = (entry: string, rank: string) => `u.id, u.username, u.display_name as "displayName", u.avatar,
  ${entry}.points as "totalPoints", ${entry}.shares as "totalShares", ${entry}.engagements as "totalEngagements",
  ${rank} as rank`
const entryRow = {
  id: col.id<'user'>(),
  rank: col.int,
  username: col.text,
  displayName: col.text,
  avatar: col.nullable(col.text),
  totalPoints: col.int,
  totalShares: col.int,
  totalEngagements: col.int,
}

// Only the first row's rank is looked up: all others rank behind every row before them.
const listPage = query({
  name: 'list_board_page',
  sql: `with ${pageAtOffset}, first as (select * from page order by ${inOrder('page')} limit 1),
   ranked as (select page.*, rank() over (order by ${boardOrder('page', '')}) as place from page)
   select ${shown(
     'ranked',
     `(case when place = 1 then (select ${rankOf('first')} from first) else $offset + place end)::int`,
   )} from ranked join users u on u.id = ranked.user_id order by ${inOrder('ranked')}`,
  params: page,
  row: entryRow,
})
const listFirstPage = query({
  name: 'list_board_start',
  sql: `select ${shown('e', `(rank() over (order by ${boardOrder('e', '')}))::int`)}
   from (select * from board_entries e where board_id = $boardId order by ${inOrder('e')} limit $limit) e
     join users u on u.id = e.user_id order by ${inOrder('e')}`,
  params: { ...ofBoard, limit: col.int },
  row: entryRow,
})
const countEntries = query({
  name: 'count_board',
  sql: `select ${entriesAbove('$boardId', '0')} as total`,
  params: ofBoard,
  row: { total: col.int },
})

const isMatch = `position(lower($search) in lower(concat_ws(chr(10), u.display_name, u.username))) > 0`
const searchPage = query({
  name: 'search_board',
  sql: `with found as (
     select e.* from board_entries e join users u on u.id = e.user_id
     where e.board_id = $boardId and ${isMatch} order by ${inOrder('e')} limit $limit offset $offset)
   select ${shown('found', rankOf('found'))} from found join users u on u.id = found.user_id order by ${inOrder('found')}`,
  params: { ...page, search: col.text },
  row: entryRow,
})
const countMatches = query({
  name: 'count_board_matches',
  sql: `select count(*)::int as total from board_entries e join users u on u.id = e.user_id
   where e.board_id = $boardId and ${isMatch}`,
  params: { ...ofBoard, search: col.text },
  row: { total: col.int },
})

/** A member's own entry on a board; no row without points. */
export const findEntry = query({
  name: 'find_place',
  sql: `select ${shown('own', rankOf('own'))} from board_entries own join users u on u.id = own.user_id
   where own.board_id = $boardId and own.user_id = $userId`,
  params: { ...ofBoard, userId: col.id<'user'>() },
  row: entryRow,
})

/** The members of a board with points, best first, and the number of all that match. */
export async function listBoard(db: Db | Tx, boardId: Board, { limit, offset, search }: Wanted) {
  const [data, { total }] = await Promise.all(
    search
      ? [searchPage(db, { boardId, limit, offset, search }), countMatches.one(db, { boardId, search })]
      : [
          offset === 0 ? listFirstPage(db, { boardId, limit }) : listPage(db, { boardId, limit, offset }),
          countEntries.one(db, { boardId }),
        ],
  )
  return { data, total }
}

/** An entry of a contest's board. Its totals cover the days of the contest. */
export function asStanding(entry: LeaderboardEntry): Standing {
  return { ...entry, monthlyPoints: entry.totalPoints }
}

// A key is a board and a member's id. Batched, because every open window asks at once. Whoever has no points stands
// behind everybody.
const listAround = batched(
  query({
    name: 'list_board_around',
    sql: `with asked as (
       select key, split_part(key, ' ', 1)::uuid as board_id, split_part(key, ' ', 2)::uuid as user_id
       from unnest($keys) as keys (key)
     ), own as (
       select asked.key, asked.board_id, coalesce(e.points, 0) as points, coalesce(e.shares, 0) as shares,
         coalesce(e.engagements, 0) as engagements, coalesce(e.reached_at, 'infinity') as reached_at,
         coalesce(e.user_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff') as user_id
       from asked left join board_entries e on e.board_id = asked.board_id and e.user_id = asked.user_id
     )
     select own.key, ${rankOf('own')} as "ownRank", beside.use, ${shown('beside', '0')}, beside.reached_at as "reachedAt",
       (select count(*)::int from board_entries t where t.board_id = beside.board_id and t.points = beside.points
         and t.shares = beside.shares and t.engagements = beside.engagements
         and t.reached_at = beside.reached_at) as ties
     from own cross join lateral (
       select 'own' as use, 0 as nth, e.* from board_entries e where e.board_id = own.board_id and e.user_id = own.user_id
       union all select 'above', row_number() over (), above.* from (${nearest('above', 'own', 2, false)}) above
       union all select 'below', row_number() over (), below.* from (${nearest('below', 'own', 2, false)}) below
       union all select 'next', 0, next.* from (${nearest('above', 'own', 1, true)}) next
       union all select 'behind', 0, behind.* from (${nearest('below', 'own', 1, true)}) behind
     ) beside join users u on u.id = beside.user_id order by own.key, beside.use, beside.nth`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      ownRank: col.int,
      use: col.word(['own', 'above', 'below', 'next', 'behind']),
      ...entryRow,
      reachedAt: col.instant,
      ties: col.int,
    },
  }),
)
type AroundRow = Awaited<ReturnType<typeof listAround>>[number]

/** A member's entry on a board with its neighbours. */
export async function getAround(
  db: Db | Tx,
  boardId: Board,
  userId: UserId,
): Promise<Neighbours<LeaderboardEntry>> {
  const rows = await listAround(db, `${boardId} ${userId}`)
  const used = (use: AroundRow['use']) => rows.filter((row) => row.use === use)
  const [own = null] = used('own')
  const rank = rows[0]?.ownRank ?? 1
  const [next, behind] = [used('next')[0], used('behind')[0]]
  return {
    own: own && entryOf(own, rank),
    above: ranksAbove(used('above'), own, rank).reverse(),
    below: ranksBelow(used('below'), own, rank),
    by: {
      toNext: next ? next.totalPoints - (own?.totalPoints ?? 0) : null,
      toBehind: own && behind ? own.totalPoints - behind.totalPoints : null,
    },
  }
}

/** Nearest first: each group of equal scores begins as many places higher as it has members. */
function ranksAbove(rows: readonly AroundRow[], own: AroundRow | null, rank: number): LeaderboardEntry[] {
  let last = { row: own, rank }
  return rows.map((row) => {
    last = { row, rank: isTied(row, last.row) ? last.rank : last.rank - row.ties }
    return entryOf(row, last.rank)
  })
}

function ranksBelow(rows: readonly AroundRow[], own: AroundRow | null, rank: number): LeaderboardEntry[] {
  let last = { row: own, rank }
  return rows.map((row) => {
    last = { row, rank: isTied(row, last.row) ? last.rank : last.rank + (last.row?.ties ?? 0) }
    return entryOf(row, last.rank)
  })
}

function isTied(one: AroundRow, other: AroundRow | null): boolean {
  return (
    other !== null &&
    one.totalPoints === other.totalPoints &&
    one.totalShares === other.totalShares &&
    one.totalEngagements === other.totalEngagements &&
    one.reachedAt.getTime() === other.reachedAt.getTime()
  )
}

function entryOf(row: AroundRow, rank: number): LeaderboardEntry {
  const { id, username, displayName, avatar, totalPoints, totalShares, totalEngagements } = row
  return { id, rank, username, displayName, avatar, totalPoints, totalShares, totalEngagements }
}

const foldBoards = query({
  name: 'fold_boards',
  sql: 'select fold_boards() as folded',
  row: { folded: col.int },
})

/** Moves the changes of boards into the counts, and returns how many there were. */
export async function foldMoves(db: Db): Promise<number> {
  return (await foldBoards.one(db, {})).folded
}
