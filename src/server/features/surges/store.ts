import { surgeMembers, surgeMinutes } from '#domain/surges.ts'
import { platforms } from '#domain/vocabulary.ts'
import { isLive, isOfFeed } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'

/**
 * Looks for surges among the reports of a span, and keeps the largest one of each post, the first of equals. Each member
 * counts once, with their first report on the post in the span.
 */
export const putSurges = query({
  name: 'put_surges',
  sql: `with reported as (
     select post_id, user_id, min(reported_at) as at from interactions i
     where i.reported_at >= $from and i.reported_at < $to and ${isLive('i')} group by post_id, user_id
   ), busy as (
     select post_id, at, count(*) over (
       partition by post_id order by at range between current row and interval '${surgeMinutes} minutes' following
     )::int as members from reported
   ), largest as (
     select distinct on (post_id) post_id, at, members from busy where members >= ${surgeMembers}
     order by post_id, members desc, at
   )
   insert into post_surges (post_id, started_at, members) select post_id, at, members from largest
   on conflict (post_id) do update set started_at = excluded.started_at, members = excluded.members
     where excluded.members > post_surges.members
   returning post_id as "postId"`,
  params: { from: col.instant, to: col.instant },
  row: { postId: col.id<'post'>() },
})

const inSpan = `surges.started_at >= $since and surges.started_at < $until and ${isOfFeed('posts')}`
const span = { since: col.instant, until: col.instant }

/** The latest surges of a span, the last first. */
export const listSurges = query({
  name: 'list_surges',
  sql: `select posts.id, posts.platform, posts.author_name as "authorName", left(posts.content, 300) as content,
     surges.started_at as "startedAt", surges.members,
     coalesce((select members from post_figures where post_id = posts.id), 0) as "membersToDate"
   from post_surges surges join posts on posts.id = surges.post_id
   where ${inSpan} order by surges.started_at desc, posts.id limit $limit`,
  params: { ...span, limit: col.int },
  row: {
    id: col.id<'post'>(),
    platform: col.word(platforms),
    authorName: col.text,
    content: col.text,
    startedAt: col.instant,
    members: col.int,
    membersToDate: col.int,
  },
})

export const countSurges = query({
  name: 'count_surges',
  sql: `select count(*)::int as total from post_surges surges join posts on posts.id = surges.post_id where ${inSpan}`,
  params: span,
  row: { total: col.int },
})
