import { bigint, bit, date, index, integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { idOf, instant, workspaceDay } from '#server/db/columns.ts'
import { users } from './people.ts'

// Derived from reports, the ledger and shares: triggers append what has changed, `fold_figures()` adds it up,
// `rebuild_figures()` makes all of it anew, and no backup has it.

/** What each day brought: live reports by type, and the points that the ledger booked for it, by what earned them. */
export const dailyFigures = pgTable(
  'daily_figures',
  {
    day: workspaceDay('day').notNull(),
    /** `like`, `comment` or `share`, or what earned points: `reports`, `achievements`, `shares`, `clicks`, `corrections`. */
    figure: text('figure').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.figure] })],
)

/**
 * How many enabled members had live reports on a day, by how many days before that they last had any. Whoever was away
 * for more days than lie between the first day of a span and this one is new to the span.
 */
export const activeDays = pgTable(
  'active_days',
  {
    day: workspaceDay('day').notNull(),
    /** 200 stands for more, and for never. */
    away: smallint('away').notNull(),
    members: integer('members').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.away] })],
)

/** What each day brought each team: live reports by type, and points. Both count for the team of their entry in the ledger. */
export const teamDays = pgTable(
  'team_days',
  {
    day: workspaceDay('day').notNull(),
    teamId: idOf<'team'>('team_id').notNull(),
    points: bigint('points', { mode: 'number' }).notNull(),
    likes: integer('likes').notNull(),
    comments: integer('comments').notNull(),
    shares: integer('shares').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.teamId] })],
)

/** On which of their latest days members had live reports. */
export const memberDays = pgTable('member_days', {
  userId: idOf<'user'>('user_id').primaryKey(),
  /** The team that the member is in; null for none, and for a disabled member. */
  teamId: idOf<'team'>('team_id'),
  /** No later day has ever had one. */
  lastDay: workspaceDay('last_day').notNull(),
  /** A bit for each day, from the last one back. */
  days: bit('days', { dimensions: 192 }).notNull(),
})

/** The shares of a platform that were made in a quarter of an hour; those of all times under `-infinity`. */
export const shareFigures = pgTable(
  'share_figures',
  {
    platform: text('platform').notNull(),
    quarter: instant('quarter').notNull(),
    shares: integer('shares').notNull(),
    /** What they are worth, whatever became of them. */
    points: bigint('points', { mode: 'number' }).notNull(),
    /** What the ledger holds for them; only of all times. */
    held: bigint('held', { mode: 'number' }).notNull(),
    engagements: bigint('engagements', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.platform, table.quarter] }),
    index('share_figures_by_time').on(table.quarter),
  ],
)

/** What a post has reached. */
export const postFigures = pgTable('post_figures', {
  postId: idOf<'post'>('post_id').primaryKey(),
  /** Live reports. */
  reports: integer('reports').notNull(),
  /** Enabled members with at least one of them. */
  members: integer('members').notNull(),
  /** What the ledger holds for reports, shares and clicks. */
  points: bigint('points', { mode: 'number' }).notNull(),
})

/**
 * Changes of reports that are not added up yet: of their number, of whether their member is enabled, or, without anything,
 * of the team that the member is in.
 */
export const reportMoves = pgTable('report_moves', {
  userId: idOf<'user'>('user_id').notNull(),
  enabled: smallint('enabled').notNull(),
  day: date('day'),
  postId: idOf<'post'>('post_id'),
  type: text('type'),
  platform: text('platform'),
  reports: smallint('reports').notNull(),
  /** What the report earned at first. Everything else comes as an entry of the ledger. */
  points: integer('points').notNull(),
  reportId: idOf<'interaction'>('report_id'),
})

/** Entries of the ledger that are not added up yet, except those of new reports. */
export const entryMoves = pgTable('entry_moves', { entryId: idOf<'ledgerEntry'>('entry_id').notNull() })

/** Changes of shares that are not added up yet. */
export const shareMoves = pgTable('share_moves', {
  shareId: idOf<'share'>('share_id').notNull(),
  interactionId: idOf<'interaction'>('interaction_id'),
  platform: text('platform').notNull(),
  createdAt: instant('created_at').notNull(),
  shares: smallint('shares').notNull(),
  points: integer('points').notNull(),
  engagements: integer('engagements').notNull(),
})

/**
 * The enabled members with the most live reports of the last `days` days, of the last count. Only of periods that have
 * too many reports to count them whenever somebody asks.
 */
export const periodLeaders = pgTable(
  'period_leaders',
  {
    days: smallint('days').notNull(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reports: integer('reports').notNull(),
    countedAt: instant('counted_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.days, table.userId] })],
)
