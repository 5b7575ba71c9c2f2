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
import { type AppliedRule, earningFor, type PointsRule } from '#domain/points.ts'
import type { LedgerReason, Platform } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { tellMember } from '../direct-messages/commands.ts'
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
  /** The rule that gave the amount; null where none did. */
  readonly rule: AppliedRule | null
  /** The workspace day that it counts for; that of `at` if omitted. */
  readonly day?: Day
  /** By how much it changes the member's verified shares; 0 if omitted. */
  readonly verified?: number
  readonly line?: Line
}

/**
 * Books points for a member and unlocks the achievements that they complete. The caller's transaction has locked the
 * member.
 */
export async function award(deps: Deps, tx: Tx, booking: Booking): Promise<void> {
  await book(tx, {
    ...booking,
    day: booking.day ?? dayOf(booking.at, deps.config.timeZone),
    reversesId: null,
  })
  const { userId, at: now, amount, verified = 0 } = booking
  if (amount > 0 || verified > 0) await unlockAchievements(deps, tx, { userId, now })
}

interface Entry extends Booking {
  /** A reversal counts for the same day as the entry that it reverses. */
  readonly day: Day
  /** The entry that this one reverses. */
  readonly reversesId: Id<'ledgerEntry'> | null
}

async function book(tx: Tx, { line, rule, verified = 0, ...entry }: Entry): Promise<void> {
  await store.insertEntry(tx, {
    ...entry,
    ...store.ruleValues(rule),
    verified,
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

/** What decides a member's achievements, and what they earn. */
export async function readProgress(tx: Tx, userId: UserId) {
  const [progress, rules] = await Promise.all([
    store.getMemberProgress.one(tx, { userId }),
    listPointsRules(tx),
  ])
  return { ...progress, rules }
}

interface Unlockable extends Earning {
  /** As of now; read when omitted. */
  readonly known?: Awaited<ReturnType<typeof readProgress>>
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
export async function unlockAchievements(
  deps: Deps,
  tx: Tx,
  { userId, now, known }: Unlockable,
): Promise<void> {
  const progress = known ?? (await readProgress(tx, userId))
  const { held, displayName, rules } = progress
  const grant = (code: AchievementCode, lead: number | null) => {
    const award = awardOf(rules, code)
    return { points: award.points, done: unlock(deps, tx, { userId, displayName, now, lead, award }) }
  }
  const granted = dueAchievements(held, progress).map((code) => grant(code, null))
  const points = granted.reduce((sum, each) => sum + each.points, progress.points)
  const mayLead = !held.includes('team_leader') && points >= leaderPoints
  // Answered in this order: the board has the points of the achievements.
  const board = mayLead ? store.getBoardAround.one(tx, { userId }) : null
  await Promise.all([...granted.map(({ done }) => done), board])
  if (board === null) return
  const around = await board
  if (around.aheadId !== null) believedAhead.set(deps.db, around.aheadId)
  const lead = leadOf(around)
  if (lead !== null) await grant('team_leader', lead).done
}

/** An achievement that is unlocked, with what it earns. */
export interface Award extends AppliedEarning {
  readonly id: Id<'earnedAchievement'>
  readonly code: AchievementCode
  /** The text of its activity. */
  readonly line: string
}
type AppliedEarning = ReturnType<typeof earningFor>

/** What unlocking an achievement earns under these rules. */
export function awardOf(rules: readonly PointsRule[], code: AchievementCode): Award {
  const earning = earningFor(rules, { actionType: 'achievement', platform: null, context: code })
  return { ...earning, id: newId(), code, line: `Unlocked the achievement ${kindOf.get(code)?.name ?? code}` }
}

interface Unlocking extends Earning {
  readonly displayName: string
  readonly lead: number | null
  readonly award: Award
}

async function unlock(deps: Deps, tx: Tx, unlocking: Unlocking): Promise<void> {
  const { userId, now, lead, award } = unlocking
  const { id, code, points, rule, line: description } = award
  const inserted = store.insertAchievement(tx, { id, userId, code, points, lead, at: now })
  const booking = { userId, amount: points, reason: 'achievement', subjectId: id, at: now } as const
  const done = book(tx, {
    ...booking,
    day: dayOf(now, deps.config.timeZone),
    rule,
    reversesId: null,
    line: { type: 'achievement', description, platform: null, points },
  })
  await Promise.all([inserted, done])
  await announceAward(deps, tx, unlocking)
}

/** Tells the member's windows, the chat and the member of an achievement that the transaction has unlocked. */
export async function announceAward(
  deps: Deps,
  tx: Tx,
  { userId, displayName, award }: Pick<Unlocking, 'userId' | 'displayName' | 'award'>,
): Promise<void> {
  const { id, code, points } = award
  const { name = code, description = '' } = kindOf.get(code) ?? {}
  tx.announce({ topics: ['achievements'], members: [userId] })
  const key = `achievement_unlocked ${id}`
  const unlocked = { achievement: name, description, points }
  await Promise.all([
    notifyChat(deps, tx, { key, notification: { kind: 'achievement_unlocked', displayName, ...unlocked } }),
    tellMember(deps, tx, { userId, kind: 'achievement_unlocked', key, facts: unlocked }),
  ])
}

/** Points that a member has lost again, and when they had earned them. */
interface Loss {
  readonly id: Id<'interaction' | 'earnedAchievement'>
  readonly earnedAt: Date
  readonly points: number
}

/**
 * Takes back the achievements that depended on what was undone or is no longer verified. Runs in that transaction, after
 * the change is written and the streak corrected. `lost` is the report that was undone; null for a share.
 */
export async function takeBackAchievements(
  tx: Tx,
  { userId, now, lost }: Earning & { readonly lost: Loss | null },
): Promise<void> {
  const progress = await store.getMemberProgress.one(tx, { userId })
  if (progress.held.length === 0) return
  const held = await store.listHeldAchievements(tx, { userId })
  const gone = held.filter(({ code }) => !isReached(code, progress))
  const leading = held.find(({ code }) => code === 'team_leader')
  if (leading && (await hasLostLead(tx, leading, lost ? [lost, ...gone] : gone))) gone.push(leading)
  for (const { id, points, entryId, day } of gone) {
    await store.updateTakenBack(tx, { id, at: now })
    const line = { type: 'achievement', description: '', platform: null, points: null } as const
    const reversal = { userId, amount: -points, reason: 'undo', subjectId: id, reversesId: entryId } as const
    await book(tx, { ...reversal, rule: null, day, at: now, line })
    tx.announce({ topics: ['achievements'], members: [userId] })
  }
}

/** Whether the member led only because of the points that are now taken back. If not, stores the reduced lead. */
async function hasLostLead(
  tx: Tx,
  leading: store.HeldAchievement,
  losses: readonly Loss[],
): Promise<boolean> {
  const wasBefore = ({ earnedAt, id }: Loss) =>
    earnedAt < leading.earnedAt || (earnedAt.getTime() === leading.earnedAt.getTime() && id < leading.id)
  const lost = losses.filter(wasBefore).reduce((sum, { points }) => sum + points, 0)
  const left = (leading.lead ?? 0) - lost
  if (left >= 0 && lost > 0) await store.updateAchievementLead(tx, { id: leading.id, lead: left })
  return left < 0
}

/** What an administrator corrects. */
interface Correction {
  readonly userId: UserId
  /** Not 0; negative to take points. */
  readonly amount: number
  readonly reason: string
}

/** Adds or takes points, with a reason that the member reads. Refuses to take more than the member has. */
export async function adjustPoints(deps: Deps, acting: Acting, { userId, amount, reason }: Correction) {
  return deps.db.transaction(async (tx) => {
    const known = await store.lockMember.first(tx, { userId })
    if (!known) throw new AppError('unknown', 'This user was not found')
    const { points: before } = await store.getMemberProgress.one(tx, { userId })
    // Points can be below 0 after an undo; adding some is right even if they stay there.
    if (amount < 0 && before + amount < 0) throw tooMuch(before)
    const id = newId<'adjustment'>()
    const at = deps.clock.now()
    await store.insertAdjustment(tx, { id, userId, adminId: acting.member.id, amount, reason, at })
    await award(deps, tx, { userId, amount, reason: 'adjustment', subjectId: id, at, rule: null })
    const details = { before: { points: before }, after: { points: before + amount }, amount, reason }
    await recordAct(deps, tx, acting, { action: 'points.adjust', subject: userId, details })
    tx.announce({ topics: ['adjustments'], members: [userId] })
    const { points: totalPoints } = await store.getMemberProgress.one(tx, { userId })
    return { id, userId, amount, reason, totalPoints, createdAt: at.toISOString() }
  })
}

function tooMuch(points: number): AppError {
  const message =
    points <= 0
      ? 'The member has no points'
      : `The member has ${points} points: at most ${points} can be taken`
  return new AppError('conflict', message, { issues: [{ path: 'amount', message }] })
}
