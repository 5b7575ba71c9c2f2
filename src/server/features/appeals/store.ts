import { appealDecisions, interactionTypes, platforms } from '#domain/vocabulary.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const columns = `ap.id, ap.user_id as "userId", ap.interaction_id as "interactionId", ap.share_id as "shareId",
  ap.reviewer_id as "reviewerId", ap.reason, ap.text, ap.created_at as "createdAt", ap.decision,
  ap.decision_reason as "decisionReason", ap.decided_at as "decidedAt", i.type as report,
  coalesce(i.platform, s.platform) as platform, coalesce(i.points, s.points) as points,
  left(coalesce(p.content, s.custom_message, ''), 1000) as content, coalesce(p.post_url, s.share_url) as url`
const tables = `appeals ap left join interactions i on i.id = ap.interaction_id
     left join posts p on p.id = i.post_id left join shares s on s.id = ap.share_id`
const row = {
  id: col.id<'appeal'>(),
  userId: col.id<'user'>(),
  interactionId: col.nullable(col.id<'interaction'>()),
  shareId: col.nullable(col.id<'share'>()),
  reviewerId: col.id<'user'>(),
  reason: col.text,
  text: col.text,
  createdAt: col.instant,
  decision: col.nullable(col.word(appealDecisions)),
  decisionReason: col.nullable(col.text),
  decidedAt: col.nullable(col.instant),
  report: col.nullable(col.word(interactionTypes)),
  platform: col.nullable(col.word(platforms)),
  points: col.nullable(col.int),
  content: col.nullable(col.text),
  /** As it is stored, unchecked. */
  url: col.nullable(col.text),
}

/** An appeal with the names of the people in it. */
export const findNamedAppeal = query({
  name: 'find_named_appeal',
  sql: `select ${columns}, u.display_name as "memberName", r.display_name as "reviewerName",
     (select d.display_name from users d where d.id = ap.decided_by) as "deciderName"
   from ${tables} join users u on u.id = ap.user_id join users r on r.id = ap.reviewer_id where ap.id = $id`,
  params: { id: col.id<'appeal'>() },
  row: { ...row, memberName: col.text, reviewerName: col.text, deciderName: col.nullable(col.text) },
})

export const findAppeal = query({
  name: 'find_appeal',
  sql: `select ${columns} from ${tables} where ap.id = $id`,
  params: { id: col.id<'appeal'>() },
  row,
})
export type AppealRow = RowOf<typeof findAppeal>

/** A member's appeals, newest first. */
export const listAppealsOf = query({
  name: 'list_own_appeals',
  sql: `select ${columns} from ${tables} where ap.user_id = $userId order by ap.created_at desc, ap.id desc limit 200`,
  params: { userId: col.id<'user'>() },
  row,
})

/** Open appeals with the people in them, oldest first, starting after a position if there is one. */
export const listOpenAppeals = query({
  name: 'list_open_appeals',
  sql: `select ${columns}, u.username as "memberUsername", u.display_name as "memberDisplayName", u.avatar as "memberAvatar",
     r.username as "reviewerUsername", r.display_name as "reviewerDisplayName", r.avatar as "reviewerAvatar",
     (select count(*)::int from users other where other.role in ('moderator', 'admin') and other.disabled_at is null
       and other.id not in (ap.user_id, ap.reviewer_id)) as "otherReviewers"
   from ${tables} join users u on u.id = ap.user_id and u.disabled_at is null join users r on r.id = ap.reviewer_id
   where ap.decided_at is null and ($afterAt is null or (ap.created_at, ap.id) > ($afterAt, $afterId))
   order by ap.created_at, ap.id limit $limit`,
  params: {
    limit: col.int,
    afterAt: col.nullable(col.instant),
    afterId: col.nullable(col.id<'appeal'>()),
  },
  row: {
    ...row,
    memberUsername: col.text,
    memberDisplayName: col.text,
    memberAvatar: col.nullable(col.text),
    reviewerUsername: col.text,
    reviewerDisplayName: col.text,
    reviewerAvatar: col.nullable(col.text),
    otherReviewers: col.int,
  },
})
export type OpenAppealRow = RowOf<typeof listOpenAppeals>

/** Whether a report or a share has had its appeal. */
export const hasAppeal = query({
  name: 'has_appeal',
  sql: `select exists (select from appeals where interaction_id = $interactionId or share_id = $shareId) as "isThere"`,
  params: { interactionId: col.nullable(col.id<'interaction'>()), shareId: col.nullable(col.id<'share'>()) },
  row: { isThere: col.bool },
})

export const insertAppeal = query({
  name: 'insert_appeal',
  sql: `insert into appeals (id, user_id, interaction_id, share_id, reviewer_id, reason, text, created_at)
    values ($id, $userId, $interactionId, $shareId, $reviewerId, $reason, $text, $at)`,
  params: {
    id: col.id<'appeal'>(),
    userId: col.id<'user'>(),
    interactionId: col.nullable(col.id<'interaction'>()),
    shareId: col.nullable(col.id<'share'>()),
    reviewerId: col.id<'user'>(),
    reason: col.text,
    text: col.text,
    at: col.instant,
  },
})

export const updateDecision = query({
  name: 'decide_appeal',
  sql: `update appeals set decision = $decision, decided_by = $decidedBy, decision_reason = $reason, decided_at = $at
    where id = $id`,
  params: {
    id: col.id<'appeal'>(),
    decision: col.word(appealDecisions),
    decidedBy: col.id<'user'>(),
    reason: col.text,
    at: col.instant,
  },
})

/** How many members could decide an appeal besides the two whom it is between. */
export const countOtherReviewers = query({
  name: 'count_other_reviewers',
  sql: `select count(*)::int as others from users where role in ('moderator', 'admin') and disabled_at is null
     and id not in ($userId, $reviewerId)`,
  params: { userId: col.id<'user'>(), reviewerId: col.id<'user'>() },
  row: { others: col.int },
})
