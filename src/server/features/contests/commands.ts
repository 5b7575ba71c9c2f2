import { setTimeout as sleep } from 'node:timers/promises'
import type { Contest, ContestChange, NewContest } from '#contract/contests.ts'
import { standingsAddress } from '#contract/paths.ts'
import { contestReminderDays } from '#domain/chat.ts'
import {
  contestProgress,
  countsFor,
  isClosable,
  isNews,
  monthOfContest,
  restorableSince,
  restoreDays,
} from '#domain/contests.ts'
import { asDay, type Day, dayOf } from '#domain/days.ts'
import { asId, type ContestId, type StandingsId, type WindowId } from '#domain/ids.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { RowOf } from '#server/db/query.ts'
import { sqlState } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, invalidField } from '#server/errors.ts'
import { insertPlatformUpdate } from '../activities/store.ts'
import { notifyChat } from '../notifications/commands.ts'
import { readTeamWindow, recordTeams, type TeamResult } from '../team-contests/commands.ts'
import { tellWebhooks } from '../webhooks/commands.ts'
import * as store from './store.ts'

/** So many members take a few hundredths of a second. Their reports wait that long, in the embedded engine all reports. */
const portionOf = { postgres: 500, pglite: 300 } as const
const droppedPortion = 1_000

/** A contest as all members see it. */
export function contestView(row: store.ContestRow): Contest {
  return { ...row, ...monthOfContest(row), createdAt: row.createdAt.toISOString() }
}

/**
 * Creates a contest, with standings from points already earned on its days. An active one is off until they are built.
 * Refuses an end before the start (400) and
 * dates that overlap another active contest (409).
 */
export async function createContest(deps: Deps, acting: Acting, wanted: NewContest): Promise<Contest> {
  const { title, description, prize, isActive, isBetweenTeams } = wanted
  const row = {
    id: newId<'contest'>(),
    title,
    description,
    prize,
    isActive,
    isBetweenTeams,
    createdAt: deps.clock.now(),
    startDate: workspaceDay(deps, wanted.startDate),
    endDate: workspaceDay(deps, wanted.endDate),
  }
  return saveContest(deps, async (tx) => {
    await assertWindow(tx, row)
    // The first standings of a contest have its id.
    const standingsId = asId<'standings'>(row.id)
    await store.insertContestRow(tx, { ...row, isActive: false, standingsId })
    if (row.isActive) await beginBuild(deps, tx, row, standingsId)
    await recordAct(deps, tx, acting, { action: 'contest.create', subject: row.id, details: { after: row } })
    return row.id
  })
}

/**
 * Changes the fields that are sent and keeps the rest. An active contest that moves or is switched on gets its new dates
 * together with its new standings, as soon as these are built. One that is switched off loses its standings, unless it
 * has a champion: then they stay as they were.
 * Refuses a change based on a stale view of the contest, and any change while its standings are being built (409).
 */
export async function updateContest(
  deps: Deps,
  acting: Acting,
  { id, change }: { readonly id: ContestId; readonly change: ContestChange },
): Promise<Contest> {
  return saveContest(deps, async (tx) => {
    const before = await getContest(tx, id)
    await assertNotBuilding(tx, id)
    if (change.seen) assertSeen(seenDays(deps, change.seen), contestView(before))
    const { title = before.title, description = before.description, prize = before.prize } = change
    const { isBetweenTeams = before.isBetweenTeams } = change
    if (isBetweenTeams !== before.isBetweenTeams) await assertNoWinner(tx, id)
    const { isActive = before.isActive, startDate = before.startDate, endDate = before.endDate } = change
    const after = {
      ...before,
      title,
      description,
      prize,
      isActive,
      isBetweenTeams,
      startDate: workspaceDay(deps, startDate),
      endDate: workspaceDay(deps, endDate),
    }
    await assertWindow(tx, after)
    const { isActive: wasActive, startDate: oldStart, endDate: oldEnd } = before
    const moves = wasActive !== after.isActive || oldStart !== after.startDate || oldEnd !== after.endDate
    if (moves && after.isActive) {
      const dates = { isActive: wasActive, startDate: oldStart, endDate: oldEnd }
      await store.updateContestRow(tx, { ...after, ...dates })
      await beginBuild(deps, tx, after)
    } else {
      await store.updateContestRow(tx, after)
      if (moves) await leaveStandings(deps, tx, id)
    }
    await recordAct(deps, tx, acting, { action: 'contest.update', subject: id, details: { before, after } })
    return id
  })
}

