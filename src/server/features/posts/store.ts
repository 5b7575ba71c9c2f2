import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type PostListState, type PostSort, reportersCounted, type SocialFeedPost } from '#contract/posts.ts'
import type { SortDirection } from '#contract/tables.ts'
import type { UserCard } from '#contract/users.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import { type PointsRule, worthOf } from '#domain/points.ts'
import { type EngagementReport, safeUrl, testBrand } from '#domain/posts.ts'
import { interactionTypes, type Platform, platforms } from '#domain/vocabulary.ts'
import { isLive } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query } from '#server/db/query.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import type { Place } from '#server/http/cursor.ts'
import { insertLines } from '../activities/store.ts'

export type PostRow = typeof posts.$inferSelect

const nothing = { like: 0, comment: 0, share: 0 }

/** A post as the feed shows it. Checks addresses again, because a row may be older than the check on arrival. */
export function feedPostOf({ deletedAt: _, ...row }: PostRow, rules: readonly PointsRule[]): SocialFeedPost {
  return {
    ...row,
    state: row.publishedAt ? 'published' : 'scheduled',
    authorAvatarUrl: safeUrl(row.authorAvatarUrl),
    imageUrl: safeUrl(row.imageUrl),
    postUrl: safeUrl(row.postUrl),
    originalPostDate: row.originalPostDate.toISOString(),
    worth: row.brand === testBrand ? nothing : worthOf(rules, row.platform),
  }
}

/** The columns of a post that can change. */
export type PostChanges = Partial<Omit<PostRow, 'id' | 'createdAt'>>

/** Scheduled, and neither published nor deleted. */
const isWaiting = and(isNull(posts.publishedAt), isNull(posts.deletedAt))

/** What identifies posts that have no address. */
type PostTraits = Pick<PostRow, 'platform' | 'content'>

/** Makes transactions that lock the same key run one after another. */
export const lockPostKey = query({
  name: 'lock_post_key',
  sql: advisoryLock('postKey', '$key'),
  params: { key: col.text },
})

/** Posts that wait for reports of a member: published after `since` and not after `now`. */
export interface WaitingFor {
  readonly userId: UserId
  readonly since: Date
  readonly now: Date
}

export interface FeedFilter {
  readonly platform?: Platform | undefined
  /** Whether it includes tests of the connection, which only administrators see. */
  readonly hasTests: boolean
  /** Only posts on which this member has a report open. */
  readonly waitingFor?: WaitingFor | undefined
}

interface FeedPiece extends FeedFilter {
  readonly limit: number
  readonly after: Place<'post'> | null
}

/** The feed, newest first, after `after` if it is given. */
export function listPosts(db: Db | Tx, { limit, after, ...filter }: FeedPiece): Promise<PostRow[]> {
  const { originalPostDate, id } = posts
  const isAfter = after && sql`(${originalPostDate}, ${id}) < (${after.at.toISOString()}, ${after.id})`
  return db.orm
    .select()
    .from(posts)
    .where(and(isInFeed(filter), isAfter ?? undefined))
    .orderBy(...newestFirst)
    .limit(limit)
}

/** All posts of the feed since an instant, newest first, without tests of the connection. */
export function listPostsSince(db: Db | Tx, since: Date): Promise<PostRow[]> {
  return db.orm
    .select()
    .from(posts)
    .where(and(isInFeed({ hasTests: false }), gt(posts.originalPostDate, since)))
    .orderBy(...newestFirst)
}

/** On which of these posts members have nothing left to report. */
export const listFinished = query({
  name: 'list_finished_posts',
  sql: `select member.id as "userId", done.post_id as "postId" from unnest($userIds) as member (id) cross join lateral (
     select post_id from interactions i where i.user_id = member.id and i.post_id = any($postIds) and ${isLive('i')}
     group by post_id having count(*) >= ${interactionTypes.length}
   ) done`,
  params: { userIds: col.ids<'user'>(), postIds: col.ids<'post'>() },
  row: { userId: col.id<'user'>(), postId: col.id<'post'>() },
})

const mostReportsRead = reportersCounted * interactionTypes.length
/** Where only the latest are named: enough also if some of these members are disabled. */
const latestReportsRead = 5 * interactionTypes.length

const latestReports = (
  limit: string,
) => `select user_id, reported_at from interactions i where i.post_id = asked.id and ${isLive('i')}
         order by reported_at desc nulls first limit ${limit}`

