import { bigint, index, integer, pgTable, primaryKey, smallint, uuid } from 'drizzle-orm/pg-core'
import { idOf, instant } from '#server/db/columns.ts'

// Derived from `users` and `standings`: triggers keep them, `rebuild_boards()` makes them anew, and no backup has them.

/**
 * The members of each board with points, except disabled ones, in an index of the board's order. A board is the id of a
 * contest, or the nil id for the team board.
 */
export const boardEntries = pgTable(
  'board_entries',
  {
    boardId: uuid('board_id').notNull(),
    userId: idOf<'user'>('user_id').notNull(),
    points: integer('points').notNull(),
    shares: integer('shares').notNull(),
    engagements: integer('engagements').notNull(),
    reachedAt: instant('reached_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.boardId, table.userId] }),
    index('board_entries_in_order').on(
      table.boardId,
      table.points.desc().nullsFirst(),
      table.shares.desc().nullsFirst(),
      table.engagements.desc().nullsFirst(),
      table.reachedAt,
      table.userId,
    ),
  ],
)

/** How many entries of a board have points of a range: level 0 holds single values, each further level 64 of the one below. */
export const boardCounts = pgTable(
  'board_counts',
  {
    boardId: uuid('board_id').notNull(),
    level: smallint('level').notNull(),
    bucket: integer('bucket').notNull(),
    entries: integer('entries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.boardId, table.level, table.bucket] })],
)

/** Sums of a board that include disabled members, except `members` and `participants`. */
export const boardTotals = pgTable('board_totals', {
  boardId: uuid('board_id').primaryKey(),
  /** Of the team board: everybody who is not disabled, with points or without. */
  members: integer('members').notNull(),
  participants: integer('participants').notNull(),
  points: bigint('points', { mode: 'number' }).notNull(),
  shares: bigint('shares', { mode: 'number' }).notNull(),
})

/**
 * Changes that are not in `board_counts` and `board_totals` yet. Each write appends its own, so that no report waits for
 * another one's counter. Points of 0 stand for no entry.
 */
export const boardMoves = pgTable('board_moves', {
  boardId: uuid('board_id').notNull(),
  fromPoints: integer('from_points').notNull(),
  toPoints: integer('to_points').notNull(),
  members: integer('members').notNull(),
  participants: integer('participants').notNull(),
  points: integer('points').notNull(),
  shares: integer('shares').notNull(),
})
