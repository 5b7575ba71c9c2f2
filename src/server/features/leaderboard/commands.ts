import { mostPlaceMarks } from '#contract/leaderboard.ts'
import { weeklyLeaders } from '#domain/chat.ts'
import { dayOf, mondayOf, startOfDay } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { notifyChat } from '../notifications/commands.ts'
import { deletePlaceMarks, insertContestMarks, insertTeamMarks, listLeaderboard } from './store.ts'

/** Posts the leaders of the board to the chat once a week; nothing while nobody has points. */
export async function announceWeeklyLeaderboard(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const { data, total } = await listLeaderboard(db, { limit: weeklyLeaders, offset: 0 })
  if (data.length === 0) return
  const leaders = data.map(({ rank, displayName, totalPoints: points }) => ({ rank, displayName, points }))
  const week = mondayOf(dayOf(clock.now(), config.timeZone))
  await db.transaction((tx) =>
    notifyChat(deps, tx, {
      key: `weekly_leaderboard ${week}`,
      notification: { kind: 'weekly_leaderboard', leaders, members: total },
    }),
  )
}

/**
 * Replaces the marks of where members stood when the present day began. They follow from the ledger, so they are the
 * same whenever on that day this runs, and however often.
 */
export async function markPlaces({ db, clock, config }: Deps): Promise<void> {
  const today = dayOf(clock.now(), config.timeZone)
  const wanted = { today, at: startOfDay(today, config.timeZone), limit: mostPlaceMarks }
  await db.transaction(async (tx) => {
    await deletePlaceMarks(tx, {})
    await insertTeamMarks(tx, wanted)
    await insertContestMarks(tx, wanted)
    tx.announce({ topics: ['marks'] })
  })
}
