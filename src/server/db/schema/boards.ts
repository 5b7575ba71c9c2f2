import { bigint, customType, integer, pgTable, primaryKey, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idOf, instant } from '#server/db/columns.ts'

// Derived from `users` and `standings`: triggers keep them, `rebuild_boards()` makes them anew, and no backup has them.

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * The members of each board with points, except disabled ones, in an index of the board's order. A board is the id of
 * standings, or the nil id for the team board.
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
    /** `board_key` of the columns before: compared as bytes, it gives the order of the board. The first 32 are the score. */
    key: bytes('key').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.boardId, table.userId] }),
    uniqueIndex('board_entries_in_order').on(table.boardId, table.key),
  ],
)

/** How many entries of a board have a key from this one up to that of the next block: some hundreds each. */
export const boardBlocks = pgTable(
  'board_blocks',
  {
    boardId: uuid('board_id').notNull(),
    firstKey: bytes('first_key').notNull(),
    entries: integer('entries').notNull(),
  },
  (table) => [primaryKey({ columns: [table.boardId, table.firstKey] })],
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
 * Changes that are not in `board_blocks` and `board_totals` yet. Each write appends its own, so that no report waits for
 * another one's counter. Without a key there was no entry, or is none any more.
 */
export const boardMoves = pgTable('board_moves', {
  boardId: uuid('board_id').notNull(),
  fromKey: bytes('from_key'),
  toKey: bytes('to_key'),
  members: integer('members').notNull(),
  participants: integer('participants').notNull(),
  points: integer('points').notNull(),
  shares: integer('shares').notNull(),
})
