import { uuidv7 } from 'uuidv7'
import { dayOf } from '#domain/days.ts'
import { pointsFor, streakBonusDays } from '#domain/points.ts'
import { extendStreak, type Streak, streakOfDays } from '#domain/streaks.ts'
import { undoVerdict, undoWindowMs } from '#domain/undo.ts'
import { type InteractionType, type Platform, platformNames } from '#domain/vocabulary.ts'
import type { Handle } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Member } from '#server/http/session.ts'
import * as store from './store.ts'

export interface Report {
  readonly postId: string
  readonly interactionType: InteractionType
  /** The member's own id, where a client sends it. */
  readonly userId?: string | undefined
}

export interface Reported {
  readonly points: number
  readonly interactionType: InteractionType
  readonly platform: Platform
}

const mostAttempts = 10
const pastTenses: Readonly<Record<InteractionType, string>> = {
  like: 'Liked',
  comment: 'Commented on',
  share: 'Shared',
}

type Who = Pick<Member, 'id' | 'username'>

/**
 * Records that a member liked, commented on or shared a post, with all that follows from it.
 * Refuses somebody else's id, an unknown post, and a report that is live already.
 */
export async function reportInteraction(deps: Deps, member: Who, report: Report): Promise<Reported> {
  if (report.userId !== undefined && report.userId !== member.id) {
    throw new AppError('not-allowed', 'You can only report your own interactions', {
      issues: [{ path: 'userId', message: 'is not your own id' }],
    })
  }
  // A report by the same member in between moves the streak that this one rests on: then it is worked out anew.
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const written = await writeReport(deps, member, report)
    if (written === 'outdated') continue
    const { points, interactionType, platform } = written
    deps.live.announce({
      stale: ['totals', 'activities'],
      staleFor: [member.id],
      messages: [
        {
          type: 'POINT_UPDATE',
          data: {
            username: member.username,
            pointsEarned: points,
            interactionType,
            platform,
            postId: report.postId,
          },
        },
      ],
    })
    return written
  }
  throw new AppError('not-ready', 'Too many reports at once. Please try again.', { retryAfterSeconds: 1 })
}

async function writeReport(deps: Deps, member: Who, report: Report): Promise<Reported | 'outdated'> {
  const { postId, interactionType: type } = report
  const found = await store.findReportCase(deps.db, { userId: member.id, postId, type })
  if (!found)
    throw new AppError('unknown', 'This post is not known', {
      issues: [{ path: 'postId', message: 'is unknown' }],
    })
  const reportedAt = deps.clock.now()
  const day = dayOf(reportedAt, deps.config.timeZone)
  const streakAfter = extendStreak(found.streak, day)
  const write = (db: Handle, streak: Streak) => {
    const points = pointsFor(found.rules, {
      actionType: type,
      platform: found.platform,
      context: 'honor_system',
      bonuses: streak.current >= streakBonusDays ? ['streak'] : [],
    })
    const written = { points, interactionType: type, platform: found.platform }
    const row = {
      ...{ id: uuidv7(), ledgerId: uuidv7(), activityId: uuidv7(), shareId: uuidv7() },
      ...{ userId: member.id, postId, type, platform: found.platform, points, day, reportedAt },
      description: `${pastTenses[type]} ${articleOf(found.platform)} ${platformNames[found.platform]} post by ${found.authorName}`,
      streakBefore: found.streak,
      streakAfter: streak,
    }
    return store.insertInteraction(db, row).then((outcome) => {
      if (outcome === 'duplicate') throw new AppError('conflict', `You have already reported this ${type}`)
      return outcome === 'written' ? written : outcome
    })
  }
  if (streakAfter) return write(deps.db, streakAfter)
  // The clock went back behind the member's last day: the streak is worked out from all days, with the member locked.
  return deps.db.transaction(async (tx) => {
    await store.lockMemberRow(tx, member.id)
    return write(tx, streakOfDays([...(await store.listLiveDays(tx, member.id)), day]))
  })
}

function articleOf(platform: Platform): 'a' | 'an' {
  return /^[aeio]/i.test(platformNames[platform]) ? 'an' : 'a'
}

export interface Undone {
  readonly interactionType: InteractionType
  readonly pointsRemoved: number
}

/** Takes a member's own report back within the undo window. Refuses with 404, 403, 409 or 410 and changes nothing. */
export async function undoInteraction(deps: Deps, member: Who, interactionId: string): Promise<Undone> {
  const undone = await deps.db.transaction(async (tx) => {
    await store.lockMemberRow(tx, member.id)
    const found = await store.findUndoCase(tx, interactionId)
    if (!found) throw new AppError('unknown', 'This interaction is not known')
    const now = deps.clock.now()
    refuseUnless(undoVerdict(found, member.id, now))
    const notBefore = new Date(now.getTime() - undoWindowMs)
    const isUndone = await store.insertReversal(tx, { interactionId, ledgerId: uuidv7(), now, notBefore })
    if (!isUndone) refuseUnless('already-undone')
    if (!(await store.hasReportOn(tx, member.id, found.day))) {
      await store.updateMemberStreak(tx, member.id, streakOfDays(await store.listLiveDays(tx, member.id)))
    }
    return found
  })
  const { type: interactionType, platform, postId, points: pointsRemoved } = undone
  deps.live.announce({
    stale: ['totals', 'activities'],
    staleFor: [member.id],
    messages: [
      {
        type: 'POINT_REMOVAL',
        data: { username: member.username, pointsRemoved, interactionType, platform, postId },
      },
    ],
  })
  return { interactionType, pointsRemoved }
}

function refuseUnless(verdict: ReturnType<typeof undoVerdict>): void {
  if (verdict === 'not-yours') throw new AppError('not-allowed', 'You can only undo your own interactions')
  if (verdict === 'already-undone') throw new AppError('conflict', 'This interaction is already undone')
  if (verdict === 'too-late') throw new AppError('gone', 'Too late to undo')
}
