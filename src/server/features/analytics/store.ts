import { platforms } from '#domain/vocabulary.ts'
import { isLive } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'

const engagementOfPost = '(likes_count::bigint + comments_count + shares_count)'

/** The platforms with shares, most shares first. */
export const listSharesByPlatform = query({
  name: 'list_shares_by_platform',
  sql: `select platform, count(*)::int as shares, sum(points)::float8 as points, sum(engagements)::float8 as engagement
   from shares group by platform order by shares desc, platform`,
  row: { platform: col.word(platforms), shares: col.int, points: col.float, engagement: col.float },
})

export const countUsersAndPosts = query({
  name: 'count_users_and_posts',
  sql: `select (select count(*)::int from users where disabled_at is null) as users, count(*)::int as posts,
     coalesce(sum(${engagementOfPost}), 0)::float8 as "postEngagement"
   from posts where deleted_at is null`,
  row: {
    users: col.int,
    posts: col.int,
    /** The sum of all likes, comments and shares of the posts. */
    postEngagement: col.float,
  },
})

/** Live reports per day, for days that have any. Both ends are included; the rows have no order. */
export const countReportsByDay = query({
  name: 'count_reports_by_day',
  sql: `select day::text as day, count(*) filter (where type = 'like')::int as likes,
     count(*) filter (where type = 'comment')::int as comments,
     count(*) filter (where type = 'share')::int as shares
   from interactions where ${isLive('interactions')} and day between $from and $to group by interactions.day`,
  params: { from: col.day, to: col.day },
  row: { day: col.day, likes: col.int, comments: col.int, shares: col.int },
})

const byEnabled = 'join users on users.id = user_id and disabled_at is null'

/** Enabled members with live reports per week, for weeks that have any. Both ends are included; the rows have no order. */
export const countMembersByWeek = query({
  name: 'count_members_by_week',
  // Merges a member's days of one week into one row first, so that fewer rows are sorted.
  sql: `select monday::text as monday, count(*)::int as members
   from (select distinct day - (extract(isodow from day)::int - 1) as monday, user_id
     from interactions ${byEnabled} where ${isLive('interactions')} and day between $from and $to) as active
   group by active.monday`,
  params: { from: col.day, to: col.day },
  row: { monday: col.day, members: col.int },
})

/** The posts with the most likes, comments and shares. Among equals the newest comes first. */
export const listTopPosts = query({
  name: 'list_top_posts',
  sql: `with top as (select id, platform, author_name as "authorName", content, image_url as "imageUrl", original_post_date,
       ${engagementOfPost}::float8 as engagements
     from posts where deleted_at is null
     order by ${engagementOfPost} desc, original_post_date desc, id limit $limit)
   select top.id, platform, "authorName", content, "imageUrl", engagements, coalesce(reports, 0)::int as reports
   from top left join (select post_id, count(*) as reports from interactions
     where ${isLive('interactions')} and post_id in (select id from top) group by post_id) as told on told.post_id = top.id
   order by engagements desc, original_post_date desc, top.id`,
  params: { limit: col.int },
  row: {
    id: col.id<'post'>(),
    platform: col.word(platforms),
    authorName: col.text,
    content: col.text,
    imageUrl: col.nullable(col.text),
    engagements: col.float,
    reports: col.int,
  },
})

/** What the ledger booked for each day, by what it was earned with. Both ends are included; the rows have no order. */
export const sumPointsByDay = query({
  name: 'sum_points_by_day',
  // What an undo takes back belongs to what had earned it.
  sql: `select day::text as day,
     coalesce(sum(amount) filter (where source = 'interaction'), 0)::float8 as reports,
     coalesce(sum(amount) filter (where source = 'achievement'), 0)::float8 as achievements,
     coalesce(sum(amount) filter (where source in ('share', 'adjustment')), 0)::float8 as shares,
     coalesce(sum(amount) filter (where source = 'link_click'), 0)::float8 as clicks
   from (select ledger.day, ledger.amount, coalesce(undone.reason, ledger.reason) as source
     from ledger left join ledger as undone on undone.id = ledger.reverses_id
     where ledger.day between $from and $to) as booked
   group by booked.day`,
  params: { from: col.day, to: col.day },
  row: { day: col.day, reports: col.float, achievements: col.float, shares: col.float, clicks: col.float },
})

/** Enabled members with live reports from `from` on, and those with live reports from `before` up to the day before `from`. */
export const countActiveMembers = query({
  name: 'count_active_members',
  sql: `select count(distinct user_id) filter (where day >= $from)::int as current,
     count(distinct user_id) filter (where day < $from)::int as before
   from interactions ${byEnabled} where ${isLive('interactions')} and day between $before and $to`,
  params: { before: col.day, from: col.day, to: col.day },
  row: { current: col.int, before: col.int },
})

/** What was shared and posted from `since` on, before `until`. */
export const countSharesAndPosts = query({
  name: 'count_shares_and_posts',
  sql: `select shared.many as shares, shared.engagement as "shareEngagement", posted.many as posts,
     posted.engagement as "postEngagement"
   from (select count(*)::int as many, coalesce(sum(engagements), 0)::float8 as engagement
       from shares where created_at >= $since and created_at < $until) as shared,
     (select count(*)::int as many, coalesce(sum(${engagementOfPost}), 0)::float8 as engagement
       from posts where deleted_at is null and original_post_date >= $since and original_post_date < $until) as posted`,
  params: { since: col.instant, until: col.instant },
  row: { shares: col.int, shareEngagement: col.float, posts: col.int, postEngagement: col.float },
})

/** The members with the most live reports. Both ends are included; among equals by name. */
export const listTopMembers = query({
  name: 'list_top_members',
  sql: `select users.id, display_name as "displayName", avatar, reports
   from (select user_id, count(*)::int as reports from interactions
     where ${isLive('interactions')} and day between $from and $to group by user_id) as told
     join users on users.id = told.user_id
   where disabled_at is null order by reports desc, lower(display_name), users.id limit $limit`,
  params: { from: col.day, to: col.day, limit: col.int },
  row: { id: col.id<'user'>(), displayName: col.text, avatar: col.nullable(col.text), reports: col.int },
})
