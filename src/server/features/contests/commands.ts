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
import type { ContestId } from '#domain/ids.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { RowOf } from '#server/db/query.ts'
import { sqlState } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, invalidField } from '#server/errors.ts'
import { insertPlatformUpdate } from '../activities/store.ts'
import { deleteStandings, lockStandings, updateStandings } from '../ledger/store.ts'
import { notifyChat } from '../notifications/commands.ts'
import { tellWebhooks } from '../webhooks/commands.ts'
import * as store from './store.ts'

/** A contest as all members see it. */
export function contestView(row: store.ContestRow): Contest {
  return { ...row, ...monthOfContest(row), createdAt: row.createdAt.toISOString() }
}

/**
 * Creates a contest, with standings from points already earned on its days. Refuses an end before the start (400) and
 * dates that overlap another active contest (409).
 */
export async function createContest(deps: Deps, acting: Acting, wanted: NewContest): Promise<Contest> {
  const { title, description, prize, isActive } = wanted
  const row = {
    id: newId<'contest'>(),
    title,
    description,
    prize,
    isActive,
    createdAt: deps.clock.now(),
    startDate: workspaceDay(deps, wanted.startDate),
    endDate: workspaceDay(deps, wanted.endDate),
  }
  return saveContest(deps, async (tx) => {
    await assertWindow(tx, row)
    await store.insertContestRow(tx, row)
    await updateStandings(tx, row.id)
    await recordAct(deps, tx, acting, { action: 'contest.create', subject: row.id, details: { after: row } })
    return row
  })
}

/**
 * Changes the fields that are sent and keeps the rest. If the dates or `isActive` change, rebuilds the standings, unless
 * the contest has a champion and is off: then they stay as they were.
 * Refuses a change based on a stale view of the contest (409).
 */
export async function updateContest(
  deps: Deps,
  acting: Acting,
  { id, change }: { readonly id: ContestId; readonly change: ContestChange },
): Promise<Contest> {
  return saveContest(deps, async (tx) => {
    const before = await getContest(tx, id)
    if (change.seen) assertSeen(seenDays(deps, change.seen), contestView(before))
    const { title = before.title, description = before.description, prize = before.prize } = change
    const { isActive = before.isActive, startDate = before.startDate, endDate = before.endDate } = change
    const after = {
      ...before,
      title,
      description,
      prize,
      isActive,
      startDate: workspaceDay(deps, startDate),
      endDate: workspaceDay(deps, endDate),
    }
    await assertWindow(tx, after)
    await store.updateContestRow(tx, after)
    const moving = ['startDate', 'endDate', 'isActive'] as const
    if (moving.some((key) => before[key] !== after[key])) await rebuildStandings(tx, after)
    await recordAct(deps, tx, acting, { action: 'contest.update', subject: id, details: { before, after } })
    return after
  })
}

/** Deletes a contest. Points earned in it stay, and so do its champion and the standings that the champion won. */
export async function deleteContest(deps: Deps, acting: Acting, id: ContestId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockStandings(tx, {})
    const before = await getContest(tx, id)
    await store.updateContestRow(tx, { id, deletedAt: deps.clock.now() })
    if (!(await hasWinner(tx, id))) await deleteStandings(tx, { contestId: id })
    tx.announce({ topics: ['contests'] })
    await recordAct(deps, tx, acting, { action: 'contest.delete', subject: id, details: { before } })
  })
}

/**
 * Restores a deleted contest and rebuilds its standings from what is booked now. Does nothing if it is not deleted.
 * Refuses if another active contest has taken its days (409), or if it was deleted too long ago (410).
 */
export async function restoreContest(deps: Deps, acting: Acting, id: ContestId): Promise<Contest> {
  return saveContest(deps, async (tx) => {
    const { deletedAt, row } = await getContestOrDeleted(tx, id)
    if (!deletedAt) return row
    if (deletedAt < restorableSince(deps.clock.now())) {
      const message = `This contest was deleted more than ${restoreDays} days ago, so it cannot be restored any more`
      throw new AppError('gone', message)
    }
    await assertWindow(tx, row)
    await store.updateContestRow(tx, { id, deletedAt: null })
    await rebuildStandings(tx, row)
    await recordAct(deps, tx, acting, { action: 'contest.restore', subject: id, details: { after: row } })
    return row
  })
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
    await db.transaction(async (tx) => {
      const { id: contestId, endDate } = contest
      // Locked, so that nobody deletes it together with its standings meanwhile.
      await store.findContest(tx, contestId)
      const winner = await store.insertWinner.first(tx, { id: newId(), contestId, endDate, now })
      if (!winner) return
      tx.announce({ topics: ['contests'] })
      await tellClosed(deps, tx, { contest, winner, now })
      if (!isNews(contest, now, config.timeZone)) return
      const { displayName, points, title } = winner
      const description = `${displayName} is the champion of ${title}`
      await insertPlatformUpdate(tx, { id: newId(), subjectId: contestId, description, createdAt: now })
      await notifyChat(deps, tx, {
        key: `contest_winner ${contestId}`,
        notification: { kind: 'contest_winner', contestId, title, prize: contest.prize, displayName, points },
      })
      tx.announce({ topics: ['activities'] })
    })
  }
}

interface Closed {
  readonly contest: Pick<store.ContestRow, 'id' | 'startDate' | 'endDate'>
  readonly winner: RowOf<typeof store.insertWinner>
  readonly now: Date
}

function tellClosed(deps: Deps, tx: Tx, { contest, winner, now }: Closed): Promise<void> {
  const { id: contestId, startDate, endDate } = contest
  const { title, userId: memberId, displayName, points } = winner
  const champion = { memberId, displayName, points }
  const link = deps.config.publicUrl + standingsAddress(contestId)
  return tellWebhooks(deps, tx, {
    type: 'contest.closed',
    timestamp: now.toISOString(),
    data: { contestId, title, startDate, endDate, champion, link },
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

async function saveContest(deps: Deps, write: (tx: Tx) => Promise<store.ContestRow>): Promise<Contest> {
  try {
    return await deps.db.transaction(async (tx) => {
      await lockStandings(tx, {})
      const row = await write(tx)
      tx.announce({ topics: ['contests', 'totals'] })
      // If the contest has already ended, its winner is recorded now and not only at the next scheduled run.
      await deps.jobs.enqueue(tx, 'contests.close', {})
      return contestView(row)
    })
  } catch (error) {
    if (sqlState(error) === overlapState) throw overlapping('another active contest')
    throw error
  }
}

const overlapState = '23P01'

async function assertWindow(tx: Tx, row: store.ContestRow): Promise<void> {
  if (row.endDate < row.startDate)
    throw invalidField('endDate', 'The end date must not be before the start date')
  const other = row.isActive ? await store.findOverlap(tx, row) : null
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

async function rebuildStandings(tx: Tx, { id, isActive }: store.ContestRow): Promise<void> {
  if (isActive || !(await hasWinner(tx, id))) await updateStandings(tx, id)
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