/**
 * Deletes a contest. Points earned in it stay, and so do its champion and the standings that the champion won. Refuses
 * while its standings are being built (409).
 */
export async function deleteContest(deps: Deps, acting: Acting, id: ContestId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await store.lockContests(tx, {})
    const before = await getContest(tx, id)
    await assertNotBuilding(tx, id)
    await store.updateContestRow(tx, { id, deletedAt: deps.clock.now() })
    await leaveStandings(deps, tx, id)
    tx.announce({ topics: ['contests'] })
    await recordAct(deps, tx, acting, { action: 'contest.delete', subject: id, details: { before } })
  })
}

/**
 * Restores a deleted contest, with standings from what is booked now. It is back as soon as they are built. Does nothing
 * if it is not deleted, or is being restored.
 * Refuses if another active contest has taken its days (409), or if it was deleted too long ago (410).
 */
export async function restoreContest(deps: Deps, acting: Acting, id: ContestId): Promise<Contest> {
  return saveContest(deps, async (tx) => {
    const { deletedAt, row } = await getContestOrDeleted(tx, id)
    if (!deletedAt || (await store.findBuildOf.first(tx, { contestId: id }))) return id
    if (deletedAt < restorableSince(deps.clock.now())) {
      const message = `This contest was deleted more than ${restoreDays} days ago, so it cannot be restored any more`
      throw new AppError('gone', message)
    }
    await assertWindow(tx, row)
    if (row.isActive) await beginBuild(deps, tx, row)
    else await store.updateContestRow(tx, { id, deletedAt: null })
    await recordAct(deps, tx, acting, { action: 'contest.restore', subject: id, details: { after: row } })
    return id
  })
}

interface Pace {
  /** Whether it is time to stop. Whoever goes on later finds what is done. */
  readonly isOver: () => boolean
  /** How many members are done at a time. */
  readonly portion?: number
}

/** Builds all standings that contests wait for. */
export async function buildAllStandings(deps: Deps, isOver: () => boolean): Promise<void> {
  for (const build of await store.listBuilds(deps.db, {})) await buildStandings(deps, build, { isOver })
}

/**
 * Builds new standings member by member, beside those that are shown, and gives them to their contest at the end. Several
 * may work on the same build: they take turns. Returns whether it is done.
 */
export async function buildStandings(
  deps: Deps,
  { id, doneUpTo }: Pick<store.BuildRow, 'id' | 'doneUpTo'>,
  { isOver, portion = portionOf[deps.db.engine] }: Pace,
): Promise<boolean> {
  if (doneUpTo === null && !(await waitForOlderWrites(deps.db, isOver))) return false
  while (!isOver()) {
    // A statement of its own, so that the members are locked no longer than it takes.
    const { members } = await store.buildLines.one(deps.db, { id, portion })
    if (members === null) return true
    if (members === 0 && (await deps.db.transaction((tx) => finishBuild(deps, tx, { id, portion }))))
      return true
  }
  return false
}

/**
 * Waits for the writes of points that began before the build was there. They do not add to its standings, and might come
 * after the portion of their member. Returns whether they have ended.
 */
async function waitForOlderWrites(db: Db, isOver: () => boolean): Promise<boolean> {
  // The embedded engine runs one transaction after the other.
  if (db.engine !== 'postgres') return true
  let older = await store.listPointWrites(db, { among: null })
  while (older.length > 0 && !isOver()) {
    await sleep(10)
    older = await store.listPointWrites(db, { among: older.map(({ id }) => id) })
  }
  return older.length === 0
}

interface Portion {
  readonly id: StandingsId
  readonly portion: number
}

/** Hands new standings over to their contest, unless somebody has joined meanwhile. Returns whether the build is over. */
async function finishBuild(deps: Deps, tx: Tx, { id, portion }: Portion): Promise<boolean> {
  const { members } = await store.buildLines.one(tx, { id, portion })
  if (members === 0) await handOver(deps, tx, id)
  return !members
}

async function handOver({ jobs }: Deps, tx: Tx, standingsId: StandingsId): Promise<void> {
  const { contestId: id, startDate, endDate } = await store.getBuild.one(tx, { id: standingsId })
  await store.updateContestRow(tx, { id, standingsId, startDate, endDate, isActive: true, deletedAt: null })
  await store.deleteBuild(tx, { id: standingsId })
  tx.announce({ topics: ['contests', 'totals'] })
  await jobs.enqueue(tx, 'contests.close', {})
  await jobs.enqueue(tx, 'contests.build', {})
}

