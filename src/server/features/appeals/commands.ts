import type { Appeal } from '#contract/appeals.ts'
import type { AppealSubject, ReviewedAppeal } from '#contract/review.ts'
import { appealUntil, mayDecideAppeal } from '#domain/appeals.ts'
import type { AppealId, InteractionId, ShareId, UserId } from '#domain/ids.ts'
import { safeUrl, titleOf } from '#domain/posts.ts'
import { reportState } from '#domain/undo.ts'
import type { AppealDecision } from '#domain/vocabulary.ts'
import { recordAct } from '#server/access/audit.ts'
import type { Member } from '#server/access/session.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { tellMember, tellReviewers } from '../direct-messages/commands.ts'
import { giveBackReport, lockedReport } from '../interactions/commands.ts'
import { lockMember } from '../ledger/store.ts'
import { notifyReviewers } from '../notifications/commands.ts'
import { giveBackShare } from '../shares/commands.ts'
import { findShare, findShareOwner } from '../shares/store.ts'
import * as store from './store.ts'

interface NewAppeal {
  readonly interactionId?: InteractionId | undefined
  readonly shareId?: ShareId | undefined
  readonly text: string
}

/** A decision against a member that they may appeal. */
interface Contested {
  readonly interactionId: InteractionId | null
  readonly shareId: ShareId | null
  readonly reviewerId: UserId
  readonly reason: string
  readonly decidedAt: Date
}

/** Appeals against a take-back or a share that was not accepted, once and within 30 days. */
export async function createAppeal(deps: Deps, userId: UserId, wanted: NewAppeal): Promise<Appeal> {
  return deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId })
    const contested = await contestedBy(tx, userId, wanted)
    const { decidedAt, ...written } = contested
    const { interactionId, shareId } = written
    if ((await store.hasAppeal.one(tx, { interactionId, shareId })).isThere)
      throw new AppError('conflict', 'You have already appealed: one appeal decides')
    const at = deps.clock.now()
    if (at > appealUntil(decidedAt)) throw new AppError('gone', 'Too late to appeal: the 30 days are over')
    const id = newId<'appeal'>()
    await store.insertAppeal(tx, { id, userId, ...written, text: wanted.text, at })
    tx.announce({ topics: ['appeals'], members: [userId] })
    tx.announce({ topics: ['review'] })
    await notifyReviewers(deps, tx, { kind: 'appeal_review', appealId: id })
    const { memberName: displayName } = await store.findNamedAppeal.one(tx, { id })
    const except = [userId, written.reviewerId]
    await tellReviewers(deps, tx, { facts: { subject: 'appeal', id, displayName }, except })
    return appealView(await store.findAppeal.one(tx, { id }))
  })
}

async function contestedBy(
  tx: Tx,
  userId: UserId,
  { interactionId, shareId }: NewAppeal,
): Promise<Contested> {
  if (interactionId !== undefined) return contestedReport(tx, userId, interactionId)
  if (shareId !== undefined) return contestedShare(tx, userId, shareId)
  throw new Error('An appeal names a report or a share')
}

async function contestedReport(tx: Tx, userId: UserId, id: InteractionId): Promise<Contested> {
  const report = await lockedReport(tx, id)
  if (report.userId !== userId) throw new AppError('not-allowed', 'You can only appeal for your own reports')
  const { reviewerId, reason, reviewedAt: decidedAt, givenBackAt } = report
  if (givenBackAt !== null) throw new AppError('conflict', 'This report was given back after an appeal')
  if (reportState(report) !== 'taken_back' || reviewerId === null || reason === null || decidedAt === null)
    throw new AppError('conflict', 'Nobody has taken this report back')
  return { interactionId: id, shareId: null, reviewerId, reason, decidedAt }
}

async function contestedShare(tx: Tx, userId: UserId, id: ShareId): Promise<Contested> {
  const ownerId = await ownerOf(tx, id)
  if (ownerId !== userId) throw new AppError('not-allowed', 'You can only appeal for your own shares')
  const share = await findShare(tx, id)
  if (share?.status !== 'rejected' || share.reviewerId === null || share.answeredAt === null)
    throw new AppError('conflict', 'No reviewer has rejected this share')
  const { reviewerId, reason, answeredAt: decidedAt } = share
  return { interactionId: null, shareId: id, reviewerId, reason: reason ?? '', decidedAt }
}

async function ownerOf(tx: Tx, id: ShareId): Promise<UserId> {
  const ownerId = await findShareOwner(tx, id)
  if (ownerId === null) throw new AppError('unknown', 'This share was not found')
  return ownerId
}

