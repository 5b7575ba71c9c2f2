import { platforms } from '#domain/vocabulary.ts'
import { isOfFeed } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

/** A published post with some address, which may be a placeholder. */
export type AddressedPost = RowOf<typeof listAddressedPosts>

/** The fields of a post that a link to it needs. */
export type TargetRow = Pick<AddressedPost, 'id' | 'platform' | 'brand' | 'postUrl'>

/** A post with what one member's link to it has brought. */
export type LinkedPostRow = RowOf<typeof listLinkedPosts>

/** Which link is asked for; one without a post leads to the newest. */
export type WantedLink = Pick<Parameters<typeof findLink>[1], 'trackingCode' | 'postId'>

/**
 * The owner of the tracking code, whether they were signed in at this address after `since`, and the requested
 * published post, also a test; no row if no enabled member has the code.
 */
export const findLink = query({
  name: 'find_link',
  sql: `select users.id as "ownerId", case when posts.id is not null then json_build_object(
     'id', posts.id, 'platform', platform, 'brand', brand, 'postUrl', post_url) end as post,
     exists (select from member_addresses where user_id = users.id and address_hash = $addressHash and seen_at > $since)
       as "isOwnAddress"
   from users left join posts on posts.id = $postId and posts.deleted_at is null and posts.published_at is not null
   where tracking_code = $trackingCode and disabled_at is null`,
  params: {
    trackingCode: col.text,
    postId: col.nullable(col.id<'post'>()),
    addressHash: col.text,
    since: col.instant,
  },
  row: { ownerId: col.id<'user'>(), post: col.nullable(col.json<TargetRow>()), isOwnAddress: col.bool },
})

const addressedRow = {
  id: col.id<'post'>(),
  platform: col.word(platforms),
  brand: col.text,
  /** As it is stored, unchecked. */
  postUrl: col.nullable(col.text),
  authorName: col.text,
  /** Its first 1,000 characters. */
  content: col.text,
  originalPostDate: col.instant,
}
const addressedColumns = `id, platform, brand, post_url as "postUrl", author_name as "authorName",
  left(content, 1000) as content, original_post_date as "originalPostDate"`

/**
 * Posts of the feed that have some address, newest first, starting after a position if there is one. Only
 * the domain recognises placeholder addresses, so the caller reads pages until it has enough real ones.
 */
export const listAddressedPosts = query({
  name: 'list_addressed_posts',
  sql: `select ${addressedColumns}
   from posts where ${isOfFeed('posts')} and post_url ~* '^\\s*https?:'
     and ($afterDate is null or (original_post_date, id) < ($afterDate, $afterId))
   order by original_post_date desc, id desc limit $limit`,
  params: {
    limit: col.int,
    afterDate: col.nullable(col.instant),
    afterId: col.nullable(col.id<'post'>()),
  },
  row: addressedRow,
})

/** A live post that is out, whatever its address. */
export const findPostOut = query({
  name: 'find_post_out',
  sql: `select ${addressedColumns} from posts where id = $postId and deleted_at is null and published_at is not null`,
  params: { postId: col.id<'post'>() },
  row: addressedRow,
})

const clickKinds = { userId: col.id<'user'>(), postId: col.id<'post'>(), visitor: col.text }

/** A click of this visitor on the member's link to the post after `since`. */
export const findClickSince = query({
  name: 'has_link_click',
  sql: `select id from link_clicks
   where user_id = $userId and post_id = $postId and visitor = $visitor and clicked_at > $since limit 1`,
  params: { ...clickKinds, since: col.instant },
  row: { id: col.id<'linkClick'>() },
})

/** A member's clicks with points since `from`: all of them, and those by this visitor on any post. */
export const countEarningClicks = query({
  name: 'count_earning_clicks',
  sql: `select count(*)::int as earned, (count(*) filter (where visitor = $visitor))::int as "earnedFromAddress"
   from link_clicks where user_id = $userId and points > 0 and clicked_at >= $from`,
  params: { userId: col.id<'user'>(), visitor: col.text, from: col.instant },
  row: { earned: col.int, earnedFromAddress: col.int },
})

/** Writes a click. The caller writes its ledger entry. */
export const insertLinkClick = query({
  name: 'insert_link_click',
  sql: `insert into link_clicks (id, user_id, post_id, visitor, points, clicked_at)
   values ($id, $userId, $postId, $visitor, $points, $at)`,
  params: { id: col.id<'linkClick'>(), ...clickKinds, points: col.int, at: col.instant },
})

export const insertLinkPreview = query({
  name: 'add_link_preview',
  sql: `insert into link_previews (user_id, post_id, count) values ($ownerId, $postId, 1)
   on conflict (user_id, post_id) do update set count = link_previews.count + 1`,
  params: { ownerId: col.id<'user'>(), postId: col.id<'post'>() },
})

const results = { clicks: col.int, people: col.int, previews: col.int, points: col.int }

/** A member's tracking code, with what their links to one post have brought, or those to all posts without `postId`. */
export const getLinkResults = query({
  name: 'get_link_results',
  sql: `select tracking_code as "trackingCode", clicks, people, points, previews, last_clicked_at as "lastClickedAt"
   from users cross join lateral (
     select count(*)::int as clicks, count(distinct visitor)::int as people, coalesce(sum(points), 0)::int as points,
       max(clicked_at) as last_clicked_at
     from link_clicks where user_id = users.id and ($postId is null or post_id = $postId)
   ) as clicked cross join lateral (
     select coalesce(sum(count), 0)::int as previews
     from link_previews where user_id = users.id and ($postId is null or post_id = $postId)
   ) as looked_at where id = $userId`,
  params: { userId: col.id<'user'>(), postId: col.nullable(col.id<'post'>()) },
  row: { trackingCode: col.text, ...results, lastClickedAt: col.nullable(col.instant) },
})

/** Posts of the feed whose link by this member has clicks or previews, newest click first. */
export const listLinkedPosts = query({
  name: 'list_linked_posts',
  sql: `with clicked as (
     select post_id, count(*)::int as clicks, count(distinct visitor)::int as people, sum(points)::int as points,
       max(clicked_at) as last_clicked_at
     from link_clicks where user_id = $userId group by post_id
   ), looked_at as (
     select post_id, count from link_previews where user_id = $userId
   )
   select ${addressedColumns}, coalesce(clicks, 0) as clicks, coalesce(people, 0) as people,
     coalesce(points, 0) as points, coalesce(count, 0) as previews, last_clicked_at as "lastClickedAt"
   from clicked full join looked_at using (post_id) join posts on posts.id = post_id and ${isOfFeed('posts')}
   order by last_clicked_at desc nulls last, original_post_date desc, id desc limit $limit`,
  params: { userId: col.id<'user'>(), limit: col.int },
  row: { ...addressedRow, ...results, lastClickedAt: col.nullable(col.instant) },
})