/** For each of these posts with live reports, who made the latest of them. */
export const listReporters = query({
  name: 'list_post_reporters',
  // The limit of each post bounds the work, and only those who are named are looked up. The members of a post are counted
  // already, unless changes wait to be added up.
  sql: `with moved as materialized (
     select distinct post_id from report_moves where post_id = any ($postIds) or enabled <> 0
   ), asked as materialized (
     select id, case when exists (select from moved where moved.post_id = id or moved.post_id is null) then null
       else coalesce((select members from post_figures where post_figures.post_id = id), 0) end as members
     from unnest($postIds) as each (id)
   )
   select asked.id as "postId", first, least(coalesce(asked.members, (
       select count(distinct users.id) from (${latestReports(String(mostReportsRead))}) latest
         join users on users.id = latest.user_id and disabled_at is null
     )), $counted)::int as count
   from asked cross join lateral (
     select json_agg(json_build_object('id', id, 'username', username, 'displayName', display_name, 'avatar', avatar)
       order by at desc, id) as first
     from (
       select users.id, username, display_name, avatar, at from (
         select user_id, max(reported_at) as at from (${latestReports(
           `case when asked.members is null then ${mostReportsRead} else ${latestReportsRead} end`,
         )}) latest group by user_id order by at desc, user_id
       ) reporters join users on users.id = user_id and disabled_at is null
       order by at desc, users.id limit $named
     ) named
   ) firsts where first is not null`,
  params: { postIds: col.ids<'post'>(), named: col.int, counted: col.int },
  row: { postId: col.id<'post'>(), count: col.int, first: col.json<readonly UserCard[]>() },
})

/** How many posts of each platform the feed has, tests of the connection apart. */
export function countFeedPosts(db: Db | Tx) {
  const isTest = sql<boolean>`${posts.brand} = ${testBrand}`
  return db.orm
    .select({ platform: posts.platform, isTest, total: count() })
    .from(posts)
    .where(isInFeed({ hasTests: true }))
    .groupBy(posts.platform, sql`2`)
}

function isInFeed({ platform, hasTests, waitingFor }: FeedFilter): SQL | undefined {
  return and(
    isNull(posts.deletedAt),
    isNotNull(posts.publishedAt),
    hasTests ? undefined : ne(posts.brand, testBrand),
    platform && eq(posts.platform, platform),
    waitingFor && isWaitingFor(waitingFor),
  )
}

function isWaitingFor({ userId, since, now }: WaitingFor): SQL | undefined {
  const reports = sql`(select count(*) from interactions i where i.user_id = ${userId} and i.post_id = ${posts.id}
    and ${sql.raw(isLive('i'))})`
  return and(
    gt(posts.originalPostDate, since),
    lte(posts.originalPostDate, now),
    ne(posts.brand, testBrand),
    sql`${reports} < ${interactionTypes.length}`,
  )
}

const newestFirst = [desc(posts.originalPostDate), desc(posts.id)]

interface TableFilter {
  readonly search: string
  /** Without it, every post that is not deleted. */
  readonly state: PostListState | undefined
  /** Of the deleted posts, only those deleted since then. */
  readonly deletedSince: Date
}

interface TableQuery extends TableFilter {
  /** Null orders by deletion. */
  readonly sort: PostSort | null
  readonly direction: SortDirection
  readonly limit: number
  readonly offset: number
}

/** A page of the posts in the feed whose text, author, handle or address contains the search. */
export function listPostPage(
  db: Db | Tx,
  { sort, direction, limit, offset, ...filter }: TableQuery,
): Promise<PostRow[]> {
  const inOrder = direction === 'asc' ? asc : desc
  return db.orm
    .select()
    .from(posts)
    .where(isFound(filter))
    .orderBy(inOrder(sort === null ? posts.deletedAt : tableColumns[sort]), inOrder(posts.id))
    .limit(limit)
    .offset(offset)
}

export async function countPosts(db: Db | Tx, filter: TableFilter): Promise<number> {
  const [counted] = await db.orm.select({ total: count() }).from(posts).where(isFound(filter))
  return counted?.total ?? 0
}

const tableColumns = {
  originalPostDate: posts.originalPostDate,
  authorName: sql`lower(${posts.authorName})`,
  platform: posts.platform,
  // The sum of three int4 columns can exceed int4.
  engagements: sql`${posts.likesCount}::bigint + ${posts.commentsCount} + ${posts.sharesCount}`,
} as const

