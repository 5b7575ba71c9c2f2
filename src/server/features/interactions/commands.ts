import type { Topic } from '#contract/topics.ts'
import { countsAfter, dueAchievements } from '#domain/achievements.ts'
import { type Day, dayOf } from '#domain/days.ts'
import { burstMs, type CapUse, checkAnswerMs, checkCause, drawOf, isUnderCap } from '#domain/honesty.ts'
import type { InteractionId, PostId, UserId } from '#domain/ids.ts'
import { earningFor, nothing, streakBonusDays } from '#domain/points.ts'
import { testBrand } from '#domain/posts.ts'
import { pastTenses } from '#domain/statements.ts'
import { extendStreak, type Streak, streakOfDays } from '#domain/streaks.ts'
import { reportState, undoVerdict } from '#domain/undo.ts'
import { type CheckCause, type InteractionType, type Platform, platformNames } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Member } from '#server/access/session.ts'
import type { Announcement } from '#server/db/announcement.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { getHonesty } from '../honesty/store.ts'
import { noBounds, takeBackAchievements, unlockAchievements, unlockBounds } from '../ledger/commands.ts'
import { lockMember, ruleValues, type UnlockBounds, updateMemberStreak } from '../ledger/store.ts'
import { settleShareOf } from '../shares/commands.ts'
import { excusedDays } from '../streaks/commands.ts'
import * as store from './store.ts'

export interface Report {
  readonly postId: PostId
  readonly interactionType: InteractionType
  /** The member's own id, if a client sends it. */
  readonly userId?: UserId | undefined
}

export interface Reported {
  readonly id: InteractionId
  readonly reportedAt: string
  readonly points: number
  readonly interactionType: InteractionType
  readonly platform: Platform
  readonly cap: CapUse
}

type Who = Pick<Member, 'id' | 'username' | 'displayName'>

/**
 * Records that a member liked, commented on or shared a post, with its points, streak and achievements.
 * Refuses another member's id, an unknown post, and a report that is already live.
 */
export async function reportInteraction(deps: Deps, member: Who, report: Report): Promise<Reported> {
  if (report.userId !== undefined && report.userId !== member.id) {
    throw new AppError('not-allowed', 'You can only report your own interactions', {
      issues: [{ path: 'userId', message: 'is not your own id' }],
    })
  }
  const making = { id: newId<'interaction'>(), member, report }
  try {
    return (await writeAlone(deps, making)) ?? (await writeLocked(deps, making))
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    const { postId, interactionType: type } = report
    const { isTakenBack } = await store.isTakenBack.one(deps.db, { userId: member.id, postId, type })
    throw isTakenBack
      ? new AppError('conflict', 'A reviewer took this report back. You can appeal in your points statement')
      : error
  }
}

interface Making {
  readonly id: InteractionId
  readonly member: Who
  readonly report: Report
}

/**
 * The usual report: one statement. Null if it may unlock an achievement, if it is checked, or if a concurrent write came
 * in between.
 */
async function writeAlone(deps: Deps, { id, member, report }: Making): Promise<Reported | null> {
  const reportedAt = deps.clock.now()
  const found = await findCase(deps, deps.db, { member, report, reportedAt })
  const streak = extendedStreak(found, dayOf(reportedAt, deps.config.timeZone))
  if (streak === null || mayUnlock(found, streak, report)) return null
  // A check is written with the member locked, so that no more are open than may be.
  if (causeOf(found, id) !== null) return null
  const bounds = unlockBounds(deps, found.held)
  return deps.db.singleStatement((tx) =>
    write(deps, tx, { id, member, report, found, streak, reportedAt, bounds }),
  )
}

