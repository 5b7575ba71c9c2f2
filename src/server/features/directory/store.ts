import { mostFound, type SortDirection, tableDepth } from '#contract/tables.ts'
import type { UserSort } from '#contract/users.ts'
import { nilId } from '#domain/ids.ts'
import { type Search, type SearchKind, searchOf } from '#domain/search.ts'
import { roles } from '#domain/vocabulary.ts'
import { monotonicMs } from '#server/clock.ts'
import { isFound } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

/** What a list of members is narrowed to: a search, or with an empty pattern a role that few have. */
export type Narrowing = SearchKind | 'role'
/** The lines of the directory that are searched: names by everybody, details by administrators. */
type SearchedLines = 'names' | 'details'

/** What `foundMembers` is given of a search. */
export const searchParams = { pattern: col.text, indexed: col.text }

/**
 * A select of the members that a narrowing finds, up to one more than a search finds, or tables count. Its parameters are
 * `searchParams`, `$isEnabled`, and for a role `$role`.
 */
export function foundMembers(narrowing: Narrowing, lines: SearchedLines): string {
  const select = 'select user_id, role, name, username, email, created_at from'
  if (narrowing === 'role')
    return `${select} member_directory where is_enabled = $isEnabled and role = $role and $pattern || $indexed = ''
     limit ${tableDepth + 1}`
  const atMost = `limit ${mostFound + 1}`
  // The whole pattern is compared with what the index has found, and only where it says more, for the planner takes every
  // comparison for one that few rows pass.
  const isWhole = `($pattern = $indexed or ${isFound(lines, narrowing)})`
  const isMatch = `${isFound(lines, narrowing, '$indexed')} and ${isWhole}`
  if (narrowing !== 'near')
    return `${select} member_directory where is_enabled = $isEnabled and ${isMatch} ${atMost}`
  // No index leads to such a text, so only the first members by name are looked through.
  return `${select} (select * from member_directory where is_enabled = $isEnabled
     order by name, username, user_id limit ${tableDepth}) first where ${isMatch} ${atMost}`
}

/** Some of the lines that are searched, as the planner has drawn them. */
const readSample = query({
  name: 'read_directory_sample',
  sql: `select attname::text as lines, text from pg_stats
     cross join lateral unnest(histogram_bounds::text::text[]) as bounds (text)
   where schemaname = current_schema() and tablename = 'member_directory' and attname in ('names', 'details')`,
  row: { lines: col.word(['names', 'details']), text: col.text },
})
const sampleLifeMs = 600_000
const samples = new WeakMap<
  Db | Tx,
  { readonly untilMs: number; readonly rows: readonly RowOf<typeof readSample>[] }
>()

async function sampleOf(db: Db | Tx) {
  const known = samples.get(db)
  if (known && monotonicMs() < known.untilMs) return known.rows
  const rows = await readSample(db, {})
  samples.set(db, { untilMs: monotonicMs() + sampleLifeMs, rows })
  return rows
}

/** The search for members whose lines contain a text. */
export async function memberSearch(db: Db | Tx, text: string, lines: SearchedLines): Promise<Search> {
  const rows = await sampleOf(db)
  return searchOf(
    text,
    rows.filter((row) => row.lines === lines).map((row) => row.text),
  )
}

/** A select of members in an order, and the order of its columns. */
export interface MemberOrder {
  readonly select: string
  readonly order: string
}

/** A page of the members that were found, sorted. */
export function foundInOrder(sort: UserSort, direction: SortDirection): MemberOrder {
  const key = {
    username: 'found.name',
    email: 'found.email',
    role: 'found.role',
    totalPoints: 'total_points',
    createdAt: 'found.created_at',
  }[sort]
  const order = `k1 ${direction} nulls last, k2, k3, user_id`
  const points = sort === 'totalPoints' ? 'join users on users.id = found.user_id' : ''
  return {
    select: `select found.user_id, ${key} as k1, found.name as k2, found.username as k3 from found ${points}
     where $role is null or found.role = $role order by ${order} limit $limit offset $offset`,
    order,
  }
}

const isListed = 'is_enabled = $isEnabled and ($role is null or role = $role)'

/**
 * A page of all members by an index. Each part is in the order of one, so that no more rows are read than the page and
 * those before it.
 */
export function allInOrder(sort: UserSort, direction: SortDirection): MemberOrder {
  const { parts, order } = walks[sort](direction, direction === 'asc' ? 'desc' : 'asc')
  const select = `select * from (${parts.join(' union all ')}) walked order by ${order} limit $limit offset $offset`
  return { select, order }
}

type Walk = (to: SortDirection, back: SortDirection) => { readonly parts: string[]; readonly order: string }

const upTo = 'limit $limit + $offset'
const walks: Readonly<Record<UserSort, Walk>> = {
  username: (to) => ({
    parts: [directoryPart('name as k1, username as k2', 'true', `name ${to}, username ${to}, user_id ${to}`)],
    order: `k1 ${to}, k2 ${to}, user_id ${to}`,
  }),
  createdAt: (to) => ({
    parts: [
      directoryPart(
        'created_at as k1, name as k2, username as k3',
        'true',
        `created_at ${to}, name ${to}, username ${to}, user_id ${to}`,
      ),
    ],
    order: `k1 ${to}, k2 ${to}, k3 ${to}, user_id ${to}`,
  }),
  // Members without an address come last in both directions.
  email: (to) => ({
    parts: [
      directoryPart(
        '0 as k1, email as k2, name as k3, username as k4',
        'email is not null',
        `email ${to}, name ${to}, username ${to}, user_id ${to}`,
      ),
      directoryPart('1, email, name, username', 'email is null', `name ${to}, username ${to}, user_id ${to}`),
    ],
    order: `k1, k2 ${to}, k3 ${to}, k4 ${to}, user_id ${to}`,
  }),
  role: (to) => ({
    parts: roles.map((role) =>
      directoryPart('role as k1, name as k2, username as k3', `role = '${role}'`, 'name, username, user_id'),
    ),
    order: `k1 ${to}, k2, k3, user_id`,
  }),
  totalPoints: (to, back) => ({
    parts: [
      `(select user_id, points as k1, shares as k2, engagements as k3, reached_at as k4 from board_entries e
     where board_id = '${nilId}' and $isEnabled and ($role is null or exists (
       select from member_directory d where d.user_id = e.user_id and d.role = $role)) order by key ${back} ${upTo})`,
      // No points, and the few with less than none.
      pointsPart('is_enabled and standing = 0', `listed.user_id ${back}`, '$isEnabled'),
      pointsPart('is_enabled and standing = -1', `total_points ${to}, listed.user_id ${back}`, '$isEnabled'),
      pointsPart('not is_enabled', `total_points ${to}, listed.user_id ${back}`, 'not $isEnabled'),
    ],
    order: `k1 ${to}, k2 ${to}, k3 ${to}, k4 ${back}, user_id ${back}`,
  }),
}

function directoryPart(columns: string, condition: string, order: string): string {
  return `(select user_id, ${columns} from member_directory where ${isListed} and ${condition} order by ${order} ${upTo})`
}

function pointsPart(condition: string, order: string, isAsked: string): string {
  return `(select listed.user_id, total_points, null, null, null from member_directory listed
     join users on users.id = listed.user_id
     where ${isAsked} and ${condition} and ($role is null or listed.role = $role) order by ${order} ${upTo})`
}
