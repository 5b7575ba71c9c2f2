import { paths } from '#contract/paths.ts'
import {
  mostPendingShares,
  mostSharesADay,
  type NewShare,
  type Share,
  type SharePage,
  type ShareReview,
  type SharesQuery,
} from '#contract/shares.ts'
import { mostFound, tableDepth } from '#contract/tables.ts'
import { appealUntil } from '#domain/appeals.ts'
import { publishesAtOnce } from '#domain/automation.ts'
import { dayOf, startOfDay } from '#domain/days.ts'
import { type InteractionId, isId, type ShareId, type UserId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import { searchOf } from '#domain/search.ts'
import {
  heldPoints,
  isVerified,
  repeatedField,
  reviewedShare,
  type ShareEvent,
  type ShareState,
  type ShareTerms,
  sameShareMs,
  shareAfterEvent,
  shareEarning,
} from '#domain/shares.ts'
import { reportState } from '#domain/undo.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Member } from '#server/access/session.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, invalidField } from '#server/errors.ts'
import { done } from '#server/hooks/answers.ts'
import { offsetOf, pageOf, placeOf, tableTotalOf } from '#server/http/cursor.ts'
import { getAutomation } from '../automation/store.ts'
import { sendOut } from '../deliveries/commands.ts'
import { tellMember, tellReviewers } from '../direct-messages/commands.ts'
import { award, takeBackAchievements } from '../ledger/commands.ts'
import { getMemberProgress, lockMember } from '../ledger/store.ts'
import { notifyChat, notifyReviewers } from '../notifications/commands.ts'
import { listPointsRules } from '../points/store.ts'
import { tellWebhooks } from '../webhooks/commands.ts'
import * as store from './store.ts'

/** The shares that a member may see, all or one page. Reviewers see everybody's, others see their own. */
export async function listSharesFor(
  { db }: Deps,
  { id, role }: Pick<Member, 'id' | 'role'>,
  { limit, cursor, submitted, status, ...table }: SharesQuery,
): Promise<SharePage> {
  const reviews = permissionVerdict({ kind: 'member', role }, 'review') === 'ok'
  const isSubmitted = submitted !== undefined
  const wanted = { ownerId: !reviews || isSubmitted ? id : null, isSubmitted, status }
  const view = (row: store.NamedShareRow) => ({
    ...shareView(row),
    ...(reviews && { username: row.username, displayName: row.displayName }),
  })
  const { page, search: text, sort = 'createdAt', direction = 'desc' } = table
  if (page !== undefined) {
    const offset = offsetOf(page, limit)
    const found = { ...wanted, search: text ? { ...searchOf(text), text } : null }
    // Counting what a search finds takes as long as finding it, so the page says how many there are.
    const before = found.search ? null : await store.countShares(db, found)
    const isMore = before !== null && before > tableDepth
    const rows = await store.listSharePage(db, { ...found, sort, direction, limit, offset, isMore })
    const counted = before ?? rows[0]?.counted ?? (page === 1 ? 0 : await store.countShares(db, found))
    const total = tableTotalOf(counted, found.search ? mostFound : tableDepth)
    return { data: rows.map(view), nextCursor: null, ...total }
  }
  const after = placeOf<'share'>(cursor)
  const rows = await store.listShareRows(db, { ...wanted, limit: limit + 1, after })
  const shown = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  return { data: shown.page.map(view), nextCursor: shown.nextCursor }
}

/**
 * Submits a member's share for review and notifies the chat. It earns nothing before the review. If shares are
 * published automatically, it is approved and sent out at once. Refuses what the member submitted already within a day,
 * and too many shares.
 */
export async function submitShare(
  deps: Deps,
  { id: userId, username, displayName }: Pick<Member, 'id' | 'username' | 'displayName'>,
  wanted: NewShare,
): Promise<Share> {
  const createdAt = deps.clock.now()
  const inserted = await deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId })
    await refuseRepeated(deps, tx, { userId, wanted, now: createdAt })
    const isGoingOut = publishesAtOnce(await getAutomation(tx))
    const status = isGoingOut ? 'approved' : 'pending'
    const row = await store.insertShare(tx, { id: newId(), userId, ...wanted, status, createdAt })
    tx.announce({ topics: ['review'] })
    tx.announce({ topics: ['shares'], members: [userId] })
    const { id, platform, customMessage, contentType, shareUrl } = row
    await notifyChat(deps, tx, {
      key: `share_submitted ${id}`,
      notification: { kind: 'share_submitted', displayName, platform, customMessage, shareUrl, isGoingOut },
    })
    if (!isGoingOut) {
      await notifyReviewers(deps, tx, { kind: 'share_review', shareId: id })
      await tellReviewers(deps, tx, { facts: { subject: 'share', id, displayName }, except: [userId] })
    }
    if (isGoingOut) {
      const body = { message: customMessage, content_type: contentType, share_url: shareUrl, username }
      await sendOut(deps, tx, { event: 'share.submitted', body: { share_id: id, platform, ...body } })
    }
    await tellWebhooks(deps, tx, {
      type: 'share.submitted',
      timestamp: createdAt.toISOString(),
      data: { memberId: userId, displayName, ...toldOf(deps, row) },
    })
    return row
  })
  return shareView({ ...inserted, report: null })
}

