import { and, desc, eq, isNull } from 'drizzle-orm'
import type { RecentInteraction } from '#contract/interactions.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import type { PointsRule } from '#domain/points.ts'
import { type InteractionType, interactionTypes, platforms } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { DatabaseFailure } from '#server/db/failure.ts'
import { isLive } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { interactions } from '#server/db/schema/game.ts'
import { deleteLinesOf, insertLines } from '../activities/store.ts'
import {
  booked,
  bookedReport,
  countsOf,
  memberOfReport,
  memberOfReportParams,
  memberState,
  memberStateRow,
} from '../ledger/store.ts'
import { deleteReportShare, insertReportShare } from '../shares/store.ts'

// A key is a member's id, a post's id and a type. Batched, because the round trip costs more than the read itself.
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
     select asked.key, p.platform, p.author_name as "authorName", p.brand, ${memberState},
       coalesce(rules.list, '[]') as rules
     from unnest($keys) as asked (key)
       join users on users.id = split_part(asked.key, ' ', 1)::uuid
       join posts p on p.id = split_part(asked.key, ' ', 2)::uuid and p.deleted_at is null
       left join rules on rules.action_type = split_part(asked.key, ' ', 3)`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      platform: col.word(platforms),
      authorName: col.text,
      brand: col.text,
      rules: col.json<readonly (Omit<PointsRule, 'createdAt'> & { createdAt: string })[]>(),
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
  description: col.text,
}

// One statement is one transaction and one round trip: a report is written completely or not at all. It writes the
// member's row first, which serialises all writes of one member. Two members never wait for each other.
const reportSql = (more: string) => `with ${memberOfReport}, report as (
     insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
     select $id, member.id, $postId, $type, $platform, $points, $day, $reportedAt from member
   ), ${bookedReport(
     `select $ledgerId as id, member.id as user_id, $points as amount, 'interaction' as reason, $id as subject_id,
       null::uuid as reverses_id, $day as day, $reportedAt as at, ${countsOf('1', '$type')} from member`,
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
     ${insertReportShare(`select $shareId, member.id, $id, $platform, posts.post_url, $reportedAt
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

/** The data that decides a report by this member on this post; null if the post is unknown or deleted. */
export async function findReportCase(
  db: Db | Tx,
  wanted: { userId: UserId; postId: PostId; type: InteractionType },
) {
  const [row] = await findCase(db, `${wanted.userId} ${wanted.postId} ${wanted.type}`)
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
         where i.user_id = asked.key::uuid and i.undone_at is null
         order by reported_at desc, i.id desc limit ${recentCount}
       ) latest
     ), '[]') as list from unnest($keys) as asked (key)`,
    params: { keys: col.texts },
    row: { key: col.text, list: col.json<RecentInteraction[]>() },
  }),
)

export function listOwnInteractions(db: Db | Tx, userId: UserId) {
  return db.orm
    .select({
      id: interactions.id,
      postId: interactions.postId,
      interactionType: interactions.type,
      reportedAt: interactions.reportedAt,
    })
    .from(interactions)
    .where(and(eq(interactions.userId, userId), isNull(interactions.undoneAt)))
    .orderBy(desc(interactions.reportedAt), desc(interactions.id))
    .limit(mostOwn)
}

/** The facts that decide an undo. */
export const findUndoCase = query({
  name: 'find_undo_case',
  sql: `select id, user_id as "userId", type, platform, post_id as "postId", points, day::text as day,
     reported_at as "reportedAt", undone_at as "undoneAt" from interactions where id = $id`,
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
  },
})

/**
 * Undoes a live report that was made at or after `notBefore`, and returns its id if it did. The points come from the
 * ledger entry and not from the rules: an undo takes back what the report earned, whatever the rules are now.
 */
export const insertReversal = query({
  name: 'insert_undo',
  sql: `with undone as (
     update interactions set undone_at = $now
     where id = $id and undone_at is null and reported_at >= $notBefore
     returning id, user_id, type, points, day
   ), ${booked(
     `select $ledgerId as id, undone.user_id, -award.amount as amount, 'undo' as reason,
       undone.id as subject_id, award.id as reverses_id, undone.day, $now as at,
       ${countsOf('-1', 'type')}
       from undone join ledger award on award.subject_id = undone.id and award.reason = 'interaction'`,
   )}, line as (
     ${deleteLinesOf('undone')}
   ), own_share as (
     ${deleteReportShare('undone')}
   )
   select id from undone`,
  params: {
    id: col.id<'interaction'>(),
    ledgerId: col.id<'ledgerEntry'>(),
    now: col.instant,
    notBefore: col.instant,
  },
  row: { id: col.id<'interaction'>() },
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
