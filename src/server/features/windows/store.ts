import { boardWindows } from '#domain/board-windows.ts'
import { keptWindows } from '#domain/windows.ts'
import { isKept, isWithin } from '#server/db/fragments.ts'
import { col, query } from '#server/db/query.ts'

// A window is a board of its own, which `fold_windows()` keeps. See docs/decisions/056-windows-are-folded.md.

/** Adds what was booked to the windows, and returns how many bookings that were. */
export const foldBookings = query({
  name: 'fold_windows',
  sql: 'select fold_windows() as folded',
  row: { folded: col.int },
})

const windowRow = {
  id: col.id<'window'>(),
  kind: col.word(keptWindows),
  startDate: col.day,
  endDate: col.day,
  isWhole: col.bool,
}
const windowColumns = `id, kind, start_date::text as "startDate", end_date::text as "endDate", is_whole as "isWhole"`

/** The window of a kind that a day is in. One that is whole comes before one that is being built. */
export const findWindow = query({
  name: 'find_window',
  sql: `select ${windowColumns} from board_windows w
   where kind = $kind and ${isWithin('w', '$day')} order by is_whole desc, created_at desc limit 1`,
  params: { kind: col.word(boardWindows), day: col.day },
  row: windowRow,
})

const ofDays = { kind: col.word(keptWindows), startDate: col.day, endDate: col.day }

/** The window of a kind with these days. One that is whole comes before one that is being built. */
export const findWindowOf = query({
  name: 'find_window_of',
  sql: `select ${windowColumns} from board_windows w
   where kind = $kind and start_date = $startDate and end_date = $endDate
   order by is_whole desc, created_at desc limit 1`,
  params: ofDays,
  row: windowRow,
})

/** The days of the contests in which teams compete, until these have their champion. */
export const listTeamContests = query({
  name: 'list_days_of_team_contests',
  sql: `select distinct start_date::text as "startDate", end_date::text as "endDate" from contests c
   where is_between_teams and ${isKept('c')}
     and not exists (select from monthly_winners where contest_id = c.id)`,
  row: { startDate: col.day, endDate: col.day },
})

/** All windows, those that are being built first. */
export const listWindows = query({
  name: 'list_windows',
  sql: `select ${windowColumns} from board_windows order by is_whole, start_date, kind`,
  row: windowRow,
})

/** Opens a window unless there is one of its kind and days. One on whose days nothing is booked is whole at once. */
export const openWindow = query({
  name: 'open_window',
  sql: 'select open_window($id, $kind, $startDate, $endDate, $now)',
  params: {
    id: col.id<'window'>(),
    ...ofDays,
    now: col.instant,
  },
})

/**
 * Lets the next statement of the transaction take as long as it needs, and reports go on meanwhile: it locks nothing that
 * they write. Only the engine for large teams has a limit.
 */
export const allowAnyTime = query({
  name: 'build_window_in_any_time',
  sql: `select set_config('statement_timeout', '0', true) as setting`,
  row: { setting: col.text },
})

const buildSteps = ['busy', 'building', 'whole'] as const

/**
 * Builds a window, or what the next so many members have in it. `busy` means that another session is at it, and null that
 * the window is not being built.
 */
export const buildNext = query({
  name: 'build_window',
  sql: 'select build_window($id, $portion) as step',
  params: { id: col.id<'window'>(), portion: col.int },
  row: { step: col.nullable(col.word(buildSteps)) },
})

/** Ends a window: its scores are left over. */
export const closeWindow = query({
  name: 'close_window',
  sql: 'select close_window($id)',
  params: { id: col.id<'window'>() },
})

/** A select of the windows that have rows in a table, by its index. */
const windowsIn = (table: string) => `(with recursive held as (
     (select window_id as id from ${table} order by window_id limit 1)
     union all
     select (select window_id from ${table} where window_id > held.id order by window_id limit 1)
     from held where held.id is not null
   ) select id from held where id is not null)`

/** Ids under which scores are stored that belong to no window any more. */
export const listEndedWindows = query({
  name: 'list_ended_windows',
  sql: `select id from (
     ${['window_scores', 'team_scores', 'window_parts'].map(windowsIn).join(' union ')}) stored
   where not exists (select from board_windows w where w.id = stored.id)`,
  row: { id: col.id<'window'>() },
})

/** Deletes some of the scores of a window that has ended, and with the last ones its board. */
export const dropScores = query({
  name: 'drop_window',
  sql: 'select drop_window($id, $portion) as dropped',
  params: { id: col.id<'window'>(), portion: col.int },
  row: { dropped: col.int },
})
