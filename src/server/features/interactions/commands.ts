import type { Topic } from '#contract/topics.ts'
import { countsAfter, dueAchievements } from '#domain/achievements.ts'
import { type Day, dayOf } from '#domain/days.ts'
import type { InteractionId, PostId, UserId } from '#domain/ids.ts'
import { pointsFor, streakBonusDays } from '#domain/points.ts'
import { testBrand } from '#domain/posts.ts'
import { extendStreak, type Streak, streakOfDays } from '#domain/streaks.ts'
import { undoVerdict, undoWindowMs } from '#domain/undo.ts'
import { type InteractionType, type Platform, platformNames } from '#domain/vocabulary.ts'
import type { Member } from '#server/access/session.ts'
import type { Announcement } from '#server/db/announcement.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { noBounds, takeBackAchievements, unlockAchievements, unlockBounds } from '../ledger/commands.ts'
import { lockMember, type UnlockBounds, updateMemberStreak } from '../ledger/store.ts'
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
}

const pastTenses: Readonly<Record<InteractionType, string>> = {
  like: 'Liked',
  comment: 'Commented on',
  share: 'Shared',
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
  return (await writeAlone(deps, member, report)) ?? (await writeLocked(deps, member, report))
}

/** The usual report: one statement. Null if it may unlock an achievement, or if a concurrent write came in between. */
async function writeAlone(deps: Deps, member: Who, report: Report): Promise<Reported | null> {
  const found = await findCase(deps.db, member, report)
  const reportedAt = deps.clock.now()
  const streak = extendStreak(found.streak, dayOf(reportedAt, deps.config.timeZone))
  if (streak === null || mayUnlock(found, streak, report)) return null
  const bounds = unlockBounds(deps, found.held)
  return deps.db.singleStatement((tx) =>
    write(deps, tx, { member, report, found, streak, reportedAt, bounds }),
  )
}

/** The same with the member locked; it also unlocks achievements. */
function writeLocked(deps: Deps, member: Who, report: Report): Promise<Reported> {
  return deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId: member.id })
    const found = await findCase(tx, member, report)
    const reportedAt = deps.clock.now()
    const day = dayOf(reportedAt, deps.config.timeZone)
    const streak =
      extendStreak(found.streak, day) ??
      // The clock went back to before the member's last day, so the streak is recomputed from all days.
      streakOfDays([...(await liveDays(tx, member)), day])
    const written = await write(deps, tx, { member, report, found, streak, reportedAt, bounds: noBounds })
    if (!written) throw new Error('A locked member changed during the transaction')
    await unlockAchievements(deps, tx, { userId: member.id, now: reportedAt })
    return written
  })
}

async function findCase(db: Db | Tx, member: Who, report: Report): Promise<store.ReportCase> {
  const { postId, interactionType: type } = report
  const found = await store.findReportCase(db, { userId: member.id, postId, type })
  if (found?.brand === testBrand) throw new AppError('conflict', 'Reports on a test post do not count')
  if (found) return found
  throw new AppError('unknown', 'This post was not found', {
    issues: [{ path: 'postId', message: 'is unknown' }],
  })
}

async function liveDays(tx: Tx, { id: userId }: Who): Promise<Day[]> {
  return (await store.listLiveDays(tx, { userId })).map(({ day }) => day)
}

function mayUnlock(found: store.ReportCase, streak: Streak, report: Report): boolean {
  const progress = { ...countsAfter(found, report.interactionType), longestStreak: streak.longest }
  return dueAchievements(found.held, progress).length > 0
}

interface Writing {
  readonly member: Who
  readonly report: Report
  readonly found: store.ReportCase
  readonly streak: Streak
  readonly reportedAt: Date
  readonly bounds: UnlockBounds
}

async function write(deps: Deps, tx: Tx, writing: Writing): Promise<Reported | null> {
  const { member, report, found, streak, reportedAt, bounds } = writing
  const { postId, interactionType: type } = report
  const { platform, held } = found
  const points = pointsFor(found.rules, {
    actionType: type,
    platform,
    context: 'honor_system',
    bonuses: streak.current >= streakBonusDays ? ['streak'] : [],
  })
  const id = newId<'interaction'>()
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
    reportedAt,
    held,
    day: dayOf(reportedAt, deps.config.timeZone),
    description: `${pastTenses[type]} ${articleOf(platform)} ${platformNames[platform]} post by ${found.authorName}`,
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
  announceReport(tx, member, { ...reported, hasNewDay }, [
    { type: 'POINT_UPDATE', data: { username, displayName, pointsEarned: points, ...reported } },
  ])
  return { id, reportedAt: reportedAt.toISOString(), points, interactionType: type, platform }
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
    const found = await store.findUndoCase.first(tx, { id })
    if (!found) throw new AppError('unknown', 'This interaction was not found')
    const now = deps.clock.now()
    refuseUnless(undoVerdict(found, member.id, now))
    const notBefore = new Date(now.getTime() - undoWindowMs)
    const [undoneRow] = await store.insertReversal(tx, { id, ledgerId: newId(), now, notBefore })
    if (!undoneRow) refuseUnless('already-undone')
    const userId = member.id
    const hasLostDay = !(await store.hasReportOn.one(tx, { userId, day: found.day })).isTaken
    if (hasLostDay) await updateMemberStreak(tx, { userId, ...streakOfDays(await liveDays(tx, member)) })
    const { reportedAt, type: interactionType, platform, postId, points: pointsRemoved } = found
    await takeBackAchievements(tx, { userId, now, interactionId: id, reportedAt, points: pointsRemoved })
    const undone = { interactionType, platform, postId }
    const { username, displayName } = member
    announceReport(tx, member, { ...undone, hasNewDay: hasLostDay }, [
      { type: 'POINT_REMOVAL', data: { username, displayName, pointsRemoved, ...undone } },
    ])
    return { interactionType, pointsRemoved }
  })
}

interface Changed {
  readonly interactionType: InteractionType
  /** Whether the days of the member's streak changed. */
  readonly hasNewDay: boolean
}

function announceReport(tx: Tx, member: Who, changed: Changed, messages: Announcement['messages']): void {
  const topics: Topic[] = ['totals', 'activities', 'reports']
  if (changed.hasNewDay) topics.push('streaks')
  if (changed.interactionType === 'share') topics.push('shares')
  tx.announce({ topics, members: [member.id], messages })
}

function refuseUnless(verdict: ReturnType<typeof undoVerdict>): void {
  if (verdict === 'not-yours') throw new AppError('not-allowed', 'You can only undo your own interactions')
  if (verdict === 'already-undone') throw new AppError('conflict', 'This interaction is already undone')
  if (verdict === 'too-late') throw new AppError('gone', 'Too late to undo')
}
