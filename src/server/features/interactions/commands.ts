import { dayOf } from '#domain/days.ts'
import type { CapUse } from '#domain/honesty.ts'
import type { InteractionId, UserId } from '#domain/ids.ts'
import { reportState, undoVerdict } from '#domain/undo.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Member } from '#server/access/session.ts'
import type { Announcement } from '#server/db/announcement.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { getHonesty } from '../honesty/store.ts'
import { takeBackAchievements, unlockAchievements } from '../ledger/commands.ts'
import { lockMember } from '../ledger/store.ts'
import { announceReport, descriptionOf } from '../reports/commands.ts'
import { settleShareOf } from '../shares/commands.ts'
import { recountStreak } from '../streaks/commands.ts'
import * as store from './store.ts'

type Who = Pick<Member, 'id' | 'username' | 'displayName'>

export interface Undone {
  readonly interactionType: InteractionType
  readonly pointsRemoved: number
}

/** Undoes a member's own report within the undo window. Refuses with 404, 403, 409 or 410 and changes nothing. */
export async function undoInteraction(deps: Deps, member: Who, id: InteractionId): Promise<Undone> {
  return deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId: member.id })
    const found = await store.findReport.first(tx, { id })
    if (!found) throw unknownReport()
    const now = deps.clock.now()
    refuseUnless(undoVerdict(found, member.id, now))
    const { username, displayName, points: pointsRemoved, type: interactionType, platform, postId } = found
    const data = { username, displayName, pointsRemoved, interactionType, platform, postId }
    await undo(deps, tx, { report: found, now, messages: [{ type: 'POINT_REMOVAL', data }] })
    return { interactionType: found.type, pointsRemoved: found.points }
  })
}

/** A live report that ends, and what open windows hear of it. */
interface Ending {
  readonly report: store.ReportRow
  readonly now: Date
  readonly messages?: Announcement['messages']
}

/** Undoes a live report, whenever it was made. The caller's transaction has locked its member. */
export async function undo(deps: Deps, tx: Tx, ending: Ending): Promise<void> {
  const { report, now } = ending
  const [undone] = await store.insertUndo(tx, { id: report.id, ledgerId: newId(), now })
  if (!undone) refuseUnless('already-undone')
  await afterReversal(deps, tx, ending)
}

interface TakeBack {
  readonly id: InteractionId
  readonly reason: string
}

/**
 * Takes a report back, whenever it was made, as an undo does. Refuses one's own, one that does not count, and one that
 * was given back.
 */
export async function takeBackReport(deps: Deps, acting: Acting, wanted: TakeBack): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const report = await lockedReport(tx, wanted.id)
    await takeBack(deps, tx, { acting, report, reason: wanted.reason })
  })
}

/** A report whose member is locked until the transaction ends. Refuses an unknown one. */
export async function lockedReport(tx: Tx, id: InteractionId): Promise<store.ReportRow> {
  const found = await store.findReport.first(tx, { id })
  if (!found) throw unknownReport()
  await lockMember(tx, { userId: found.userId })
  return store.findReport.one(tx, { id })
}

interface TakingBack {
  readonly acting: Acting
  readonly report: store.ReportRow
  readonly reason: string
}

/** The same in the caller's transaction, which has locked the member. */
export async function takeBack(deps: Deps, tx: Tx, { acting, report, reason }: TakingBack): Promise<void> {
  refuseTakeBack(report, acting.member.id)
  const now = deps.clock.now()
  const { id, userId, points, type, postId } = report
  const written = { id, ledgerId: newId<'ledgerEntry'>(), now, reviewerId: acting.member.id, reason }
  await store.insertTakeBack.one(tx, written)
  // Without a message: it is between the member and the reviewers.
  await afterReversal(deps, tx, { report, now })
  tx.announce({ topics: ['review'] })
  const details = {
    before: { state: 'live', points },
    after: { state: 'taken_back', points: 0 },
    reason,
    memberId: userId,
    type,
    postId,
    closedContests: (await store.listClosedContests(tx, { day: report.day })).map(({ title }) => title),
  }
  await recordAct(deps, tx, acting, { action: 'report.take-back', subject: id, details })
}

