import { weeklyLeaders } from '#domain/chat.ts'
import { dayOf, mondayOf } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { notifyChat } from '../notifications/commands.ts'
import { listLeaderboard } from './store.ts'

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
