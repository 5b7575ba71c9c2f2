import { mostPlaceMarks } from '#contract/leaderboard.ts'
import { weeklyLeaders } from '#domain/chat.ts'
import { addDays, type Day, dayOf, mondayOf, startOfDay } from '#domain/days.ts'
import type { Db } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { listBoard } from '../boards/store.ts'
import { notifyChat } from '../notifications/commands.ts'
import {
  deletePlaceMarks,
  findRunningContest,
  insertContestMarks,
  insertTeamMarks,
  listWeekLeaders,
  readPlaceMarks,
} from './store.ts'

/**
 * Tells the chat once a week who earned most in the week that has just ended, and how the running contest stands.
 * Nothing when neither has anybody to name.
 */
export async function announceWeeklyLeaderboard(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const today = dayOf(clock.now(), config.timeZone)
  const monday = mondayOf(today)
  const week = await readWeek(db, monday)
  const contest = await readContest(db, today)
  if (week.members === 0 && !contest?.leaders.length) return
  await db.transaction((tx) =>
    notifyChat(deps, tx, {
      key: `weekly_leaderboard ${monday}`,
      notification: { kind: 'weekly_leaderboard', week, contest },
    }),
  )
}

/** The week before a Monday. */
async function readWeek(db: Db, monday: Day) {
  const days = { firstDay: addDays(monday, -7), lastDay: addDays(monday, -1) }
  const rows = await listWeekLeaders(db, { ...days, limit: weeklyLeaders })
  const leaders = rows.map(({ rank, displayName, points }) => ({ rank, displayName, points }))
  return { ...days, leaders, members: rows[0]?.members ?? 0 }
}

async function readContest(db: Db, today: Day) {
  const contest = await findRunningContest.first(db, { today })
  if (!contest) return null
  const { data } = await listBoard(db, contest.standingsId, { limit: weeklyLeaders, offset: 0 })
  const leaders = data.map(({ rank, displayName, totalPoints: points }) => ({ rank, displayName, points }))
  return { title: contest.title, leaders }
}

/** Rolls a transaction back that would change nothing. */
class Unchanged extends Error {}

/**
 * Replaces the marks of where members stood when the present day began. They follow from the ledger, so they are the
 * same whenever on that day this runs, and however often. Only if they differ, windows are told.
 */
export async function markPlaces({ db, clock, config }: Deps): Promise<void> {
  const today = dayOf(clock.now(), config.timeZone)
  const wanted = { today, at: startOfDay(today, config.timeZone), limit: mostPlaceMarks }
  const replaced = db.transaction(async (tx) => {
    const before = await readPlaceMarks.one(tx, {})
    await deletePlaceMarks(tx, {})
    await insertTeamMarks(tx, wanted)
    await insertContestMarks(tx, wanted)
    const after = await readPlaceMarks.one(tx, {})
    if (before.marks === after.marks && before.sum === after.sum) throw new Unchanged()
    tx.announce({ topics: ['marks'] })
  })
  await replaced.catch((error: unknown) => {
    if (!(error instanceof Unchanged)) throw error
  })
}
