import type { ReviewedCheck } from '#contract/review.ts'
import { isConfirmed, shortestNote } from '#domain/honesty.ts'
import type { CheckId, UserId } from '#domain/ids.ts'
import { safeUrl } from '#domain/posts.ts'
import type { CheckAnswer, CheckDecision } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { lockedReport, takeBack, undo } from '../interactions/commands.ts'
import { lockMember } from '../ledger/store.ts'
import * as store from './store.ts'

/** For how long reviewers see the link or the word that answered a check. */
const answerShownMs = 14 * 86_400_000

interface Answer {
  readonly answer: CheckAnswer
  readonly link: string | null
  readonly note: string | null
}

/** A member's unanswered checks, oldest first. */
export async function listChecksOf({ db }: Deps, userId: UserId): Promise<ReviewedCheck[]> {
  return (await store.listOpenChecks(db, { userId })).map(checkView)
}

/** Answers a check of the member's own. Taking the report back undoes it, whenever it was made. */
export async function answerCheck(
  deps: Deps,
  userId: UserId,
  { id, answer, link, note }: Answer & { readonly id: CheckId },
) {
  return deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId })
    const check = await known(tx, id)
    if (check.userId !== userId)
      throw new AppError('not-allowed', 'You can only answer questions about your own reports')
    refuseClosed(check)
    if (answer === 'confirm' && !isConfirmed(check.type, { link, note }))
      throw invalidField('note', `Add a link, or a word of ${shortestNote} characters or more`)
    const at = deps.clock.now()
    await store.updateAnswer(tx, { id, answer, link, note, at })
    tx.announce({ topics: ['checks'], members: [userId] })
    tx.announce({ topics: ['review'] })
    if (answer === 'take_back')
      await undo(deps, tx, { report: await lockedReport(tx, check.interactionId), now: at })
    return { id, answer }
  })
}

interface Deciding {
  readonly id: CheckId
  readonly decision: CheckDecision
  readonly reason: string | null
}

/** Decides a check that its member has not answered in time, or has answered with a link or a word. */
export async function decideCheck(deps: Deps, acting: Acting, { id, decision, reason }: Deciding) {
  return deps.db.transaction(async (tx) => {
    const { userId, interactionId } = await known(tx, id)
    if (userId === acting.member.id)
      throw new AppError('not-allowed', 'You cannot decide about your own report: a colleague does')
    const report = await lockedReport(tx, interactionId)
    const check = await known(tx, id)
    const at = deps.clock.now()
    if (check.decision !== null) throw alreadyDecided(check.decision)
    if (check.answer === 'take_back') throw new AppError('conflict', 'The member took the report back')
    if (check.answer === null && check.dueAt > at)
      throw new AppError('conflict', 'The member still has time to answer')
    await store.updateCheckDecision(tx, { id, decision, decidedBy: acting.member.id, reason, at })
    tx.announce({ topics: ['checks'], members: [userId] })
    tx.announce({ topics: ['review'] })
    if (decision === 'taken_back') await takeBack(deps, tx, { acting, report, reason: reason ?? '' })
    const details = { after: { decision }, reason, memberId: userId, interactionId }
    await recordAct(deps, tx, acting, { action: 'check.decide', subject: id, details })
    return { id, decision }
  })
}

/** Checks that a reviewer may decide, oldest first. */
export async function listReviewChecks(
  { db, clock }: Deps,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
) {
  const after = placeOf<'check'>(cursor)
  const now = clock.now()
  const answeredSince = new Date(now.getTime() - answerShownMs)
  const place = { afterAt: after?.at ?? null, afterId: after?.id ?? null }
  const rows = await store.listReviewChecks(db, { now, answeredSince, limit: limit + 1, ...place })
  const { page, nextCursor } = pageOf(rows, limit, ({ dueAt: at, id }) => ({ at, id }))
  return { data: page.map(checkView), nextCursor }
}

async function known(tx: Tx, id: CheckId): Promise<store.CheckRow> {
  const found = await store.findCheck.first(tx, { id })
  if (!found) throw new AppError('unknown', 'This check was not found')
  return found
}

function refuseClosed({ answer, decision }: store.CheckRow): void {
  if (answer !== null) throw new AppError('conflict', 'You have already answered this')
  if (decision !== null) throw alreadyDecided(decision)
}

function alreadyDecided(decision: CheckDecision): AppError {
  const words = decision === 'confirmed' ? 'the report counts' : 'the report was taken back'
  return new AppError('conflict', `A reviewer has decided this: ${words}`, { current: { decision } })
}

function checkView(row: store.ReviewCheckRow): ReviewedCheck {
  const { id, userId, username, displayName, avatar, cause, askedAt, dueAt, answer, link, note } = row
  return {
    id,
    user: { id: userId, username, displayName, avatar },
    interaction: interactionOf(row),
    post: postOf(row),
    cause,
    askedAt: askedAt.toISOString(),
    dueAt: dueAt.toISOString(),
    answer: answer && { kind: answer, link: safeUrl(link), note },
  }
}

function interactionOf({ interactionId: id, type, platform, points, reportedAt }: store.CheckRow) {
  return { id, type, platform, points, reportedAt: reportedAt.toISOString() }
}

function postOf({ postId: id, authorName, content, postUrl }: store.CheckRow) {
  return { id, authorName, content, postUrl: safeUrl(postUrl) }
}