/** The same with the member locked; it also unlocks achievements. */
function writeLocked(deps: Deps, { id, member, report }: Making): Promise<Reported> {
  return deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId: member.id })
    const reportedAt = deps.clock.now()
    const found = await findCase(deps, tx, { member, report, reportedAt })
    const day = dayOf(reportedAt, deps.config.timeZone)
    const streak =
      extendedStreak(found, day) ??
      // The clock went back to an excused day, or to before the member's last one: all days are counted again.
      (await countedStreak(tx, member.id, [day]))
    const written = await write(deps, tx, { id, member, report, found, streak, reportedAt, bounds: noBounds })
    if (!written) throw new Error('A locked member changed during the transaction')
    await askAbout(tx, { id, userId: member.id, cause: causeOf(found, id), askedAt: reportedAt })
    await unlockAchievements(deps, tx, { userId: member.id, now: reportedAt })
    return written
  })
}

/** Why a report is checked, by its id; null if it is not. */
function causeOf({ checks, reports, recent, openChecks }: store.ReportCase, id: InteractionId) {
  const nth = reports + 1
  return checkCause({ level: checks, nth, recent: recent + 1, open: openChecks, draw: drawOf(id) })
}

interface Asking {
  readonly id: InteractionId
  readonly userId: UserId
  readonly cause: CheckCause | null
  readonly askedAt: Date
}

async function askAbout(tx: Tx, { id: interactionId, userId, cause, askedAt }: Asking): Promise<void> {
  if (cause === null) return
  const dueAt = new Date(askedAt.getTime() + checkAnswerMs)
  await store.insertCheck(tx, { id: newId(), userId, interactionId, cause, askedAt, dueAt })
  tx.announce({ topics: ['checks'], members: [userId] })
}

interface Reporting extends Omit<Making, 'id'> {
  readonly reportedAt: Date
}

async function findCase(
  { config }: Deps,
  db: Db | Tx,
  { member, report, reportedAt }: Reporting,
): Promise<store.ReportCase> {
  const { postId, interactionType: type } = report
  const day = dayOf(reportedAt, config.timeZone)
  const since = new Date(reportedAt.getTime() - burstMs)
  const found = await store.findReportCase(db, { userId: member.id, postId, type, day, since })
  if (found?.brand === testBrand) throw new AppError('conflict', 'Reports on a test post do not count')
  if (found) return found
  throw new AppError('unknown', 'This post was not found', {
    issues: [{ path: 'postId', message: 'is unknown' }],
  })
}

/** The streak after a report on a day; null where that takes all days: on an excused day, or behind the last one. */
function extendedStreak({ streak, isExcused }: store.ReportCase, day: Day): Streak | null {
  return isExcused ? null : extendStreak(streak, day)
}

/** The streak of all days with a live report, and of those that are about to have one. */
async function countedStreak(tx: Tx, userId: UserId, more: readonly Day[] = []): Promise<Streak> {
  const live = (await store.listLiveDays(tx, { userId })).map(({ day }) => day)
  return streakOfDays([...live, ...more], await excusedDays(tx))
}

function mayUnlock(found: store.ReportCase, streak: Streak, report: Report): boolean {
  const progress = { ...countsAfter(found, report.interactionType), longestStreak: streak.longest }
  return dueAchievements(found.held, progress).length > 0
}

interface Writing extends Reporting {
  readonly id: InteractionId
  readonly found: store.ReportCase
  readonly streak: Streak
  readonly bounds: UnlockBounds
}

async function write(deps: Deps, tx: Tx, writing: Writing): Promise<Reported | null> {
  const { id, member, report, found, streak, reportedAt, bounds } = writing
  const { postId, interactionType: type } = report
  const { platform, held, cap, earnedToday, version } = found
  const earns = isUnderCap({ earned: earnedToday, cap })
  const { points, rule } = earns ? earningOf(found, type, streak) : nothing
  const outcome = await store.insertInteraction(tx, {
    id,
    ledgerId: newId(),
    activityId: newId(),
    shareId: newId(),
    userId: member.id,
    postId,
    type,
    platform,
    points,
    ...ruleValues(rule),
    reportedAt,
    held,
    // Whatever else the member does meanwhile can use up the last place under the cap.
    version: cap === null ? null : version,
    overCap: earns ? null : cap,
    day: dayOf(reportedAt, deps.config.timeZone),
    description: descriptionOf(type, { platform, authorName: found.authorName }),
    lastDayBefore: found.streak.lastDay,
    currentBefore: found.streak.current,
    longestBefore: found.streak.longest,
    ...streak,
    ...bounds,
  })
  if (outcome === 'duplicate') throw new AppError('conflict', `You have already reported this ${type}`)
  if (outcome === 'outdated') return null
  const reported = { interactionType: type, platform, postId }
  const hasNewDay = found.streak.lastDay !== streak.lastDay
  const { username, displayName } = member
  const data = { username, displayName, pointsEarned: points, ...reported }
  const messages = [{ type: 'POINT_UPDATE', data }] as const
  announceReport(tx, member.id, { interactionType: type, hasNewDay, messages })
  return {
    id,
    reportedAt: reportedAt.toISOString(),
    points,
    interactionType: type,
    platform,
    cap: { earned: earnedToday + (earns ? 1 : 0), cap },
  }
}

