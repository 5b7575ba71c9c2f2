import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { achievementCodes } from '#domain/achievements.ts'
import {
  actionTypes,
  bonusTypes,
  interactionTypes,
  ledgerReasons,
  platforms,
  roles,
  ruleContexts,
  rulePlatforms,
  shareStatuses,
} from '#domain/vocabulary.ts'
import { instant, word, workspaceDay } from './columns.ts'

// A plain `order by … desc` puts nulls first, and only an index of exactly that order serves it; the builder's own
// `.desc()` makes the other one.

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    email: text('email'),
    /** When the member gave the address; nobody vouches for such a one. Null where it came with the account. */
    emailGivenAt: instant('email_given_at'),
    avatar: text('avatar'),
    role: word('role', roles).notNull().default('user'),
    slackTeamId: text('slack_team_id'),
    slackUserId: text('slack_user_id'),
    trackingCode: text('tracking_code').notNull().unique(),
    totalPoints: integer('total_points').notNull().default(0),
    totalShares: integer('total_shares').notNull().default(0),
    totalEngagements: integer('total_engagements').notNull().default(0),
    currentStreak: integer('current_streak').notNull().default(0),
    longestStreak: integer('longest_streak').notNull().default(0),
    streakLastDay: workspaceDay('streak_last_day'),
    /** The codes of the achievements held, in alphabetical order; a report is written only if they are as it read them. */
    achievementCodes: text('achievement_codes').array().notNull().default([]),
    /** When the present total was reached; decides between equals on the board. */
    reachedAt: instant('reached_at').notNull(),
    passwordHash: text('password_hash'),
    isEmergency: boolean('is_emergency').notNull().default(false),
    disabledAt: instant('disabled_at'),
    /** Set while a member who was taken over from the chat has not signed in yet. */
    importedAt: instant('imported_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    unique('users_slack_identity_unique').on(table.slackTeamId, table.slackUserId),
    check(
      'users_points_not_negative',
      sql`total_points >= 0 and total_shares >= 0 and total_engagements >= 0`,
    ),
    check('users_streak_sound', sql`current_streak >= 0 and longest_streak >= current_streak`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: word('kind', ['slack', 'emergency'] as const).notNull(),
    /** SHA-256 of the cookie's value; the value itself is only in the browser. */
    cookieHash: text('cookie_hash').notNull().unique(),
    bearerHash: text('bearer_hash').unique(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_of_user').on(table.userId), index('sessions_by_expiry').on(table.expiresAt)],
)

/** Counters of attempts that survive a restart and are shared by all instances. */
export const throttles = pgTable('throttles', {
  key: text('key').primaryKey(),
  attempts: integer('attempts').notNull(),
  windowStartedAt: instant('window_started_at').notNull(),
  blockedUntil: instant('blocked_until'),
})

/** Single values that the product keeps for itself, such as its secrets and how the chat was last found. */
export const settings = pgTable('settings', { key: text('key').primaryKey(), value: text('value').notNull() })

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').primaryKey(),
    actorId: uuid('actor_id').references(() => users.id),
    action: text('action').notNull(),
    subject: text('subject'),
    details: jsonb('details').notNull().default({}),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('audit_newest').on(table.createdAt.desc().nullsFirst())],
)

