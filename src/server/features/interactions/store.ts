import { and, desc, eq, isNull } from 'drizzle-orm'
import type { RecentInteraction } from '#contract/interactions.ts'
import type { Day } from '#domain/days.ts'
import { burstReports } from '#domain/honesty.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import type { PointsRule } from '#domain/points.ts'
import {
  checkCauses,
  checkLevels,
  type InteractionType,
  interactionTypes,
  platforms,
} from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { DatabaseFailure } from '#server/db/failure.ts'
import { isLive, isOpenCheck, isWithin } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { interactions } from '#server/db/schema/game.ts'
import { deleteLinesOf, insertLines } from '../activities/store.ts'
import {
  appliedRule,
  appliedRuleParams,
  booked,
  bookedReport,
  countsOf,
  memberOfReport,
  memberOfReportParams,
  memberState,
  memberStateRow,
  noRule,
} from '../ledger/store.ts'
import { deleteReportShare, insertReportShare } from '../shares/store.ts'

const capColumn = (type: string) =>
  `case ${type} when 'like' then cap_like when 'comment' then cap_comment when 'share' then cap_share end`
/** Whether a report used up a place under the daily cap. */
const usesPlace = (interactions: string) => `${isLive(interactions)} and ${interactions}.over_cap is null`

// Neither count goes on where more would decide the same. The order makes the plan use the index of a member's latest reports.
// A key is a member's id, a post's id, a type, a day and an instant. Batched, because the round trip costs more than the read itself.
const findCase = batched(
  query({
    name: 'find_report_cases',
    sql: `with rules as materialized (
       select action_type, json_agg(json_build_object(
         'id', id, 'actionType', action_type, 'platform', platform, 'context', context,
         'pointValue', point_value, 'multiplier', multiplier, 'bonusType', bonus_type,
         'bonusValue', bonus_value, 'isActive', is_active, 'createdAt', created_at)) as list
       from points_configurations where is_active group by action_type
     )
     select asked.key, exists (select from excused_days where day = split_part(asked.key, ' ', 4)::date) as "isExcused",
       p.platform, p.author_name as "authorName", p.brand, ${memberState}, users.xmin::text as version,
       coalesce(rules.list, '[]') as rules, limits.cap, coalesce(limits.checks, 'off') as checks,
       case when limits.cap is null then 0 else (
         select count(*)::int from (
           select from interactions i where i.user_id = users.id and i.type = split_part(asked.key, ' ', 3)
             and i.day = split_part(asked.key, ' ', 4)::date and ${usesPlace('i')} limit limits.cap
         ) earning) end as "earnedToday",
       case when coalesce(limits.checks, 'off') = 'off' then 0 else (
         select count(*)::int from (
           select from interactions i where i.user_id = users.id
             and i.reported_at > split_part(asked.key, ' ', 5)::timestamptz and ${isLive('i')} order by i.reported_at desc limit ${burstReports}
         ) latest) end as recent,
       case when coalesce(limits.checks, 'off') = 'off' then 0 else (
         select count(*)::int from checks where checks.user_id = users.id and ${isOpenCheck('checks')}) end as "openChecks"
     from unnest($keys) as asked (key)
       join users on users.id = split_part(asked.key, ' ', 1)::uuid
       join posts p on p.id = split_part(asked.key, ' ', 2)::uuid and p.deleted_at is null
         and p.published_at is not null
       left join rules on rules.action_type = split_part(asked.key, ' ', 3)
       left join lateral (
         select ${capColumn("split_part(asked.key, ' ', 3)")} as cap, checks from honesty_settings
       ) as limits on true`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      isExcused: col.bool,
      platform: col.word(platforms),
      authorName: col.text,
      brand: col.text,
      rules: col.json<readonly (Omit<PointsRule, 'createdAt'> & { createdAt: string })[]>(),
      version: col.text,
      cap: col.nullable(col.int),
      checks: col.word(checkLevels),
      earnedToday: col.int,
      recent: col.int,
      openChecks: col.int,
      ...memberStateRow,
    },
  }),
)