function toldOf({ config }: Deps, { id, platform, shareUrl, status }: store.ShareRow) {
  return { shareId: id, platform, shareUrl, status, link: config.publicUrl + paths.review }
}

interface Submission {
  readonly userId: UserId
  readonly wanted: NewShare
  readonly now: Date
}

async function refuseRepeated({ config }: Deps, tx: Tx, { userId, wanted, now }: Submission): Promise<void> {
  const today = startOfDay(dayOf(now, config.timeZone), config.timeZone)
  const aDayAgo = new Date(now.getTime() - sameShareMs)
  const since = today < aDayAgo ? today : aDayAgo
  const earlier = await store.listEarlierShares(tx, { userId, since })
  const pending = earlier.filter(({ status }) => status === 'pending').length
  if (pending >= mostPendingShares) {
    throw new AppError(
      'too-many',
      `${pending} of your shares wait for a review: at most ${mostPendingShares} can wait`,
    )
  }
  const submitted = earlier.filter(({ createdAt }) => createdAt >= today).length
  if (submitted >= mostSharesADay) {
    throw new AppError(
      'too-many',
      `You submitted ${submitted} shares today: at most ${mostSharesADay} a day count`,
    )
  }
  const lately = earlier.filter(({ status, createdAt }) => status !== 'rejected' && createdAt > aDayAgo)
  const path = repeatedField(wanted, lately)
  if (path === null) return
  const message = `You submitted the same ${path === 'shareUrl' ? 'address' : 'text'} within the last 24 hours`
  throw new AppError('conflict', message, { issues: [{ path, message }] })
}

/**
 * Reviews a share. The ledger gets the difference between the points it held for the share and those it must hold now.
 * Two simultaneous reviews run one after another. The second is refused (409) if it says how the share was last seen
 * and that is stale. Refuses the member's own share, and to reject one without a reason.
 */
export async function reviewShare(
  deps: Deps,
  acting: Acting,
  { id, review }: { readonly id: ShareId; readonly review: ShareReview },
): Promise<Share> {
  return deps.db.transaction(async (tx) => {
    const before = await lockedShare(tx, id)
    if (before.userId === acting.member.id) {
      throw new AppError('not-allowed', 'You cannot review your own share: a colleague decides')
    }
    assertSeen(review.seen, shareView(before))
    refuseUnsound(before, review)
    const now = deps.clock.now()
    const terms = await termsOf(tx)
    const state = reviewedShare(stateOf(before), definedOf(review), terms)
    const { contentType = before.contentType, shareUrl = before.shareUrl } = review
    const isRejected = state.status === 'rejected'
    const reason = isRejected ? (review.reason ?? before.reason) : null
    // An appeal is against whoever gave the reason, also when a colleague has corrected something else since.
    const isSameRejection = isRejected && before.status === 'rejected' && !review.reason
    const reviewerId = isSameRejection ? before.reviewerId : acting.member.id
    const reviewed = { contentType, shareUrl, reason, reviewedAt: now, reviewerId }
    const after = await writeShare(deps, tx, {
      before,
      after: { ...withState(before, state, now), ...reviewed },
      terms,
      now,
    })
    const details = { before: shareView(before), after: shareView(after) }
    await recordAct(deps, tx, acting, { action: 'share.review', subject: id, details })
    return details.after
  })
}