function refuseTakeBack(report: store.ReportRow, reviewerId: UserId): void {
  if (report.userId === reviewerId)
    throw new AppError('not-allowed', 'You cannot take back your own report: a colleague decides')
  const state = reportState(report)
  if (state === 'undone') throw new AppError('conflict', 'The member has already undone this report')
  if (state === 'taken_back') throw new AppError('conflict', 'This report is already taken back')
  if (report.givenBackAt !== null)
    throw new AppError('conflict', 'This report was given back after an appeal, and stays')
}

/** Gives a report back that was taken back, with its points, day and share. The caller has locked the member. */
export async function giveBackReport(deps: Deps, tx: Tx, id: InteractionId, now: Date): Promise<void> {
  const report = await store.findReport.one(tx, { id })
  const { userId, type } = report
  const written = { id, ledgerId: newId<'ledgerEntry'>(), activityId: newId<'activity'>(), now }
  const [given] = await store.insertGiveBack(tx, { ...written, description: descriptionOf(type, report) })
  if (!given) throw new AppError('conflict', 'This report is no longer taken back')
  await recountStreak(deps, tx, userId)
  if (type === 'share') await settleShareOf(deps, tx, { interactionId: id, wasLive: false })
  await unlockAchievements(deps, tx, { userId, now })
  announceReport(tx, userId, { interactionType: type, hasNewDay: true })
  tx.announce({ topics: ['review'] })
}

/** What follows from a report that no longer counts: the streak, the achievements, its share and its check. */
async function afterReversal(deps: Deps, tx: Tx, { report, now, messages }: Ending): Promise<void> {
  const { id, userId, day, reportedAt: earnedAt, type: interactionType, points } = report
  const { isTaken, isPlain } = await store.hasReportOn.one(tx, { userId, day })
  const hasLostDay = !isTaken || !isPlain
  if (hasLostDay) await recountStreak(deps, tx, userId)
  if (interactionType === 'share') await settleShareOf(deps, tx, { interactionId: id, wasLive: true })
  await takeBackAchievements(tx, { userId, now, lost: { id, earnedAt, points } })
  const closed = await store.deleteOpenCheck(tx, { interactionId: id })
  if (closed.length > 0) {
    tx.announce({ topics: ['checks'], members: [userId] })
    tx.announce({ topics: ['review'] })
  }
  announceReport(tx, userId, { interactionType, hasNewDay: hasLostDay, messages })
}

function unknownReport(): AppError {
  return new AppError('unknown', 'This interaction was not found')
}

/** How many reports of each type have earned members points today, and how many may. */
export async function readCaps(
  { db, clock, config }: Deps,
  userIds: readonly UserId[],
): Promise<(userId: UserId) => Record<InteractionType, CapUse>> {
  const { dailyCaps } = await getHonesty(db)
  const isCapped = Object.values(dailyCaps).some((cap) => cap !== null)
  const day = dayOf(clock.now(), config.timeZone)
  const earned = isCapped ? await store.countEarned(db, { userIds, day }) : []
  const ofMember = new Map(earned.map((row) => [row.userId, row]))
  return (userId) => {
    const own = ofMember.get(userId)
    const use = (type: InteractionType) => ({ earned: own?.[type] ?? 0, cap: dailyCaps[type] })
    return { like: use('like'), comment: use('comment'), share: use('share') }
  }
}

function refuseUnless(verdict: ReturnType<typeof undoVerdict>): void {
  if (verdict === 'not-yours') throw new AppError('not-allowed', 'You can only undo your own interactions')
  if (verdict === 'already-undone') throw new AppError('conflict', 'This interaction is already undone')
  if (verdict === 'too-late') throw new AppError('gone', 'Too late to undo')
}
