import { and, desc, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ShareSort } from '#contract/shares.ts'
import { mostFound, type SortDirection, tableDepth } from '#contract/tables.ts'
import { type InteractionId, isId, type ShareId, type UserId } from '#domain/ids.ts'
import type { Search } from '#domain/search.ts'
import { platforms, type ReportState, type ShareStatus, shareStatuses } from '#domain/vocabulary.ts'
import { reportState } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { interactions, shares } from '#server/db/schema/game.ts'
import { users } from '#server/db/schema/people.ts'
import type { Place } from '#server/http/cursor.ts'

export type ShareRow = typeof shares.$inferSelect

/** A share with what became of the report that made it; null for a submitted share. */
export interface StatedShareRow extends ShareRow {
  readonly report: ReportState | null
}

export interface NamedShareRow extends StatedShareRow {
  /** The member's names. */
  readonly username: string
  readonly displayName: string
}

export interface CountedShareRow extends NamedShareRow {
  /** How many were found; 0 for a page of more than tables count. */
  readonly counted: number
}

interface SharesWanted {
  /** Null for all members. */
  readonly ownerId: UserId | null
  /** Whether to leave out shares created by reports. */
  readonly isSubmitted: boolean
  /** Undefined for all. */
  readonly status?: ShareStatus | undefined
}

interface SharesAfter extends SharesWanted {
  readonly limit: number
  readonly after: Place<'share'> | null
}

interface SharesFound extends SharesWanted {
  /** Null for no search. */
  readonly search: ShareSearch | null
}

/** A search, and the text of it, which may be a member's whole id. */
export interface ShareSearch extends Search {
  readonly text: string
}

interface SharePage extends SharesFound {
  readonly sort: ShareSort
  readonly direction: SortDirection
  readonly limit: number
  readonly offset: number
  /** Whether more shares match than tables reach, so that they are too many to sort. */
  readonly isMore: boolean
}

const { username, displayName } = users
const report = sql<ReportState | null>`case when ${interactions.id} is not null then ${sql.raw(reportState('interactions'))} end`
const statedShares = { ...getTableColumns(shares), report }
const namedShares = { ...statedShares, username, displayName }
/** Shares, newest first. */
export function listShareRows(
  db: Db | Tx,
  { limit, after, ...wanted }: SharesAfter,
): Promise<NamedShareRow[]> {
  return db.orm
    .select(namedShares)
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .leftJoin(interactions, eq(interactions.id, shares.interactionId))
    .where(and(isWanted(wanted), after ? isAfter(after) : undefined))
    .orderBy(desc(shares.createdAt), desc(shares.id))
    .limit(limit)
}

/**
 * A page of the matching shares, in the requested order, each with how many were counted. Up to as many as tables reach
 * are sorted; more are read in the order of an index, or the newest of them are sorted.
 */
export function listSharePage(db: Db | Tx, page: SharePage): Promise<CountedShareRow[]> {
  const { sort, direction, limit, offset } = page
  const order = shareOrders[sort](direction)
  const parts = walkOf(page)
  const found = parts
    ? sql`select walked_id, 0 as counted
        from (${partsInOrder(parts, { order, atMost: offset + limit })}) walked order by ${order.walked}`
    : sql`select s.id as walked_id, (count(*) over ())::int as counted from (${foundShares(page, sortedBy(sort))}) s
        ${sort === 'username' ? withNames : sql``} order by ${order.sorted}`
  return db.orm
    .select({ ...namedShares, counted: sql<number>`page.counted` })
    .from(sql`(${found} limit ${limit} offset ${offset}) as page`)
    .innerJoin(shares, sql`${shares.id} = page.walked_id`)
    .innerJoin(users, eq(users.id, shares.userId))
    .leftJoin(interactions, eq(interactions.id, shares.interactionId))
    .orderBy(order.shown)
}

/** How many shares match, up to one more than tables count. */
export async function countShares(db: Db | Tx, wanted: SharesFound): Promise<number> {
  const [counted] = await db.orm
    .select({ total: sql<number>`count(*)::int` })
    .from(sql`(${foundShares(wanted, sql`s.id`)}) as found`)
  return counted?.total ?? 0
}

/** The columns that decide the place of a share in this order. */
function sortedBy(sort: ShareSort): SQL {
  const isOfAll = sort === 'createdAt' || sort === 'username'
  return sql.raw(`s.id, s.user_id, s.created_at${isOfAll ? '' : `, s.${sort}`}`)
}

/**
 * A select of `columns` of the shares that match: up to one more than tables count, or than a search finds. Without a
 * search they are the newest. The limits within keep the plan with the indexes. The columns are few, so that what a name
 * finds is in an index.
 */
