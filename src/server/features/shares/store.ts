import { and, asc, count, desc, eq, getTableColumns, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { ShareSort } from '#contract/shares.ts'
import type { SortDirection } from '#contract/tables.ts'
import type { ShareId, UserId } from '#domain/ids.ts'
import type { ShareStatus } from '#domain/vocabulary.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { shares } from '#server/db/schema/game.ts'
import { users } from '#server/db/schema/people.ts'
import type { Place } from '#server/http/cursor.ts'

export type ShareRow = typeof shares.$inferSelect

export interface NamedShareRow extends ShareRow {
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
const namedShares = { ...getTableColumns(shares), username, displayName }
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
  return `insert into shares (id, user_id, interaction_id, platform, share_url, created_at, content_type)
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
