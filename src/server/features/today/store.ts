import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { isLive, isOfFeed } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'

const ofMember = { userId: col.id<'user'>() }
const ofFeed = `${isOfFeed('p')} and p.original_post_date <= $now`
const feedParams = { now: col.instant }

/**
 * The posts published after `since`, and older ones on which the member reported today, newest first, with the member's
 * live reports on each.
 */
export const listDayPosts = query({
  name: 'list_day_posts',
  sql: `with reported as (
     select distinct post_id from interactions
     where user_id = $userId and day = $today and ${isLive('interactions')}
   ), wanted as (
     select p.id from posts p where ${ofFeed} and p.original_post_date > $since
     union select post_id from reported
   )
   select p.id, p.platform, p.author_name as "authorName", left(p.content, 1000) as content,
     p.image_url as "imageUrl", p.post_url as "postUrl", p.original_post_date > $since as "isRecent", own.done, own.points, own.at as "lastTodayAt"
   from wanted join posts p on p.id = wanted.id and ${ofFeed}
     cross join lateral (
       select coalesce(array_agg(type), '{}') as done, max(reported_at) filter (where day = $today) as at,
         coalesce(sum(points) filter (where day = $today), 0)::int as points
       from interactions i where i.user_id = $userId and i.post_id = p.id and ${isLive('i')}
     ) own
   order by p.original_post_date desc, p.id desc`,
  params: { ...ofMember, ...feedParams, today: col.day, since: col.instant },
  row: {
    id: col.id<'post'>(),
    platform: col.word(platforms),
    authorName: col.text,
    content: col.text,
    imageUrl: col.nullable(col.text),
    postUrl: col.nullable(col.text),
    isRecent: col.bool,
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

/** What a member earned on each day from `from` to `to`; days without an entry have no row. */
export const sumDays = query({
  name: 'sum_own_days',
  sql: `select day::text as day, sum(amount)::int as points from ledger
   where user_id = $userId and day between $from and $to group by day`,
  params: { ...ofMember, from: col.day, to: col.day },
  row: { day: col.day, points: col.int },
})

/** A member's live reports by day and type, from `from` to `to`. */
export const countReports = query({
  name: 'count_own_reports_by_day',
  sql: `select day::text as day, type, count(*)::int as reports from interactions
   where user_id = $userId and day between $from and $to and ${isLive('interactions')} group by day, type`,
  params: { ...ofMember, from: col.day, to: col.day },
  row: { day: col.day, type: col.word(interactionTypes), reports: col.int },
})

/** Whether a member has a live report at all. */
export const hasReports = query({
  name: 'has_own_reports',
  sql: `select exists (select from interactions where user_id = $userId and ${isLive('interactions')}) as "hasReported"`,
  params: ofMember,
  row: { hasReported: col.bool },
})
