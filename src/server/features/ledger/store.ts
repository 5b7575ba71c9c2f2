import {
  type AchievementCode,
  achievementCodes,
  type countsWithoutNews,
  leaderMembers,
} from '#domain/achievements.ts'
import { type Id, type LedgerSubject, nilId, type UserId } from '#domain/ids.ts'
import type { AppliedRule } from '#domain/points.ts'
import {
  bonusTypes,
  interactionTypes,
  type LedgerReason,
  ledgerReasons,
  platforms,
} from '#domain/vocabulary.ts'
import { isKept, isWithin } from '#server/db/fragments.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { keepLine } from '../activities/store.ts'

/** What so many reports of a type, and so many verified shares, add to a member's counts. */
export function countsOf(reports: string, type: string, verified = '0'): string {
  return `${verified} as verified, ${reports} * (${type} = 'share')::int + ${verified} as shares, ${reports} as engagements`
}

/** The columns of the rule that gave an amount, with its values. */
export const appliedRule = `$ruleId as rule_id, $ruleValue as rule_value, $ruleMultiplier as rule_multiplier,
  $bonusType as bonus_type, $bonusValue as bonus_value`
export const appliedRuleParams = {
  ruleId: col.nullable(col.id<'pointsRule'>()),
  ruleValue: col.nullable(col.int),
  ruleMultiplier: col.nullable(col.int),
  bonusType: col.nullable(col.word(bonusTypes)),
  bonusValue: col.nullable(col.int),
}
/** The same columns for an amount that no rule gave. */
export const noRule = `null::uuid as rule_id, null::int as rule_value, null::int as rule_multiplier,
  null::text as bonus_type, null::int as bonus_value`

/** The parameters of `appliedRule`. */
export function ruleValues(rule: AppliedRule | null) {
  return {
    ruleId: rule?.id ?? null,
    ruleValue: rule?.pointValue ?? null,
    ruleMultiplier: rule?.multiplier ?? null,
    bonusType: rule?.bonusType ?? null,
    bonusValue: rule?.bonusType ? rule.bonus : null,
  }
}

/** A `select` of all standings that are kept, with their days: those of contests, and those that are being built. */
const keptStandings = `select standings_id as id, start_date, end_date from contests where ${isKept('contests')}
       union all select id, start_date, end_date from standings_builds`

/**
 * Common table expressions that write ledger entries, the standings of the contests that the day counts for, what the
 * windows of the day are to get, and the members' totals. Every write of points goes through here, except that `memberOfReport` writes a report's totals.
 * `select` is a `select` of id, user_id, amount, reason, subject_id, reverses_id, day, at, the columns of a rule, and what
 * `countsOf` selects, which is added to the member's counts.
 */
export function booked(select: string): string {
  return `${bookedReport(select)}, totals as (
     update users set ${addedToTotals('booking.amount', 'booking.shares', 'booking.engagements')},
       reached_at = booking.at
     from booking where users.id = booking.user_id
   )`
}

/**
 * `booked` for a report, whose totals `memberOfReport` has written. Several entries of one member, which count for the
 * same day, are added up for the standings first if `isSummed`.
 */
export function bookedReport(select: string, isSummed = false): string {
  const added = (column: string) => (isSummed ? `sum(${column})` : column)
  return `booking as (${withTeam(select)}), entry as (
     insert into ledger (id, user_id, amount, shares, reason, subject_id, reverses_id, day, created_at,
       rule_id, rule_value, rule_multiplier, bonus_type, bonus_value, team_id)
     select id, user_id, amount, verified, reason, subject_id, reverses_id, day, at,
       rule_id, rule_value, rule_multiplier, bonus_type, bonus_value, team_id from booking
   ), places as (
     insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
     select board.id, user_id, ${['amount', 'shares', 'engagements'].map(added).join(', ')}, at
     from booking join (${keptStandings}) board on ${isWithin('board', 'booking.day')}${isSummed ? ' group by board.id, user_id, at' : ''}
     on conflict (contest_id, user_id) do update set points = standings.points + excluded.points,
       shares = standings.shares + excluded.shares, engagements = standings.engagements + excluded.engagements,
       reached_at = greatest(standings.reached_at, excluded.reached_at)
   ), moves as (
     insert into window_moves (user_id, day, points, shares, engagements, at, team_id)
     select user_id, day, amount, shares, engagements, at, team_id from booking
   )`
}