function foundShares({ search, ...wanted }: SharesFound, columns: SQL): SQL {
  const condition = conditionOf(wanted)
  const newest = (most: number): SQL =>
    sql`select s.* from shares s where ${condition} order by s.created_at desc, s.id desc limit ${most}`
  if (!search) return sql`select ${columns} from (${newest(tableDepth + 1)}) s`
  const words = matches(sql.raw(wordsOf('s')), search)
  const isMatch = sql`(${words} or ${isMember(search)}
    or exists (select from member_directory d where d.user_id = s.user_id and ${matches(sql`d.names`, search)}))`
  if (wanted.ownerId !== null || search.kind === 'near')
    return sql`select ${columns} from (${newest(wanted.ownerId === null ? mostFound : tableDepth)}) s where ${isMatch} limit ${atMost}`
  const found = sql`select ${columns} from`
  const shareOf = (where: SQL) =>
    sql`cross join lateral (${found} shares s where ${where} and ${condition} limit ${atMost}) s`
  return sql`select * from (
      (${found} shares s
        where (s.interaction_id is null or s.reviewed_at is not null) and ${words} and ${condition} limit ${atMost})
      union (${found} (
          select user_id from member_directory where ${matches(sql`names`, search)} limit ${atMost}
        ) named ${shareOf(sql`s.user_id = named.user_id`)} limit ${atMost})
      union (${found} shares s where ${isMember(search)} and ${condition} limit ${atMost})
      union (${found} (
          select id from posts where ${matches(sql`chr(10) || lower(post_url)`, search)} limit ${atMost}
        ) linked cross join lateral (
          select i.id from interactions i where i.post_id = linked.id and i.type = 'share' and i.undone_at is null
          limit ${atMost}
        ) i ${shareOf(sql`s.interaction_id = i.id`)} limit ${atMost})
    ) each limit ${atMost}`
}

const withNames = sql`join member_directory d on d.user_id = s.user_id`
const atMost = sql.raw(String(mostFound + 1))

/** The text of a share that is searched, as its index has it. */
function wordsOf(shares: string): string {
  return `lower(chr(10) || coalesce(${shares}.custom_message, '') || chr(10) || ${shares}.content_type || chr(10)
    || coalesce(${shares}.share_url, ''))`
}

function matches(text: SQL, { kind, pattern }: Search): SQL {
  return kind === 'start' ? sql`${text} ~ lower(${pattern})` : sql`${text} like lower(${pattern})`
}

function isMember({ text }: ShareSearch): SQL {
  return isId(text) ? sql`s.user_id = ${text}::uuid` : sql`false`
}

function conditionOf({ ownerId, isSubmitted, status }: SharesWanted): SQL {
  const conditions = [
    ownerId === null ? null : sql`s.user_id = ${ownerId}`,
    isSubmitted ? sql`s.interaction_id is null` : null,
    status === undefined ? null : sql`s.status = ${status}`,
  ]
  return sql.join([sql`true`].concat(conditions.filter((each) => each !== null)), sql` and `)
}

export async function insertShare(tx: Tx, row: typeof shares.$inferInsert): Promise<ShareRow> {
  const [inserted] = await tx.orm.insert(shares).values(row).returning()
  if (!inserted) throw new Error('A share was not inserted')
  return inserted
}

/** SQL that inserts the share of a report, as part of the report's statement. `select` supplies these columns. */
export function insertReportShare(select: string): string {
  return `insert into shares (id, user_id, interaction_id, platform, share_url, created_at, points, content_type)
    select made.*, 'company_post' from (${select}) as made`
}

/** SQL that deletes the share of an undone report, unless somebody has reviewed it. */
export function deleteReportShare(undone: string): string {
  return `delete from shares using ${undone}
    where interaction_id = ${undone}.id and status = 'pending' and reviewed_at is null`
}

/** The id of the share's member; null when there is no such share. */
export async function findShareOwner(tx: Tx, id: ShareId): Promise<UserId | null> {
  const rows = await tx.orm.select({ userId: shares.userId }).from(shares).where(eq(shares.id, id))
  return rows[0]?.userId ?? null
}

/** A share, locked until the transaction ends. */
export async function findShare(tx: Tx, id: ShareId): Promise<ShareRow | null> {
  const rows = await tx.orm.select().from(shares).where(eq(shares.id, id)).for('update')
  return rows[0] ?? null
}

/** The share of a report, locked until the transaction ends; null if an undo removed it, or if there never was one. */
export async function findShareOfReport(tx: Tx, interactionId: InteractionId): Promise<ShareRow | null> {
  const rows = await tx.orm.select().from(shares).where(eq(shares.interactionId, interactionId)).for('update')
  return rows[0] ?? null
}

/** The report that made a share. */
export async function getReportOf(tx: Tx, interactionId: InteractionId) {
  const { points, undoneAt, takenBackAt } = interactions
  const [row] = await tx.orm
    .select({ points, undoneAt, takenBackAt })
    .from(interactions)
    .where(eq(interactions.id, interactionId))
  if (!row) throw new Error(`There is no report ${interactionId}`)
  return row
}

