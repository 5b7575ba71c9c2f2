import type { Topic } from '#contract/topics.ts'
import { countsAfter, dueAchievements } from '#domain/achievements.ts'
import { type Day, dayOf } from '#domain/days.ts'
import {
  burstMs,
  type CapUse,
  checkAnswerMs,
  checkCause,
  drawOf,
  isUnderCap,
  mostOpenChecks,
} from '#domain/honesty.ts'
import type { InteractionId, PostId, UserId } from '#domain/ids.ts'
import { type Earning, earningFor, nothing, streakBonusDays } from '#domain/points.ts'
import { testBrand } from '#domain/posts.ts'
import { pastTenses } from '#domain/statements.ts'
import { extendStreak, type Streak, streakOfDays } from '#domain/streaks.ts'
import { type CheckCause, type InteractionType, type Platform, platformNames } from '#domain/vocabulary.ts'
import type { Member } from '#server/access/session.ts'
import type { Announcement } from '#server/db/announcement.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { OneByOne } from '#server/db/one-by-one.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { noBounds, readProgress, unlockAchievements, unlockBounds } from '../ledger/commands.ts'
import { lockMember, type UnlockBounds } from '../ledger/store.ts'
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
    return (await writeUnlocked(deps, making)) ?? (await writeInTurn(deps, making))
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

/** No version is this. */
const noBasis = 0

// What this process remembers, for each database.
const memories = new WeakMap<Db, store.ReportMemory>()

function memoryOf({ db }: Deps): store.ReportMemory {
  const known = memories.get(db)
  if (known) return known
  const memory = new store.ReportMemory()
  memories.set(db, memory)
  return memory
}

async function writeUnlocked(deps: Deps, making: Making): Promise<Reported | null> {
  const written = await writeRemembered(deps, making)
  return written === 'takes a lock' ? null : (written ?? (await writeAlone(deps, making)))
}

// A thousand first reports at once would all wait for a connection, and a thousand of one member for its lock.
const lockedAtOnce = 6
const lockedTurns = new OneByOne(lockedAtOnce)

/** Takes its turn with the others that need a lock. Whoever has waited may no longer need one. */
function writeInTurn(deps: Deps, making: Making): Promise<Reported> {
  return lockedTurns.run(making.member.id, async (hasWaited) => {
    const written = hasWaited ? await writeUnlocked(deps, making) : null
    return written ?? writeLocked(deps, making)
  })
}

/** The usual report: one statement. Null if this process does not remember enough, or something that no longer holds. */
async function writeRemembered(deps: Deps, making: Making): Promise<Reported | 'takes a lock' | null> {
  const reporting = reportingOf(deps, making)
  const found = memoryOf(deps).caseOf(reporting.wanted)
  const streak = found && extendedStreak(found, reporting.wanted.day)
  if (found === null || streak === null) return null
  if (mayUnlock(found, streak, making.report)) return 'takes a lock'
  // A check is written with the member locked, so that no more are open than may be.
  const cause = causeOf({ ...found, openChecks: 0 }, reporting)
  if (cause !== null && found.openChecks < mostOpenChecks) return null
  const remembered = { leastOpen: cause === null ? null : mostOpenChecks }
  const bounds = unlockBounds(deps, found.held)
  return deps.db.singleStatement((tx) => write(deps, tx, { ...reporting, found, streak, bounds, remembered }))
}

/** The same after a read. Null if it may unlock an achievement, if it is checked, or if another write came in between. */
async function writeAlone(deps: Deps, making: Making): Promise<Reported | null> {
  const reporting = reportingOf(deps, making)
  const found = await findCase(deps.db, reporting.wanted)
  await memoryOf(deps).renewBasis(deps.db, found.basis)
  const streak = extendedStreak(found, reporting.wanted.day)
  if (streak === null || mayUnlock(found, streak, making.report)) return null
  if (causeOf(found, reporting) !== null) return null
  const bounds = unlockBounds(deps, found.held)
  return deps.db.singleStatement((tx) =>
    write(deps, tx, { ...reporting, found, streak, bounds, remembered: null }),
  )
}

/** The same with the member locked; it also unlocks achievements. */
function writeLocked(deps: Deps, making: Making): Promise<Reported> {
  return deps.db.transaction(async (tx) => {
    const { id, member } = making
    const asked = reportingOf(deps, making).wanted
    // What is asked together is answered in order, so the case is that of the locked member.
    const [, read] = await Promise.all([lockMember(tx, { userId: member.id }), findCase(tx, asked)])
    const reporting = reportingOf(deps, making)
    const { wanted, reportedAt } = reporting
    const found = wanted.day === asked.day ? read : await findCase(tx, wanted)
    const streak =
      extendedStreak(found, wanted.day) ??
      // The clock went back to an excused day, or to before the member's last one: all days are counted again.
      (await countedStreak(tx, member.id, [wanted.day]))
    const writing = { ...reporting, found, streak, bounds: noBounds, remembered: null }
    const writtenLater = write(deps, tx, writing)
    const progress = readProgress(tx, member.id)
    // A refused report is the reason if both fail.
    progress.catch(() => undefined)
    const written = await writtenLater
    if (!written) throw new Error('A locked member changed during the transaction')
    await askAbout(tx, { id, userId: member.id, cause: causeOf(found, reporting), askedAt: reportedAt })
    await unlockAchievements(deps, tx, { userId: member.id, now: reportedAt, known: await progress })
    memoryOf(deps).forget(wanted, null)
    return written
  })
}

interface Reporting extends Making {
  readonly reportedAt: Date
  readonly wanted: store.Wanted
}