/** The unique index that allows one live report of a type by a member on a post. */
const oneLive = 'interactions_one_live'

const reportParams = {
  ...memberOfReportParams,
  id: col.id<'interaction'>(),
  ledgerId: col.id<'ledgerEntry'>(),
  activityId: col.id<'activity'>(),
  postId: col.id<'post'>(),
  platform: col.word(platforms),
  day: col.day,
  overCap: col.nullable(col.int),
  description: col.text,
  ...appliedRuleParams,
}

// One statement is one transaction and one round trip: a report is written completely or not at all. It writes the
// member's row first, which serialises all writes of one member. Two members never wait for each other.
const reportSql = (more: string) => `with ${memberOfReport}, report as (
     insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at, over_cap)
     select $id, member.id, $postId, $type, $platform, $points, $day, $reportedAt, $overCap from member
   ), ${bookedReport(
     `select $ledgerId as id, member.id as user_id, $points as amount, 'interaction' as reason, $id as subject_id,
       null::uuid as reverses_id, $day as day, $reportedAt as at, ${appliedRule}, ${countsOf('1', '$type')} from member`,
   )}, line as (
     ${insertLines(`select $activityId, member.id, 'interaction', $description, $points, $platform, $id, $reportedAt
     from member`)}
   )${more}
   select exists (select from member) as "isCurrent"`
const reportRow = { isCurrent: col.bool }

const insertReport = query({
  name: 'insert_report',
  sql: reportSql(''),
  params: reportParams,
  row: reportRow,
})
// A separate statement, because every run initialises all parts of a statement, even those that write nothing.
const insertShareReport = query({
  name: 'insert_share_report',
  sql: reportSql(`, own_share as (
     ${insertReportShare(`select $shareId, member.id, $id, $platform, posts.post_url, $reportedAt, $points
     from member join posts on posts.id = $postId`)}
   )`),
  params: { ...reportParams, shareId: col.id<'share'>() },
  row: reportRow,
})

/** The distinct days on which a member has a live report. */
export const listLiveDays = query({
  name: 'list_live_days',
  sql: `select distinct day::text as day from interactions where user_id = $userId and ${isLive('interactions')}`,
  params: { userId: col.id<'user'>() },
  row: { day: col.day },
})

/** The data that decides a report by this member on this post; null if the post is unknown, deleted or still scheduled. */
export async function findReportCase(
  db: Db | Tx,
  wanted: { userId: UserId; postId: PostId; type: InteractionType; day: Day; since: Date },
) {
  const { userId, postId, type, day, since } = wanted
  const [row] = await findCase(db, [userId, postId, type, day, since.toISOString()].join(' '))
  if (!row) return null
  const { lastDay, current, longest, ...found } = row
  const rules = row.rules.map((rule) => ({ ...rule, createdAt: new Date(rule.createdAt) }))
  return { ...found, streak: { lastDay, current, longest }, rules }
}
export type ReportCase = NonNullable<Awaited<ReturnType<typeof findReportCase>>>

/**
 * Writes a report with its ledger entry, totals, standings, streak, activity and share.
 * `duplicate`: the same report is already live; a transaction around it can only roll back. `outdated`: the streak or
 * the achievements have changed since they were read, or the report would unlock an achievement. Neither writes anything.
 */
export async function insertInteraction(
  tx: Tx,
  report: Parameters<typeof insertShareReport>[1],
): Promise<'written' | 'duplicate' | 'outdated'> {
  const insert = report.type === 'share' ? insertShareReport : insertReport
  try {
    const { isCurrent } = await insert.one(tx, report)
    return isCurrent ? 'written' : 'outdated'
  } catch (error) {
    if (error instanceof DatabaseFailure && error.constraint === oneLive) return 'duplicate'
    throw error
  }
}

const recentCount = 10
const mostOwn = 5_000

/**
 * The latest live reports of a member, newest first. The database builds them as JSON, because decoding the rows of
 * many members would take longer than finding them.
 */