function refuseUnsound(before: LockedShare, { platform, status, reason }: ShareReview): void {
  if (before.report !== null && platform !== undefined && platform !== before.platform) {
    const message = 'The platform of a report’s share is that of the post'
    throw new AppError('conflict', message, { issues: [{ path: 'platform', message }] })
  }
  if (status === 'rejected' && before.status !== 'rejected' && !reason) {
    throw invalidField('reason', 'Reason is required: the member reads it')
  }
}

interface GivingBack {
  readonly id: ShareId
  readonly reviewerId: UserId
  readonly now: Date
}

/** Gives back a share that was not accepted: it is verified, or counted with its report again. */
export async function giveBackShare(deps: Deps, tx: Tx, { id, reviewerId, now }: GivingBack): Promise<void> {
  const before = await lockedShare(tx, id)
  if (before.status !== 'rejected') throw new AppError('conflict', 'This share is no longer rejected')
  const terms = await termsOf(tx)
  const status = before.interactionId === null ? 'completed' : 'pending'
  const state = reviewedShare(stateOf(before), { status }, terms)
  const reviewed = { reason: null, reviewedAt: now, reviewerId }
  const after = { ...withState(before, state, now), ...reviewed }
  await writeShare(deps, tx, { before, after, terms, now, isByAppeal: true })
}

/** Brings the points of a report's share in line after the report was undone, taken back or given back. */
export async function settleShareOf(
  deps: Deps,
  tx: Tx,
  { interactionId, wasLive }: { readonly interactionId: InteractionId; readonly wasLive: boolean },
): Promise<void> {
  const row = await store.findShareOfReport(tx, interactionId)
  if (!row) return
  const { points, ...ended } = await store.getReportOf(tx, interactionId)
  const after = { ...row, report: reportState(ended), reportPoints: points }
  const before = { ...after, report: wasLive ? ('live' as const) : ('taken_back' as const) }
  await settle(deps, tx, { before, after, terms: await termsOf(tx), now: deps.clock.now() })
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
  const now = deps.clock.now()
  const isRejected = state.status === 'rejected'
  const reason = isRejected ? (before.reason ?? 'It could not be published') : null
  const after = { ...withState(before, state, now), engagementAt, reason }
  if (JSON.stringify(before) === JSON.stringify(after)) return false
  await writeShare(deps, tx, { before, after, terms, now })
  return true
}

/** A locked share with what became of the report that made it. */
interface LockedShare extends store.StatedShareRow {
  /** What that report earned; 0 without one. */
  readonly reportPoints: number
}

/** Locks the member and the share against other writes. Refuses an unknown share. */
async function lockedShare(tx: Tx, id: ShareId): Promise<LockedShare> {
  const ownerId = await store.findShareOwner(tx, id)
  if (ownerId === null) throw unknownShare()
  await lockMember(tx, { userId: ownerId })
  const share = await store.findShare(tx, id)
  // An undo may have removed it while this waited for the member's lock.
  if (!share) throw unknownShare()
  if (share.interactionId === null) return { ...share, report: null, reportPoints: 0 }
  const { points, ...ended } = await store.getReportOf(tx, share.interactionId)
  return { ...share, report: reportState(ended), reportPoints: points }
}

/** What decides the points of shares now. */
export async function termsOf(db: Db | Tx): Promise<ShareTerms> {
  const { pointsOnSchedule, pointsOnPublish } = await getAutomation(db)
  return { rules: await listPointsRules(db), pointsOnSchedule, pointsOnPublish }
}

/** What a submitted share earns if it is verified now. */
export function worthIfVerified(
  row: Omit<ShareState, 'report' | 'isDue'> & Pick<store.ShareRow, 'dueAt'>,
  terms: ShareTerms,
): number {
  const state = { ...row, report: null, isDue: row.dueAt !== null }
  return heldPoints(reviewedShare(state, { status: 'completed' }, terms))
}

