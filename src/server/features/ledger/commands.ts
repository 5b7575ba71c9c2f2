import {
  type AchievementCode,
  achievementCodes,
  achievementKinds,
  countsWithoutNews,
  dueAchievements,
  isReached,
  leaderPoints,
  leadOf,
} from '#domain/achievements.ts'
import { type Day, dayOf } from '#domain/days.ts'
import type { Id, LedgerSubject, UserId } from '#domain/ids.ts'
import { type PointsRule, pointsFor } from '#domain/points.ts'
import type { LedgerReason, Platform } from '#domain/vocabulary.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { notifyChat } from '../notifications/commands.ts'
import { listPointsRules } from '../points/store.ts'
import * as store from './store.ts'

/** The activity that says what points were booked for. */
interface Line {
  readonly type: 'share' | 'achievement'
  readonly description: string
  readonly platform: Platform | null
  /** The points that the activity shows; null removes the activity. */
  readonly points: number | null
}

interface Booking {
  readonly userId: UserId
  /** Negative when points are taken back. */
  readonly amount: number
  readonly reason: LedgerReason
  /** The id of what the points are for. */
  readonly subjectId: Id<LedgerSubject>
  readonly at: Date
  readonly line?: Line
}

/**
 * Books points for a member and unlocks the achievements that they complete. The caller's transaction has locked the
 * member.
 */
export async function award(deps: Deps, tx: Tx, booking: Booking): Promise<void> {
  await book(tx, { ...booking, day: dayOf(booking.at, deps.config.timeZone), reversesId: null })
  const { userId, at: now } = booking
  if (booking.amount > 0) await unlockAchievements(deps, tx, { userId, now })
}

interface Entry extends Booking {
  /** A reversal counts for the same day as the entry that it reverses. */
  readonly day: Day
  /** The entry that this one reverses. */
  readonly reversesId: Id<'ledgerEntry'> | null
}

async function book(tx: Tx, { line, ...entry }: Entry): Promise<void> {
  await store.insertEntry(tx, {
    ...entry,
    id: newId(),
    lineId: newId(),
    lineType: line?.type ?? null,
    linePoints: line?.points ?? 0,
    isShown: line?.points !== null && line !== undefined,
    description: line?.description ?? null,
    platform: line?.platform ?? null,
  })
  const topics = line ? (['totals', 'activities'] as const) : (['totals'] as const)
  tx.announce({ topics, members: [entry.userId] })
}

export const kindOf = new Map(achievementKinds.map((kind) => [kind.code, kind]))

interface Earning {
  readonly userId: UserId
  readonly now: Date
}

// A member who was last seen ahead of the others. Only a hint: the statement that uses it checks it in the database.
const believedAhead = new WeakMap<Db, UserId>()

/** Upper bounds below which a report cannot unlock another achievement for a member who holds these. */
export function unlockBounds({ db }: Deps, held: readonly AchievementCode[]): store.UnlockBounds {
  const pointsToLead = held.includes('team_leader') ? null : leaderPoints
  return { ...countsWithoutNews(held), pointsToLead, aheadId: believedAhead.get(db) ?? null }
}

/** No bounds, for a report that is written with its member locked. */
export const noBounds = { ...countsWithoutNews(achievementCodes), pointsToLead: null, aheadId: null }

/**
 * Unlocks the achievements that a member has reached, in the transaction that booked the points and with the member
 * locked. Leading the team is checked last, because the other achievements earn points too.
 */