/** Deletes standings that no contest has any more, in portions. */
export async function deleteUnusedStandings({ db }: Deps, isOver: () => boolean): Promise<void> {
  for (const { id } of await store.listUnusedStandings(db, {})) {
    let dropped = droppedPortion
    while (dropped === droppedPortion && !isOver()) {
      const unused = { id, portion: droppedPortion }
      dropped = await db.transaction(async (tx) => (await store.deleteUnusedLines.one(tx, unused)).dropped)
    }
  }
}

/**
 * Records the winner of every contest whose last undo window is over. Idempotent: one winner per contest, however often
 * and on however many instances this runs. The chat and the activities get only what is still news.
 */
export async function closeEndedContests(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const now = clock.now()
  const ended = await store.listContestsWithoutWinner(db, { today: dayOf(now, config.timeZone) })
  for (const contest of ended.filter((each) => isClosable(each, now, config.timeZone))) {
    const teams = contest.isBetweenTeams ? await readTeamWindow(deps, contest) : null
    if (contest.isBetweenTeams && teams === null) continue
    await db.transaction((tx) => closeContest(deps, tx, { contest, teams, now }))
  }
}

interface Ended {
  readonly contest: store.ContestRow
  /** The window with the scores of its teams; null for a contest that is not between teams. */
  readonly teams: WindowId | null
  readonly now: Date
}

async function closeContest(deps: Deps, tx: Tx, { contest, teams, now }: Ended): Promise<void> {
  const { id: contestId, startDate, endDate } = contest
  // Locked, so that nobody changes it, or deletes it together with its standings, meanwhile.
  const found = await store.findContest(tx, contestId)
  if (found?.startDate !== startDate || found.isBetweenTeams !== contest.isBetweenTeams) return
  const winner = await store.insertWinner.first(tx, { id: newId(), contestId, endDate, now })
  if (!winner) return
  tx.announce({ topics: ['contests'] })
  const team = teams && (await recordTeams(tx, { contestId, startDate, endDate, windowId: teams }))
  await tellClosed(deps, tx, { contest, winner, team, now })
  if (!isNews(contest, now, deps.config.timeZone)) return
  const { displayName, points, title } = winner
  const ofTeam = team ? `, and ${team.name} is the champion team` : ''
  const description = `${displayName} is the champion of ${title}${ofTeam}`
  await insertPlatformUpdate(tx, { id: newId(), subjectId: contestId, description, createdAt: now })
  await notifyChat(deps, tx, {
    key: `contest_winner ${contestId}`,
    notification: {
      kind: 'contest_winner',
      contestId,
      title,
      prize: contest.prize,
      displayName,
      points,
      team,
    },
  })
  tx.announce({ topics: ['activities'] })
}

interface Closed {
  readonly contest: Pick<store.ContestRow, 'id' | 'startDate' | 'endDate'>
  readonly winner: RowOf<typeof store.insertWinner>
  readonly team: TeamResult | null
  readonly now: Date
}

function tellClosed(deps: Deps, tx: Tx, { contest, winner, team, now }: Closed): Promise<void> {
  const { id: contestId, startDate, endDate } = contest
  const { title, userId: memberId, displayName, points } = winner
  const champion = { memberId, displayName, points }
  const link = deps.config.publicUrl + standingsAddress(contestId)
  return tellWebhooks(deps, tx, {
    type: 'contest.closed',
    timestamp: now.toISOString(),
    data: { contestId, title, startDate, endDate, champion, championTeam: team, link },
  })
}

/** Sends a chat reminder for each running contest that ends soon, once per end date. */
export async function remindOfContests(deps: Deps): Promise<void> {
  const { db, clock, config } = deps
  const now = clock.now()
  const today = dayOf(now, config.timeZone)
  for (const contest of await store.listContestRows(db)) {
    const { daysLeft } = contestProgress(contest, now, config.timeZone)
    if (!countsFor(contest, today) || daysLeft > contestReminderDays) continue
    const { id, title, prize, endDate } = contest
    const leader = await store.findContestLeader.first(db, { contestId: id })
    await db.transaction((tx) =>
      notifyChat(deps, tx, {
        key: `contest_reminder ${id} ${endDate}`,
        notification: { kind: 'contest_reminder', title, prize, endDate, daysLeft, leader },
      }),
    )
  }
}

