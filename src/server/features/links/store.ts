import { platforms } from '#domain/vocabulary.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

/** A live post with some address, which may be a placeholder. */
export type AddressedPost = RowOf<typeof listAddressedPosts>

/** A post as far as a link to it needs to know it. */
export type TargetRow = Pick<AddressedPost, 'id' | 'platform' | 'brand' | 'postUrl'>

/** What one post brought one member. */
export type LinkedPostRow = RowOf<typeof listLinkedPosts>

/** Whose link it is, and the live post that is asked for; no row when nobody who may take part has the code. */
export const findLink = query({
  name: 'find_link',
  sql: `select users.id as "ownerId", case when posts.id is not null then json_build_object(
     'id', posts.id, 'platform', platform, 'brand', brand, 'postUrl', post_url) end as post
   from users left join posts on posts.id = $postId and posts.deleted_at is null
   where tracking_code = $trackingCode and disabled_at is null`,
  // Without a post the link leads to the newest.
  params: { trackingCode: col.text, postId: col.nullable(col.uuid) },
  row: { ownerId: col.uuid, post: col.nullable(col.json<TargetRow>()) },
})

const addressedRow = {
  id: col.uuid,
  platform: col.word(platforms),
  brand: col.text,
  /** As it is stored: not checked. */
  postUrl: col.nullable(col.text),
  authorName: col.text,
  /** Its first 1,000 characters. */
  content: col.text,
  originalPostDate: col.instant,
}
const addressedColumns = `id, platform, brand, post_url as "postUrl", author_name as "authorName",
  left(content, 1000) as content, original_post_date as "originalPostDate"`

/**
 * Live posts that have some address and are no tests, the newest first, from after a place if one is given. Which
 * addresses are placeholders the domain knows: the posts are read in pages until enough are found that are none.
 */
export const listAddressedPosts = query({
  name: 'list_addressed_posts',
  sql: `select ${addressedColumns}
   from posts where deleted_at is null and brand <> $testBrand and post_url ~* '^\\s*https?:'
     and ($afterDate is null or (original_post_date, id) < ($afterDate, $afterId))
   order by original_post_date desc, id desc limit $limit`,
  params: {
    testBrand: col.text,
    limit: col.int,
    afterDate: col.nullable(col.instant),
    afterId: col.nullable(col.uuid),
  },
  row: addressedRow,
})

const clickKinds = { userId: col.uuid, postId: col.uuid, visitor: col.text }

/** The click of this visitor on the post by the member's link after `since`. */
export const findClickSince = query({
  name: 'has_link_click',
  sql: `select id from link_clicks
   where user_id = $userId and post_id = $postId and visitor = $visitor and clicked_at > $since limit 1`,
  params: { ...clickKinds, since: col.instant },
  row: { id: col.uuid },
})

/** Writes a click. Its ledger entry is the caller's to write. */
export const insertLinkClick = query({
  name: 'insert_link_click',
  sql: `insert into link_clicks (id, user_id, post_id, visitor, points, clicked_at)
   values ($id, $userId, $postId, $visitor, $points, $at)`,
  params: { id: col.uuid, ...clickKinds, points: col.int, at: col.instant },
})

export const insertLinkPreview = query({
  name: 'add_link_preview',
  sql: `insert into link_previews (user_id, post_id, count) values ($ownerId, $postId, 1)
   on conflict (user_id, post_id) do update set count = link_previews.count + 1`,
  params: { ownerId: col.uuid, postId: col.uuid },
})

/** A member's tracking code, and what all their links brought. */
export const getLinkCounts = query({
  name: 'count_link_clicks',
  sql: `select tracking_code as "trackingCode", clicks, points, previews from users cross join lateral (
     select count(*)::int as clicks, coalesce(sum(points), 0)::int as points from link_clicks where user_id = users.id
   ) as clicked cross join lateral (
     select coalesce(sum(count), 0)::int as previews from link_previews where user_id = users.id
   ) as looked_at where id = $userId`,
  params: { userId: col.uuid },
  row: { trackingCode: col.text, clicks: col.int, previews: col.int, points: col.int },
})

/** Live posts whose link by this member was clicked or looked at, by the newest click. */
export const listLinkedPosts = query({
  name: 'list_linked_posts',
  sql: `with clicked as (
     select post_id, count(*)::int as clicks, sum(points)::int as points, max(clicked_at) as last_clicked_at
     from link_clicks where user_id = $userId group by post_id
   ), looked_at as (
     select post_id, count from link_previews where user_id = $userId
   )
   select ${addressedColumns}, coalesce(clicks, 0) as clicks, coalesce(points, 0) as points,
     coalesce(count, 0) as previews, last_clicked_at as "lastClickedAt"
   from clicked full join looked_at using (post_id) join posts on posts.id = post_id and deleted_at is null
   order by last_clicked_at desc nulls last, original_post_date desc, id desc limit $limit`,
  params: { userId: col.uuid, limit: col.int },
  row: {
    ...addressedRow,
    clicks: col.int,
    points: col.int,
    previews: col.int,
    lastClickedAt: col.nullable(col.instant),
  },
})
