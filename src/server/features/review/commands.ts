import type { ListPart } from '#contract/answers.ts'
import type { ReviewCounts, ReviewedReport, ReviewedShare, ShareQueue } from '#contract/review.ts'
import type { Day } from '#domain/days.ts'
import type { InteractionId, PostId, UserId } from '#domain/ids.ts'
import { safeUrl } from '#domain/posts.ts'
import type { ShareTerms } from '#domain/shares.ts'
import type { ShareStatus } from '#domain/vocabulary.ts'
import type { Acting } from '#server/access/audit.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { countOverdueChecks } from '../checks/store.ts'
import { memberSearch } from '../directory/store.ts'
import { takeBackReport } from '../interactions/commands.ts'
import { termsOf, worthIfVerified } from '../shares/commands.ts'
import * as store from './store.ts'

interface Piece {
  readonly limit: number
  readonly cursor?: string | undefined
}

const statusesOf: Readonly<Record<Exclude<ShareQueue, 'to_review'>, ShareStatus>> = {
  verified: 'completed',
  not_accepted: 'rejected',
}

/** What the cursor of the answered shares begins with, which follow those to review. */
const answeredMark = 'answered.'

/** Submitted shares of some queues: those to review, oldest first, then the answered ones, newest first. */
export async function listReviewShares(
  deps: Deps,
  { limit, cursor, status }: Piece & { readonly status: readonly ShareQueue[] },
): Promise<ListPart<ReviewedShare>> {
  const terms = await termsOf(deps.db)
  const statuses = status.flatMap((queue) => (queue === 'to_review' ? [] : [statusesOf[queue]]))
  const isAnswered = cursor?.startsWith(answeredMark) ?? !status.includes('to_review')
  if (isAnswered)
    return answeredPart(deps, terms, { statuses, limit, cursor: cursor?.slice(answeredMark.length) })
  const waiting = await waitingPart(deps, terms, { limit, cursor })
  if (waiting.nextCursor !== null || statuses.length === 0) return waiting
  const places = limit - waiting.data.length
  if (places === 0) return { data: waiting.data, nextCursor: answeredMark }
  const answered = await answeredPart(deps, terms, { statuses, limit: places, cursor: undefined })
  return { data: [...waiting.data, ...answered.data], nextCursor: answered.nextCursor }
}

async function waitingPart({ db }: Deps, terms: ShareTerms, { limit, cursor }: Piece) {
  const rows = await store.listSharesToReview(db, { limit: limit + 1, ...positionOf<'share'>(cursor) })
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  return { data: page.map((row) => shareOf(row, terms)), nextCursor }
}

async function answeredPart(
  { db }: Deps,
  terms: ShareTerms,
  { statuses, limit, cursor }: Piece & { readonly statuses: readonly ShareStatus[] },
) {
  const wanted = { statuses, limit: limit + 1, ...positionOf<'share'>(cursor || undefined) }
  const rows = await store.listAnsweredShares(db, wanted)
  const place = ({ answeredAt, createdAt, id }: store.ReviewShareRow) => ({ at: answeredAt ?? createdAt, id })
  const { page, nextCursor } = pageOf(rows, limit, place)
  return {
    data: page.map((row) => shareOf(row, terms)),
    nextCursor: nextCursor === null ? null : answeredMark + nextCursor,
  }
}

function positionOf<Of extends 'share' | 'interaction'>(cursor: string | undefined) {
  const after = placeOf<Of>(cursor)
  return { afterAt: after?.at ?? null, afterId: after?.id ?? null }
}

function shareOf(row: store.ReviewShareRow, terms: ShareTerms): ReviewedShare {
  const { id, userId, platform, customMessage, contentType, shareUrl, engagements, points, status, reason } =
    row
  const { username, displayName, avatar } = row
  return {
    id,
    userId,
    platform,
    customMessage,
    contentType,
    shareUrl,
    engagements,
    points,
    status,
    reason,
    report: null,
    // Only its member needs it.
    appealUntil: null,
    createdAt: row.createdAt.toISOString(),
    user: { id: userId, username, displayName, avatar },
    worth: worthIfVerified(row, terms),
  }
}

interface Wanted extends Piece {
  readonly search?: string | undefined
  readonly postId?: PostId | undefined
  readonly userId?: UserId | undefined
  readonly from?: Day | undefined
  readonly to?: Day | undefined
}

/** All reports that match, newest first. */
export async function listReports({ db }: Deps, wanted: Wanted): Promise<ListPart<ReviewedReport>> {
  const { limit, cursor, search, postId = null, userId = null, from = null, to = null } = wanted
  const place = positionOf<'interaction'>(cursor)
  const filters = { postId, userId, from, to, limit: limit + 1, ...place }
  const named = search ? await memberSearch(db, search, 'names') : null
  const { all, ofPost, ofUser } = store.listReportRows
  const unnamed = userId ? ofUser : postId ? ofPost : all
  const rows = named
    ? await store.listReportsFound[named.kind](db, { ...filters, ...named, isEnabled: true })
    : await unnamed(db, filters)
  const { page, nextCursor } = pageOf(rows, limit, ({ reportedAt: at, id }) => ({ at, id }))
  return { data: page.map(reportOf), nextCursor }
}

/** Takes a report back and returns it as reviewers see it. */
export async function takeBack(
  deps: Deps,
  acting: Acting,
  wanted: { readonly id: InteractionId; readonly reason: string },
): Promise<ReviewedReport> {
  await takeBackReport(deps, acting, wanted)
  return reportOf(await store.getReportRow.one(deps.db, { id: wanted.id }))
}

/** What waits for a reviewer, without what is their own. */
export async function countWaiting({ db, clock }: Deps, reviewerId: UserId): Promise<ReviewCounts> {
  const [{ shares, appeals }, { checks }] = await Promise.all([
    store.countWaiting.one(db, { reviewerId }),
    countOverdueChecks.one(db, { reviewerId, now: clock.now() }),
  ])
  return { shares, checks, appeals }
}

function reportOf(row: store.ReviewReportRow): ReviewedReport {
  const { id, userId, username, displayName, avatar, postId, authorName, content, postUrl } = row
  const { type, platform, points, reportedAt, state } = row
  return {
    id,
    user: { id: userId, username, displayName, avatar },
    post: { id: postId, authorName, content, postUrl: safeUrl(postUrl) },
    type,
    platform,
    points,
    reportedAt: reportedAt.toISOString(),
    state,
    takenBack: takenBackOf(row),
  }
}

function takenBackOf({ reviewer: by, reason, takenBackAt }: store.ReviewReportRow) {
  return by && reason !== null && takenBackAt ? { by, reason, at: takenBackAt.toISOString() } : null
}