function reportingOf({ clock, config }: Deps, { id, member, report }: Making): Reporting {
  const reportedAt = clock.now()
  const { postId, interactionType: type } = report
  const wanted = { userId: member.id, postId, type, day: dayOf(reportedAt, config.timeZone) }
  return { id, member, report, reportedAt, wanted }
}

/** Why a report is checked, by its id; null if it is not. */
function causeOf(
  { checks, reports, latestMs, openChecks }: store.ReportCase,
  { id, reportedAt }: Reporting,
): CheckCause | null {
  if (checks === 'off') return null
  const sinceMs = reportedAt.getTime() - burstMs
  const recent = latestMs.filter((ms) => ms > sinceMs).length
  return checkCause({
    level: checks,
    nth: reports + 1,
    recent: recent + 1,
    open: openChecks,
    draw: drawOf(id),
  })
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

async function findCase(db: Db | Tx, wanted: store.Wanted): Promise<store.ReportCase> {
  const found = await store.findReportCase(db, wanted)
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
export async function countedStreak(tx: Tx, userId: UserId, more: readonly Day[] = []): Promise<Streak> {
  const live = (await store.listLiveDays(tx, { userId })).map(({ day }) => day)
  return streakOfDays([...live, ...more], await excusedDays(tx))
}

function mayUnlock(found: store.ReportCase, streak: Streak, report: Report): boolean {
  const progress = { ...countsAfter(found, report.interactionType), longestStreak: streak.longest }
  return dueAchievements(found.held, progress).length > 0
}

interface Writing extends Reporting {
  readonly found: store.ReportCase
  readonly streak: Streak
  readonly bounds: UnlockBounds
  /** What the statement compares if the case is remembered; null if it was read. */
  readonly remembered: { readonly leastOpen: number | null } | null
}

async function write(deps: Deps, tx: Tx, writing: Writing): Promise<Reported | null> {
  const { id, member, reportedAt, wanted, found, streak } = writing
  const { type, postId } = wanted
  const { platform, cap, earnedToday } = found
  const earns = isUnderCap({ earned: earnedToday, cap })
  const { points, rule } = earns ? earningOf(found, type, streak) : nothing
  const version = await insert(tx, writing, { points, rule, overCap: earns ? null : cap })
  const memory = memoryOf(deps)
  if (version === 'duplicate') throw new AppError('conflict', `You have already reported this ${type}`)
  if (version === null) {
    memory.forget(wanted, found.version)
    return null
  }
  memory.noteWritten({ wanted, found, streak, reportedAt, earns, version })
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

interface Earned extends Earning {
  readonly overCap: number | null
}

// Written out, because copying so many fields from one object to the next takes longer than the rest of a report.
function insert(tx: Tx, writing: Writing, earned: Earned): Promise<string | null> {
  const { id, reportedAt, wanted, found, streak, bounds, remembered } = writing
  const { rule } = earned
  const report = {
    id,
    ledgerId: newId<'ledgerEntry'>(),
    activityId: newId<'activity'>(),
    shareId: newId<'share'>(),
    userId: wanted.userId,
    postId: wanted.postId,
    type: wanted.type,
    platform: found.platform,
    authorName: found.authorName,
    points: earned.points,
    overCap: earned.overCap,
    ruleId: rule?.id ?? null,
    ruleValue: rule?.pointValue ?? null,
    ruleMultiplier: rule?.multiplier ?? null,
    bonusType: rule?.bonusType ?? null,
    bonusValue: rule?.bonusType ? rule.bonus : null,
    reportedAt,
    day: wanted.day,
    description: descriptionOf(wanted.type, found),
    held: found.held,
    lastDayBefore: found.streak.lastDay,
    currentBefore: found.streak.current,
    longestBefore: found.streak.longest,
    lastDay: streak.lastDay,
    current: streak.current,
    longest: streak.longest,
    mostReports: bounds.mostReports,
    mostShares: bounds.mostShares,
    pointsToLead: bounds.pointsToLead,
    aheadId: bounds.aheadId,
    // Whatever else the member does meanwhile can use up the last place under the cap.
    version: found.isCounted ? found.version : null,
    basis: found.basis ?? noBasis,
    leastOpen: remembered?.leastOpen ?? null,
  }
  if (remembered === null) return store.insertInteraction(tx, report, 'read')
  return store.insertInteraction(tx, report, found.isCounted ? 'counted' : 'remembered')
}

function earningOf({ rules, platform }: store.ReportCase, actionType: InteractionType, streak: Streak) {
  const bonuses = streak.current >= streakBonusDays ? (['streak'] as const) : []
  return earningFor(rules, { actionType, platform, context: 'honor_system', bonuses })
}

export function descriptionOf(
  type: InteractionType,
  { platform, authorName }: { readonly platform: Platform; readonly authorName: string },
): string {
  return `${pastTenses[type]} ${articleOf(platform)} ${platformNames[platform]} post by ${authorName}`
}

function articleOf(platform: Platform): 'a' | 'an' {
  // X is spoken with a vowel first.
  return /^[aeiox]/i.test(platformNames[platform]) ? 'an' : 'a'
}

interface Changed {
  readonly interactionType: InteractionType
  /** Whether the days of the member's streak changed. */
  readonly hasNewDay: boolean
  readonly messages?: Announcement['messages']
}

export function announceReport(
  tx: Tx,
  userId: UserId,
  { hasNewDay, interactionType, messages }: Changed,
): void {
  const topics: Topic[] = ['totals', 'activities', 'reports']
  if (hasNewDay) topics.push('streaks')
  if (interactionType === 'share') topics.push('shares')
  tx.announce({ topics, members: [userId], messages })
}