export const posts = pgTable(
  'posts',
  {
    id: uuid('id').primaryKey(),
    /** What makes two deliveries the same post; see the posts feature. */
    identity: text('identity').notNull().unique(),
    normalisedUrl: text('normalised_url'),
    brand: text('brand').notNull(),
    platform: word('platform', platforms).notNull(),
    authorName: text('author_name').notNull(),
    authorHandle: text('author_handle').notNull(),
    authorAvatarUrl: text('author_avatar_url'),
    content: text('content').notNull(),
    imageUrl: text('image_url'),
    postUrl: text('post_url'),
    campaignTags: text('campaign_tags').array().notNull().default([]),
    originalPostDate: instant('original_post_date').notNull(),
    likesCount: integer('likes_count').notNull().default(0),
    commentsCount: integer('comments_count').notNull().default(0),
    sharesCount: integer('shares_count').notNull().default(0),
    viewsCount: integer('views_count').notNull().default(0),
    /** When the counts were true, as their source says. */
    engagementAt: instant('engagement_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('posts_newest')
      .on(table.originalPostDate.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    index('posts_by_url').on(table.normalisedUrl),
  ],
)

/** Engagement numbers that came before their post. */
export const parkedEngagements = pgTable(
  'parked_engagements',
  {
    normalisedUrl: text('normalised_url').primaryKey(),
    likesCount: integer('likes_count'),
    commentsCount: integer('comments_count'),
    sharesCount: integer('shares_count'),
    viewsCount: integer('views_count'),
    engagementAt: instant('engagement_at').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (table) => [index('parked_engagements_by_age').on(table.receivedAt)],
)

export const pointsConfigurations = pgTable(
  'points_configurations',
  {
    id: uuid('id').primaryKey(),
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
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    postId: uuid('post_id')
      .notNull()
      .references(() => posts.id),
    type: word('type', interactionTypes).notNull(),
    platform: word('platform', platforms).notNull(),
    points: integer('points').notNull(),
    day: workspaceDay('day').notNull(),
    reportedAt: instant('reported_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (table) => [
    uniqueIndex('interactions_one_live')
      .on(table.userId, table.postId, table.type)
      .where(sql`undone_at is null`),
    index('interactions_of_user')
      .on(table.userId, table.reportedAt.desc().nullsFirst())
      .where(sql`undone_at is null`),
    index('interactions_of_day').on(table.userId, table.day).where(sql`undone_at is null`),
  ],
)

/**
 * The append-only list of everything that was ever earned or taken back. The database refuses any change to a row;
 * every total elsewhere is a sum of it.
 */
export const ledger = pgTable(
  'ledger',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    amount: integer('amount').notNull(),
    reason: word('reason', ledgerReasons).notNull(),
    /** The interaction, share, achievement or click that the entry is for. */
    subjectId: uuid('subject_id').notNull(),
    /** Set on an undo: the entry that it takes back, of a report or an achievement, which can happen once. */
    reversesId: uuid('reverses_id').unique(),
    /** The workspace day that the entry counts for; an undo counts for the day of the report. */
    day: workspaceDay('day').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('ledger_of_user').on(table.userId, table.day),
    index('ledger_of_subject').on(table.subjectId),
    uniqueIndex('ledger_one_award')
      .on(table.subjectId)
      .where(sql`reason in ('interaction', 'achievement', 'share')`),
    check('ledger_undo_reverses', sql`(reason = 'undo') = (reverses_id is not null)`),
  ],
)

export const activities = pgTable(
  'activities',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id').references(() => users.id),
    type: text('type').notNull(),
    description: text('description').notNull(),
    points: integer('points').notNull().default(0),
    platform: word('platform', platforms),
    /** What the line tells of; the line goes when that is undone. */
    subjectId: uuid('subject_id'),
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

export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Set when a report of type share made it; such a share earns nothing of its own. */
    interactionId: uuid('interaction_id')
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
    /** When the engagements were true, as the scheduling tool says. */
    engagementAt: instant('engagement_at'),
  },
  (table) => [
    index('shares_of_user').on(table.userId, table.createdAt.desc().nullsFirst()),
    index('shares_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    check('shares_not_negative', sql`points >= 0 and engagements >= 0`),
  ],
)

/** An achievement that a member unlocked. It stays here when an undo takes it back. */
export const earnedAchievements = pgTable(
  'earned_achievements',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
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

export const contests = pgTable(
  'contests',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    description: text('description'),
    startDate: workspaceDay('start_date').notNull(),
    endDate: workspaceDay('end_date').notNull(),
    prize: text('prize'),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    index('contests_by_window').on(table.startDate, table.endDate),
    check('contests_window_sound', sql`end_date >= start_date`),
  ],
)

/** A member's line in a contest: sums over the contest's days, kept by the write that changes them. */
export const standings = pgTable(
  'standings',
  {
    contestId: uuid('contest_id')
      .notNull()
      .references(() => contests.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    points: integer('points').notNull(),
    shares: integer('shares').notNull(),
    engagements: integer('engagements').notNull(),
    reachedAt: instant('reached_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contestId, table.userId] })],
)

/** Who was first when a contest had ended, written once. The database refuses any change to a row. */
export const monthlyWinners = pgTable(
  'monthly_winners',
  {
    id: uuid('id').primaryKey(),
    contestId: uuid('contest_id')
      .notNull()
      .unique()
      .references(() => contests.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    year: integer('year').notNull(),
    month: integer('month').notNull(),
    /** The contest's window as it was then. */
    startDate: workspaceDay('start_date').notNull(),
    endDate: workspaceDay('end_date').notNull(),
    points: integer('points').notNull(),
    shares: integer('shares').notNull(),
    engagements: integer('engagements').notNull(),
    recordedAt: instant('recorded_at').notNull(),
  },
  (table) => [
    unique('monthly_winners_one_a_month').on(table.year, table.month),
    check('monthly_winners_sound', sql`points > 0 and month between 1 and 12`),
  ],
)
