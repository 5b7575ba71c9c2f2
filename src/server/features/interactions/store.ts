import { and, desc, eq, isNull } from 'drizzle-orm'
import type { RecentInteraction } from '#contract/interactions.ts'
import { type AchievementCode, achievementCodes } from '#domain/achievements.ts'
import type { Day } from '#domain/days.ts'
import type { PointsRule } from '#domain/points.ts'
import type { Streak } from '#domain/streaks.ts'
import { type InteractionType, type Platform, platforms } from '#domain/vocabulary.ts'
import { batched } from '#server/db/batch.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { interactions } from '#server/db/schema/game.ts'

/** Everything that decides what a report is worth, read in one round trip. */
export interface ReportCase {
  readonly platform: Platform
  readonly authorName: string
  readonly brand: string
  readonly streak: Streak
  readonly rules: readonly PointsRule[]
  readonly held: readonly AchievementCode[]
  /** The member's points and counts before the report. */
  readonly totals: { readonly points: number; readonly reports: number; readonly shares: number }
}

/** Up to where nothing is unlocked by a report; null where there is no bound. Beyond it nothing is written. */
export interface UnlockBounds {
  /** Counts after the report. */
  readonly mostReports: number | null
  readonly mostShares: number | null
  /** Points after the report that are too many, unless this member stands above still. */
  readonly pointsToLead: number | null
  readonly aheadId: string | null
}

export interface NewInteraction {
  readonly id: string
  readonly ledgerId: string
  readonly activityId: string
  readonly shareId: string
  readonly userId: string
  readonly postId: string
  readonly type: InteractionType
  readonly platform: Platform
  readonly points: number
  readonly day: Day
  readonly reportedAt: Date
  readonly description: string
  /** The streak on which `points` and `streakAfter` rest: nothing is written when it has changed. */
  readonly streakBefore: Streak
  readonly streakAfter: Streak
  /** The achievements held, on which `bounds` rest: as above. */
  readonly held: readonly AchievementCode[]
  readonly bounds: UnlockBounds
}