function earningOf({ rules, platform }: store.ReportCase, actionType: InteractionType, streak: Streak) {
  const bonuses = streak.current >= streakBonusDays ? (['streak'] as const) : []
  return earningFor(rules, { actionType, platform, context: 'honor_system', bonuses })
}

function descriptionOf(
  type: InteractionType,
  { platform, authorName }: { readonly platform: Platform; readonly authorName: string },
): string {
  return `${pastTenses[type]} ${articleOf(platform)} ${platformNames[platform]} post by ${authorName}`
}

function articleOf(platform: Platform): 'a' | 'an' {
  // X is spoken with a vowel first.
  return /^[aeiox]/i.test(platformNames[platform]) ? 'an' : 'a'
}

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
  await updateMemberStreak(tx, { userId, ...(await countedStreak(tx, userId)) })
  if (type === 'share') await settleShareOf(deps, tx, { interactionId: id, wasLive: false })
  await unlockAchievements(deps, tx, { userId, now })
  announceReport(tx, userId, { interactionType: type, hasNewDay: true })
  tx.announce({ topics: ['review'] })
}

/** What follows from a report that no longer counts: the streak, the achievements, its share and its check. */
async function afterReversal(deps: Deps, tx: Tx, { report, now, messages }: Ending): Promise<void> {
  const { id, userId, day, reportedAt: earnedAt, type: interactionType, points } = report
  const hasLostDay = !(await store.hasReportOn.one(tx, { userId, day })).isTaken
  if (hasLostDay) await updateMemberStreak(tx, { userId, ...(await countedStreak(tx, userId)) })
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

/** How many of a member's reports of each type have earned points today, and how many may. */
export async function readCaps(
  { db, clock, config }: Deps,
  userId: UserId,
): Promise<Record<InteractionType, CapUse>> {
  const { dailyCaps } = await getHonesty(db)
  const isCapped = Object.values(dailyCaps).some((cap) => cap !== null)
  const day = dayOf(clock.now(), config.timeZone)
  const earned = isCapped
    ? await store.countEarned.one(db, { userId, day })
    : { like: 0, comment: 0, share: 0 }
  const use = (type: InteractionType) => ({ earned: earned[type], cap: dailyCaps[type] })
  return { like: use('like'), comment: use('comment'), share: use('share') }
}

interface Changed {
  readonly interactionType: InteractionType
  /** Whether the days of the member's streak changed. */
  readonly hasNewDay: boolean
  readonly messages?: Announcement['messages']
}

function announceReport(tx: Tx, userId: UserId, { hasNewDay, interactionType, messages }: Changed): void {
  const topics: Topic[] = ['totals', 'activities', 'reports']
  if (hasNewDay) topics.push('streaks')
  if (interactionType === 'share') topics.push('shares')
  tx.announce({ topics, members: [userId], messages })
}

function refuseUnless(verdict: ReturnType<typeof undoVerdict>): void {
  if (verdict === 'not-yours') throw new AppError('not-allowed', 'You can only undo your own interactions')
  if (verdict === 'already-undone') throw new AppError('conflict', 'This interaction is already undone')
  if (verdict === 'too-late') throw new AppError('gone', 'Too late to undo')
}