function isFound({ search, state, deletedSince }: TableFilter): SQL | undefined {
  const { content, authorName, authorHandle, postUrl } = posts
  const text = sql`lower(concat_ws(chr(10), ${content}, ${authorName}, ${authorHandle}, ${postUrl}))`
  const hasText = search === '' ? undefined : sql`position(lower(${search}) in ${text}) > 0`
  const isDeleted = gte(posts.deletedAt, deletedSince)
  const inState = { scheduled: isWaiting, deleted: isDeleted, any: isNull(posts.deletedAt) }[state ?? 'any']
  return and(inState, hasText)
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

/**
 * The waiting post of the same platform and content that is due first, locked against other writers. With `hasUrl` only
 * one that was delivered without an address.
 */
export async function findWaitingPost(
  tx: Tx,
  traits: PostTraits & { hasUrl: boolean },
): Promise<PostRow | null> {
  const withoutUrl = traits.hasUrl ? isNull(posts.normalisedUrl) : undefined
  const [row] = await tx.orm
    .select()
    .from(posts)
    .where(and(hasTraits(traits), isWaiting, withoutUrl))
    .orderBy(posts.originalPostDate)
    .limit(1)
    .for('no key update')
  return row ?? null
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

/** The waiting posts whose time has come, in its order. */
export async function listDuePosts(db: Db | Tx, now: Date): Promise<PostId[]> {
  const found = db.orm
    .select({ id: posts.id })
    .from(posts)
    .where(and(isWaiting, lte(posts.originalPostDate, now)))
  return (await found.orderBy(posts.originalPostDate, posts.id)).map(({ id }) => id)
}

/**
 * Publishes a waiting post whose time has come. Null if it is not one any more: the condition is checked again once no
 * other writer holds the row, so of several at once only one publishes it.
 */
export async function publishPost(tx: Tx, id: PostId, now: Date): Promise<PostRow | null> {
  const [published] = await tx.orm
    .update(posts)
    .set({ publishedAt: now, updatedAt: now })
    .where(and(eq(posts.id, id), isWaiting, lte(posts.originalPostDate, now)))
    .returning()
  return published ?? null
}

/** Another post that is not deleted and has the same platform and address, or without one the same text and time. */
export async function findTwin(tx: Tx, row: PostRow): Promise<PostRow | null> {
  const isSame =
    row.normalisedUrl === null
      ? and(hasTraits(row), isNull(posts.normalisedUrl), eq(posts.originalPostDate, row.originalPostDate))
      : and(eq(posts.platform, row.platform), eq(posts.normalisedUrl, row.normalisedUrl))
  const found = tx.orm.select().from(posts)
  const [twin] = await found.where(and(isSame, isNull(posts.deletedAt), ne(posts.id, row.id))).limit(1)
  return twin ?? null
}

/** How many members have a live report on a post. */
export const countReporters = query({
  name: 'count_post_reporters',
  sql: `select count(distinct user_id)::int as count from interactions i
   where i.post_id = $postId and ${isLive('i')}`,
  params: { postId: col.id<'post'>() },
  row: { count: col.int },
})

const countOf = (type: string) => `(select count(*)::int from (
     select from interactions i where i.post_id = $postId and i.type = '${type}' and ${isLive('i')} limit $most
   ) as some_${type})`

/** How many live reports of each type a post has, counted up to a number. */
export const countReactions = query({
  name: 'count_post_reactions',
  sql: `select ${interactionTypes.map((type) => `${countOf(type)} as ${type}`).join(', ')}`,
  params: { postId: col.id<'post'>(), most: col.int },
  row: { like: col.int, comment: col.int, share: col.int },
})

/** What these posts give their readers for a comment. */
export const listPrompts = query({
  name: 'list_post_prompts',
  sql: 'select id, question, angles from posts where id = any ($postIds)',
  params: { postIds: col.ids<'post'>() },
  row: { id: col.id<'post'>(), question: col.nullable(col.text), angles: col.texts },
})

/** Removes every live post of a brand from the feed. Returns whether there was any. */
export async function deletePostsOfBrand(tx: Tx, brand: string, now: Date): Promise<boolean> {
  const isLive = and(eq(posts.brand, brand), isNull(posts.deletedAt))
  const rows = await tx.orm.update(posts).set({ deletedAt: now }).where(isLive).returning({ id: posts.id })
  return rows.length > 0
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
