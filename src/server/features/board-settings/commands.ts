import type { BoardSettings } from '#domain/board-settings.ts'
import { roles } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Deps } from '#server/deps.ts'
import * as store from './store.ts'

/**
 * Changes the settings. Earned points stay as they are. A trigger ends the weeks if they begin on another day from now on,
 * and whoever reads one opens it.
 */
export function changeBoardSettings(
  { db, clock }: Deps,
  acting: Acting,
  { weekStartsOn, leaveOutRoles }: Partial<BoardSettings>,
): Promise<BoardSettings> {
  return db.transaction(async (tx) => {
    await store.lockBoardSettings(tx, {})
    const before = await store.getBoardSettings(tx)
    const after = {
      weekStartsOn: weekStartsOn ?? before.weekStartsOn,
      leaveOutRoles: roles.filter((role) => (leaveOutRoles ?? before.leaveOutRoles).includes(role)),
    }
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    await store.putBoardSettings(tx, after)
    tx.announce({ topics: ['members', 'totals', 'streaks', 'contests', 'account'] })
    await recordAct({ clock }, tx, acting, {
      action: 'boards.update',
      subject: 'boards',
      details: { before, after },
    })
    return after
  })
}
