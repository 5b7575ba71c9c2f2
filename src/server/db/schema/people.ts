import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { disablers, roles } from '#domain/vocabulary.ts'
import { idOf, instant, word, workspaceDay } from '#server/db/columns.ts'

// A plain `order by … desc` puts nulls first, and only an index of exactly that order serves it; the builder's own
// `.desc()` makes the other one.

/** Groups of members that are on a board of their own. One that was deleted keeps its row, because entries name it. */
export const teams = pgTable(
  'teams',
  {
    id: idOf<'team'>('id').primaryKey(),
    name: text('name').notNull(),
    /** `#rrggbb` in small letters. */
    color: text('color').notNull(),
    /** How many enabled members it has. A trigger keeps it. */
    members: integer('members').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    deletedAt: instant('deleted_at'),
    /** The user group of Slack that its members follow. */
    slackGroupId: text('slack_group_id'),
    slackGroupHandle: text('slack_group_handle'),
    /** Since when that group is missing or disabled. */
    groupLostAt: instant('group_lost_at'),
  },
  (table) => [
    uniqueIndex('teams_by_slack_group')
      .on(table.slackGroupId)
      .where(sql`deleted_at is null and slack_group_id is not null`),
    check(
      'teams_follow_soundly',
      sql`(slack_group_id is null) = (slack_group_handle is null) and (slack_group_id is not null or group_lost_at is null)`,
    ),
    uniqueIndex('teams_by_name').on(sql`lower(${table.name})`).where(sql`deleted_at is null`),
    check('teams_sound', sql`members >= 0 and color ~ '^#[0-9a-f]{6}$'`),
  ],
)

