import { checkAnswers, checkCauses, checkDecisions, interactionTypes, platforms } from '#domain/vocabulary.ts'
import { isLive, isOpenCheck } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const columns = `c.id, c.user_id as "userId", c.cause, c.asked_at as "askedAt", c.due_at as "dueAt", c.answer, c.link, c.note,
  c.decision, i.id as "interactionId", i.type, i.platform, i.points, i.reported_at as "reportedAt", i.post_id as "postId",
  p.author_name as "authorName", p.content, p.post_url as "postUrl"`
const tables = 'checks c join interactions i on i.id = c.interaction_id join posts p on p.id = i.post_id'
const row = {
  id: col.id<'check'>(),
  userId: col.id<'user'>(),
  cause: col.word(checkCauses),
  askedAt: col.instant,
  dueAt: col.instant,
  answer: col.nullable(col.word(checkAnswers)),
  link: col.nullable(col.text),
  note: col.nullable(col.text),
  decision: col.nullable(col.word(checkDecisions)),
  interactionId: col.id<'interaction'>(),
  type: col.word(interactionTypes),
  platform: col.word(platforms),
  points: col.int,
  reportedAt: col.instant,
  postId: col.id<'post'>(),
  authorName: col.text,
  content: col.text,
  /** As it is stored, unchecked. */
  postUrl: col.nullable(col.text),
}

const people = `u.username, u.display_name as "displayName", u.avatar`
const peopleRow = { username: col.text, displayName: col.text, avatar: col.nullable(col.text) }

export const findCheck = query({
  name: 'find_check',
  sql: `select ${columns} from ${tables} where c.id = $id`,
  params: { id: col.id<'check'>() },
  row,
})
export type CheckRow = RowOf<typeof findCheck>

/** A member's unanswered checks, oldest first. */
export const listOpenChecks = query({
  name: 'list_open_checks',
  sql: `select ${columns}, ${people} from ${tables} join users u on u.id = c.user_id
   where c.user_id = $userId and ${isOpenCheck('c')} and ${isLive('i')} order by c.asked_at, c.id`,
  params: { userId: col.id<'user'>() },
  row: { ...row, ...peopleRow },
})

/** Whether a check waits for a reviewer: nobody has answered it in time. */
const isOverdue = `(${isOpenCheck('c')} and c.due_at <= $now)`

/**
 * Checks that a reviewer may decide, oldest first, starting after a position if there is one: those that are overdue, and
 * those that their members answered with a link or a word after `answeredSince`.
 */
export const listReviewChecks = query({
  name: 'list_review_checks',
  sql: `select ${columns}, ${people}
   from ${tables} join users u on u.id = c.user_id and u.disabled_at is null
   where c.decided_at is null and ${isLive('i')} and (${isOverdue}
       or (c.answer = 'confirm' and i.type <> 'like' and c.answered_at > $answeredSince))
     and ($afterAt is null or (c.due_at, c.id) > ($afterAt, $afterId))
   order by c.due_at, c.id limit $limit`,
  params: {
    now: col.instant,
    answeredSince: col.instant,
    limit: col.int,
    afterAt: col.nullable(col.instant),
    afterId: col.nullable(col.id<'check'>()),
  },
  row: { ...row, ...peopleRow },
})
export type ReviewCheckRow = RowOf<typeof listReviewChecks>

/** How many overdue checks of other members wait for a reviewer. */
export const countOverdueChecks = query({
  name: 'count_overdue_checks',
  sql: `select count(*)::int as checks from ${tables} join users u on u.id = c.user_id and u.disabled_at is null
   where ${isOverdue} and c.decided_at is null and ${isLive('i')} and c.user_id <> $reviewerId`,
  params: { now: col.instant, reviewerId: col.id<'user'>() },
  row: { checks: col.int },
})

/** How many checks wait for the answers of members; those without one have no row. */
export const countOpenChecks = query({
  name: 'count_open_checks',
  sql: `select c.user_id as "userId", count(*)::int as checks from ${tables}
   where c.user_id = any($userIds) and ${isOpenCheck('c')} and ${isLive('i')} group by c.user_id`,
  params: { userIds: col.ids<'user'>() },
  row: { userId: col.id<'user'>(), checks: col.int },
})

export const updateAnswer = query({
  name: 'answer_check',
  sql: 'update checks set answer = $answer, link = $link, note = $note, answered_at = $at where id = $id',
  params: {
    id: col.id<'check'>(),
    answer: col.word(checkAnswers),
    link: col.nullable(col.text),
    note: col.nullable(col.text),
    at: col.instant,
  },
})

export const updateCheckDecision = query({
  name: 'decide_check',
  sql: `update checks set decision = $decision, decided_by = $decidedBy, reason = $reason, decided_at = $at
    where id = $id`,
  params: {
    id: col.id<'check'>(),
    decision: col.word(checkDecisions),
    decidedBy: col.id<'user'>(),
    reason: col.nullable(col.text),
    at: col.instant,
  },
})
