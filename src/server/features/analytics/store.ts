import { type PointsBySource, type PostReachSort, pointsSources } from '#contract/analytics.ts'
import type { SortDirection } from '#contract/tables.ts'
import { platforms } from '#domain/vocabulary.ts'
import { heldPoints, isLive, isOfFeed } from '#server/db/fragments.ts'
import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

const engagementOfPost = '(likes_count::bigint + comments_count + shares_count)'

// What the ledger holds for the share of a report is in the report's entry and in those of the share.
const heldForShare = `(${heldPoints('s', 'r')} + case when ${isLive('r')} then coalesce(r.points, 0) else 0 end)`

/** The platforms with shares, most shares first. */
export const listSharesByPlatform = query({
  name: 'list_shares_by_platform',
  sql: `select s.platform, count(*)::int as shares, sum(s.points)::float8 as points, sum(${heldForShare})::float8 as held,
     sum(s.engagements)::float8 as engagement
   from shares s left join interactions r on r.id = s.interaction_id group by s.platform
   order by shares desc, s.platform`,
  row: {
    platform: col.word(platforms),
    shares: col.int,
    /** What the shares are worth, whatever became of them. */
    points: col.float,
    /** What their members hold for them. */
    held: col.float,
    engagement: col.float,
  },
})

export const countUsersAndPosts = query({
  name: 'count_users_and_posts',
  sql: `select (select count(*)::int from users where disabled_at is null) as users, count(*)::int as posts,
     coalesce(sum(${engagementOfPost}), 0)::float8 as "postEngagement"
   from posts where ${isOfFeed('posts')}`,
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
     from posts where ${isOfFeed('posts')}
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

const earnedBy = (source: keyof PointsBySource) =>
  `coalesce(sum(amount) filter (where source = '${source}'), 0)::float8 as ${source}`

/** What the ledger booked for each day, by what it was earned with. Both ends are included; the rows have no order. */
export const sumPointsByDay = query({
  name: 'sum_points_by_day',
  // What an undo takes back belongs to what had earned it. An adjustment gives a report back, changes what a share
  // holds, or is a correction by an administrator: its subject says which.
  sql: `select day::text as day, ${pointsSources.map(earnedBy).join(', ')}
   from (select entry.day, entry.amount, case coalesce(undone.reason, entry.reason)
       when 'interaction' then 'reports' when 'achievement' then 'achievements' when 'link_click' then 'clicks'
       when 'share' then 'shares' else case
         when exists (select from adjustments where adjustments.id = entry.subject_id) then 'corrections'
         when exists (select from interactions where interactions.id = entry.subject_id) then 'reports'
         else 'shares' end end as source
     from ledger as entry left join ledger as undone on undone.id = entry.reverses_id
     where entry.day between $from and $to) as booked
   group by booked.day`,
  params: { from: col.day, to: col.day },
  row: {
    day: col.day,
    reports: col.float,
    achievements: col.float,
    shares: col.float,
    clicks: col.float,
    corrections: col.float,
  },
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
       from posts where ${isOfFeed('posts')} and original_post_date >= $since and original_post_date < $until) as posted`,
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

/** A select of the enabled members with live reports on some days, and its parameters; for a file of them. */
export const membersOfReports = {
  select: `select users.id, username, display_name, count(*)::int as reports
    from interactions ${byEnabled} where ${isLive('interactions')} and day between $from and $to group by users.id`,
  params: { from: col.day, to: col.day },
}

// Posts dated from `since` on, before `until`. Everything else is what they have reached to date.
const reached = `with dated as (
     select * from posts where ${isOfFeed('posts')} and original_post_date >= $since and original_post_date < $until
   ), told as (
     select i.post_id, count(distinct i.user_id) filter (where u.disabled_at is null) as members, sum(i.points) as points
     from interactions i join users u on u.id = i.user_id
     where i.post_id in (select id from dated) and ${isLive('i')} group by i.post_id
   ), shared as (
     select i.post_id, sum(${heldPoints('s', 'i')}) as points
     from shares s join interactions i on i.id = s.interaction_id
     where (s.status = 'rejected' or s.points <> i.points) and i.post_id in (select id from dated) group by i.post_id
   ), clicked as (
     select post_id, count(*) as clicks, count(distinct visitor) as people, sum(points) as points
     from link_clicks where post_id in (select id from dated) group by post_id
   )
   select dated.id, platform, author_name as "authorName", content, post_url as "postUrl",
     original_post_date as "originalPostDate", likes_count as likes, comments_count as comments, shares_count as shares,
     ${engagementOfPost}::float8 as engagements, coalesce(told.members, 0)::int as members,
     coalesce(clicks, 0)::int as clicks, coalesce(people, 0)::int as people,
     (coalesce(told.points, 0) + coalesce(shared.points, 0) + coalesce(clicked.points, 0))::float8 as points
   from dated left join told on told.post_id = dated.id left join shared on shared.post_id = dated.id
     left join clicked on clicked.post_id = dated.id`

const span = { since: col.instant, until: col.instant }
/** A select of the posts of a span with what they reached, and its parameters; for a file of them. */
export const reachOfPosts = { select: reached, params: span }

const reachPages = {
  originalPostDate: pagesBy('originalPostDate'),
  engagements: pagesBy('engagements'),
  members: pagesBy('members'),
  clicks: pagesBy('clicks'),
  people: pagesBy('people'),
  points: pagesBy('points'),
} as const satisfies Readonly<Record<PostReachSort, unknown>>

function pagesBy(sort: PostReachSort) {
  return { asc: pageBy(sort, 'asc'), desc: pageBy(sort, 'desc') }
}

function pageBy(sort: PostReachSort, direction: SortDirection) {
  return query({
    name: `list_post_reach_${sort}_${direction}`,
    sql: `select * from (${reached}) as reach order by "${sort}" ${direction}, "originalPostDate" desc, id
     limit $limit offset $offset`,
    params: { since: col.instant, until: col.instant, limit: col.int, offset: col.int },
    row: {
      id: col.id<'post'>(),
      platform: col.word(platforms),
      authorName: col.text,
      content: col.text,
      postUrl: col.nullable(col.text),
      originalPostDate: col.instant,
      likes: col.int,
      comments: col.int,
      shares: col.int,
      engagements: col.float,
      members: col.int,
      clicks: col.int,
      people: col.int,
      points: col.float,
    },
  })
}

const countDatedPosts = query({
  name: 'count_dated_posts',
  sql: `select count(*)::int as total from posts
   where ${isOfFeed('posts')} and original_post_date >= $since and original_post_date < $until`,
  params: { since: col.instant, until: col.instant },
  row: { total: col.int },
})

interface ReachWanted {
  readonly since: Date
  readonly until: Date
  readonly sort: PostReachSort
  readonly direction: SortDirection
  readonly limit: number
  readonly offset: number
}

/** A page of the posts of a span with what they reached, and how many there are. */
export async function listPostReach(db: Db, { sort, direction, ...page }: ReachWanted) {
  const [rows, { total }] = await Promise.all([
    reachPages[sort][direction](db, page),
    countDatedPosts.one(db, page),
  ])
  return { rows, total }
}