// Each key is a member's id, a post's id and a type. A way to the database and back costs more than the reading itself.
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
     select asked.key, p.platform, p.author_name as "authorName", p.brand,
       u.streak_last_day::text as "lastDay", u.current_streak as current, u.longest_streak as longest,
       u.achievement_codes as held, u.total_points as "totalPoints", u.total_engagements as "totalReports",
       u.total_shares as "totalShares",
       coalesce(rules.list, '[]') as rules
     from unnest($keys) as asked (key)
       join users u on u.id = split_part(asked.key, ' ', 1)::uuid
       join posts p on p.id = split_part(asked.key, ' ', 2)::uuid and p.deleted_at is null
       left join rules on rules.action_type = split_part(asked.key, ' ', 3)`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      platform: col.word(platforms),
      authorName: col.text,
      brand: col.text,
      lastDay: col.nullable(col.day),
      current: col.int,
      longest: col.int,
      held: col.words(achievementCodes),
      totalPoints: col.int,
      totalReports: col.int,
      totalShares: col.int,
      rules: col.json<readonly (Omit<PointsRule, 'createdAt'> & { createdAt: string })[]>(),
    },
  }),
)

// One statement is one transaction and one round trip: a report is written whole or not at all. The member's row is
// locked first, which puts all writes of one member in line; two members never wait for each other.
const insertReport = statement<{ isCurrent: boolean; isFresh: boolean }>(
  'insert_report',
  `with member as (
     select id from users
     where id = $1 and streak_last_day is not distinct from $2::date and current_streak = $3 and longest_streak = $4
       and achievement_codes = $19::text[] and total_engagements + 1 <= coalesce($20::int, total_engagements + 1)
       and total_shares + ($7::text = 'share')::int <= coalesce($21::int, total_shares + 1)
       and ($22::int is null or total_points + $9::int < $22::int or exists (
         select from users ahead where ahead.id = $23::uuid and ahead.disabled_at is null
           and ahead.total_points > users.total_points + $9::int))
     for no key update
   ), fresh as (
     insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
     select $5, member.id, $6, $7, $8, $9::int, $10::date, $11::timestamptz from member
     on conflict (user_id, post_id, type) where undone_at is null do nothing
     returning id, user_id, type, platform, points, day, reported_at
   ), entry as (
     insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
     select $12, user_id, points, 'interaction', id, day, reported_at from fresh
   ), line as (
     insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
     select $13, user_id, 'interaction', $14, points, platform, id, reported_at from fresh
   ), own_share as (
     insert into shares (id, user_id, interaction_id, platform, content_type, share_url, created_at)
     select $15, user_id, fresh.id, fresh.platform, 'company_post', posts.post_url, reported_at
     from fresh join posts on posts.id = $6 where type = 'share'
   ), places as (
     insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
     select contests.id, user_id, points, (type = 'share')::int, 1, reported_at
     from fresh join contests on is_active and deleted_at is null and day between start_date and end_date
     on conflict (contest_id, user_id) do update set points = standings.points + excluded.points,
       shares = standings.shares + excluded.shares, engagements = standings.engagements + 1,
       reached_at = greatest(standings.reached_at, excluded.reached_at)
   ), totals as (
     update users set total_points = total_points + fresh.points,
       total_shares = total_shares + (fresh.type = 'share')::int, total_engagements = total_engagements + 1,
       reached_at = fresh.reported_at, streak_last_day = $16::date, current_streak = $17, longest_streak = $18
     from fresh where users.id = fresh.user_id
   )
   select exists (select from member) as "isCurrent", exists (select from fresh) as "isFresh"`,
)

const listDays = statement<{ day: Day }>(
  'list_live_days',
  'select distinct day::text as day from interactions where user_id = $1 and undone_at is null',
)

/** What a report by this member on this post would rest on; null when the post is unknown or deleted. */
export async function findReportCase(
  db: Db | Tx,
  wanted: { userId: string; postId: string; type: InteractionType },
): Promise<ReportCase | null> {
  const [row] = await findCase(db, `${wanted.userId} ${wanted.postId} ${wanted.type}`)
  if (!row) return null
  const { platform, authorName, brand, lastDay, current, longest, held } = row
  const rules = row.rules.map((rule) => ({ ...rule, createdAt: new Date(rule.createdAt) }))
  const totals = { points: row.totalPoints, reports: row.totalReports, shares: row.totalShares }
  return { platform, authorName, brand, streak: { lastDay, current, longest }, rules, held, totals }
}

/**
 * Writes a report with everything that follows from it: ledger entry, activity, share, standings, totals, streak.
 * `duplicate`: the same report is live already; `outdated`: the streak or the achievements have changed since they were
 * read, or the report would unlock something. Neither writes.
 */
export async function insertInteraction(
  db: Db | Tx,
  report: NewInteraction,
): Promise<'written' | 'duplicate' | 'outdated'> {
  const { streakBefore: before, streakAfter: after, reportedAt, bounds } = report
  const [row] = await db.run(insertReport, [
    report.userId,
    before.lastDay,
    before.current,
    before.longest,
    report.id,
    report.postId,
    report.type,
    report.platform,
    report.points,
    report.day,
    reportedAt.toISOString(),
    report.ledgerId,
    report.activityId,
    report.description,
    report.shareId,
    after.lastDay,
    after.current,
    after.longest,
    report.held,
    bounds.mostReports,
    bounds.mostShares,
    bounds.pointsToLead,
    bounds.aheadId,
  ])
  if (!row?.isCurrent) return 'outdated'
  return row.isFresh ? 'written' : 'duplicate'
}

/** The distinct days on which a member has a live report. */
export async function listLiveDays(db: Db | Tx, userId: string): Promise<Day[]> {
  const rows = await db.run(listDays, [userId])
  return rows.map(({ day }) => day)
}

const recentCount = 10
const mostOwn = 5_000

// Built as JSON by the database: the rows of many members at once would take longer to decode than to find.
const readRecent = batched(
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

/** The latest live reports of a member, newest first. */
export async function listRecentInteractions(db: Db | Tx, userId: string): Promise<RecentInteraction[]> {
  const [row] = await readRecent(db, userId)
  return row?.list ?? []
}

export function listOwnInteractions(db: Db | Tx, userId: string) {
  return db.orm
    .select({
      id: interactions.id,
      postId: interactions.postId,
      interactionType: interactions.type,
      reportedAt: interactions.reportedAt,
    })
    .from(interactions)
    .where(liveOf(userId))
    .orderBy(desc(interactions.reportedAt), desc(interactions.id))
    .limit(mostOwn)
}

function liveOf(userId: string) {
  return and(eq(interactions.userId, userId), isNull(interactions.undoneAt))
}

/** An interaction as an undo sees it, with what else its member has on that day. */
export interface UndoCase {
  readonly id: string
  readonly userId: string
  readonly type: InteractionType
  readonly platform: Platform
  readonly postId: string
  readonly points: number
  readonly day: Day
  readonly reportedAt: Date
  readonly undoneAt: Date | null
}

const findUndo = statement<UndoCase>(
  'find_undo_case',
  `select id, user_id as "userId", type, platform, post_id as "postId", points, day::text as day,
     reported_at as "reportedAt", undone_at as "undoneAt" from interactions where id = $1`,
)

// The award is looked up, not recomputed: what an undo takes back is what the report gave, whatever the rules are now.
const insertUndo = statement<{ id: string }>(
  'insert_undo',
  `with undone as (
     update interactions set undone_at = $2::timestamptz
     where id = $1 and undone_at is null and reported_at >= $3::timestamptz
     returning id, user_id, type, points, day
   ), entry as (
     insert into ledger (id, user_id, amount, reason, subject_id, reverses_id, day, created_at)
     select $4, undone.user_id, -award.amount, 'undo', undone.id, award.id, undone.day, $2::timestamptz
     from undone join ledger award on award.subject_id = undone.id and award.reason = 'interaction'
   ), line as (
     delete from activities using undone where subject_id = undone.id
   ), own_share as (
     delete from shares using undone where interaction_id = undone.id and status = 'pending' and reviewed_at is null
   ), places as (
     update standings set points = standings.points - undone.points,
       shares = standings.shares - (undone.type = 'share')::int, engagements = standings.engagements - 1,
       reached_at = greatest(standings.reached_at, $2::timestamptz)
     from undone, contests
     where contests.id = standings.contest_id and standings.user_id = undone.user_id
       and is_active and deleted_at is null and day between start_date and end_date
   ), totals as (
     update users set total_points = total_points - undone.points,
       total_shares = total_shares - (undone.type = 'share')::int, total_engagements = total_engagements - 1,
       reached_at = $2::timestamptz
     from undone where users.id = undone.user_id
   )
   select id from undone`,
)

const hasLiveOn = statement<{ isTaken: boolean }>(
  'has_live_interaction_on_day',
  `select exists (
     select from interactions where user_id = $1 and day = $2::date and undone_at is null
   ) as "isTaken"`,
)

const updateStreak = statement(
  'update_streak',
  'update users set streak_last_day = $2::date, current_streak = $3, longest_streak = $4 where id = $1',
)

export async function findUndoCase(db: Db | Tx, id: string): Promise<UndoCase | null> {
  const [row] = await db.run(findUndo, [id])
  return row ?? null
}

/** Takes a live report back if it was made at or after `notBefore`; answers whether it did. */
export async function insertReversal(
  tx: Tx,
  undo: { interactionId: string; ledgerId: string; now: Date; notBefore: Date },
): Promise<boolean> {
  const { interactionId, ledgerId, now, notBefore } = undo
  const rows = await tx.run(insertUndo, [interactionId, now.toISOString(), notBefore.toISOString(), ledgerId])
  return rows.length === 1
}

/** Whether a member has a live report on a day. */
export async function hasReportOn(db: Db | Tx, userId: string, day: Day): Promise<boolean> {
  const [row] = await db.run(hasLiveOn, [userId, day])
  return row?.isTaken ?? false
}

export async function updateMemberStreak(tx: Tx, userId: string, streak: Streak): Promise<void> {
  await tx.run(updateStreak, [userId, streak.lastDay, streak.current, streak.longest])
}