/** A member's own appeals, newest first. */
export async function listAppealsOf({ db }: Deps, userId: UserId): Promise<Appeal[]> {
  return (await store.listAppealsOf(db, { userId })).map(appealView)
}

interface Deciding {
  readonly id: AppealId
  readonly decision: AppealDecision
  readonly reason: string
}

/** Decides an appeal. What is given back counts again, for the day on which it was earned. */
export async function decideAppeal(
  deps: Deps,
  { member, ip }: { readonly member: Pick<Member, 'id' | 'role'>; readonly ip: string },
  { id, decision, reason }: Deciding,
) {
  return deps.db.transaction(async (tx) => {
    const asked = await store.findAppeal.first(tx, { id })
    if (!asked) throw new AppError('unknown', 'This appeal was not found')
    const { userId, reviewerId, interactionId, shareId } = asked
    await lockMember(tx, { userId })
    const appeal = await store.findAppeal.one(tx, { id })
    const { others: otherReviewers } = await store.countOtherReviewers.one(tx, { userId, reviewerId })
    if (!mayDecideAppeal({ userId, reviewerId, otherReviewers }, member)) throw notYours(userId === member.id)
    if (appeal.decision !== null) throw alreadyDecided(appeal.decision)
    const now = deps.clock.now()
    await store.updateDecision(tx, { id, decision, decidedBy: member.id, reason, at: now })
    tx.announce({ topics: ['appeals'], members: [userId] })
    tx.announce({ topics: ['review'] })
    if (decision === 'given_back' && interactionId !== null)
      await giveBackReport(deps, tx, interactionId, now)
    if (decision === 'given_back' && shareId !== null)
      await giveBackShare(deps, tx, { id: shareId, reviewerId: member.id, now })
    const subject = interactionId === null ? 'share' : 'report'
    await tellMember(deps, tx, {
      userId,
      kind: 'appeal_decided',
      key: `appeal_decided ${id}`,
      facts: { subject, decision, reason },
    })
    const details = { after: { decision }, reason, memberId: userId, interactionId, shareId }
    await recordAct(deps, tx, { member, ip }, { action: 'appeal.decide', subject: id, details })
    return { id, decision }
  })
}

function notYours(isOwn: boolean): AppError {
  const who = isOwn ? 'your own appeal' : 'an appeal against your own decision'
  return new AppError('not-allowed', `You cannot decide ${who}: a colleague does`)
}

function alreadyDecided(decision: AppealDecision): AppError {
  const words = decision === 'upheld' ? 'the decision stands' : 'it was given back'
  return new AppError('conflict', `Somebody else decided this appeal: ${words}`, { current: { decision } })
}

/** Open appeals for a reviewer, oldest first. */
export async function listOpenAppeals(
  { db }: Deps,
  decider: Pick<Member, 'id' | 'role'>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = placeOf<'appeal'>(cursor)
  const wanted = { limit: limit + 1, afterAt: after?.at ?? null, afterId: after?.id ?? null }
  const rows = await store.listOpenAppeals(db, wanted)
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  return { data: page.map((row) => reviewedView(row, decider)), nextCursor }
}

function reviewedView(row: store.OpenAppealRow, decider: Pick<Member, 'id' | 'role'>): ReviewedAppeal {
  const { id, userId, reviewerId, reason, text, createdAt } = row
  const [username, displayName, avatar] = [row.memberUsername, row.memberDisplayName, row.memberAvatar]
  return {
    id,
    user: { id: userId, username, displayName, avatar },
    subject: subjectOf(row),
    reason,
    text,
    takenBackBy: {
      id: reviewerId,
      username: row.reviewerUsername,
      displayName: row.reviewerDisplayName,
      avatar: row.reviewerAvatar,
    },
    mayDecide: mayDecideAppeal(row, decider),
    createdAt: createdAt.toISOString(),
  }
}

function appealView(row: store.AppealRow): Appeal {
  const { id, reason, text, decision, decisionReason } = row
  return {
    id,
    subject: subjectOf(row),
    reason,
    text,
    createdAt: row.createdAt.toISOString(),
    decision,
    decisionReason,
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

function subjectOf({ interactionId, shareId, ...row }: store.AppealRow): AppealSubject {
  const id = interactionId ?? shareId
  if (id === null || row.platform === null) throw new Error(`The appeal ${row.id} has no subject`)
  return {
    type: interactionId === null ? 'share' : 'interaction',
    id,
    title: titleOf(row.content ?? ''),
    platform: row.platform,
    report: row.report,
    url: safeUrl(row.url),
    points: row.points ?? 0,
  }
}
