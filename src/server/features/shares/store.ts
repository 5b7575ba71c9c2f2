import { and, asc, count, desc, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ShareSort } from '#contract/shares.ts'
import type { SortDirection } from '#contract/tables.ts'
import type { InteractionId, ShareId, UserId } from '#domain/ids.ts'
import { type ReportState, type ShareStatus, shareStatuses } from '#domain/vocabulary.ts'
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

interface SharePage extends SharesWanted {
  /** Text to find; empty matches everything. */
  readonly search: string
  readonly sort: ShareSort
  readonly direction: SortDirection
  readonly limit: number
  readonly offset: number
}

const { username, displayName } = users
const report = sql<ReportState | null>`case when ${interactions.id} is not null then ${sql.raw(reportState('interactions'))} end`
const statedShares = { ...getTableColumns(shares), report }
const namedShares = { ...statedShares, username, displayName }
const sortColumns: Readonly<Record<Exclude<ShareSort, 'createdAt'>, SQL>> = {
  username: sql`lower(${displayName})`,
  platform: sql`${shares.platform}`,
  engagements: sql`${shares.engagements}`,
  points: sql`${shares.points}`,
  status: sql`${shares.status}`,
}

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

/** A page of the matching shares, in the requested order. */
export function listSharePage(
  db: Db | Tx,
  { search, sort, direction, limit, offset, ...wanted }: SharePage,
): Promise<NamedShareRow[]> {
  return db.orm
    .select(namedShares)
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .leftJoin(interactions, eq(interactions.id, shares.interactionId))
    .where(and(isWanted(wanted), isFound(search)))
    .orderBy(...orderOf(sort, direction))
    .limit(limit)
    .offset(offset)
}

/** How many shares match. */
export async function countShares(
  db: Db | Tx,
  { search, ...wanted }: SharesWanted & Pick<SharePage, 'search'>,
): Promise<number> {
  const [counted] = await db.orm
    .select({ total: count() })
    .from(shares)
    .innerJoin(users, eq(users.id, shares.userId))
    .where(and(isWanted(wanted), isFound(search)))
  return counted?.total ?? 0
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

// The subquery searches the members once, and not again for each share.
function isFound(search: string): SQL | undefined {
  if (search === '') return undefined
  const part = sql`lower(${search})`
  const { customMessage, contentType, shareUrl, userId } = shares
  return sql`(position(${part} in lower(concat_ws(chr(10), ${customMessage}, ${contentType}, ${shareUrl}))) > 0
    or ${userId} in (select owner.id from ${users} owner
      where position(${part} in lower(concat_ws(chr(10), owner.display_name, owner.username, owner.id))) > 0))`
}

// An index serves the order by time alone, in both directions.
function orderOf(sort: ShareSort, direction: SortDirection): SQL[] {
  const towards = direction === 'asc' ? asc : desc
  if (sort === 'createdAt') return [towards(shares.createdAt), towards(shares.id)]
  return [towards(sortColumns[sort]), desc(shares.createdAt), desc(shares.id)]
}
