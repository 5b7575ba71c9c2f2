import { tableDepth } from '#contract/tables.ts'
import type { UserCard } from '#contract/users.ts'
import type { SearchKind } from '#domain/search.ts'
import { interactionTypes, platforms, reportStates, shareStatuses } from '#domain/vocabulary.ts'
import { reportState } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { foundMembers, searchParams } from '../directory/store.ts'

const people = `u.username, u.display_name as "displayName", u.avatar`
const peopleRow = { username: col.text, displayName: col.text, avatar: col.nullable(col.text) }
const shareColumns = `s.id, s.user_id as "userId", s.platform, s.custom_message as "customMessage",
  s.content_type as "contentType", s.share_url as "shareUrl", s.engagements, s.points, s.status,
  s.created_at as "createdAt", s.due_at as "dueAt", s.has_set_points as "hasSetPoints",
  s.has_reached_threshold as "hasReachedThreshold", s.answered_at as "answeredAt", s.reason, ${people}`
const shareRow = {
  id: col.id<'share'>(),
  userId: col.id<'user'>(),
  platform: col.word(platforms),
  customMessage: col.nullable(col.text),
  contentType: col.text,
  shareUrl: col.nullable(col.text),
  engagements: col.int,
  points: col.int,
  status: col.word(shareStatuses),
  createdAt: col.instant,
  dueAt: col.nullable(col.instant),
  hasSetPoints: col.bool,
  hasReachedThreshold: col.bool,
  answeredAt: col.nullable(col.instant),
  reason: col.nullable(col.text),
  ...peopleRow,
}
const submitted = `shares s join users u on u.id = s.user_id and u.disabled_at is null`
const pageParams = {
  limit: col.int,
  afterAt: col.nullable(col.instant),
  afterId: col.nullable(col.id<'share'>()),
}

/** Submitted shares that wait for a review, oldest first, starting after a position if there is one. */
export const listSharesToReview = query({
  name: 'list_shares_to_review',
  sql: `select ${shareColumns} from ${submitted}
   where s.interaction_id is null and s.status in ('pending', 'approved')
     and ($afterAt is null or (s.created_at, s.id) > ($afterAt, $afterId))
   order by s.created_at, s.id limit $limit`,
  params: pageParams,
  row: shareRow,
})
export type ReviewShareRow = RowOf<typeof listSharesToReview>

/** A submitted share, answered or not, with the name of who answered it. */
export const findReviewShare = query({
  name: 'find_share_to_review',
  sql: `select ${shareColumns},
     (select r.display_name from users r where r.id = s.reviewer_id) as "reviewerName"
   from ${submitted} where s.id = $id and s.interaction_id is null`,
  params: { id: col.id<'share'>() },
  row: { ...shareRow, reviewerName: col.nullable(col.text) },
})

/** Submitted shares of these statuses, the last answered first, starting after a position if there is one. */
export const listAnsweredShares = query({
  name: 'list_answered_shares',
  sql: `select ${shareColumns} from ${submitted}
   where s.interaction_id is null and s.status = any($statuses) and s.answered_at is not null
     and ($afterAt is null or (s.answered_at, s.id) < ($afterAt, $afterId))
   order by s.answered_at desc, s.id desc limit $limit`,
  params: { ...pageParams, statuses: col.words(shareStatuses) },
  row: shareRow,
})

/** How many submitted shares and appeals of other members wait, at most as many as tables count. */
export const countWaiting = query({
  name: 'count_waiting_reviews',
  sql: `select (
     select count(*)::int from (
       select from ${submitted} where s.interaction_id is null and s.status in ('pending', 'approved')
         and s.user_id <> $reviewerId limit ${tableDepth}) waiting) as shares, (
     select count(*)::int from appeals ap join users u on u.id = ap.user_id and u.disabled_at is null
     where ap.decided_at is null and ap.user_id <> $reviewerId) as appeals`,
  params: { reviewerId: col.id<'user'>() },
  row: { shares: col.int, appeals: col.int },
})