/**
 * Runs the transaction of a change, and then builds its standings for a short while: on a small team the answer has them.
 * A job goes on with the rest; if this process is killed, that of the next minute does.
 */
async function saveContest(deps: Deps, write: (tx: Tx) => Promise<ContestId>): Promise<Contest> {
  const { db, jobs } = deps
  const contestId = await db
    .transaction(async (tx) => {
      await store.lockContests(tx, {})
      const id = await write(tx)
      tx.announce({ topics: ['contests', 'totals'] })
      // If the contest has already ended, its winner is recorded now and not only at the next scheduled run.
      if (!(await store.findBuildOf.first(tx, { contestId: id })))
        await jobs.enqueue(tx, 'contests.close', {})
      return id
    })
    .catch((error: unknown) => {
      if (sqlState(error) === overlapState) throw overlapping('another active contest')
      throw error
    })
  const build = await store.findBuildOf.first(db, { contestId })
  const timeout = AbortSignal.timeout(answerWithinMs)
  if (build && !(await buildStandings(deps, build, { isOver: () => timeout.aborted })))
    await db.transaction((tx) => jobs.enqueue(tx, 'contests.build', {}))
  return contestView(await store.getContestRow(db, contestId))
}

const overlapState = '23P01'
/** How long the answer to a change waits for the standings. */
const answerWithinMs = 1_500

async function assertWindow(tx: Tx, row: store.ContestRow): Promise<void> {
  if (row.endDate < row.startDate)
    throw invalidField('endDate', 'The end date must not be before the start date')
  const { id, startDate, endDate } = row
  const other = row.isActive ? await store.findOverlap.first(tx, { id, startDate, endDate }) : null
  if (other) throw overlapping(`“${other.title}” (${other.startDate} to ${other.endDate})`)
}

function overlapping(other: string): AppError {
  const message = `The dates overlap with ${other}`
  return new AppError('conflict', message, {
    issues: [
      { path: 'startDate', message },
      { path: 'endDate', message },
    ],
  })
}

async function getContest(tx: Tx, id: ContestId): Promise<store.ContestRow> {
  const { deletedAt, row } = await getContestOrDeleted(tx, id)
  if (deletedAt) throw new AppError('unknown', 'This contest was not found')
  return row
}

async function getContestOrDeleted(
  tx: Tx,
  id: ContestId,
): Promise<{ deletedAt: Date | null; row: store.ContestRow }> {
  const found = await store.findContest(tx, id)
  if (!found) throw new AppError('unknown', 'This contest was not found')
  const { deletedAt, ...row } = found
  return { deletedAt, row }
}

async function assertNotBuilding(tx: Tx, contestId: ContestId): Promise<void> {
  const build = await store.findBuildOf.first(tx, { contestId })
  if (build) throw new AppError('conflict', 'Its standings are being prepared. Try again when they are ready')
}

/** Gives a contest that counts nothing any more standings without lines, unless it has a champion. */
async function leaveStandings({ jobs }: Deps, tx: Tx, id: ContestId): Promise<void> {
  if (await hasWinner(tx, id)) return
  await store.updateContestRow(tx, { id, standingsId: newId<'standings'>() })
  await jobs.enqueue(tx, 'contests.build', {})
}

async function beginBuild(
  { clock }: Deps,
  tx: Tx,
  contest: store.ContestRow,
  id = newId<'standings'>(),
): Promise<void> {
  const { id: contestId, startDate, endDate } = contest
  await store.insertBuild(tx, { id, contestId, startDate, endDate, now: clock.now() })
}

async function assertNoWinner(tx: Tx, id: ContestId): Promise<void> {
  if (await hasWinner(tx, id))
    throw invalidField('isBetweenTeams', 'The contest has its champion, so this cannot change any more')
}

async function hasWinner(tx: Tx, id: ContestId): Promise<boolean> {
  return (await store.findWinnerOf.first(tx, { contestId: id })) !== null
}

/** The contest as the client last saw it, with its dates as workspace days, as they are stored. */
function seenDays(deps: Deps, seen: NonNullable<ContestChange['seen']>) {
  const { startDate, endDate } = seen
  return {
    ...seen,
    ...(startDate !== undefined && { startDate: workspaceDay(deps, startDate) }),
    ...(endDate !== undefined && { endDate: workspaceDay(deps, endDate) }),
  }
}

function workspaceDay({ config }: Deps, text: string): Day {
  return text.length === 'YYYY-MM-DD'.length ? asDay(text) : dayOf(new Date(text), config.timeZone)
}
