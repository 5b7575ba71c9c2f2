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

/** Members with live reports per week, for weeks that have any. Both ends are included; the rows have no order. */
export const countMembersByWeek = query({
  name: 'count_members_by_week',
  // Merges a member's days of one week into one row first, so that fewer rows are sorted.
  sql: `select monday::text as monday, count(*)::int as members
   from (select distinct day - (extract(isodow from day)::int - 1) as monday, user_id
     from interactions where ${isLive('interactions')} and day between $from and $to) as active
   group by active.monday`,
  params: { from: col.day, to: col.day },
  row: { monday: col.day, members: col.int },
})

/** The posts with the most likes, comments and shares. Among equals the newest comes first. */
export const listTopPosts = query({
  name: 'list_top_posts',
  sql: `with top as (select id, platform, author_name as "authorName", content, original_post_date,
       ${engagementOfPost}::float8 as engagements
     from posts where deleted_at is null
     order by ${engagementOfPost} desc, original_post_date desc, id limit $limit)
   select top.id, platform, "authorName", content, engagements, coalesce(reports, 0)::int as reports
   from top left join (select post_id, count(*) as reports from interactions
     where ${isLive('interactions')} and post_id in (select id from top) group by post_id) as told on told.post_id = top.id
   order by engagements desc, original_post_date desc, top.id`,
  params: { limit: col.int },
  row: {
    id: col.id<'post'>(),
    platform: col.word(platforms),
    authorName: col.text,
    content: col.text,
    engagements: col.float,
    reports: col.int,
  },
})
