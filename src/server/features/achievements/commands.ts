import { uuidv7 } from 'uuidv7'
import {
  type AchievementCode,
  achievementKinds,
  dueAchievements,
  isReached,
  leaderPoints,
  leadOf,
} from '#domain/achievements.ts'
import { dayOf } from '#domain/days.ts'
import { type PointsRule, pointsFor } from '#domain/points.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { insertLedgerEntry } from '../ledger/store.ts'
import { notifyChat } from '../notifications/commands.ts'
import { listPointsRules } from '../points/store.ts'
import * as store from './store.ts'

export const kindOf = new Map(achievementKinds.map((kind) => [kind.code, kind]))

interface Earning {
  readonly userId: string
  readonly now: Date
}

// Somebody above the others, as last seen. Only a hint: whoever relies on it has the database check it.
const believedAhead = new WeakMap<Db, string>()

/** Somebody who probably stands above most members; null when nobody is known. */
export function likelyAhead(db: Db): string | null {
  return believedAhead.get(db) ?? null
}

/**
 * Unlocks what a member has come to, inside the transaction in which they earned something and with their row locked.
 * Answers the codes. Leading the team is asked last, with the points of the others.
 */
export async function unlockAchievements(
  deps: Deps,
  tx: Tx,
  { userId, now }: Earning,
): Promise<AchievementCode[]> {
  const progress = await store.getMemberProgress(tx, userId)
  const due = dueAchievements(progress.held, progress)
  const mayLead = !progress.held.includes('team_leader')
  if (due.length === 0 && (!mayLead || progress.points < leaderPoints)) return []
  const rules = await listPointsRules(tx)
  const grant = (code: AchievementCode, lead: number | null) =>
    insertUnlocked(deps, tx, { userId, username: progress.username, now, code, lead, rules })
  let { points } = progress
  for (const code of due) points += await grant(code, null)
  if (!mayLead || points < leaderPoints) return due
  const board = await store.getBoardAround(tx, userId)
  if (board.aheadId !== null) believedAhead.set(deps.db, board.aheadId)
  const lead = leadOf(board)
  if (lead === null) return due
  await grant('team_leader', lead)
  return [...due, 'team_leader']
}

interface Unlocking extends Earning {
  readonly username: string
  readonly code: AchievementCode
  readonly lead: number | null
  readonly rules: readonly PointsRule[]
}

async function insertUnlocked(deps: Deps, tx: Tx, unlocking: Unlocking): Promise<number> {
  const { userId, username, now, code, lead, rules } = unlocking
  const points = pointsFor(rules, { actionType: 'achievement', platform: null, context: code })
  const id = uuidv7()
  tx.announce({ topics: ['totals', 'activities', 'achievements'], members: [userId] })
  const { name: achievement = code, description: reason = '' } = kindOf.get(code) ?? {}
  const description = `Unlocked the achievement ${achievement}`
  await store.insertAchievement(tx, {
    id,
    activityId: uuidv7(),
    userId,
    code,
    points,
    lead,
    description,
    at: now,
  })
  await insertLedgerEntry(tx, {
    id: uuidv7(),
    userId,
    amount: points,
    reason: 'achievement' as const,
    subjectId: id,
    day: dayOf(now, deps.config.timeZone),
    at: now,
  })
  await notifyChat(deps, tx, {
    key: `achievement_unlocked ${id}`,
    notification: { kind: 'achievement_unlocked', username, achievement, description: reason, points },
  })
  return points
}

interface UndoneReport extends Earning {
  readonly interactionId: string
  readonly reportedAt: Date
  readonly points: number
}

/**
 * Takes back what only an undone report had earned, inside the transaction of the undo, after it was written and the
 * streak is right. Answers the codes.
 */
export async function takeBackAchievements(tx: Tx, undone: UndoneReport): Promise<AchievementCode[]> {
  const { userId, now } = undone
  const progress = await store.getMemberProgress(tx, userId)
  if (progress.held.length === 0) return []
  const held = await store.listHeldAchievements(tx, userId)
  const gone = held.filter(({ code }) => !isReached(code, progress))
  const leading = held.find(({ code }) => code === 'team_leader')
  if (leading && (await hasLostLead(tx, leading, { undone, gone }))) gone.push(leading)
  for (const { id, points, entryId, day } of gone) {
    await store.updateTakenBack(tx, id, now)
    tx.announce({ topics: ['totals', 'activities', 'achievements'], members: [userId] })
    await insertLedgerEntry(tx, {
      id: uuidv7(),
      userId,
      amount: -points,
      reason: 'undo' as const,
      subjectId: id,
      reversesId: entryId,
      day,
      at: now,
    })
  }
  return gone.map(({ code }) => code)
}

/** Whether the lead rested on what is taken back now; if not, the less of it that is left is kept. */
async function hasLostLead(
  tx: Tx,
  leading: store.HeldAchievement,
  { undone, gone }: { undone: UndoneReport; gone: readonly store.HeldAchievement[] },
): Promise<boolean> {
  const wasBefore = (at: Date, id: string) =>
    at < leading.earnedAt || (at.getTime() === leading.earnedAt.getTime() && id < leading.id)
  const lost = [
    ...(wasBefore(undone.reportedAt, undone.interactionId) ? [undone.points] : []),
    ...gone.filter(({ earnedAt, id }) => wasBefore(earnedAt, id)).map(({ points }) => points),
  ].reduce((sum, points) => sum + points, 0)
  const left = (leading.lead ?? 0) - lost
  if (left >= 0 && lost > 0) await store.updateAchievementLead(tx, leading.id, left)
  return left < 0
}
