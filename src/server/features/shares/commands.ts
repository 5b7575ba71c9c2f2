import type { NewShare, Share, SharePage, ShareReview, SharesQuery } from '#contract/shares.ts'
import { publishesAtOnce } from '#domain/automation.ts'
import { isId, type ShareId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import {
  heldPoints,
  reviewedShare,
  type ShareEvent,
  type ShareState,
  type ShareTerms,
  shareAfterEvent,
} from '#domain/shares.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Member } from '#server/access/session.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen } from '#server/errors.ts'
import { done } from '#server/hooks/answers.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { getAutomation } from '../automation/store.ts'
import { sendOut } from '../deliveries/commands.ts'
import { award } from '../ledger/commands.ts'
import { lockMember } from '../ledger/store.ts'
import { notifyChat } from '../notifications/commands.ts'
import { listPointsRules } from '../points/store.ts'
import * as store from './store.ts'

/** The shares that a member may see, all or one page. Reviewers see everybody's, others see their own. */
export async function listSharesFor(
  { db }: Deps,
  { id, role }: Pick<Member, 'id' | 'role'>,
  { limit, cursor, submitted, status, ...table }: SharesQuery,
): Promise<SharePage> {
  const reviews = permissionVerdict({ kind: 'member', role }, 'review shares') === 'ok'
  const isSubmitted = submitted !== undefined
  const wanted = { ownerId: !reviews || isSubmitted ? id : null, isSubmitted, status }
  const view = (row: store.NamedShareRow) => ({
    ...shareView(row),
    ...(reviews && { username: row.username, displayName: row.displayName }),
  })
  const { page, search = '', sort = 'createdAt', direction = 'desc' } = table
  if (page !== undefined) {
    const offset = (page - 1) * limit
    const rows = await store.listSharePage(db, { ...wanted, search, sort, direction, limit, offset })
    // The last page gives the total without a count; a search seldom has more than one page.
    const isLast = rows.length < limit && (rows.length > 0 || page === 1)
    const total = isLast ? offset + rows.length : await store.countShares(db, { ...wanted, search })
    return { data: rows.map(view), nextCursor: null, total }
  }
  const after = placeOf<'share'>(cursor)
  const rows = await store.listShareRows(db, { ...wanted, limit: limit + 1, after })
  const shown = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  return { data: shown.page.map(view), nextCursor: shown.nextCursor }
}

/**
 * Submits a member's share for review and notifies the chat. It earns nothing before the review. If shares are
 * published automatically, it is approved and sent out at once.
 */
export async function submitShare(
  deps: Deps,
  { id: userId, username, displayName }: Pick<Member, 'id' | 'username' | 'displayName'>,
  wanted: NewShare,
): Promise<Share> {
  const createdAt = deps.clock.now()
  const inserted = await deps.db.transaction(async (tx) => {
    const isGoingOut = publishesAtOnce(await getAutomation(tx))
    const status = isGoingOut ? 'approved' : 'pending'
    const row = await store.insertShare(tx, { id: newId(), userId, ...wanted, status, createdAt })
    tx.announce({ topics: ['shares'], members: [userId] })
    const { id, platform, customMessage, contentType, shareUrl } = row
    await notifyChat(deps, tx, {
      key: `share_submitted ${id}`,
      notification: { kind: 'share_submitted', displayName, platform, customMessage, shareUrl, isGoingOut },
    })
    if (isGoingOut) {
      const body = { message: customMessage, content_type: contentType, share_url: shareUrl, username }
      await sendOut(deps, tx, { event: 'share.submitted', body: { share_id: id, platform, ...body } })
    }
    return row
  })
  return shareView(inserted)
}

/**
 * Reviews a share. The ledger gets the difference between the points it held for the share and those it must hold now.
 * Two simultaneous reviews run one after another. The second is refused (409) if it says how the share was last seen
 * and that is stale.
 */
export async function reviewShare(
  deps: Deps,
  acting: Acting,
  { id, review }: { readonly id: ShareId; readonly review: ShareReview },
): Promise<Share> {
  return deps.db.transaction(async (tx) => {
    const before = await lockedShare(tx, id)
    assertSeen(review.seen, shareView(before))
    const now = deps.clock.now()
    const state = reviewedShare(stateOf(before), definedOf(review), await termsOf(tx))
    const { contentType = before.contentType, shareUrl = before.shareUrl } = review
    const after = await writeShare(deps, tx, {
      before,
      after: { ...withState(before, state, now), contentType, shareUrl, reviewedAt: now },
    })
    const details = { before: shareView(before), after: shareView(after) }
    await recordAct(deps, tx, acting, { action: 'share.review', subject: id, details })
    return details.after
  })
}

/** An update from the scheduling tool about a share. */
export interface ShareNews {
  /** The share's id, as the sender writes it. */
  readonly share: string
  /** Null when there are only numbers. */
  readonly event: ShareEvent | null
  /** Null when there are no numbers. */
  readonly engagements: number | null
  /** When the numbers were measured. */
  readonly engagementAt: Date
}

const hookMessages: Readonly<Record<ShareEvent, string>> = {
  scheduled: 'The share is marked as scheduled',
  published: 'The share is marked as published',
  failed: 'The share is marked as not published',
}

/** Applies an update from a hook, and returns the hook's answer. `path` is the hook's name for the share id. */
export async function receiveShareNews(deps: Deps, tx: Tx, path: string, news: ShareNews) {
  const { share, event } = news
  const id = share.toLowerCase()
  const message = 'No share has this ID'
  if (!isId<'share'>(id)) throw new AppError('unknown', message, { issues: [{ path, message }] })
  const hasChanges = await applyShareNews(deps, tx, id, news)
  return done(event === null ? 'The numbers of the share are up to date' : hookMessages[event], hasChanges)
}

/**
 * Applies an update to a share, in the caller's transaction. Returns whether anything changed. Ignores numbers older
 * than those stored. Refuses an unknown share.
 */
async function applyShareNews(deps: Deps, tx: Tx, id: ShareId, news: ShareNews): Promise<boolean> {
  const before = await lockedShare(tx, id)
  const terms = await termsOf(tx)
  const isNewer = before.engagementAt === null || news.engagementAt >= before.engagementAt
  const engagements = isNewer ? news.engagements : null
  const counted =
    engagements === null ? stateOf(before) : reviewedShare(stateOf(before), { engagements }, terms)
  const isReviewed = before.reviewedAt !== null
  const state = news.event === null ? counted : shareAfterEvent({ ...counted, isReviewed }, news.event, terms)
  const engagementAt = engagements === null ? before.engagementAt : news.engagementAt
  const after = { ...withState(before, state, deps.clock.now()), engagementAt }
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  await writeShare(deps, tx, { before, after })
  return true
}

/** Locks the member and the share against other writes. Refuses an unknown share. */
async function lockedShare(tx: Tx, id: ShareId): Promise<store.ShareRow> {
  const ownerId = await store.findShareOwner(tx, id)
  if (ownerId === null) throw unknownShare()
  await lockMember(tx, { userId: ownerId })
  const share = await store.findShare(tx, id)
  // An undo may have removed it while this waited for the member's lock.
  if (!share) throw unknownShare()
  return share
}

async function termsOf(tx: Tx): Promise<ShareTerms> {
  const { pointsOnSchedule, pointsOnPublish } = await getAutomation(tx)
  return { rules: await listPointsRules(tx), pointsOnSchedule, pointsOnPublish }
}

function withState(row: store.ShareRow, state: ShareState, now: Date): store.ShareRow {
  const { isDue, isOfReport: _, ...columns } = state
  const dueAt = row.dueAt ?? (isDue && row.interactionId === null ? now : null)
  const isAnswered = state.status === 'completed' || state.status === 'rejected'
  const answeredAt = state.status === row.status ? row.answeredAt : isAnswered ? now : null
  return { ...row, ...columns, dueAt, answeredAt }
}

interface Change {
  readonly before: store.ShareRow
  readonly after: store.ShareRow
}

async function writeShare(deps: Deps, tx: Tx, { before, after }: Change): Promise<store.ShareRow> {
  await store.updateShare(tx, after)
  tx.announce({ topics: ['shares'], members: [after.userId] })
  await settle(deps, tx, { before, after })
  return after
}

async function settle(deps: Deps, tx: Tx, { before, after }: Change): Promise<void> {
  const { id: subjectId, userId, platform, status } = after
  const held = heldPoints(stateOf(after))
  const amount = held - heldPoints(stateOf(before))
  if (amount === 0) return
  const reason = before.dueAt === null && after.dueAt !== null ? 'share' : 'adjustment'
  const words = status === 'approved' ? 'scheduled' : 'verified'
  const description = `Had a share on ${platformNames[platform]} ${words}`
  const line = { type: 'share', description, platform, points: held > 0 ? held : null } as const
  await award(deps, tx, { userId, amount, reason, subjectId, at: deps.clock.now(), line })
}

function stateOf(row: store.ShareRow): ShareState {
  const isOfReport = row.interactionId !== null
  return { ...row, isOfReport, isDue: isOfReport || row.dueAt !== null }
}

/** Leaves out undefined fields, so that they do not overwrite stored values. */
function definedOf({ platform, customMessage, engagements, points, status }: ShareReview) {
  return {
    ...(platform !== undefined && { platform }),
    ...(customMessage !== undefined && { customMessage }),
    ...(engagements !== undefined && { engagements }),
    ...(points !== undefined && { points }),
    ...(status !== undefined && { status }),
  }
}

function unknownShare(): AppError {
  return new AppError('unknown', 'This share was not found')
}

function shareView(row: store.ShareRow): Share {
  const { id, userId, platform, customMessage, contentType, shareUrl, engagements, points, status } = row
  const createdAt = row.createdAt.toISOString()
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
    createdAt,
  }
}