export const findRecentInteractions = batched(
  query({
    name: 'list_recent_interactions',
    sql: `select asked.key, coalesce((
       select json_agg(json_build_object('id', id, 'postId', post_id, 'interactionType', type, 'points', points,
         'reportedAt', to_char(reported_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'platform', platform, 'authorName', author_name) order by reported_at desc, id desc)
       from (
         select i.id, post_id, type, points, reported_at, i.platform, author_name
         from interactions i join posts p on p.id = i.post_id
         where i.user_id = asked.key::uuid and ${isLive('i')}
         order by reported_at desc, i.id desc limit ${recentCount}
       ) latest
     ), '[]') as list from unnest($keys) as asked (key)`,
    params: { keys: col.texts },
    row: { key: col.text, list: col.json<RecentInteraction[]>() },
  }),
)

/** The reports of a member that were not undone; with an instant, those that a reviewer took back. */
export function listOwnInteractions(db: Db | Tx, userId: UserId) {
  return db.orm
    .select({
      id: interactions.id,
      postId: interactions.postId,
      interactionType: interactions.type,
      reportedAt: interactions.reportedAt,
      takenBackAt: interactions.takenBackAt,
    })
    .from(interactions)
    .where(and(eq(interactions.userId, userId), isNull(interactions.undoneAt)))
    .orderBy(desc(interactions.reportedAt), desc(interactions.id))
    .limit(mostOwn)
}

/** How many reports of each type have earned points on a day. */
export const countEarned = query({
  name: 'count_earned_reports',
  sql: `select count(*) filter (where type = 'like')::int as like, count(*) filter (where type = 'comment')::int as comment,
     count(*) filter (where type = 'share')::int as share
   from interactions i where user_id = $userId and day = $day and ${usesPlace('i')}`,
  params: { userId: col.id<'user'>(), day: col.day },
  row: { like: col.int, comment: col.int, share: col.int },
})

/** The facts that decide an undo or a take-back. */
export const findReport = query({
  name: 'find_report',
  sql: `select i.id, i.user_id as "userId", type, i.platform, post_id as "postId", points, day::text as day,
     reported_at as "reportedAt", undone_at as "undoneAt", taken_back_at as "takenBackAt",
     t.reviewer_id as "reviewerId", t.reason, t.created_at as "reviewedAt", t.given_back_at as "givenBackAt",
     u.username, u.display_name as "displayName", p.author_name as "authorName"
   from interactions i join users u on u.id = i.user_id join posts p on p.id = i.post_id
     left join take_backs t on t.interaction_id = i.id where i.id = $id`,
  params: { id: col.id<'interaction'>() },
  row: {
    id: col.id<'interaction'>(),
    userId: col.id<'user'>(),
    type: col.word(interactionTypes),
    platform: col.word(platforms),
    postId: col.id<'post'>(),
    points: col.int,
    day: col.day,
    reportedAt: col.instant,
    undoneAt: col.nullable(col.instant),
    takenBackAt: col.nullable(col.instant),
    reviewerId: col.nullable(col.id<'user'>()),
    reason: col.nullable(col.text),
    reviewedAt: col.nullable(col.instant),
    givenBackAt: col.nullable(col.instant),
    username: col.text,
    displayName: col.text,
    authorName: col.text,
  },
})
export type ReportRow = RowOf<typeof findReport>

const reversalParams = { id: col.id<'interaction'>(), ledgerId: col.id<'ledgerEntry'>(), now: col.instant }

// The points come from the ledger entry and not from the rules: what is taken back is what the report earned, whatever
// the rules are now. That entry is the report's own, or the one by which it was given back.
const reversalSql = (ended: string, more: string) => `with ended as (
     ${ended} returning id, user_id, type, points, day
   ), ${booked(
     `select $ledgerId as id, ended.user_id, -award.amount as amount, 'undo' as reason,
       ended.id as subject_id, award.id as reverses_id, ended.day, $now as at, ${noRule},
       ${countsOf('-1', 'type')}
       from ended join ledger award on award.subject_id = ended.id and award.reason in ('interaction', 'adjustment')
         and not exists (select from ledger back where back.reverses_id = award.id)`,
   )}, line as (
     ${deleteLinesOf('ended')}
   )${more}
   select id from ended`