/** What decides whether a member may submit one more share. Rejected shares may be repeated. */
export const listEarlierShares = query({
  name: 'list_earlier_shares',
  sql: `select custom_message as "customMessage", share_url as "shareUrl", status, created_at as "createdAt"
   from shares where user_id = $userId and interaction_id is null
     and (status = 'pending' or created_at >= $since)`,
  params: { userId: col.id<'user'>(), since: col.instant },
  row: {
    customMessage: col.nullable(col.text),
    shareUrl: col.nullable(col.text),
    status: col.word(shareStatuses),
    createdAt: col.instant,
  },
})

/** The day on which a verified share is counted, even if the clock went back between two verifications. */
export const getVerifiedDay = query({
  name: 'get_verified_day',
  sql: 'select day::text as day from ledger where subject_id = $id group by day having sum(shares) > 0',
  params: { id: col.id<'share'>() },
  row: { day: col.day },
})

export async function updateShare(tx: Tx, { id, ...columns }: ShareRow): Promise<void> {
  await tx.orm.update(shares).set(columns).where(eq(shares.id, id))
}

function isAfter({ at, id }: Place<'share'>) {
  return or(lt(shares.createdAt, at), and(eq(shares.createdAt, at), lt(shares.id, id)))
}

function isWanted({ ownerId, isSubmitted, status }: SharesWanted) {
  return and(
    ownerId === null ? undefined : eq(shares.userId, ownerId),
    isSubmitted ? isNull(shares.interactionId) : undefined,
    status === undefined ? undefined : eq(shares.status, status),
  )
}

interface ShareOrder {
  /** Of the page that is shown. */
  readonly shown: SQL
  /** Of `shares s` with `member_directory d`. */
  readonly sorted: SQL
  /** Its columns, named for `walked`. */
  readonly keys: SQL
  readonly walked: SQL
}

/** A time follows the direction of figures. Among shares of one word the newest comes first. */
const shareOrders: Readonly<Record<ShareSort, (to: SortDirection) => ShareOrder>> = {
  createdAt: (to) => ordersBy([], to),
  engagements: (to) => ordersBy([`s.engagements ${to}`], to),
  points: (to) => ordersBy([`s.points ${to}`], to),
  platform: (to) => ordersBy([`s.platform ${to}`], 'desc'),
  status: (to) => ordersBy([`s.status ${to}`], 'desc'),
  username: (to) => ordersBy([`d.name ${to}`, `d.username ${to}`, `d.user_id ${to}`], 'desc'),
}

const shownColumns: Readonly<Record<string, string>> = {
  'd.name': 'lower("users"."display_name")',
  'd.username': 'lower("users"."username")',
  'd.user_id': '"users"."id"',
}

function ordersBy(first: readonly string[], time: SortDirection): ShareOrder {
  const terms = [...first, `s.created_at ${time}`, `s.id ${time}`]
  const shown = terms.map((term) => {
    const [column = '', to] = term.split(' ')
    return `${shownColumns[column] ?? column.replace('s.', '"shares".')} ${to}`
  })
  const walked = terms.map((term, nth) => `k${nth} ${term.split(' ')[1]}`)
  const keys = terms.map((term, nth) => `${term.split(' ')[0]} as k${nth}`)
  const inSql = (list: readonly string[]) => sql.raw(list.join(', '))
  return { shown: inSql(shown), sorted: inSql(terms), keys: inSql(keys), walked: inSql(walked) }
}

interface Part {
  readonly from: string
  readonly where: SQL
}

/**
 * All shares in parts, each of which an index has in the order; null where there is none, as for what a search finds or
 * for one member's shares, of which there are few.
 */
function walkOf({ isMore, search, ownerId, status, sort }: SharePage): readonly Part[] | null {
  if (!isMore || search || ownerId !== null) return null
  const part = (where: SQL, from = 'shares s') => ({ from, where })
  if (status !== undefined)
    return sort === 'createdAt' || sort === 'status' ? [part(sql`s.status = ${status}`)] : null
  if (sort === 'platform') return platforms.map((platform) => part(sql`s.platform = ${platform}`))
  if (sort === 'status') return shareStatuses.map((each) => part(sql`s.status = ${each}`))
  if (sort === 'engagements') return [part(sql`s.engagements > 0`), part(sql`s.engagements = 0`)]
  if (sort === 'username')
    return ['true', 'false'].map((isEnabled) =>
      part(
        sql`d.is_enabled = ${sql.raw(isEnabled)}`,
        'member_directory d join shares s on s.user_id = d.user_id',
      ),
    )
  return [part(sql`true`)]
}

/** The first shares of each part, with the columns of the order as `k0` and so on. */
function partsInOrder(
  parts: readonly Part[],
  { order, atMost: most }: { readonly order: ShareOrder; readonly atMost: number },
): SQL {
  const selects = parts.map(
    ({ from, where }) => sql`(select s.id as walked_id, ${order.keys} from ${sql.raw(from)} where ${where}
      order by ${order.sorted} limit ${most})`,
  )
  return sql.join(selects, sql` union all `)
}
