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
import { extendStreak, type Streak } from '#domain/streaks.ts'
import { type CheckCause, type InteractionType, type Platform, platformNames } from '#domain/vocabulary.ts'
import type { Member } from '#server/access/session.ts'
import type { Announcement } from '#server/db/announcement.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { OneByOne } from '#server/db/one-by-one.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { isAnyMediumSetUp } from '../direct-messages/commands.ts'
import {
  type Award,
  announceAward,
  awardOf,
  noBounds,
  readProgress,
  unlockAchievements,
  unlockBounds,
} from '../ledger/commands.ts'
import { type AwardRow, lockMember, ruleValues, type UnlockBounds } from '../ledger/store.ts'
import * as cases from '../report-cases/store.ts'
import { countStreak, memberDay } from '../streaks/commands.ts'
import { updateStreaks } from '../streaks/store.ts'
import * as store from './store.ts'

export interface Report {
  readonly postId: PostId
  readonly interactionType: InteractionType
  /** The member's own id, if a client sends it. */
  readonly userId?: UserId | undefined
  /** A new id if omitted. */
  readonly id?: InteractionId | undefined
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
  const making = { id: report.id ?? newId<'interaction'>(), member, report }
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
const memories = new WeakMap<Db, cases.ReportMemory>()

function memoryOf({ db }: Deps): cases.ReportMemory {
  const known = memories.get(db)
  if (known) return known
  const memory = new cases.ReportMemory()
  memories.set(db, memory)
  return memory
}

async function writeUnlocked(deps: Deps, making: Making): Promise<Reported | null> {
  return (await writeRemembered(deps, making)) ?? (await writeRead(deps, making))
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
async function writeRemembered(deps: Deps, making: Making): Promise<Reported | null> {
  const reporting = reportingOf(deps, making)
  const found = memoryOf(deps).caseOf(reporting.wanted)
  const streak = found && streakAfter(deps, found, reporting)
  if (found === null || streak === null) return null
  // A check is written with the member locked, so that no more are open than may be.
  const cause = causeOf({ ...found, openChecks: 0 }, reporting)
  if (cause !== null && found.openChecks < mostOpenChecks) return null
  const remembered = { leastOpen: cause === null ? null : mostOpenChecks }
  return writeAlone(deps, { ...reporting, found, streak, remembered })
}

/** The same after a read. Null if it is checked, if another write came in between, or if the member may lead the team. */
async function writeRead(deps: Deps, making: Making): Promise<Reported | null> {
  const reporting = reportingOf(deps, making)
  const found = await findCase(deps.db, reporting.wanted)
  await memoryOf(deps).renewBasis(deps.db, found.basis)
  const streak = streakAfter(deps, found, reporting)
  if (streak === null || causeOf(found, reporting) !== null) return null
  return writeAlone(deps, { ...reporting, found, streak, remembered: null })
}

/** One statement, which also unlocks the achievements that the report completes. Null if something no longer holds. */
async function writeAlone(deps: Deps, writing: Omit<Writing, 'awards' | 'held' | 'bounds'>) {
  const { found, streak, report } = writing
  const due = dueAchievements(found.held, {
    ...countsAfter(found, report.interactionType),
    longestStreak: streak.longest,
  })
  if (due.length === 0) {
    const bounds = unlockBounds(deps, found.held)
    return deps.db.singleStatement((tx) =>
      write(deps, tx, { ...writing, held: found.held, awards: [], bounds }),
    )
  }
  const rules = memoryOf(deps).awardRules(found.basis)
  if (rules === null) return null
  const awards = due.map((code) => awardOf(rules, code))
  // In the order in which the database keeps them.
  const held = [...found.held, ...due].toSorted()
  const work = (tx: Tx) => write(deps, tx, { ...writing, held, awards, bounds: unlockBounds(deps, held) })
  // The chat and the member are told in statements of their own.
  return isAnyMediumSetUp(deps.config) ? deps.db.transaction(work) : deps.db.singleStatement(work)
}

/** The same with the member locked; it also checks reports, and finds out who leads the team. */
function writeLocked(deps: Deps, making: Making): Promise<Reported> {
  return deps.db.transaction(async (tx) => {
    const { id, member } = making
    const asked = reportingOf(deps, making).wanted
    // What is asked together is answered in order, so the case is that of the locked member.
    const [, read] = await Promise.all([lockMember(tx, { userId: member.id }), findCase(tx, asked)])
    const reporting = reportingOf(deps, making)
    const { wanted, reportedAt } = reporting
    const found = wanted.day === asked.day ? read : await findCase(tx, wanted)
    const { streak, counted } = await streakInTurn(deps, tx, found, reporting)
    const alone = { held: found.held, awards: [], bounds: noBounds, remembered: null }
    const writtenLater = write(deps, tx, { ...reporting, found, streak, ...alone })
    const progress = readProgress(tx, member.id)
    // A refused report is the reason if both fail.
    progress.catch(() => undefined)
    const written = await writtenLater
    if (!written) throw new Error('A locked member changed during the transaction')
    if (counted) await updateStreaks(tx, { streaks: [counted] })
    await askAbout(tx, { id, userId: member.id, cause: causeOf(found, reporting), askedAt: reportedAt })
    await unlockAchievements(deps, tx, { userId: member.id, now: reportedAt, known: await progress })
    memoryOf(deps).forget(wanted, null)
    return written
  })
}

interface Reporting extends Making {
  readonly reportedAt: Date
  readonly wanted: cases.Wanted
}

function reportingOf({ clock, config }: Deps, { id, member, report }: Making): Reporting {
  const reportedAt = clock.now()
  const { postId, interactionType: type } = report
  const wanted = { userId: member.id, postId, type, day: dayOf(reportedAt, config.timeZone) }
  return { id, member, report, reportedAt, wanted }
}

/** Why a report is checked, by its id; null if it is not. */
function causeOf(
  { checks, reports, latestMs, openChecks }: cases.ReportCase,
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

async function findCase(db: Db | Tx, wanted: cases.Wanted): Promise<cases.ReportCase> {
  const found = await cases.findReportCase(db, wanted)
  if (found?.brand === testBrand) throw new AppError('conflict', 'Reports on a test post do not count')
  if (found) return found
  throw new AppError('unknown', 'This post was not found', {
    issues: [{ path: 'postId', message: 'is unknown' }],
  })
}

/**
 * The streak after a report; null where that takes all days: on an excused day, behind the last one, and by other rules
 * than the default ones unless nothing can change any more that day.
 */
function streakAfter(deps: Deps, found: cases.ReportCase, { wanted, reportedAt }: Reporting): Streak | null {
  if (found.isPlain) return found.isExcused ? null : extendStreak(found.streak, wanted.day)
  return found.settledDay === ownDay(deps, found, reportedAt) ? found.streak : null
}

/** The same where all days may be read. `counted` is what is to be stored of a streak by other than the default rules. */
async function streakInTurn(deps: Deps, tx: Tx, found: cases.ReportCase, reporting: Reporting) {
  const known = streakAfter(deps, found, reporting)
  if (known) return { streak: known, counted: null }
  const { member, reportedAt } = reporting
  const streak = await countStreak(deps, tx, member.id, ownDay(deps, found, reportedAt))
  return { streak, counted: found.isPlain ? null : streak }
}

/** The day of a report in the member's own time zone. */
function ownDay(deps: Deps, { timeZone }: cases.ReportCase, reportedAt: Date): Day {
  return memberDay(deps, reportedAt, timeZone)
}

interface Writing extends Reporting {
  readonly found: cases.ReportCase
  readonly streak: Streak
  /** The achievements that it unlocks, and all that the member then holds. */
  readonly awards: readonly Award[]
  readonly held: cases.ReportCase['held']
  readonly bounds: UnlockBounds
  /** What the statement compares if the case is remembered; null if it was read. */
  readonly remembered: { readonly leastOpen: number | null } | null
}

async function write(deps: Deps, tx: Tx, writing: Writing): Promise<Reported | null> {
  const { id, member, reportedAt, wanted, found, streak, held, awards } = writing
  const { type, postId } = wanted
  const { platform, cap, earnedToday } = found
  const earns = isUnderCap({ earned: earnedToday, cap })
  const { points, rule } = earns ? earningOf(found, type, streak) : nothing
  const overCap = earns ? null : cap
  const version = await insert(tx, writing, {
    points,
    rule,
    overCap,
    ownDay: ownDay(deps, found, reportedAt),
  })
  const memory = memoryOf(deps)
  if (version === 'duplicate') throw new AppError('conflict', `You have already reported this ${type}`)
  if (version === null) {
    memory.forget(wanted, found.version)
    return null
  }
  memory.noteWritten({ wanted, found, held, streak, reportedAt, earns, version })
  const reported = { interactionType: type, platform, postId }
  const { lastDay, current } = found.streak
  const hasNewDay = lastDay !== streak.lastDay || current !== streak.current
  const { username, displayName } = member
  const data = { username, displayName, pointsEarned: points, ...reported }
  const messages = [{ type: 'POINT_UPDATE', data }] as const
  announceReport(tx, member.id, { interactionType: type, hasNewDay, messages })
  for (const award of awards) await announceAward(deps, tx, { userId: member.id, displayName, award })
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
  readonly ownDay: Day
}

// Written out, because copying so many fields from one object to the next takes longer than the rest of a report.
function insert(tx: Tx, writing: Writing, earned: Earned): Promise<string | null> {
  const { id, reportedAt, wanted, found, streak, held, awards, bounds, remembered } = writing
  const { rule, ownDay } = earned
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
    ownDay: ownDay === wanted.day ? null : ownDay,
    description: descriptionOf(wanted.type, found),
    held: found.held,
    timeZone: found.timeZone,
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
    // Whatever else the member does meanwhile can use up the last place under the cap, or unlock the same achievement.
    version: found.isCounted || awards.length > 0 ? found.version : null,
    basis: found.basis ?? noBasis,
    leastOpen: remembered?.leastOpen ?? null,
  }
  if (awards.length > 0) {
    const awardPoints = awards.reduce((sum, award) => sum + award.points, 0)
    const counts = { reportsBefore: found.reports, sharesBefore: found.shares }
    const unlocking = { awards: awards.map(awardRow), awardPoints, heldAfter: held }
    return store.insertWithAwards(tx, { ...report, ...counts, ...unlocking })
  }
  if (remembered === null) return store.insertInteraction(tx, report, 'read')
  return store.insertInteraction(tx, report, found.isCounted ? 'counted' : 'remembered')
}

function awardRow({ id, code, points, rule, line: description }: Award): AwardRow {
  const ids = { id, entryId: newId<'ledgerEntry'>(), activityId: newId<'activity'>() }
  return { ...ids, ...ruleValues(rule), code, points, description }
}

function earningOf({ rules, platform }: cases.ReportCase, actionType: InteractionType, streak: Streak) {
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