/**
 * The entries with the team that each counts for: the one that its member is in, and for an entry about something that
 * was booked before, the team of that booking.
 */
function withTeam(select: string): string {
  return `select made.*, case when first.id is null then earner.team_id else first.team_id end as team_id
     from (${select}) made join users earner on earner.id = made.user_id
       left join ledger first on made.reason in ('undo', 'adjustment') and first.subject_id = made.subject_id
         and first.reason in ('interaction', 'achievement', 'share')`
}

function addedToTotals(points: string, shares: string, engagements: string): string {
  return `total_points = total_points + ${points}, total_shares = total_shares + ${shares},
       total_engagements = total_engagements + ${engagements}`
}

export const streakParams = { lastDay: col.nullable(col.day), current: col.int, longest: col.int }

/** A member's points, streak and achievements: columns of `users`, and their kinds. */
export const memberState = `users.streak_last_day::text as "lastDay", users.current_streak as current,
  users.longest_streak as longest, users.time_zone as "timeZone", users.achievement_codes as held, users.total_points as points,
  users.total_engagements as reports, users.total_shares as shares`
export const memberStateRow = {
  lastDay: col.nullable(col.day),
  current: col.int,
  longest: col.int,
  timeZone: col.nullable(col.text),
  held: col.words(achievementCodes),
  points: col.int,
  reports: col.int,
  shares: col.int,
}

/**
 * A common table expression `member` that adds a report to its member's totals and sets the streak, which also locks the
 * member. It is empty, and has written nothing, if the streak, the time zone or the achievements have changed since they were read, if
 * the report could unlock a further achievement, or if the further guard fails. Otherwise it has the new version of the
 * row. `points` is an expression in SQL, and `more` sets further columns.
 */
export const memberOfReport = (guard: string, points = '$points', more = '') => `member as (
     update users set ${addedToTotals(points, "($type = 'share')::int", '1')}, reached_at = $reportedAt${more},
       streak_last_day = $lastDay, current_streak = $current, longest_streak = $longest
     where id = $userId and streak_last_day is not distinct from $lastDayBefore and current_streak = $currentBefore
       and longest_streak = $longestBefore and achievement_codes = $held and time_zone is not distinct from $timeZone
       and total_engagements + 1 <= coalesce($mostReports, total_engagements + 1)
       and total_shares + ($type = 'share')::int <= coalesce($mostShares, total_shares + 1)
       and ($pointsToLead is null or total_points + ${points} < $pointsToLead or exists (
         select from users ahead where ahead.id = $aheadId and ahead.is_ranked
           and ahead.total_points > users.total_points + ${points}))
       and ${guard}
     returning id, xmin::text as version
   )`
export const memberOfReportParams = {
  ...streakParams,
  userId: col.id<'user'>(),
  type: col.word(interactionTypes),
  points: col.int,
  reportedAt: col.instant,
  lastDayBefore: col.nullable(col.day),
  currentBefore: col.int,
  longestBefore: col.int,
  timeZone: col.nullable(col.text),
  held: col.words(achievementCodes),
  mostReports: col.nullable(col.int),
  mostShares: col.nullable(col.int),
  pointsToLead: col.nullable(col.int),
  aheadId: col.nullable(col.id<'user'>()),
}

/** The columns of `memberOfReport` with the achievements in `$awards`, which the report unlocks. */
export const memberOfAwards = (guard: string) =>
  memberOfReport(guard, '($points + $awardPoints)', ', achievement_codes = $heldAfter')

