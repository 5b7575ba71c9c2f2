import { testBrand } from '#domain/posts.ts'
import type { Platform } from '#domain/vocabulary.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import type { Place } from '#server/http/cursor.ts'

/** Whose link it is, and the live post that was asked for, where there is one. */
export interface LinkRow {
  readonly ownerId: string
  readonly post: TargetRow | null
}

/** A post as far as a link to it needs to know it. */
export interface TargetRow {
  readonly id: string
  readonly platform: Platform
  readonly brand: string
  /** As it is stored: not checked. */
  readonly postUrl: string | null
}

/** A live post with some address, which may be a placeholder. */
export interface AddressedPost extends TargetRow {
  readonly authorName: string
  /** Its first 1,000 characters. */
  readonly content: string
  readonly originalPostDate: Date
}

/** What one post brought one member. */
export interface LinkedPostRow extends AddressedPost {
  readonly clicks: number
  readonly previews: number
  readonly points: number
  readonly lastClickedAt: Date | null
}

export interface LinkCounts {
  readonly trackingCode: string
  readonly clicks: number
  readonly previews: number
  readonly points: number
}

export interface NewClick {
  readonly id: string
  readonly userId: string
  readonly postId: string
  readonly visitor: string
  readonly points: number
  readonly at: Date
}

const findByCode = statement<{ ownerId: string; post: TargetRow | null }>(
  'find_link',
  `select users.id as "ownerId", case when posts.id is not null then json_build_object(
     'id', posts.id, 'platform', platform, 'brand', brand, 'postUrl', post_url) end as post
   from users left join posts on posts.id = $2::uuid and posts.deleted_at is null
   where tracking_code = $1 and disabled_at is null`,
)

// Which addresses are placeholders the domain knows: the posts are read in pages until enough are found that are none.
const listAddressed = statement<AddressedPost>(
  'list_addressed_posts',
  `select id, platform, brand, post_url as "postUrl", author_name as "authorName", left(content, 1000) as content,
     original_post_date as "originalPostDate"
   from posts where deleted_at is null and brand <> $1 and post_url ~* '^\\s*https?:'
     and ($3::timestamptz is null or (original_post_date, id) < ($3::timestamptz, $4::uuid))
   order by original_post_date desc, id desc limit $2`,
)

const hasClick = statement<{ id: string }>(
  'has_link_click',
  `select id from link_clicks
   where user_id = $1 and post_id = $2 and visitor = $3 and clicked_at > $4::timestamptz limit 1`,
)

const insertClick = statement(
  'insert_link_click',
  `insert into link_clicks (id, user_id, post_id, visitor, points, clicked_at)
   values ($1, $2, $3, $4, $5::int, $6::timestamptz)`,
)

const addPreview = statement(
  'add_link_preview',
  `insert into link_previews (user_id, post_id, count) values ($1, $2, 1)
   on conflict (user_id, post_id) do update set count = link_previews.count + 1`,
)

const countAll = statement<LinkCounts>(
  'count_link_clicks',
  `select tracking_code as "trackingCode", clicks, points, previews from users cross join lateral (
     select count(*)::int as clicks, coalesce(sum(points), 0)::int as points from link_clicks where user_id = users.id
   ) as clicked cross join lateral (
     select coalesce(sum(count), 0)::int as previews from link_previews where user_id = users.id
   ) as looked_at where id = $1`,
)

const listLinked = statement<LinkedPostRow>(
  'list_linked_posts',
  `with clicked as (
     select post_id, count(*)::int as clicks, sum(points)::int as points, max(clicked_at) as last_clicked_at
     from link_clicks where user_id = $1 group by post_id
   ), looked_at as (
     select post_id, count from link_previews where user_id = $1
   )
   select id, platform, brand, post_url as "postUrl", author_name as "authorName", left(content, 1000) as content,
     original_post_date as "originalPostDate", coalesce(clicks, 0) as clicks, coalesce(points, 0) as points,
     coalesce(count, 0) as previews, last_clicked_at as "lastClickedAt"
   from clicked full join looked_at using (post_id) join posts on posts.id = post_id and deleted_at is null
   order by last_clicked_at desc nulls last, original_post_date desc, id desc limit $2`,
)

/** The link with this code and, where one is asked for, its post; null when nobody who may take part has the code. */
export async function findLink(
  db: Db | Tx,
  { trackingCode, postId }: { readonly trackingCode: string; readonly postId: string | null },
): Promise<LinkRow | null> {
  const [row] = await db.run(findByCode, [trackingCode, postId])
  return row ?? null
}

/** Live posts that have some address and are no tests, the newest first, from after a place if one is given. */
export function listAddressedPosts(
  db: Db | Tx,
  { limit, after }: { readonly limit: number; readonly after: Place | null },
): Promise<AddressedPost[]> {
  return db.run(listAddressed, [testBrand, limit, after?.at.toISOString() ?? null, after?.id ?? null])
}

/** Whether this visitor has a click on the post by the member's link after `since`. */
export async function hasClickSince(
  db: Db | Tx,
  { userId, postId, visitor }: Pick<NewClick, 'userId' | 'postId' | 'visitor'>,
  since: Date,
): Promise<boolean> {
  return (await db.run(hasClick, [userId, postId, visitor, since.toISOString()])).length > 0
}

/** Writes a click. Its ledger entry is the caller's to write. */
export async function insertLinkClick(tx: Tx, click: NewClick): Promise<void> {
  const { id, userId, postId, visitor, points, at } = click
  await tx.run(insertClick, [id, userId, postId, visitor, points, at.toISOString()])
}

export async function insertLinkPreview(db: Db | Tx, userId: string, postId: string): Promise<void> {
  await db.run(addPreview, [userId, postId])
}

/** A member's tracking code, and what all their links brought. */
export async function getLinkCounts(db: Db | Tx, userId: string): Promise<LinkCounts> {
  const [counts] = await db.run(countAll, [userId])
  if (!counts) throw new Error(`There is no member ${userId}`)
  return counts
}

/** Live posts whose link by this member was clicked or looked at, by the newest click. */
export function listLinkedPosts(db: Db | Tx, userId: string, limit: number): Promise<LinkedPostRow[]> {
  return db.run(listLinked, [userId, limit])
}
