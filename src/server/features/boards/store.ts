import type { LeaderboardEntry, LeaderboardPage, Neighbours, Standing } from '#contract/leaderboard.ts'
import { mostFound } from '#contract/tables.ts'
import { nilId, type StandingsId, type UserId, type WindowId } from '#domain/ids.ts'
import type { SearchKind } from '#domain/search.ts'
import { Latest } from '#server/cache/latest.ts'
import { monotonicMs } from '#server/clock.ts'
import { batched } from '#server/db/batch.ts'
import { isFound } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { foundMembers, memberSearch, searchParams } from '../directory/store.ts'

// Nothing here reads a whole board: `board_entries` is in the board's order, and blocks of it are counted. See
// docs/decisions/045-boards-are-derived.md.

/** The team board of all time or of a window, or the board of standings. */
export type Board = StandingsId | WindowId | typeof teamBoard
export const teamBoard = nilId

interface Wanted {
  readonly limit: number
  readonly offset: number
  /** Part of a display name or username, in upper or lower case. */
  readonly search?: string | undefined
}

const ofBoard = { boardId: col.uuid }
const page = { ...ofBoard, limit: col.int, offset: col.int }

/** The part of an entry's key that decides its rank; equal scores have the same. */
const score = (entry: string) => `substr(${entry}.key, 1, 32)`
/** The rank of an entry; equal scores share one. */
const rankOf = (entry: string) => `(1 + board_position(${entry}.board_id, ${score(entry)}))`

/**
 * A `select` of the nearest entries on one side of the entry `own`, nearest first. With `isStrict` those of an equal score
 * are left out.
 */
export function nearest(side: 'above' | 'below', own: string, count: number, isStrict: boolean): string {
  // No id has more than 16 bytes, so this is behind every entry of the score.
  const behind = `${score(own)} || '\\xffffffffffffffffffffffffffffffffff'::bytea`
  const isBeside =
    side === 'above'
      ? `e.key < ${isStrict ? score(own) : `${own}.key`}`
      : `e.key > ${isStrict ? behind : `${own}.key`}`
  return `select e.* from board_entries e where e.board_id = ${own}.board_id and ${isBeside}
     order by e.key ${side === 'above' ? 'desc' : 'asc'} limit ${count}`
}

/** The entries on a page: common table expressions that end with `page`. */
export const pageAtOffset = `start as materialized (select * from board_start($boardId, $offset)), page as (
     select e.* from board_entries e where e.board_id = $boardId and e.key >= (select start_key from start)
     order by e.key limit $limit offset $offset - (select skipped from start))`

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

const listPage = query({
  name: 'list_board_page',
  sql: `with ${pageAtOffset}, first as (select * from page order by key limit 1),
   ranked as (select page.*, rank() over (order by ${score('page')}) as place from page)
   select ${shown('ranked', `(case when place = 1 then (select ${rankOf('first')} from first) else $offset + place end)::int`)}
   from ranked join users u on u.id = ranked.user_id order by ranked.key`,
  params: page,
  row: entryRow,
})
const listFirstPage = query({
  name: 'list_board_start',
  sql: `select ${shown('e', `(rank() over (order by ${score('e')}))::int`)}
   from (select * from board_entries where board_id = $boardId order by key limit $limit) e
     join users u on u.id = e.user_id order by e.key`,
  params: { ...ofBoard, limit: col.int },
  row: entryRow,
})
const countEntries = query({
  name: 'count_board',
  sql: 'select board_size($boardId) as total',
  params: ofBoard,
  row: { total: col.int },
})

const foundParams = { ...page, pattern: col.text }
const searchedRow = { data: col.json<readonly LeaderboardEntry[]>(), total: col.int }
/** Entries that match, best first, as one array: common table expressions that end with `shown`. */
const pageOf = (matches: string) => `page as (${matches} order by e.key limit $limit offset $offset)
, placed as (
     select * from board_positions($boardId, (select array_agg(${score('page')}) from page))
   ), shown as (
     select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username, 'displayName', u.display_name,
       'avatar', u.avatar, 'totalPoints', page.points, 'totalShares', page.shares, 'totalEngagements', page.engagements,
       'rank', 1 + placed.place) order by page.key), '[]') as data
     from page join users u on u.id = page.user_id join placed on placed.wanted_key = ${score('page')}
   )`
// Up to one more is looked for than is counted. Where there are so many, nothing is read of the board.
const listFoundBy = (kind: SearchKind) =>
  query({
    name: `search_board_by_${kind}`,
    sql: `with found as materialized (${foundMembers(kind, 'names')}), counted as (select count(*)::int as seen from found),
   matches as materialized (
     select e.* from found join board_entries e on e.user_id = found.user_id and e.board_id = $boardId
     where (select seen from counted) <= ${mostFound}
   ), ${pageOf('select e.* from matches e')}
   select seen, (select count(*)::int from matches) as total, data from counted, shown`,
    params: { ...foundParams, ...searchParams, isEnabled: col.bool },
    row: { ...searchedRow, seen: col.int },
  })
// A search that finds many finds some soon, whoever is looked at first.
const walkBoardBy = (kind: SearchKind) =>
  query({
    name: `walk_board_by_${kind}`,
    sql: `with ${pageOf(`select e.* from board_entries e join member_directory d on d.user_id = e.user_id
       where e.board_id = $boardId and ${isFound('d.names', kind)}`)}
   select data from shown`,
    params: foundParams,
    row: { data: searchedRow.data },
  })
