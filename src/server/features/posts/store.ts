import { and, asc, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PostSort, SocialFeedPost } from '#contract/posts.ts'
import type { SortDirection } from '#contract/tables.ts'
import type { PostId } from '#domain/ids.ts'
import { type PointsRule, worthOf } from '#domain/points.ts'
import { type EngagementReport, safeUrl, testBrand } from '#domain/posts.ts'
import { platforms } from '#domain/vocabulary.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query } from '#server/db/query.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import type { Place } from '#server/http/cursor.ts'
import { insertLines } from '../activities/store.ts'

export type PostRow = typeof posts.$inferSelect

const nothing = { like: 0, comment: 0, share: 0 }

/** A post as the feed shows it. Checks addresses again, because a row may be older than the check on arrival. */
export function feedPostOf(row: PostRow, rules: readonly PointsRule[]): SocialFeedPost {
  return {
    ...row,
    authorAvatarUrl: safeUrl(row.authorAvatarUrl),
    imageUrl: safeUrl(row.imageUrl),
    postUrl: safeUrl(row.postUrl),
    originalPostDate: row.originalPostDate.toISOString(),
    worth: row.brand === testBrand ? nothing : worthOf(rules, row.platform),
  }
}

/** The columns of a post that can change. */
export type PostChanges = Partial<Omit<PostRow, 'id' | 'createdAt'>>

/** What identifies posts that have no address. */
type PostTraits = Pick<PostRow, 'platform' | 'content'>

/** Makes transactions that lock the same key run one after another. */
export const lockPostKey = query({
  name: 'lock_post_key',
  sql: advisoryLock('postKey', '$key'),
  params: { key: col.text },
})

/** The feed without deleted posts, newest first, after `after` if it is given. */
export function listPosts(
  db: Db | Tx,
  { limit, after }: { limit: number; after: Place<'post'> | null },
): Promise<PostRow[]> {
  const { originalPostDate, id } = posts
  const isAfter = after && sql`(${originalPostDate}, ${id}) < (${after.at.toISOString()}, ${after.id})`
  return db.orm
    .select()
    .from(posts)
    .where(and(isNull(posts.deletedAt), isAfter ?? undefined))
    .orderBy(...newestFirst)
    .limit(limit)
}

const newestFirst = [desc(posts.originalPostDate), desc(posts.id)]

interface TableQuery {
  readonly search: string
  readonly sort: PostSort
  readonly direction: SortDirection
  readonly limit: number
  readonly offset: number
}

/** A page of the posts in the feed whose text, author, handle or address contains the search. */
export function listPostPage(
  db: Db | Tx,
  { search, sort, direction, limit, offset }: TableQuery,
): Promise<PostRow[]> {
  const inOrder = direction === 'asc' ? asc : desc
  return db.orm
    .select()
    .from(posts)
    .where(isFound(search))
    .orderBy(inOrder(tableColumns[sort]), inOrder(posts.id))
    .limit(limit)
    .offset(offset)
}

export async function countPosts(db: Db | Tx, { search }: Pick<TableQuery, 'search'>): Promise<number> {
  const [counted] = await db.orm.select({ total: count() }).from(posts).where(isFound(search))
  return counted?.total ?? 0
}

const tableColumns = {
  originalPostDate: posts.originalPostDate,
  authorName: sql`lower(${posts.authorName})`,
  platform: posts.platform,
  // The sum of three int4 columns can exceed int4.
  engagements: sql`${posts.likesCount}::bigint + ${posts.commentsCount} + ${posts.sharesCount}`,
} as const

function isFound(search: string): SQL | undefined {
  const { content, authorName, authorHandle, postUrl } = posts
  const text = sql`lower(concat_ws(chr(10), ${content}, ${authorName}, ${authorHandle}, ${postUrl}))`
  const hasText = search === '' ? undefined : sql`position(lower(${search}) in ${text}) > 0`
  return and(isNull(posts.deletedAt), hasText)
}

/** A post, deleted or not. */
export async function findPost(db: Db | Tx, id: PostId): Promise<PostRow | null> {
  const [row] = await db.orm.select().from(posts).where(eq(posts.id, id))
  return row ?? null
}

/** A post, deleted or not, locked against other writers. */
export function findHeldPost(tx: Tx, id: PostId): Promise<PostRow | null> {
  return findHeld(tx, eq(posts.id, id))
}

/** The post of this identity, deleted or not, locked against other writers. */
export function findPostByIdentity(tx: Tx, identity: string): Promise<PostRow | null> {
  return findHeld(tx, eq(posts.identity, identity))
}

/**
 * The post of the same platform, content and date, deleted or not, locked against other writers. With `hasUrl` only one
 * that was delivered without an address.
 */