const reportColumns = `i.id, i.user_id as "userId", ${people}, i.post_id as "postId", p.author_name as "authorName",
  p.content, p.post_url as "postUrl", i.type, i.platform, i.points, i.reported_at as "reportedAt",
  ${reportState('i')} as state, t.reason, t.created_at as "takenBackAt",
  (select json_build_object('id', r.id, 'username', r.username, 'displayName', r.display_name, 'avatar', r.avatar)
    from users r where r.id = t.reviewer_id) as reviewer`
const reportJoins = `join users u on u.id = i.user_id join posts p on p.id = i.post_id
     left join take_backs t on t.interaction_id = i.id and t.given_back_at is null`
const reportRow = {
  id: col.id<'interaction'>(),
  userId: col.id<'user'>(),
  ...peopleRow,
  postId: col.id<'post'>(),
  authorName: col.text,
  content: col.text,
  /** As it is stored, unchecked. */
  postUrl: col.nullable(col.text),
  type: col.word(interactionTypes),
  platform: col.word(platforms),
  points: col.int,
  reportedAt: col.instant,
  state: col.word(reportStates),
  reason: col.nullable(col.text),
  takenBackAt: col.nullable(col.instant),
  reviewer: col.nullable(col.json<UserCard>()),
}

const isWanted = `($postId is null or i.post_id = $postId) and ($userId is null or i.user_id = $userId)
       and ($from is null or i.day >= $from and i.reported_at >= ($from - 2)::timestamptz)
       and ($to is null or i.day <= $to and i.reported_at < ($to + 3)::timestamptz)
       and ($afterAt is null or (i.reported_at, i.id) < ($afterAt, $afterId))
       and exists (select from users u where u.id = i.user_id and u.disabled_at is null)`
const newest = 'order by i.reported_at desc, i.id desc limit $limit'
const reportParams = {
  postId: col.nullable(col.id<'post'>()),
  userId: col.nullable(col.id<'user'>()),
  from: col.nullable(col.day),
  to: col.nullable(col.day),
  limit: col.int,
  afterAt: col.nullable(col.instant),
  afterId: col.nullable(col.id<'interaction'>()),
}

/** The newest of what a select of reports finds. */
function reportsFrom(select: string): string {
  return `select ${reportColumns} from (${select}) i ${reportJoins} order by i.reported_at desc, i.id desc`
}

function reportsBy(source: string, condition: string) {
  return query({
    name: `list_review_reports_${source}`,
    sql: reportsFrom(`select i.* from interactions i where ${condition} and ${isWanted} ${newest}`),
    params: reportParams,
    row: reportRow,
  })
}

/**
 * Reports that match, newest first, starting after a position if there is one. Each statement reads through the index
 * of one filter; a day is also a range of instants, whichever the zone of the workspace was.
 */
export const listReportRows = {
  all: reportsBy('of_all', 'true'),
  ofUser: reportsBy('of_user', 'i.user_id = $userId'),
  ofPost: reportsBy('of_post', 'i.post_id = $postId'),
}

/** How many members one search of the reports finds. */
const mostNamed = 500

/** The same, of members whose names a search finds. */
export const listReportsFound = { part: foundBy('part'), start: foundBy('start'), near: foundBy('near') }

function foundBy(kind: SearchKind) {
  return query({
    name: `list_review_reports_by_${kind}`,
    sql: reportsFrom(`select i.* from (
         select user_id from (${foundMembers(kind, 'names')}) found limit ${mostNamed}
       ) named cross join lateral (
         select i.* from interactions i where i.user_id = named.user_id and ${isWanted} ${newest}
       ) i ${newest}`),
    params: { ...reportParams, ...searchParams, isEnabled: col.bool },
    row: reportRow,
  })
}
export type ReviewReportRow = RowOf<typeof listReportRows.all>

export const getReportRow = query({
  name: 'get_review_report',
  sql: `select ${reportColumns} from interactions i ${reportJoins} where i.id = $id`,
  params: { id: col.id<'interaction'>() },
  row: reportRow,
})