export const users = pgTable(
  'users',
  {
    id: idOf<'user'>('id').primaryKey(),
    username: text('username').notNull(),
    /**
     * The name that people see, by `displayNameOf` of the next two and the username. It is stored so that tables search
     * and sort by a plain column. Empty only between the migration that added it and the start that follows.
     */
    displayName: text('display_name').notNull().default(''),
    /** The name in the chat's profile, kept beside the member's own so that it returns when they clear theirs. */
    chatName: text('chat_name'),
    /** The name that the member wrote; neither a sign-in nor an import changes it. */
    ownName: text('own_name'),
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
    /** The last day that the streak lasts up to without a further report, in the member's own days. */
    streakLastDay: workspaceDay('streak_last_day'),
    /** When the streak ends without a further report; only kept with a time zone of one's own. */
    streakEndsAt: instant('streak_ends_at'),
    /** The day on which no further report changes the streak; null where that is not known, or follows from the default rules. */
    settledDay: workspaceDay('settled_day'),
    /** The time zone of the member's days; null for that of the workspace. It follows from the next two and the rules. */
    timeZone: text('time_zone'),
    /** The time zone in the chat's profile, and the one that the member chose. */
    chatZone: text('chat_zone'),
    ownZone: text('own_zone'),
    /** The codes of the achievements held, in alphabetical order; a report is written only if they are as it read them. */
    achievementCodes: text('achievement_codes').array().notNull().default([]),
    /** When the present total was reached; decides between equals on the board. */
    reachedAt: instant('reached_at').notNull(),
    passwordHash: text('password_hash'),
    isEmergency: boolean('is_emergency').notNull().default(false),
    disabledAt: instant('disabled_at'),
    /** Who disabled the member. The import enables only those whom it disabled. */
    disabledBy: word('disabled_by', disablers),
    /** Whether an administrator has left the member out of boards and contests. */
    leftOut: boolean('left_out').notNull().default(false),
    /** Whether the member has a place on boards: neither disabled nor left out, by themselves or by their role. A trigger keeps it. */
    isRanked: boolean('is_ranked').notNull().default(true),
    /** The team that what the member earns counts for; null for none. */
    teamId: idOf<'team'>('team_id').references(() => teams.id),
    /** Set while a member who was taken over from the chat has not signed in yet. */
    importedAt: instant('imported_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    unique('users_slack_identity_unique').on(table.slackTeamId, table.slackUserId),
    // They change on a member's first report of a day, not on each one.
    index('users_by_streak')
      .on(
        table.streakLastDay,
        table.currentStreak.desc().nullsFirst(),
        table.longestStreak.desc().nullsFirst(),
        table.id,
      )
      .where(sql`longest_streak > 0 and disabled_at is null`),
    // Few members have a time zone of their own.
    index('users_by_streak_end')
      .on(table.currentStreak.desc().nullsFirst(), table.longestStreak.desc().nullsFirst(), table.id)
      .where(sql`longest_streak > 0 and disabled_at is null and streak_ends_at is not null`),
    index('users_by_longest_streak')
      .on(table.longestStreak.desc().nullsFirst(), table.id)
      .where(sql`longest_streak > 0 and disabled_at is null`),
    // A new username is compared with those that are equal in ASCII, and with all that have another letter.
    index('users_by_username').on(sql`lower(${table.username})`),
    index('users_foreign_usernames').on(table.id).where(sql`username ~ '[^ -~]'`),
    // Members by the time zone of their messages. An empty one is that of the workspace.
    index('users_by_zone')
      .on(sql`coalesce(own_zone, chat_zone, '')`, table.id)
      .where(sql`disabled_at is null`),
    index('users_of_team').on(table.teamId, table.id).where(sql`team_id is not null`),
    // Every start looks for them.
    index('users_emergency').on(table.id).where(sql`is_emergency`),
    index('users_nameless').on(table.id).where(sql`display_name = ''`),
    // Points can be negative: after a correction, an undo may take more than is left.
    check('users_counts_not_negative', sql`total_shares >= 0 and total_engagements >= 0`),
    check('users_disabled_by_somebody', sql`disabled_at is not null or disabled_by is null`),
    check('users_streak_end', sql`streak_ends_at is null or time_zone is not null`),
    check('users_streak_sound', sql`current_streak >= 0 and longest_streak >= current_streak`),
  ],
)

/**
 * What lists of members search and sort by, in small letters. A trigger keeps it. It is a table of its own, because a
 * report writes its member's row, and would have to write these indexes too.
 */
export const memberDirectory = pgTable(
  'member_directory',
  {
    userId: idOf<'user'>('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    isEnabled: boolean('is_enabled').notNull(),
    role: word('role', roles).notNull(),
    name: text('name').notNull(),
    username: text('username').notNull(),
    email: text('email'),
    createdAt: instant('created_at').notNull(),
    /** The sign of the member's points. Those with points are sorted by `board_entries`. */
    standing: smallint('standing').notNull(),
    /** Both names, each on a line of its own, as everybody may search them. */
    names: text('names').notNull(),
    /** The lines that only administrators search: the names, the address, the chat's id and the tracking code. */
    details: text('details').notNull(),
  },
  (table) => [
    index('member_directory_by_name').on(table.isEnabled, table.name, table.username, table.userId),
    index('member_directory_by_role').on(
      table.isEnabled,
      table.role,
      table.name,
      table.username,
      table.userId,
    ),
    index('member_directory_by_email')
      .on(table.isEnabled, table.email, table.name, table.username, table.userId)
      .where(sql`email is not null`),
    index('member_directory_without_email')
      .on(table.isEnabled, table.name, table.username, table.userId)
      .where(sql`email is null`),
    index('member_directory_by_age').on(
      table.isEnabled,
      table.createdAt,
      table.name,
      table.username,
      table.userId,
    ),
    index('member_directory_without_points')
      .on(table.isEnabled, table.standing, table.userId)
      .where(sql`standing < 1`),
    index('member_directory_names').using('gin', table.names.op('gin_trgm_ops')),
    index('member_directory_details').using('gin', table.details.op('gin_trgm_ops')),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: idOf<'session'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    kind: word('kind', ['slack', 'emergency'] as const).notNull(),
    /** SHA-256 of the cookie's value; the value itself is only in the browser. */
    cookieHash: text('cookie_hash').notNull().unique(),
    bearerHash: text('bearer_hash').unique(),
    /** The browser and system that signed in, in words; null where they are not known. */
    browser: text('browser'),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_of_user').on(table.userId), index('sessions_by_expiry').on(table.expiresAt)],
)

/** Links with which somebody sets the password of an emergency administrator, once. */
export const emergencyInvitations = pgTable(
  'emergency_invitations',
  {
    id: idOf<'invitation'>('id').primaryKey(),
    email: text('email').notNull(),
    /** SHA-256 of the secret in the link; the secret itself is only in the link. */
    secretHash: text('secret_hash').notNull().unique(),
    invitedBy: idOf<'user'>('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('emergency_invitations_by_email').on(sql`lower(${table.email})`)],
)

/** Secrets with which programs act for a member, each with a name, scopes and an end. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: idOf<'accessToken'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    scopes: text('scopes').array().notNull(),
    /** SHA-256 of the token; the token itself is shown once and stored nowhere. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('access_tokens_of_user').on(table.userId)],
)

/** Where members were signed in lately: addresses as keyed hashes. Clicks from there earn their links nothing. */
export const memberAddresses = pgTable(
  'member_addresses',
  {
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    addressHash: text('address_hash').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.addressHash] }),
    index('member_addresses_by_age').on(table.seenAt),
  ],
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
    id: idOf<'auditEntry'>('id').primaryKey(),
    actorId: idOf<'user'>('actor_id').references(() => users.id),
    action: text('action').notNull(),
    subject: text('subject'),
    details: jsonb('details').notNull().default({}),
    ip: text('ip'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('audit_newest').on(table.createdAt.desc().nullsFirst()),
    index('audit_by_action').on(
      table.action,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('audit_of_actor')
      .on(table.actorId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`actor_id is not null`),
    index('audit_of_subject')
      .on(table.subject, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`subject is not null`),
  ],
)