function withState(row: LockedShare, state: ShareState, now: Date): LockedShare {
  const { isDue, report: _, ...columns } = state
  const dueAt = row.dueAt ?? (isDue && row.interactionId === null ? now : null)
  const isAnswered = state.status === 'completed' || state.status === 'rejected'
  const answeredAt = state.status === row.status ? row.answeredAt : isAnswered ? now : null
  return { ...row, ...columns, dueAt, answeredAt }
}

interface Change {
  readonly before: LockedShare
  readonly after: LockedShare
  readonly terms: ShareTerms
  readonly now: Date
  /** Whether an appeal decided it, of which the member is told. */
  readonly isByAppeal?: boolean
}

async function writeShare(deps: Deps, tx: Tx, change: Change): Promise<LockedShare> {
  const { report: _, reportPoints: __, ...row } = change.after
  await store.updateShare(tx, row)
  tx.announce({ topics: ['review'] })
  tx.announce({ topics: ['shares'], members: [row.userId] })
  await settle(deps, tx, change)
  if (row.status !== change.before.status && row.status !== 'pending') await tellDecision(deps, tx, change)
  return change.after
}

async function tellDecision(deps: Deps, tx: Tx, { after, now, isByAppeal }: Change): Promise<void> {
  const { id, userId: memberId, platform, status, points, reason } = after
  const { displayName } = await getMemberProgress.one(tx, { userId: memberId })
  await tellWebhooks(deps, tx, {
    type: 'share.decided',
    timestamp: now.toISOString(),
    data: { memberId, displayName, ...toldOf(deps, after), points, reason },
  })
  if (status === 'approved' || isByAppeal) return
  const facts = { platform, isVerified: status === 'completed', points, reason }
  const key = `share_decided ${id} ${now.toISOString()}`
  await tellMember(deps, tx, { userId: memberId, kind: 'share_decided', key, facts })
}

/** Books the difference in points, and whether the share still counts as verified. */
async function settle(deps: Deps, tx: Tx, { before, after, terms, now: at }: Change): Promise<void> {
  const { id: subjectId, userId, platform, status } = after
  const [prior, next] = [stateOf(before), stateOf(after)]
  const held = heldPoints(next)
  const amount = held - heldPoints(prior)
  const verified = Number(isVerified(next)) - Number(isVerified(prior))
  if (amount === 0 && verified === 0) return
  const isFirst = before.dueAt === null && after.dueAt !== null
  const earning = shareEarning(terms.rules, next)
  const rule = isFirst && !after.hasSetPoints && earning.points === amount ? earning.rule : null
  const words = status === 'approved' ? 'scheduled' : 'verified'
  const description = `Had a share on ${platformNames[platform]} ${words}`
  const points = held > 0 ? held : null
  const line =
    after.interactionId === null ? ({ type: 'share', description, platform, points } as const) : null
  const booking = { userId, subjectId, at, rule, ...(line && { line }) }
  const today = dayOf(at, deps.config.timeZone)
  const countedOn = verified < 0 ? (await store.getVerifiedDay.one(tx, { id: subjectId })).day : today
  // Points count for the day of the change, but the share leaves the day on which it was counted.
  const leaves = countedOn === today ? verified : 0
  const reason = isFirst ? 'share' : 'adjustment'
  if (amount !== 0 || leaves !== 0) await award(deps, tx, { ...booking, amount, reason, verified: leaves })
  if (leaves !== verified) {
    await award(deps, tx, {
      ...booking,
      rule: null,
      amount: 0,
      reason: 'adjustment',
      verified,
      day: countedOn,
    })
  }
  if (verified < 0) await takeBackAchievements(tx, { userId, now: at, lost: null })
}

function stateOf(row: LockedShare): ShareState {
  const report = row.report && { points: row.reportPoints, isLive: row.report === 'live' }
  return { ...row, report, isDue: row.dueAt !== null }
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

/** A share as the API shows it. */
export function shareView(row: store.StatedShareRow): Share {
  const { id, userId, platform, customMessage, contentType, shareUrl, engagements, points, status } = row
  const { report, reason, reviewerId, answeredAt } = row
  const isAppealable = status === 'rejected' && reviewerId !== null && answeredAt !== null
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
    report,
    reason,
    appealUntil: isAppealable ? appealUntil(answeredAt).toISOString() : null,
    createdAt,
  }
}
