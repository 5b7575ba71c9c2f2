import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { achievementCodes } from '#domain/achievements.ts'
import { windowKinds } from '#domain/board-windows.ts'
import type { LedgerSubject } from '#domain/ids.ts'
import { markedSince } from '#domain/leaderboard.ts'
import { questActions } from '#domain/quests.ts'
import { ownDayKinds, streakModes } from '#domain/streak-rules.ts'
import {
  actionTypes,
  bonusTypes,
  interactionTypes,
  ledgerReasons,
  platforms,
  ruleContexts,
  rulePlatforms,
  shareStatuses,
} from '#domain/vocabulary.ts'
import { idOf, instant, word, workspaceDay } from '#server/db/columns.ts'
import { contests } from './contests.ts'
import { users } from './people.ts'
import { posts } from './posts.ts'

// A plain `order by … desc` puts nulls first, and only an index of exactly that order serves it; the builder's own
// `.desc()` makes the other one.

export const pointsConfigurations = pgTable(
  'points_configurations',
  {
    id: idOf<'pointsRule'>('id').primaryKey(),
    actionType: word('action_type', actionTypes).notNull(),
    platform: word('platform', rulePlatforms),
    context: word('context', ruleContexts),
    pointValue: integer('point_value').notNull().default(0),
    multiplier: integer('multiplier').notNull().default(100),
    bonusType: word('bonus_type', bonusTypes),
    bonusValue: integer('bonus_value'),
    description: text('description'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('points_configurations_by_action').on(table.actionType),
    check('points_configurations_sound', sql`point_value >= 0 and multiplier >= 1 and bonus_value >= 0`),
  ],
)

export const interactions = pgTable(
  'interactions',
  {
    id: idOf<'interaction'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    postId: idOf<'post'>('post_id')
      .notNull()
      .references(() => posts.id),
    type: word('type', interactionTypes).notNull(),
    platform: word('platform', platforms).notNull(),
    points: integer('points').notNull(),
    day: workspaceDay('day').notNull(),
    /** The day in the member's own time zone, which counts for the streak; null where it is the same. */
    ownDay: workspaceDay('own_day'),
    reportedAt: instant('reported_at').notNull(),
    undoneAt: instant('undone_at'),
    /** When it was taken back by a reviewer; null again once it was given back. It cannot be reported again. */
    takenBackAt: instant('taken_back_at'),
    /** The daily number of reports that earn, which this one exceeded; null if it earned. */
    overCap: integer('over_cap'),
  },
  (table) => [
    uniqueIndex('interactions_one_live')
      .on(table.userId, table.postId, table.type)
      .where(sql`undone_at is null`),
    // Also of undone ones, which reviewers see.
    index('interactions_of_user').on(table.userId, table.reportedAt.desc().nullsFirst()),
    index('interactions_of_post').on(table.postId, table.reportedAt.desc().nullsFirst()),
    index('interactions_of_day').on(table.userId, table.day).where(sql`undone_at is null`),
    index('interactions_newest').on(table.reportedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
  ],
)

/**
 * The append-only list of everything that was ever earned or taken back. The database refuses any change to a row;
 * every total elsewhere is a sum of it.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: idOf<'ledgerEntry'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    amount: integer('amount').notNull(),
    /** By how much the entry changes the number of the member's verified shares. Shares of reports are counted as reports. */
    shares: integer('shares').notNull().default(0),
    reason: word('reason', ledgerReasons).notNull(),
    /** The interaction, share, achievement, click or adjustment that the entry is for. */
    subjectId: idOf<LedgerSubject>('subject_id').notNull(),
    /** Set on an undo: the entry that it takes back, of a report or an achievement, which can happen once. */
    reversesId: idOf<'ledgerEntry'>('reverses_id'),
    /** The workspace day that the entry counts for; an undo counts for the day of the report. */
    day: workspaceDay('day').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The points rule that gave the amount, and its values at that moment; null where no rule did. */
    ruleId: idOf<'pointsRule'>('rule_id'),
    ruleValue: integer('rule_value'),
    ruleMultiplier: integer('rule_multiplier'),
    bonusType: word('bonus_type', bonusTypes),
    bonusValue: integer('bonus_value'),
    /** The team that the entry counts for: the member's at that moment, or that of the entry that it takes or gives back. */
    teamId: idOf<'team'>('team_id'),
  },
  (table) => [
    check(
      'ledger_receipt_adds_up',
      sql`rule_id is null or amount = round(rule_value * rule_multiplier / 100.0) + coalesce(bonus_value, 0)`,
    ),
    index('ledger_of_user').on(table.userId, table.day),
    index('ledger_of_subject').on(table.subjectId),
    // Entries are appended in the order of time, so a few bytes tell which pages hold an hour or a day.
    index('ledger_by_time').using('brin', table.createdAt, table.day),
    uniqueIndex('ledger_one_award')
      .on(table.subjectId)
      .where(sql`reason in ('interaction', 'achievement', 'share')`),
    // Of the undos alone: no other entry pays for it.
    uniqueIndex('ledger_one_undo').on(table.reversesId).where(sql`reverses_id is not null`),
    check('ledger_undo_reverses', sql`(reason = 'undo') = (reverses_id is not null)`),
  ],
)

