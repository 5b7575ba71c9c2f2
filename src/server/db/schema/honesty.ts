import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import {
  appealDecisions,
  checkAnswers,
  checkCauses,
  checkDecisions,
  checkLevels,
} from '#domain/vocabulary.ts'
import { idOf, instant, word } from '#server/db/columns.ts'
import { interactions, shares } from './game.ts'
import { users } from './people.ts'

/** Daily caps, limits of link clicks and the level of checks: one row, none before the first change. */
export const honestySettings = pgTable(
  'honesty_settings',
  {
    id: smallint('id').primaryKey().default(1),
    capLike: integer('cap_like'),
    capComment: integer('cap_comment'),
    capShare: integer('cap_share'),
    clicksPerDay: integer('clicks_per_day').notNull(),
    clicksPerAddress: integer('clicks_per_address').notNull(),
    checks: word('checks', checkLevels).notNull(),
  },
  () => [
    check('honesty_settings_one_row', sql`id = 1`),
    check(
      'honesty_settings_sound',
      sql`cap_like > 0 and cap_comment > 0 and cap_share > 0 and clicks_per_day >= 0 and clicks_per_address >= 0`,
    ),
  ],
)

/** Points that an administrator added or took, with the reason that the member reads. */
export const adjustments = pgTable(
  'adjustments',
  {
    id: idOf<'adjustment'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    adminId: idOf<'user'>('admin_id')
      .notNull()
      .references(() => users.id),
    amount: integer('amount').notNull(),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('adjustments_of_user').on(table.userId, table.createdAt),
    check('adjustments_sound', sql`amount <> 0`),
  ],
)

/** Reports that a reviewer took back. The row stays when the report is given back. */
export const takeBacks = pgTable(
  'take_backs',
  {
    interactionId: idOf<'interaction'>('interaction_id')
      .primaryKey()
      .references(() => interactions.id),
    /** Whose report it was. */
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    reviewerId: idOf<'user'>('reviewer_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    createdAt: instant('created_at').notNull(),
    givenBackAt: instant('given_back_at'),
  },
  (table) => [index('take_backs_of_user').on(table.userId, table.createdAt)],
)

/** A member's objection to a take-back or to a share that was not accepted. */
export const appeals = pgTable(
  'appeals',
  {
    id: idOf<'appeal'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    interactionId: idOf<'interaction'>('interaction_id').references(() => interactions.id),
    shareId: idOf<'share'>('share_id').references(() => shares.id),
    /** Who took it back, and why, as it was when the member appealed. */
    reviewerId: idOf<'user'>('reviewer_id')
      .notNull()
      .references(() => users.id),
    reason: text('reason').notNull(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    decision: word('decision', appealDecisions),
    decidedBy: idOf<'user'>('decided_by').references(() => users.id),
    decisionReason: text('decision_reason'),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    unique('appeals_one_a_report').on(table.interactionId),
    unique('appeals_one_a_share').on(table.shareId),
    index('appeals_of_user').on(table.userId, table.createdAt),
    index('appeals_open').on(table.createdAt, table.id).where(sql`decided_at is null`),
    check('appeals_one_subject', sql`(interaction_id is null) <> (share_id is null)`),
    check('appeals_decided', sql`(decision is null) = (decided_at is null)`),
  ],
)

/** A question to a member about one of their reports. */
export const reportChecks = pgTable(
  'checks',
  {
    id: idOf<'check'>('id').primaryKey(),
    userId: idOf<'user'>('user_id')
      .notNull()
      .references(() => users.id),
    interactionId: idOf<'interaction'>('interaction_id')
      .notNull()
      .unique()
      .references(() => interactions.id),
    cause: word('cause', checkCauses).notNull(),
    askedAt: instant('asked_at').notNull(),
    /** From then on an unanswered one waits for a reviewer. */
    dueAt: instant('due_at').notNull(),
    answer: word('answer', checkAnswers),
    link: text('link'),
    note: text('note'),
    answeredAt: instant('answered_at'),
    decision: word('decision', checkDecisions),
    decidedBy: idOf<'user'>('decided_by').references(() => users.id),
    reason: text('reason'),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    index('checks_of_user').on(table.userId, table.askedAt),
    index('checks_open').on(table.dueAt, table.id).where(sql`decided_at is null`),
    check('checks_answered', sql`(answer is null) = (answered_at is null)`),
    check('checks_decided', sql`(decision is null) = (decided_at is null)`),
  ],
)