/** A common table expression `award` with a row for each of these achievements, and one that inserts them. */
export const awards = `award as (
     select made.*, member.id as user_id from member, jsonb_to_recordset($awards) as made (id uuid, "entryId" uuid,
       "activityId" uuid, code text, points int, description text, "ruleId" uuid, "ruleValue" int, "ruleMultiplier" int,
       "bonusType" text, "bonusValue" int)
   ), earned as (
     insert into earned_achievements (id, user_id, code, points, earned_at)
     select id, user_id, code, points, $reportedAt from award
   )`
/** What `booked` takes of them. */
export const awardEntries = `select "entryId", user_id, points, 'achievement', id, null, $day, $reportedAt,
       "ruleId", "ruleValue", "ruleMultiplier", "bonusType", "bonusValue", 0, 0, 0 from award`
/** What `insertLines` takes of them. */
export const awardLines = `select "activityId", user_id, 'achievement', description, points, null, id, $reportedAt
     from award`

/** An achievement that a report unlocks. */
export interface AwardRow extends ReturnType<typeof ruleValues> {
  readonly id: Id<'earnedAchievement'>
  readonly entryId: Id<'ledgerEntry'>
  readonly activityId: Id<'activity'>
  readonly code: AchievementCode
  readonly points: number
  readonly description: string
}
export const awardParams = {
  awards: col.json<readonly AwardRow[]>(),
  awardPoints: col.int,
  heldAfter: col.words(achievementCodes),
}

/** A guard of `memberOfReport`: nothing in the member's row has changed since the given version; null for any. */
export const isUnchanged = '($version is null or xmin::text = $version)'
export const isUnchangedParams = { version: col.nullable(col.text) }

/** Upper bounds below which a report cannot unlock an achievement; null means no bound. Counts are after the report. */
export interface UnlockBounds extends ReturnType<typeof countsWithoutNews> {
  /** Points after the report must stay below this, unless the member `aheadId` still has more. */
  readonly pointsToLead: number | null
  readonly aheadId: UserId | null
}

/** Serialises the transaction with all other writes of this member. */
export const lockMember = query({
  name: 'lock_member',
  sql: 'select id from users where id = $userId for no key update',
  params: { userId: col.id<'user'>() },
  row: { id: col.id<'user'>() },
})

/** Writes one ledger entry, and updates the activity about its subject. */
export const insertEntry = query({
  name: 'insert_ledger_entry',
  sql: `with ${booked(
    `select $id as id, $userId as user_id, $amount as amount, $reason as reason, $subjectId as subject_id,
       $reversesId as reverses_id, $day as day, $at as at, ${appliedRule}, ${countsOf('0', "''", '$verified')}`,
  )}, ${keepLine}`,
  params: {
    id: col.id<'ledgerEntry'>(),
    userId: col.id<'user'>(),
    amount: col.int,
    reason: col.word<LedgerReason>(ledgerReasons),
    subjectId: col.id<LedgerSubject>(),
    reversesId: col.nullable(col.id<'ledgerEntry'>()),
    day: col.day,
    at: col.instant,
    verified: col.int,
    ...appliedRuleParams,
    lineId: col.id<'activity'>(),
    lineType: col.nullable(col.text),
    linePoints: col.int,
    isShown: col.bool,
    description: col.nullable(col.text),
    platform: col.nullable(col.word(platforms)),
  },
})

/** The figures that decide a member's achievements, with the achievements that the member holds. */
export const getMemberProgress = query({
  name: 'find_member_progress',
  sql: `select display_name as "displayName", longest_streak as "longestStreak", ${memberState} from users where id = $userId`,
  params: { userId: col.id<'user'>() },
  row: { displayName: col.text, longestStreak: col.int, ...memberStateRow },
})

