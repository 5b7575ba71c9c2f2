import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { RecentInteraction } from '#contract/interactions.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import { interactionTypes, platforms } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { isLive, isOpenCheck, isWithin } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { interactions } from '#server/db/schema/game.ts'
import { deleteLinesOf, insertLines } from '../activities/store.ts'
import { booked, countsOf, noRule } from '../ledger/store.ts'
import { usesPlace } from '../report-cases/store.ts'
import { deleteReportShare } from '../shares/store.ts'

const recentCount = 10

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

/**
 * The latest reports of a member that were not undone, or those on some posts; with an instant, those that a reviewer
 * took back.
 */
export function listOwnInteractions(
  db: Db | Tx,
  userId: UserId,
  { limit, postIds = null }: { readonly limit: number; readonly postIds?: readonly PostId[] | null },
) {
  const isOnPosts = postIds ? inArray(interactions.postId, Array.from(postIds)) : undefined
  return db.orm
    .select({
      id: interactions.id,
      postId: interactions.postId,
      interactionType: interactions.type,
      reportedAt: interactions.reportedAt,
      takenBackAt: interactions.takenBackAt,
    })
    .from(interactions)
    .where(and(eq(interactions.userId, userId), isNull(interactions.undoneAt), isOnPosts))
    .orderBy(desc(interactions.reportedAt), desc(interactions.id))
    .limit(limit)
}

/** The latest reports of each member, like `listOwnInteractions`. */
export const listOwnOfMembers = query({
  name: 'list_own_reports',
  sql: `select own.user_id as "userId", own.id, post_id as "postId", type as "interactionType",
     reported_at as "reportedAt", taken_back_at as "takenBackAt"
   from unnest($userIds) as member (id) cross join lateral (
     select * from interactions where user_id = member.id and undone_at is null
     order by reported_at desc nulls first, id desc limit $limit
   ) own order by reported_at desc, own.id desc`,
  params: { userIds: col.ids<'user'>(), limit: col.int },
  row: {
    userId: col.id<'user'>(),
    id: col.id<'interaction'>(),
    postId: col.id<'post'>(),
    interactionType: col.word(interactionTypes),
    reportedAt: col.instant,
    takenBackAt: col.nullable(col.instant),
  },
})

const ofEachType = interactionTypes
  .map((type) => `count(*) filter (where type = '${type}')::int as "${type}"`)
  .join(', ')
const perType = { userId: col.id<'user'>(), like: col.int, comment: col.int, share: col.int }

/**
 * How many live reports of each type members have; those who never reported have no row. An index has all of this but
 * the reports that were taken back, and those are few: reading each report would take a page of the disk each.
 */
export const countOwnReports = query({
  name: 'count_own_reports',
  sql: `select user_id as "userId", ${interactionTypes
    .map((type) => `coalesce(sum(reports) filter (where type = '${type}'), 0)::int as "${type}"`)
    .join(', ')} from (
     select user_id, type, count(*) as reports from interactions
     where user_id = any($userIds) and undone_at is null group by user_id, type
     union all
     select i.user_id, i.type, -count(*) from take_backs t join interactions i on i.id = t.interaction_id
     where t.user_id = any($userIds) and t.given_back_at is null and i.undone_at is null group by i.user_id, i.type
   ) as counted group by user_id`,
  params: { userIds: col.ids<'user'>() },
  row: perType,
})

/** How many reports of each type of members have earned points on a day; those without any have no row. */
export const countEarned = query({
  name: 'count_earned_reports',
  sql: `select user_id as "userId", ${ofEachType} from interactions i
   where user_id = any($userIds) and day = $day and ${usesPlace('i')} group by user_id`,
  params: { userIds: col.ids<'user'>(), day: col.day },
  row: perType,
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

/** Closes the question about a report that no longer counts. */
export const deleteOpenCheck = query({
  name: 'delete_open_check',
  sql: `delete from checks where interaction_id = $interactionId and ${isOpenCheck('checks')} returning id`,
  params: { interactionId: col.id<'interaction'>() },
  row: { id: col.id<'check'>() },
})

/** Whether a member has a live report on a day. */
export const hasReportOn = query({
  name: 'has_live_interaction_on_day',
  sql: `select exists (
     select from interactions where user_id = $userId and day = $day and ${isLive('interactions')}
   ) as "isTaken",
   not exists (select from streak_rules) and not exists (
     select from users where id = $userId and (time_zone is not null or exists (
       select from own_days where user_id = $userId))) as "isPlain"`,
  params: { userId: col.id<'user'>(), day: col.day },
  row: { isTaken: col.bool, isPlain: col.bool },
})