/** Undoes a live report, and returns its id if it did. */
export const insertUndo = query({
  name: 'insert_undo',
  sql: reversalSql(
    `update interactions set undone_at = $now where id = $id and ${isLive('interactions')}`,
    `, own_share as (${deleteReportShare('ended')})`,
  ),
  params: reversalParams,
  row: { id: col.id<'interaction'>() },
})

/** Takes a live report back with a reviewer's reason, and returns its id if it did. Its share stays. */
export const insertTakeBack = query({
  name: 'insert_take_back',
  sql: reversalSql(
    `update interactions set taken_back_at = $now where id = $id and ${isLive('interactions')}`,
    `, review as (
       insert into take_backs (interaction_id, user_id, reviewer_id, reason, created_at)
       select id, user_id, $reviewerId, $reason, $now from ended
     )`,
  ),
  params: { ...reversalParams, reviewerId: col.id<'user'>(), reason: col.text },
  row: { id: col.id<'interaction'>() },
})

/** Gives a report back that was taken back, and returns its id if it did. */
export const insertGiveBack = query({
  name: 'insert_give_back',
  sql: `with given as (
     update interactions set taken_back_at = null where id = $id and taken_back_at is not null
     returning id, user_id, type, platform, points, day, reported_at
   ), ${booked(
     `select $ledgerId as id, given.user_id, award.amount, 'adjustment' as reason, given.id as subject_id,
       null::uuid as reverses_id, given.day, $now as at, ${noRule}, ${countsOf('1', 'type')}
       from given join ledger award on award.subject_id = given.id and award.reason = 'interaction'`,
   )}, review as (
     update take_backs set given_back_at = $now from given where interaction_id = given.id
   ), line as (
     ${insertLines(`select $activityId, user_id, 'interaction', $description, points, platform, id, reported_at
     from given`)}
   )
   select id from given`,
  params: { ...reversalParams, activityId: col.id<'activity'>(), description: col.text },
  row: { id: col.id<'interaction'>() },
})

/** Contests whose winner is recorded and whose days include this one: a take-back no longer changes who won. */
export const listClosedContests = query({
  name: 'list_closed_contests',
  sql: `select c.title from monthly_winners w join contests c on c.id = w.contest_id
   where ${isWithin('w', '$day')} order by w.recorded_at`,
  params: { day: col.day },
  row: { title: col.text },
})

/** Asks a member about a report. */
export const insertCheck = query({
  name: 'insert_check',
  sql: `insert into checks (id, user_id, interaction_id, cause, asked_at, due_at)
    values ($id, $userId, $interactionId, $cause, $askedAt, $dueAt)`,
  params: {
    id: col.id<'check'>(),
    userId: col.id<'user'>(),
    interactionId: col.id<'interaction'>(),
    cause: col.word(checkCauses),
    askedAt: col.instant,
    dueAt: col.instant,
  },
})

/** Closes the question about a report that no longer counts. */
export const deleteOpenCheck = query({
  name: 'delete_open_check',
  sql: `delete from checks where interaction_id = $interactionId and ${isOpenCheck('checks')} returning id`,
  params: { interactionId: col.id<'interaction'>() },
  row: { id: col.id<'check'>() },
})

/** Whether a reviewer took back the member's report of this type on the post. */
export const isTakenBack = query({
  name: 'is_report_taken_back',
  sql: `select exists (
     select from interactions i where user_id = $userId and post_id = $postId and type = $type
       and undone_at is null and taken_back_at is not null
   ) as "isTakenBack"`,
  params: { userId: col.id<'user'>(), postId: col.id<'post'>(), type: col.word(interactionTypes) },
  row: { isTakenBack: col.bool },
})

/** Whether a member has a live report on a day. */
export const hasReportOn = query({
  name: 'has_live_interaction_on_day',
  sql: `select exists (
     select from interactions where user_id = $userId and day = $day and ${isLive('interactions')}
   ) as "isTaken"`,
  params: { userId: col.id<'user'>(), day: col.day },
  row: { isTaken: col.bool },
})