export const activities = pgTable(
  'activities',
  {
    id: idOf<'activity'>('id').primaryKey(),
    userId: idOf<'user'>('user_id').references(() => users.id),
    type: text('type').notNull(),
    description: text('description').notNull(),
    points: integer('points').notNull().default(0),
    platform: word('platform', platforms),
    /** What the line tells of; the line goes when that is undone. */
    subjectId: idOf<LedgerSubject | 'contest' | 'post' | 'quest'>('subject_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('activities_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('activities_of_user').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('activities_of_subject').on(table.subjectId),
  ],
)

/** Members who applaud a colleague's activity. It goes with the activity. */
export const applause = pgTable(
  'applause',
  {
    activityId: idOf<'activity'>('activity_id')
      .notNull()
      .references(() => activities.id, { onDelete: 'cascade' }),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    /** The member of the activity, repeated here so that their applause is found at once. */
    receiverId: idOf<'user'>('receiver_id')
      .notNull()
      .references(() => users.id),
    day: workspaceDay('day').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.activityId, table.userId] }),
    index('applause_received').on(table.receiverId, table.day),
    check('applause_for_others', sql`user_id <> receiver_id`),
  ],
)

export const shares = pgTable(
  'shares',
  {
    id: idOf<'share'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    /** Set when a report of type share made it; such a share has the points that the report earned. */
    interactionId: idOf<'interaction'>('interaction_id')
      .unique()
      .references(() => interactions.id),
    platform: word('platform', platforms).notNull(),
    customMessage: text('custom_message'),
    contentType: text('content_type').notNull(),
    shareUrl: text('share_url'),
    engagements: integer('engagements').notNull().default(0),
    points: integer('points').notNull().default(0),
    status: word('status', shareStatuses).notNull().default('pending'),
    createdAt: instant('created_at').notNull(),
    /** Since when the member holds the points; null while they are not due. Those of a report are its own from the start. */
    dueAt: instant('due_at'),
    hasSetPoints: boolean('has_set_points').notNull().default(false),
    hasReachedThreshold: boolean('has_reached_threshold').notNull().default(false),
    /** When somebody last reviewed it; null while only machines spoke of it. */
    reviewedAt: instant('reviewed_at'),
    /** Who reviewed it last, and what they wrote to its member when they rejected it. */
    reviewerId: idOf<'user'>('reviewer_id').references(() => users.id),
    reason: text('reason'),
    /** Since when it is completed or rejected; null while its member waits for that. */
    answeredAt: instant('answered_at'),
    /** When the engagements were true, as the scheduling tool says. */
    engagementAt: instant('engagement_at'),
  },
  (table) => [
    // A search by name reads the newest shares of many members from this alone.
    index('shares_of_user').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('shares_answered').on(table.userId, table.answeredAt).where(sql`answered_at is not null`),
    index('shares_by_status').on(table.status, table.createdAt, table.id).where(sql`interaction_id is null`),
    check('shares_reason', sql`reason is null or status = 'rejected'`),
    index('shares_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('shares_by_platform').on(table.platform, table.createdAt, table.id),
    index('shares_by_state').on(table.status, table.createdAt, table.id),
    index('shares_by_points').on(table.points, table.createdAt, table.id),
    index('shares_by_engagements')
      .on(table.engagements, table.createdAt, table.id)
      .where(sql`engagements > 0`),
    // A report's share that nobody has changed has the address of its post, and no text of its own.
    index('shares_words')
      .using(
        'gin',
        sql`lower(chr(10) || coalesce(custom_message, '') || chr(10) || content_type || chr(10) || coalesce(share_url, '')) gin_trgm_ops`,
      )
      .where(sql`interaction_id is null or reviewed_at is not null`),
    check('shares_not_negative', sql`points >= 0 and engagements >= 0`),
  ],
)

/** An achievement that a member unlocked. It stays here when an undo takes it back. */
export const earnedAchievements = pgTable(
  'earned_achievements',
  {
    id: idOf<'earnedAchievement'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    code: word('code', achievementCodes).notNull(),
    points: integer('points').notNull(),
    earnedAt: instant('earned_at').notNull(),
    /** Of the team leader: the points that could go before the lead had not been one. */
    lead: integer('lead'),
    takenBackAt: instant('taken_back_at'),
  },
  (table) => [
    uniqueIndex('earned_achievements_once').on(table.userId, table.code).where(sql`taken_back_at is null`),
    check('earned_achievements_sound', sql`points >= 0 and (code = 'team_leader') = (lead is not null)`),
  ],
)

/** A common goal of the team for some days. */
export const quests = pgTable(
  'quests',
  {
    id: idOf<'quest'>('id').primaryKey(),
    title: text('title').notNull(),
    /** Null for all enabled members, with `everybody_once` only. */
    goal: integer('goal'),
    actionType: word('action_type', questActions).notNull(),
    startDate: workspaceDay('start_date').notNull(),
    endDate: workspaceDay('end_date').notNull(),
    createdAt: instant('created_at').notNull(),
    createdBy: idOf<'user'>('created_by')
      .notNull()
      .references(() => users.id),
    /** When it was noticed that the goal is reached. Written once, and kept whatever is undone later. */
    doneAt: instant('done_at'),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('quests_by_end').on(table.endDate).where(sql`deleted_at is null`),
    check(
      'quests_sound',
      sql`end_date >= start_date and end_date - start_date < 190 and (goal between 1 and 1000000)
        and (goal is not null or action_type = 'everybody_once')`,
    ),
  ],
)

/** The places of members when the present day and the present week began, on team boards and in the running contest. */
export const placeMarks = pgTable(
  'place_marks',
  {
    /** Null for the team board. */
    contestId: idOf<'contest'>('contest_id').references(() => contests.id),
    /** Null for the team board of all time, and in a contest. */
    windowKind: word('window_kind', windowKinds),
    since: word('since', markedSince).notNull().default('day'),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    /** The day at whose beginning the member had the place. */
    day: workspaceDay('day').notNull(),
    place: integer('place').notNull(),
  },
  (table) => [
    unique('place_marks_one_a_board')
      .on(table.userId, table.contestId, table.windowKind, table.since)
      .nullsNotDistinct(),
    check('place_marks_sound', sql`place >= 1`),
  ],
)

/** Days on which the product was down: they break no streak and count for none. */
export const excusedDays = pgTable('excused_days', {
  day: workspaceDay('day').primaryKey(),
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** The rules of streaks, each with the first day on which they hold. Before the first ones, the default rules do. */
export const streakRules = pgTable(
  'streak_rules',
  {
    since: workspaceDay('since').primaryKey(),
    mode: word('mode', streakModes).notNull(),
    /** 1 is Monday, 7 is Sunday. */
    workingDays: integer('working_days').array().notNull(),
    freezes: boolean('freezes').notNull(),
  },
  () => [
    check(
      'streak_rules_sound',
      sql`cardinality(working_days) > 0 and working_days <@ array[1, 2, 3, 4, 5, 6, 7]`,
    ),
  ],
)

/** Days on which nobody works. */
export const holidays = pgTable('holidays', {
  day: workspaceDay('day').primaryKey(),
  /** Whether it is on the list that administrators edit. One that is over still holds when it is taken off the list. */
  isListed: boolean('is_listed').notNull().default(true),
  /** Whether a report on it counts, because the day had begun when it was entered. */
  counts: boolean('counts').notNull(),
})

/** Days of a member that need no report: away, cut short by a change of the time zone, or missed and repaired. */
export const ownDays = pgTable(
  'own_days',
  {
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    day: workspaceDay('day').notNull(),
    kind: word('kind', ownDayKinds).notNull(),
    /** Whether a report on it counts, because it may have been made before. */
    counts: boolean('counts').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.day, table.kind] })],
)

/**
 * One row. Triggers count its version up whenever points rules, caps, checks, excused days or streak rules change. A report that is
 * decided by what a process keeps in memory compares it.
 */
export const reportBasis = pgTable(
  'report_basis',
  {
    id: smallint('id').primaryKey().default(1),
    version: integer('version').notNull(),
  },
  () => [check('report_basis_one_row', sql`id = 1`)],
)

/** One row, once an administrator has changed it. */
export const boardSettings = pgTable(
  'board_settings',
  {
    id: smallint('id').primaryKey().default(1),
    /** The first day of a week on the boards: 1 is Monday, 7 is Sunday. */
    weekStartsOn: integer('week_starts_on').notNull().default(1),
    /** Members with these roles have no place on boards and in contests. */
    leaveOutRoles: text('leave_out_roles').array().notNull().default([]),
  },
  () => [
    check('board_settings_one_row', sql`id = 1`),
    check('board_settings_sound', sql`week_starts_on between 1 and 7`),
  ],
)
