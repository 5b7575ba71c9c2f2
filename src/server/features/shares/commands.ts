import { uuidv7 } from 'uuidv7'
import type { NewShare, Share, ShareReview } from '#contract/shares.ts'
import { dayOf } from '#domain/days.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import { heldPoints, reviewedShare, type ShareState } from '#domain/shares.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/db/audit.ts'
import type { Handle } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { cursorAfter, placeOf } from '#server/http/cursor.ts'
import type { Member } from '#server/http/session.ts'
import { unlockAchievements } from '../achievements/commands.ts'
import { insertLedgerEntry, lockMemberRow } from '../ledger/store.ts'
import { listPointsRules } from '../points/store.ts'
import * as store from './store.ts'

interface SharesQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly submitted?: 'true' | undefined
}

/** The shares that a member may see, page by page: everybody's for those who review, else their own. */
export async function listSharesFor(
  { db }: Deps,
  { id, role }: Pick<Member, 'id' | 'role'>,
  { limit, cursor, submitted }: SharesQuery,
) {
  const reviews = permissionVerdict({ kind: 'member', role }, 'review shares') === 'ok'
  const isOwnOnly = !reviews || submitted !== undefined
  const rows = await store.listShareRows(db, {
    ownerId: isOwnOnly ? id : null,
    isSubmitted: submitted !== undefined,
    limit: limit + 1,
    after: cursor === undefined ? null : placeOf(cursor),
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(shareView),
    nextCursor: rows.length > limit && last ? cursorAfter({ at: last.createdAt, id: last.id }) : null,
  }
}

/** Hands in a member's own share for review. It earns nothing before that. */
export async function submitShare(
  { db, clock }: Deps,
  { id: userId }: Pick<Member, 'id'>,
  wanted: NewShare,
): Promise<Share> {
  const row = { id: uuidv7(), userId, ...wanted, createdAt: clock.now() }
  return shareView(await db.transaction((tx) => store.insertShare(tx, row)))
}

/**
 * Reviews a share: whatever the review changes, the ledger gets the difference between what it held for the share and
 * what it must hold now. Two reviews at once follow each other.
 */
export async function reviewShare(
  deps: Deps,
  acting: Acting,
  { id, review }: { readonly id: string; readonly review: ShareReview },
): Promise<Share> {
  const { after, difference } = await deps.db.transaction((tx) =>
    writeReview(deps, tx, { acting, id, review }),
  )
  deps.live.announce({
    stale: difference === 0 ? [] : ['totals', 'activities'],
    staleFor: [after.userId],
  })
  return shareView(after)
}

interface Reviewing {
  readonly acting: Acting
  readonly id: string
  readonly review: ShareReview
}

async function writeReview(deps: Deps, tx: Handle, { acting, id, review }: Reviewing) {
  const ownerId = await store.findShareOwner(tx, id)
  if (ownerId === null) throw unknownShare()
  await lockMemberRow(tx, ownerId)
  const before = await store.findShare(tx, id)
  // An undo may have removed it while this waited for the member.
  if (!before) throw unknownShare()
  const now = deps.clock.now()
  const state = reviewedShare(stateOf(before), definedOf(review), await listPointsRules(tx))
  const { isDue, isOfReport: _, ...columns } = state
  const { contentType = before.contentType, shareUrl = before.shareUrl } = review
  const dueAt = before.dueAt ?? (isDue && before.interactionId === null ? now : null)
  const after = { ...before, ...columns, contentType, shareUrl, dueAt, reviewedAt: now }
  await store.updateShare(tx, after)
  const difference = heldPoints(state) - heldPoints(stateOf(before))
  if (difference !== 0) await settle(deps, tx, { before, after, difference })
  await recordAct(tx, {
    ...{ acting, action: 'share.review', subject: id, at: now },
    details: { before: shareView(before), after: shareView(after) },
  })
  return { after, difference }
}

interface Settling {
  readonly before: store.ShareRow
  readonly after: store.ShareRow
  readonly difference: number
}

async function settle(deps: Deps, tx: Handle, { before, after, difference }: Settling): Promise<void> {
  const { id, userId, platform } = after
  const now = deps.clock.now()
  const isFirst = before.dueAt === null && after.dueAt !== null
  await insertLedgerEntry(tx, {
    ...{ id: uuidv7(), userId, amount: difference, subjectId: id, at: now },
    reason: isFirst ? 'share' : 'adjustment',
    day: dayOf(now, deps.config.timeZone),
  })
  await store.updateShareActivity(tx, {
    ...{ id: uuidv7(), share: { id, userId, platform }, at: now },
    points: heldPoints(stateOf(after)),
    description: `Had a share on ${platformNames[platform]} verified`,
  })
  if (difference > 0) await unlockAchievements(deps, tx, { userId, now })
}

function stateOf(row: store.ShareRow): ShareState {
  const isOfReport = row.interactionId !== null
  return { ...row, isOfReport, isDue: isOfReport || row.dueAt !== null }
}

/** Only what the review says: a key without a value must not overwrite what is there. */
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
  return new AppError('unknown', 'This share is not known')
}

function shareView(row: store.ShareRow): Share {
  const { id, userId, platform, customMessage, contentType, shareUrl, engagements, points, status } = row
  return {
    ...{ id, userId, platform, customMessage, contentType, shareUrl, engagements, points, status },
    createdAt: row.createdAt.toISOString(),
  }
}