/**
 * The member's position against the best of the others, in the board's order: points, shares, engagements, time. Who is
 * disabled or left out is never the first.
 */
export const getBoardAround = query({
  name: 'find_lead',
  sql: `with me as (select * from users where id = $userId),
   best as (
     select * from board_entries e where board_id = '${nilId}' and user_id <> $userId
     order by key limit 1
   )
   select me.total_points as points, coalesce(best.points, 0) as "nextPoints",
     (select count(*)::int from (
       select from board_entries where board_id = '${nilId}' and user_id <> $userId limit ${leaderMembers}) others)
       + (me.total_points > 0)::int as members,
     me.is_ranked and not coalesce((best.points, best.shares, best.engagements, me.reached_at)
       > (me.total_points, me.total_shares, me.total_engagements, best.reached_at), false) as "isFirst",
     case when best.points > me.total_points then best.user_id end as "aheadId"
   from me left join best on true`,
  params: { userId: col.id<'user'>() },
  row: {
    points: col.int,
    nextPoints: col.int,
    members: col.int,
    isFirst: col.bool,
    aheadId: col.nullable(col.id<'user'>()),
  },
})

/** Adds an achievement to those that the member holds. Its points are booked separately. */
export const insertAchievement = query({
  name: 'insert_earned_achievement',
  sql: `with earned as (
     insert into earned_achievements (id, user_id, code, points, earned_at, lead)
     values ($id, $userId, $code, $points, $at, $lead)
   )
   update users set achievement_codes = (
     select array_agg(code order by code) from unnest(achievement_codes || $code) as codes (code)
   ) where id = $userId`,
  params: {
    id: col.id<'earnedAchievement'>(),
    userId: col.id<'user'>(),
    code: col.word(achievementCodes),
    points: col.int,
    at: col.instant,
    lead: col.nullable(col.int),
  },
})

/** A member's achievements, oldest first, each with its ledger entry and the day that it counts for. */
export const listHeldAchievements = query({
  name: 'list_held_achievements',
  sql: `select earned.id, code, points, earned_at as "earnedAt", lead, award.id as "entryId", award.day::text as day
   from earned_achievements earned join ledger award on award.subject_id = earned.id and award.reason = 'achievement'
   where earned.user_id = $userId and taken_back_at is null order by earned_at, earned.id`,
  params: { userId: col.id<'user'>() },
  row: {
    id: col.id<'earnedAchievement'>(),
    code: col.word(achievementCodes),
    points: col.int,
    earnedAt: col.instant,
    lead: col.nullable(col.int),
    entryId: col.id<'ledgerEntry'>(),
    day: col.day,
  },
})
export type HeldAchievement = RowOf<typeof listHeldAchievements>

/** Removes an achievement from those that the member holds. Its points are booked separately. */
export const updateTakenBack = query({
  name: 'take_back_achievement',
  sql: `with gone as (
     update earned_achievements set taken_back_at = $at where id = $id and taken_back_at is null
     returning user_id, code
   )
   update users set achievement_codes = array_remove(achievement_codes, gone.code) from gone
   where users.id = gone.user_id`,
  params: { id: col.id<'earnedAchievement'>(), at: col.instant },
})

export const updateAchievementLead = query({
  name: 'update_lead',
  sql: 'update earned_achievements set lead = $lead where id = $id',
  params: { id: col.id<'earnedAchievement'>(), lead: col.int },
})

/** Writes a correction by an administrator. Its points are booked separately. */
export const insertAdjustment = query({
  name: 'insert_adjustment',
  sql: `insert into adjustments (id, user_id, admin_id, amount, reason, created_at)
    values ($id, $userId, $adminId, $amount, $reason, $at)`,
  params: {
    id: col.id<'adjustment'>(),
    userId: col.id<'user'>(),
    adminId: col.id<'user'>(),
    amount: col.int,
    reason: col.text,
    at: col.instant,
  },
})
