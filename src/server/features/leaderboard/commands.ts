import { mostPlaceMarks } from '#contract/leaderboard.ts'
import { type WindowKind, windowKinds } from '#domain/board-windows.ts'
import { weeklyLeaders } from '#domain/chat.ts'
import { addDays, type Day, dayOf, mondayOf, startOfDay } from '#domain/days.ts'
import type { WindowId } from '#domain/ids.ts'
import type { MarkedSince } from '#domain/leaderboard.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { listBoard } from '../boards/store.ts'
import { notifyChat } from '../notifications/commands.ts'
import { readWindow } from '../windows/commands.ts'
import {
  deletePlaceMarks,
  findRunningContest,
  hasPlaceMarks,
  insertContestMarks,
  insertTeamMarks,
  insertWindowMarks,
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
 * Replaces the marks of where members stood when the present day began, and those of the week once it is another one.
 * They follow from the ledger, so they are the same whenever on that day this runs, and however often. Only if they
 * differ, windows are told.
 */
export async function markPlaces(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const today = dayOf(clock.now(), config.timeZone)
  const windows: PresentWindow[] = []
  for (const kind of windowKinds) {
    const windowId = await readWindow(deps, kind)
    if (windowId !== null) windows.push({ kind, windowId })
  }
  const replaced = db.transaction(async (tx) => {
    const before = await readPlaceMarks.one(tx, {})
    const week = { since: 'week', day: mondayOf(today) } as const
    for (const { since, day } of [{ since: 'day', day: today } as const, week]) {
      const isKept = since === 'week' && (await hasPlaceMarks.one(tx, { since, day })).isMarked
      const at = startOfDay(day, config.timeZone)
      if (!isKept) await markBoards(tx, { since, day, at, today, windows })
    }
    const after = await readPlaceMarks.one(tx, {})
    if (before.marks === after.marks && before.sum === after.sum) throw new Unchanged()
    tx.announce({ topics: ['marks'] })
  })
  await replaced.catch((error: unknown) => {
    if (!(error instanceof Unchanged)) throw error
  })
}

interface PresentWindow {
  readonly kind: WindowKind
  readonly windowId: WindowId
}

interface Marking {
  readonly since: MarkedSince
  readonly day: Day
  readonly at: Date
  readonly today: Day
  readonly windows: readonly PresentWindow[]
}

async function markBoards(tx: Tx, { since, day, at, today, windows }: Marking): Promise<void> {
  const wanted = { since, day, at, limit: mostPlaceMarks }
  await deletePlaceMarks(tx, { since })
  await insertTeamMarks(tx, wanted)
  await insertContestMarks(tx, { ...wanted, today })
  for (const window of windows) await insertWindowMarks(tx, { ...wanted, ...window })
}
