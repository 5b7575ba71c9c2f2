import { type BoardSettings, defaultBoardSettings } from '#domain/board-settings.ts'
import { weekdays } from '#domain/board-windows.ts'
import { roles } from '#domain/vocabulary.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { col, query } from '#server/db/query.ts'

const settings = { weekStartsOn: col.int, leaveOutRoles: col.words(roles) }
const read = query({
  name: 'get_board_settings',
  sql: 'select week_starts_on as "weekStartsOn", leave_out_roles as "leaveOutRoles" from board_settings',
  row: settings,
})

/** Writes the settings. A trigger gives and takes the places of those whose role they name. */
export const putBoardSettings = query({
  name: 'put_board_settings',
  sql: `insert into board_settings (week_starts_on, leave_out_roles) values ($weekStartsOn, $leaveOutRoles)
   on conflict (id) do update set week_starts_on = excluded.week_starts_on, leave_out_roles = excluded.leave_out_roles`,
  params: settings,
})

/** Serialises transactions that change the settings. */
export const lockBoardSettings = query({ name: 'lock_board_settings', sql: advisoryLock('boardSettings') })

/** The current settings, or the defaults before the first change. */
export async function getBoardSettings(db: Db | Tx): Promise<BoardSettings> {
  const row = await read.first(db, {})
  if (!row) return defaultBoardSettings
  const { weekStartsOn, leaveOutRoles } = row
  return { weekStartsOn: weekdays.find((day) => day === weekStartsOn) ?? 1, leaveOutRoles }
}
