import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { keptWindows } from '#domain/windows.ts'
import { idOf, instant, word, workspaceDay } from '#server/db/columns.ts'

// Derived from `users`, `standings`, the ledger and the reports. No backup has them.

const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

/**
 * The members of each board with points, except disabled ones, in an index of the board's order. A board is the id of
 * standings or of a window, or the nil id for the team board. `rebuild_boards()` makes this table and the next three anew.
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

/**
 * Weeks, months and quarters that have a board, under the id of the window. There is one of the present day of each
 * kind, and the one after it. The one of all time and those of contests between teams have the scores of teams alone. They
 * are made anew from the ledger where they are missing.
 */
export const boardWindows = pgTable(
  'board_windows',
  {
    id: idOf<'window'>('id').primaryKey(),
    kind: word('kind', keptWindows).notNull(),
    /** Whether it has scores and a board of members, and not of teams alone. */
    hasMembers: boolean('has_members').notNull().generatedAlwaysAs(sql`kind <> all ('{all,contest}')`),
    startDate: workspaceDay('start_date').notNull(),
    endDate: workspaceDay('end_date').notNull(),
    /** Whether it has the scores of all members, and nobody builds or deletes it. */
    isWhole: boolean('is_whole').notNull(),
    /** While it is built: the members up to this id have their scores. */
    doneUpTo: idOf<'user'>('done_up_to'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('board_windows_once').on(table.kind, table.startDate, table.endDate, table.isWhole),
    check('board_windows_sound', sql`end_date >= start_date`),
  ],
)

/** What members have in a window, without the moves that are not folded yet. */
export const windowScores = pgTable(
  'window_scores',
  {
    windowId: idOf<'window'>('window_id').notNull(),
    // Without a reference: to check it, a build would lock the rows that reports write.
    userId: idOf<'user'>('user_id').notNull(),
    points: integer('points').notNull(),
    shares: integer('shares').notNull(),
    engagements: integer('engagements').notNull(),
    reachedAt: instant('reached_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.windowId, table.userId] })],
)

/**
 * What was booked and is not in the windows yet. A report appends one row, whatever windows there are, and whoever reads
 * a window folds them first.
 */
export const windowMoves = pgTable('window_moves', {
  userId: idOf<'user'>('user_id').notNull(),
  day: workspaceDay('day').notNull(),
  points: integer('points').notNull(),
  shares: integer('shares').notNull(),
  engagements: integer('engagements').notNull(),
  at: instant('at').notNull(),
  teamId: idOf<'team'>('team_id'),
})

/** What was folded while a window is being built, to be added to its scores once it is whole. A crash empties it. */
export const windowParts = pgTable(
  'window_parts',
  {
    windowId: idOf<'window'>('window_id').notNull(),
    userId: idOf<'user'>('user_id').notNull(),
    teamId: idOf<'team'>('team_id'),
    points: integer('points').notNull(),
    shares: integer('shares').notNull(),
    engagements: integer('engagements').notNull(),
    reachedAt: instant('reached_at').notNull(),
  },
  (table) => [index('window_parts_of_member').on(table.windowId, table.userId)],
)

/** What members have in a window that counts for a team, without the moves that are not folded yet. */
export const teamScores = pgTable(
  'team_scores',
  {
    windowId: idOf<'window'>('window_id').notNull(),
    userId: idOf<'user'>('user_id').notNull(),
    teamId: idOf<'team'>('team_id').notNull(),
    points: integer('points').notNull(),
    engagements: integer('engagements').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.windowId, table.userId, table.teamId] }),
    index('team_scores_in_order').on(
      table.windowId,
      table.teamId,
      table.points.desc().nullsFirst(),
      table.userId,
    ),
  ],
)

/** The sums of a team in a window, without members who have no place on boards. */
export const teamTotals = pgTable(
  'team_totals',
  {
    windowId: idOf<'window'>('window_id').notNull(),
    teamId: idOf<'team'>('team_id').notNull(),
    points: integer('points').notNull(),
    /** How many members have a report that counts. */
    active: integer('active').notNull(),
  },
  (table) => [primaryKey({ columns: [table.windowId, table.teamId] })],
)