export function findPostByDate(
  tx: Tx,
  traits: PostTraits & { originalPostDate: Date; hasUrl: boolean },
): Promise<PostRow | null> {
  const withoutUrl = traits.hasUrl ? isNull(posts.normalisedUrl) : undefined
  return findHeld(tx, and(hasTraits(traits), eq(posts.originalPostDate, traits.originalPostDate), withoutUrl))
}

/** The newest live post of the same platform and content. */
export async function findNewestPost(db: Db | Tx, traits: PostTraits): Promise<PostRow | null> {
  const found = db.orm
    .select()
    .from(posts)
    .where(and(hasTraits(traits), isNull(posts.deletedAt)))
  const [row] = await found.orderBy(...newestFirst).limit(1)
  return row ?? null
}

/** Every live post with a normalised address, locked against other writers. */
export function listPostsByUrl(tx: Tx, normalisedUrl: string): Promise<PostRow[]> {
  const isLive = and(eq(posts.normalisedUrl, normalisedUrl), isNull(posts.deletedAt))
  return tx.orm.select().from(posts).where(isLive).orderBy(posts.id).for('no key update')
}

/** Whether any post, deleted or not, has this normalised address. */
export async function hasPostWithUrl(db: Db | Tx, normalisedUrl: string): Promise<boolean> {
  const found = db.orm.select({ id: posts.id }).from(posts).where(eq(posts.normalisedUrl, normalisedUrl))
  return (await found.limit(1)).length > 0
}

export async function insertPost(tx: Tx, row: typeof posts.$inferInsert): Promise<PostRow> {
  const [inserted] = await tx.orm.insert(posts).values(row).returning()
  if (!inserted) throw new Error('The insert of a post gave no row')
  return inserted
}

export async function updatePost(tx: Tx, id: PostId, changes: PostChanges): Promise<PostRow> {
  const [updated] = await tx.orm.update(posts).set(changes).where(eq(posts.id, id)).returning()
  if (!updated) throw new Error('The update of a post met no row')
  return updated
}

/** Removes every live post of a brand from the feed. Returns their ids. */
export async function deletePostsOfBrand(tx: Tx, brand: string, now: Date): Promise<PostId[]> {
  const isLive = and(eq(posts.brand, brand), isNull(posts.deletedAt))
  const rows = await tx.orm.update(posts).set({ deletedAt: now }).where(isLive).returning({ id: posts.id })
  return rows.map(({ id }) => id)
}

/** Adds the activity of a new post, once for each post. */
export const insertPostActivity = query({
  name: 'insert_post_activity',
  sql: insertLines(`select $id, null, 'platform_update', $description, 0, $platform, $postId, $at
   where not exists (select from activities where subject_id = $postId and type = 'platform_update')`),
  params: {
    id: col.id<'activity'>(),
    description: col.text,
    platform: col.word(platforms),
    postId: col.id<'post'>(),
    at: col.instant,
  },
})

export type ParkedEngagement = typeof parkedEngagements.$inferSelect

/** The numbers that are parked for a post with this address, whatever their age. */
export async function findParkedEngagement(tx: Tx, normalisedUrl: string): Promise<ParkedEngagement | null> {
  const isWanted = eq(parkedEngagements.normalisedUrl, normalisedUrl)
  const [row] = await tx.orm.select().from(parkedEngagements).where(isWanted)
  return row ?? null
}

/** Parks numbers for an unknown post. Replaces any parked under the same address. */
export async function putParkedEngagement(
  tx: Tx,
  parked: EngagementReport & { normalisedUrl: string; receivedAt: Date },
): Promise<void> {
  const { normalisedUrl, ...row } = parked
  await tx.orm
    .insert(parkedEngagements)
    .values(parked)
    .onConflictDoUpdate({ target: parkedEngagements.normalisedUrl, set: row })
}

export async function deleteParkedEngagement(tx: Tx, normalisedUrl: string): Promise<void> {
  await tx.orm.delete(parkedEngagements).where(eq(parkedEngagements.normalisedUrl, normalisedUrl))
}

export async function deleteParkedEngagementsBefore(tx: Tx, receivedAt: Date): Promise<void> {
  await tx.orm.delete(parkedEngagements).where(lt(parkedEngagements.receivedAt, receivedAt))
}

async function findHeld(tx: Tx, condition: SQL | undefined): Promise<PostRow | null> {
  const [row] = await tx.orm
    .select()
    .from(posts)
    .where(condition)
    .orderBy(desc(posts.createdAt))
    .limit(1)
    .for('no key update')
  return row ?? null
}

function hasTraits({ platform, content }: PostTraits): SQL | undefined {
  return and(eq(posts.platform, platform), eq(posts.content, content))
}