export async function unlockAchievements(deps: Deps, tx: Tx, { userId, now }: Earning): Promise<void> {
  const progress = await store.getMemberProgress.one(tx, { userId })
  const due = dueAchievements(progress.held, progress)
  const mayLead = !progress.held.includes('team_leader')
  if (due.length === 0 && (!mayLead || progress.points < leaderPoints)) return
  const rules = await listPointsRules(tx)
  const grant = (code: AchievementCode, lead: number | null) =>
    unlock(deps, tx, { userId, displayName: progress.displayName, now, code, lead, rules })
  let { points } = progress
  for (const code of due) points += await grant(code, null)
  if (!mayLead || points < leaderPoints) return
  const board = await store.getBoardAround.one(tx, { userId })
  if (board.aheadId !== null) believedAhead.set(deps.db, board.aheadId)
  const lead = leadOf(board)
  if (lead !== null) await grant('team_leader', lead)
}

interface Unlocking extends Earning {
  readonly displayName: string
  readonly code: AchievementCode
  readonly lead: number | null
  readonly rules: readonly PointsRule[]
}

async function unlock(deps: Deps, tx: Tx, unlocking: Unlocking): Promise<number> {
  const { userId, displayName, now, code, lead, rules } = unlocking
  const points = pointsFor(rules, { actionType: 'achievement', platform: null, context: code })
  const id = newId<'earnedAchievement'>()
  await store.insertAchievement(tx, { id, userId, code, points, lead, at: now })
  const { name = code, description = '' } = kindOf.get(code) ?? {}
  const booking = { userId, amount: points, reason: 'achievement', subjectId: id, at: now } as const
  await book(tx, {
    ...booking,
    day: dayOf(now, deps.config.timeZone),
    reversesId: null,
    line: { type: 'achievement', description: `Unlocked the achievement ${name}`, platform: null, points },
  })
  tx.announce({ topics: ['achievements'], members: [userId] })
  await notifyChat(deps, tx, {
    key: `achievement_unlocked ${id}`,
    notification: { kind: 'achievement_unlocked', displayName, achievement: name, description, points },
  })
  return points
}

interface UndoneReport extends Earning {
  readonly interactionId: Id<'interaction'>
  readonly reportedAt: Date
  readonly points: number
}

/**
 * Takes back the achievements that depended on an undone report. Runs in the transaction of the undo, after the undo is
 * written and the streak corrected.
 */
export async function takeBackAchievements(tx: Tx, undone: UndoneReport): Promise<void> {
  const { userId, now } = undone
  const progress = await store.getMemberProgress.one(tx, { userId })
  if (progress.held.length === 0) return
  const held = await store.listHeldAchievements(tx, { userId })
  const gone = held.filter(({ code }) => !isReached(code, progress))
  const leading = held.find(({ code }) => code === 'team_leader')
  if (leading && (await hasLostLead(tx, leading, { undone, gone }))) gone.push(leading)
  for (const { id, points, entryId, day } of gone) {
    await store.updateTakenBack(tx, { id, at: now })
    const line = { type: 'achievement', description: '', platform: null, points: null } as const
    const reversal = { userId, amount: -points, reason: 'undo', subjectId: id, reversesId: entryId } as const
    await book(tx, { ...reversal, day, at: now, line })
    tx.announce({ topics: ['achievements'], members: [userId] })
  }
}

/** Whether the member led only because of the points that are now taken back. If not, stores the reduced lead. */
async function hasLostLead(
  tx: Tx,
  leading: store.HeldAchievement,
  { undone, gone }: { undone: UndoneReport; gone: readonly store.HeldAchievement[] },
): Promise<boolean> {
  const wasBefore = (at: Date, id: Id<'interaction' | 'earnedAchievement'>) =>
    at < leading.earnedAt || (at.getTime() === leading.earnedAt.getTime() && id < leading.id)
  const lost = [
    ...(wasBefore(undone.reportedAt, undone.interactionId) ? [undone.points] : []),
    ...gone.filter(({ earnedAt, id }) => wasBefore(earnedAt, id)).map(({ points }) => points),
  ].reduce((sum, points) => sum + points, 0)
  const left = (leading.lead ?? 0) - lost
  if (left >= 0 && lost > 0) await store.updateAchievementLead(tx, { id: leading.id, lead: left })
  return left < 0
}
