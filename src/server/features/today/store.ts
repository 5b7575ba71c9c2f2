import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { isLive, isOfFeed } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

export type DayPost = RowOf<typeof listDayPosts>
export type DayReports = RowOf<typeof listDayReports>

const ofMembers = { userIds: col.ids<'user'>() }
const ofFeed = `${isOfFeed('p')} and p.original_post_date <= $now`
const feedParams = { now: col.instant }
const member = { userId: col.id<'user'>() }

/** The posts published after `since`, and the given ones, newest first. */
export const listDayPosts = query({
  name: 'list_day_posts',
  sql: `select p.id, p.platform, p.author_name as "authorName", left(p.content, 1000) as content,
     p.image_url as "imageUrl", p.post_url as "postUrl", p.original_post_date > $since as "isRecent"
   from posts p where ${ofFeed} and (p.original_post_date > $since or p.id = any($postIds))
   order by p.original_post_date desc, p.id desc`,
  params: { ...feedParams, since: col.instant, postIds: col.ids<'post'>() },
  row: {
    id: col.id<'post'>(),
    platform: col.word(platforms),
    authorName: col.text,
    content: col.text,
    imageUrl: col.nullable(col.text),
    postUrl: col.nullable(col.text),
    isRecent: col.bool,
  },
})

/** Members' live reports on the given posts, and on those on which they reported today, by member and post. */
export const listDayReports = query({
  name: 'list_day_reports',
  sql: `select member.id as "userId", own.* from unnest($userIds) as member (id) cross join lateral (
     select post_id as "postId", array_agg(type) as done, max(reported_at) filter (where day = $today) as "lastTodayAt",
       coalesce(sum(points) filter (where day = $today), 0)::int as points
     from interactions i where i.user_id = member.id and ${isLive('i')} and i.post_id = any($postIds || array(
       select post_id from interactions d where d.user_id = member.id and d.day = $today and ${isLive('d')}))
     group by post_id
   ) own`,
  params: { ...ofMembers, today: col.day, postIds: col.ids<'post'>() },
  row: {
    ...member,
    postId: col.id<'post'>(),
    done: col.words(interactionTypes),
    points: col.int,
    /** The member's latest live report on it today; null without one. */
    lastTodayAt: col.nullable(col.instant),
  },
})

/** When the newest posts were published, newest first. */
export const listArrivals = query({
  name: 'list_post_arrivals',
  sql: `select p.original_post_date as at from posts p where ${ofFeed}
   order by p.original_post_date desc, p.id desc limit $limit`,
  params: { ...feedParams, limit: col.int },
  row: { at: col.instant },
})

/** What members earned on each day from `from` to `to`; days without an entry have no row. */
export const sumDays = query({
  name: 'sum_own_days',
  sql: `select user_id as "userId", day::text as day, sum(amount)::int as points from ledger
   where user_id = any($userIds) and day between $from and $to group by user_id, day`,
  params: { ...ofMembers, from: col.day, to: col.day },
  row: { ...member, day: col.day, points: col.int },
})

/** Members' live reports by day and type, from `from` to `to`. */
export const countReports = query({
  name: 'count_own_reports_by_day',
  sql: `select user_id as "userId", day::text as day, type, count(*)::int as reports from interactions
   where user_id = any($userIds) and day between $from and $to and ${isLive('interactions')}
   group by user_id, day, type`,
  params: { ...ofMembers, from: col.day, to: col.day },
  row: { ...member, day: col.day, type: col.word(interactionTypes), reports: col.int },
})

/** Those of the members who have a live report at all. */
export const listReporters = query({
  name: 'list_members_with_reports',
  sql: `select member.id as "userId" from unnest($userIds) as member (id)
   where exists (select from interactions i where i.user_id = member.id and ${isLive('i')})`,
  params: ofMembers,
  row: member,
})