const searches = { part: searchBy('part'), start: searchBy('start'), near: searchBy('near') }
function searchBy(kind: SearchKind) {
  return { list: listFoundBy(kind), walk: walkBoardBy(kind) }
}

/** A member's own entry on a board; no row without points. */
export const findEntry = query({
  name: 'find_place',
  sql: `select ${shown('own', rankOf('own'))} from board_entries own join users u on u.id = own.user_id
   where own.board_id = $boardId and own.user_id = $userId`,
  params: { ...ofBoard, userId: col.id<'user'>() },
  row: entryRow,
})

/**
 * The members of a board with points, best first, and the number of all that match. A search counts no further than
 * tables do, and says so.
 */
export async function listBoard(
  db: Db | Tx,
  boardId: Board,
  { limit, offset, search }: Wanted,
): Promise<LeaderboardPage> {
  if (search) return searchBoard(db, { boardId, limit, offset, search })
  const [data, { total }] = await Promise.all([
    offset === 0 ? listFirstPage(db, { boardId, limit }) : listPage(db, { boardId, limit, offset }),
    countEntries.one(db, { boardId }),
  ])
  return { data, total }
}

interface Searching extends Wanted {
  readonly boardId: Board
  readonly search: string
}

async function searchBoard(
  db: Db | Tx,
  { boardId, limit, offset, search }: Searching,
): Promise<LeaderboardPage> {
  const { kind, ...patterns } = await memberSearch(db, search, 'names')
  const { pattern } = patterns
  const { list, walk } = searches[kind]
  const asked = { boardId, ...patterns, limit, offset }
  if (!findsMany(db, pattern)) {
    const { seen, ...found } = await list.one(db, { ...asked, isEnabled: true })
    if (seen <= mostFound) return found
    noteMany(db, pattern)
  }
  return { ...(await walk.one(db, asked)), total: mostFound, isMore: true }
}

// Searches that lately found more than are counted, for each database. They are not counted again with every letter and
// page, so a search whose matches have become fewer says for a minute at most that there are more.
const manyForMs = 60_000
const manyFound = new WeakMap<Db | Tx, Latest<string, number>>()

function findsMany(db: Db | Tx, pattern: string): boolean {
  return (manyFound.get(db)?.get(pattern) ?? 0) > monotonicMs()
}

function noteMany(db: Db | Tx, pattern: string): void {
  const known = manyFound.get(db) ?? new Latest<string, number>(1_000)
  manyFound.set(db, known)
  known.set(pattern, monotonicMs() + manyForMs)
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
       select asked.key as asked, asked.board_id, coalesce(e.key, '\\xff'::bytea) as key
       from asked left join board_entries e on e.board_id = asked.board_id and e.user_id = asked.user_id
     ), placed as materialized (
       select boards.board_id, wanted_key, place
       from (select board_id, array_agg(${score('own')}) as wanted from own group by board_id) boards
         cross join lateral board_positions(boards.board_id, boards.wanted)
     )
     select own.asked as key, 1 + placed.place as "ownRank", beside.use, ${shown('beside', '0')},
       (select count(*)::int from board_entries t where t.board_id = beside.board_id and t.key >= ${score('beside')}
         and t.key < ${score('beside')} || '\\xffffffffffffffffffffffffffffffffff'::bytea) as ties,
       encode(${score('beside')}, 'hex') as score
     from own join placed on placed.board_id = own.board_id and placed.wanted_key = ${score('own')}
     cross join lateral (
       select 'own' as use, 0 as nth, e.* from board_entries e where e.board_id = own.board_id and e.key = own.key
       union all select 'above', row_number() over (), above.* from (${nearest('above', 'own', 2, false)}) above
       union all select 'below', row_number() over (), below.* from (${nearest('below', 'own', 2, false)}) below
       union all select 'next', 0, next.* from (${nearest('above', 'own', 1, true)}) next
       union all select 'behind', 0, behind.* from (${nearest('below', 'own', 1, true)}) behind
     ) beside join users u on u.id = beside.user_id order by own.asked, beside.use, beside.nth`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      ownRank: col.int,
      use: col.word(['own', 'above', 'below', 'next', 'behind']),
      ...entryRow,
      ties: col.int,
      score: col.text,
    },
  }),
  { longestPauseMs: 50 },
)
type AroundRow = Awaited<ReturnType<typeof listAround>>[number]

/** Neighbours with the names of those who hold the next places. */
export interface NamedNeighbours extends Neighbours<LeaderboardEntry> {
  readonly by: Neighbours<LeaderboardEntry>['by'] & {
    readonly next: string | null
    readonly behind: string | null
  }
}

/** A member's entry on a board with its neighbours. */
export async function getAround(db: Db | Tx, boardId: Board, userId: UserId): Promise<NamedNeighbours> {
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
      next: next?.displayName ?? null,
      behind: behind?.displayName ?? null,
    },
  }
}

/** Nearest first: each group of equal scores begins as many places higher as it has members. */
function ranksAbove(rows: readonly AroundRow[], own: AroundRow | null, rank: number): LeaderboardEntry[] {
  let last = { row: own, rank }
  return rows.map((row) => {
    last = { row, rank: row.score === last.row?.score ? last.rank : last.rank - row.ties }
    return entryOf(row, last.rank)
  })
}

function ranksBelow(rows: readonly AroundRow[], own: AroundRow | null, rank: number): LeaderboardEntry[] {
  let last = { row: own, rank }
  return rows.map((row) => {
    last = { row, rank: row.score === last.row?.score ? last.rank : last.rank + (last.row?.ties ?? 0) }
    return entryOf(row, last.rank)
  })
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
