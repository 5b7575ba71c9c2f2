import { createHash } from 'node:crypto'
import { defaultBrand, type PostChange, type SocialFeedPost } from '#contract/posts.ts'
import type { ChatNotification } from '#domain/chat.ts'
import type { PostId } from '#domain/ids.ts'
import {
  derivedHandle,
  type EngagementReport,
  isNewerEngagement,
  isPlaceholderLink,
  mergedEngagement,
  normalisedPostUrl,
  parkedEngagementLifeMs,
  safeUrl,
  testBrand,
} from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen } from '#server/errors.ts'
import { notifyChat } from '../notifications/commands.ts'
import { listPointsRules } from '../points/store.ts'
import * as store from './store.ts'

export interface SavedPost {
  readonly post: store.PostRow
  /** The post before; null if it was not in the feed. */
  readonly before: store.PostRow | null
  /** `created` includes a restored deleted post; `unchanged` wrote nothing. */
  readonly outcome: 'created' | 'updated' | 'unchanged'
}

/** What every source says of a post. */
type Essential = 'platform' | 'content' | 'authorName' | 'campaignTags'
/** What becomes of a post here, which no source says. */
type Own =
  | 'id'
  | 'identity'
  | 'normalisedUrl'
  | 'originalPostDate'
  | `${'likes' | 'comments' | 'shares' | 'views'}Count`
  | `${'engagement' | 'created' | 'updated' | 'deleted'}At`
type Optional = Omit<store.PostRow, Essential | Own | 'postUrl'>

/** A post from another system. What is null or omitted, its source does not say. */
export type NewPost = Pick<store.PostRow, Essential | 'postUrl'> & {
  readonly [Field in keyof Optional]?: Optional[Field] | null
} & { readonly scheduledAt: Date | null }

interface Saving {
  readonly wanted: NewPost
  readonly now: Date
  /** Whether to restore a deleted post of the same identity. Otherwise it stays deleted and unchanged. */
  readonly restoresDeleted: boolean
  /** Whether to skip the chat notification and the activity for a new post. */
  readonly isQuiet?: boolean
}

/**
 * Creates or updates a post, in the caller's transaction. An existing post keeps the values that its source does not
 * say. A new one gets the parked engagement numbers that arrived before it.
 */
export async function savePost(deps: Deps, tx: Tx, saving: Saving): Promise<SavedPost> {
  const { wanted, now } = saving
  const known = await findKnownPost(tx, wanted)
  if (known?.deletedAt && !saving.restoresDeleted) return { post: known, before: null, outcome: 'unchanged' }
  const changes = known && changesOf(known, wanted)
  if (known && !known.deletedAt && isDeepEqual(known, { ...known, ...changes }))
    return { post: known, before: known, outcome: 'unchanged' }
  const row = known
    ? await store.updatePost(tx, known.id, { ...changes, deletedAt: null, updatedAt: now })
    : await store.insertPost(tx, newRow(wanted, now))
  const post = await withParkedEngagement(tx, row, now)
  announcePosts(tx, [post.id])
  if (known && isOtherAuthor(known, post)) tx.announce({ topics: ['authors'] })
  if (known && !known.deletedAt) return { post, before: known, outcome: 'updated' }
  if (!saving.isQuiet) await tell(deps, tx, post, now)
  return { post, before: null, outcome: 'created' }
}

type Author = Pick<SavedPost['post'], 'authorName' | 'authorAvatarUrl'>

function isOtherAuthor(before: Author, after: Author): boolean {
  return before.authorName !== after.authorName || before.authorAvatarUrl !== after.authorAvatarUrl
}

/** Changes the address or the author of a post in the feed. A new address also changes the post's identity. */
export async function updatePost(
  deps: Deps,
  acting: Acting,
  { id, change }: { readonly id: PostId; readonly change: PostChange },
): Promise<SocialFeedPost> {
  const { post, rules } = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const before = await heldForChange(tx, id, change)
    assertSeen(change.seen, { ...before, postUrl: safeUrl(before.postUrl) })
    const changes = await editOf(tx, before, change)
    if (isDeepEqual(before, { ...before, ...changes }))
      return { post: before, rules: await listPointsRules(tx) }
    const row = await store.updatePost(tx, id, { ...changes, updatedAt: now })
    const post = await withParkedEngagement(tx, row, now)
    const details = { before: editedOf(before, changes), after: editedOf(post, changes) }
    await recordAct(deps, tx, acting, { action: 'post.update', subject: id, details })
    announcePosts(tx, [id])
    if (isOtherAuthor(before, post)) tx.announce({ topics: ['authors'] })
    return { post, rules: await listPointsRules(tx) }
  })
  return store.feedPostOf(post, rules)
}

/** Removes a post from the feed. Its reports and their points stay. */
export async function deletePost(deps: Deps, acting: Acting, id: PostId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const before = await store.findHeldPost(tx, id)
    if (!before || before.deletedAt) throw notKnown()
    await store.updatePost(tx, id, { deletedAt: now })
    announcePosts(tx, [id])
    const details = { before: recordOf(before) }
    await recordAct(deps, tx, acting, { action: 'post.delete', subject: id, details })
  })
}

/** The details of a post in the audit log. */
export function recordOf({ platform, brand, authorName, authorHandle, postUrl, content }: store.PostRow) {
  return { platform, brand, authorName, authorHandle, postUrl, content }
}

/** Finds the live post that a delivery refers to, or null. Changes nothing. */
export async function findDeliveredPost(tx: Tx, wanted: NewPost): Promise<store.PostRow | null> {
  const known = await findKnownPost(tx, wanted)
  if (known) return known.deletedAt ? null : known
  return normalisedPostUrl(wanted.postUrl) === null ? store.findNewestPost(tx, wanted) : null
}

export interface AppliedEngagement {
  /** `kept` is parked for its post; `ignored` is older than the stored numbers, or no such post can exist. */
  readonly outcome: 'applied' | 'kept' | 'ignored'
  /** Whether the numbers of any post changed. */
  readonly hasChanges: boolean
}

/** Applies reported numbers to every post with an address, in the caller's transaction. */
export async function applyEngagement(
  tx: Tx,
  postUrl: string,
  { report, now }: { report: EngagementReport; now: Date },
): Promise<AppliedEngagement> {
  const normalisedUrl = normalisedPostUrl(postUrl)
  if (normalisedUrl === null) return { outcome: 'ignored', hasChanges: false }
  await store.lockPostKey(tx, { key: normalisedUrl })
  const known = await store.listPostsByUrl(tx, normalisedUrl)
  if (known.length === 0) {
    const isParked = await parkEngagement(tx, normalisedUrl, { report, now })
    return { outcome: isParked ? 'kept' : 'ignored', hasChanges: false }
  }
  const older = known.filter((post) => isNewerEngagement(report, post.engagementAt))
  const changedPostIds: PostId[] = []
  for (const post of older) {
    const counts = mergedEngagement(post, report)
    const isChanged = !isDeepEqual(post, { ...post, ...counts })
    if (isChanged) changedPostIds.push(post.id)
    const { engagementAt } = report
    await store.updatePost(tx, post.id, { ...counts, engagementAt, ...(isChanged && { updatedAt: now }) })
  }
  announcePosts(tx, changedPostIds)
  return { outcome: older.length > 0 ? 'applied' : 'ignored', hasChanges: changedPostIds.length > 0 }
}

/**
 * A post is identified by its platform and normalised address, or without a usable address by platform, content and
 * scheduled time. A scheduler often announces a post before it has an address; once the address is known, platform,
 * content and scheduled time still identify the post.
 */
async function findKnownPost(tx: Tx, wanted: NewPost): Promise<store.PostRow | null> {
  const { platform, content, postUrl, scheduledAt } = wanted
  const normalisedUrl = normalisedPostUrl(postUrl)
  // Always lock in this order, so that two deliveries cannot deadlock.
  await store.lockPostKey(tx, { key: `${platform} ${content}` })
  if (normalisedUrl !== null) await store.lockPostKey(tx, { key: normalisedUrl })
  const known = await store.findPostByIdentity(tx, identityOf(wanted))
  if (known || scheduledAt === null) return known
  const hasUrl = normalisedUrl !== null
  return store.findPostByDate(tx, { platform, content, originalPostDate: scheduledAt, hasUrl })
}

// Locks in the same order as deliveries: the content, the address, the row.
async function heldForChange(tx: Tx, id: PostId, { postUrl }: PostChange): Promise<store.PostRow> {
  const known = await store.findPost(tx, id)
  if (!known) throw notKnown()
  await store.lockPostKey(tx, { key: `${known.platform} ${known.content}` })
  const normalisedUrl = normalisedPostUrl(postUrl)
  if (normalisedUrl !== null) await store.lockPostKey(tx, { key: normalisedUrl })
  const held = await store.findHeldPost(tx, id)
  if (!held || held.deletedAt) throw notKnown()
  return held
}

async function editOf(tx: Tx, post: store.PostRow, { seen: _, ...change }: PostChange) {
  const { postUrl, authorName } = change
  const isRenamed = authorName !== undefined && authorName !== post.authorName
  const isDerived = post.authorHandle === derivedHandle(post.authorName)
  const edit = { ...change, ...(isRenamed && isDerived && { authorHandle: derivedHandle(authorName) }) }
  // An unsafe address is shown as null, so sending null back must change nothing.
  if (postUrl === undefined || postUrl === safeUrl(post.postUrl)) return { ...edit, postUrl: post.postUrl }
  const normalisedUrl = normalisedPostUrl(postUrl)
  if (normalisedUrl === post.normalisedUrl) return edit
  const { platform, content, originalPostDate: scheduledAt } = post
  const identity = identityOf({ platform, content, postUrl, scheduledAt })
  const other = await store.findPostByIdentity(tx, identity)
  if (other && other.id !== post.id) throw takenAddress(postUrl, other)
  return { ...edit, normalisedUrl, identity }
}

/** What an edit changes of a post, in the words of the audit log. */
function editedOf(post: store.PostRow, { identity: _, normalisedUrl: __, ...changes }: store.PostChanges) {
  return Object.fromEntries(Object.entries(post).filter(([field]) => field in changes))
}

function takenAddress(postUrl: string | null, { deletedAt }: store.PostRow): AppError {
  const other = deletedAt ? 'A deleted post' : 'Another post'
  const message = postUrl
    ? `${other} on this platform has this URL`
    : `${other} has the same text and time, and no URL`
  return new AppError('conflict', message, { issues: [{ path: 'postUrl', message }] })
}

function notKnown(): AppError {
  return new AppError('unknown', 'This post was not found')
}

/** Announces that these posts are new or changed. */
export function announcePosts(tx: Tx, postIds: readonly PostId[]): void {
  if (postIds.length === 0) return
  const messages = postIds.map((postId) => ({ type: 'ENGAGEMENT_UPDATE' as const, data: { postId } }))
  tx.announce({ topics: ['posts'], messages })
}

function identityOf(post: Pick<NewPost, 'platform' | 'content' | 'postUrl' | 'scheduledAt'>): string {
  const normalisedUrl = normalisedPostUrl(post.postUrl)
  if (normalisedUrl !== null) return `${post.platform} ${normalisedUrl}`
  const contentHash = createHash('sha256').update(post.content).digest('base64url')
  return `${post.platform} ${contentHash} ${post.scheduledAt?.toISOString() ?? 'unscheduled'}`
}

function newRow({ scheduledAt, ...wanted }: NewPost, now: Date) {
  return {
    ...wanted,
    id: newId<'post'>(),
    identity: identityOf({ ...wanted, scheduledAt }),
    normalisedUrl: normalisedPostUrl(wanted.postUrl),
    brand: wanted.brand ?? defaultBrand,
    authorHandle: wanted.authorHandle ?? derivedHandle(wanted.authorName),
    originalPostDate: scheduledAt ?? now,
    createdAt: now,
    updatedAt: now,
  }
}

function changesOf(known: store.PostRow, wanted: NewPost) {
  const { scheduledAt, postUrl, campaignTags, ...fields } = wanted
  const isRenamed = fields.authorName !== known.authorName
  const normalisedUrl = normalisedPostUrl(postUrl)
  return {
    ...(isRenamed && { authorHandle: derivedHandle(fields.authorName) }),
    ...withoutNulls(fields),
    ...(campaignTags.length > 0 && { campaignTags }),
    ...(scheduledAt && { originalPostDate: scheduledAt }),
    // A placeholder does not replace a known address.
    ...((normalisedUrl !== null || known.normalisedUrl === null) && {
      postUrl: postUrl ?? known.postUrl,
    }),
    ...(normalisedUrl !== null && { normalisedUrl, identity: `${known.platform} ${normalisedUrl}` }),
  }
}

type WithoutNulls<Fields> = { readonly [Field in keyof Fields]?: NonNullable<Fields[Field]> }

function withoutNulls<Fields extends object>(fields: Fields): WithoutNulls<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null),
  ) as WithoutNulls<Fields>
}

async function withParkedEngagement(tx: Tx, post: store.PostRow, now: Date): Promise<store.PostRow> {
  if (post.normalisedUrl === null) return post
  const parked = await store.findParkedEngagement(tx, post.normalisedUrl)
  if (!parked) return post
  await store.deleteParkedEngagement(tx, post.normalisedUrl)
  const isInTime = now.getTime() - parked.receivedAt.getTime() <= parkedEngagementLifeMs
  if (!isInTime || !isNewerEngagement(parked, post.engagementAt)) return post
  const { engagementAt } = parked
  return store.updatePost(tx, post.id, { ...mergedEngagement(post, parked), engagementAt })
}

/** Parks the numbers, unless newer ones are parked or the post was deleted. Returns whether it did. */
async function parkEngagement(
  tx: Tx,
  normalisedUrl: string,
  { report, now }: { report: EngagementReport; now: Date },
): Promise<boolean> {
  await store.deleteParkedEngagementsBefore(tx, new Date(now.getTime() - parkedEngagementLifeMs))
  if (await store.hasPostWithUrl(tx, normalisedUrl)) return false
  const waiting = await store.findParkedEngagement(tx, normalisedUrl)
  if (waiting && !isNewerEngagement(report, waiting.engagementAt)) return false
  const counts = waiting ? mergedEngagement(waiting, report) : report
  const { engagementAt } = report
  await store.putParkedEngagement(tx, { ...counts, engagementAt, normalisedUrl, receivedAt: now })
  return true
}

/** Announces a new post in the activities and the chat, once for each post. */
async function tell(deps: Deps, tx: Tx, post: store.PostRow, at: Date): Promise<void> {
  const { platform, authorName, id: postId } = post
  const description = `New ${platformNames[platform]} post by ${authorName}`
  await store.insertPostActivity(tx, { id: newId(), description, platform, postId, at })
  tx.announce({ topics: ['activities'] })
  await notifyChat(deps, tx, { key: `new_post ${postId}`, notification: notificationOf(post) })
}

/** Sends the chat notification of an existing post again. */
export function pushPost(deps: Deps, tx: Tx, post: store.PostRow): Promise<void> {
  return notifyChat(deps, tx, { key: `pushed_post ${newId()}`, notification: notificationOf(post) })
}

function notificationOf({ platform, authorName, content, postUrl, brand }: store.PostRow): ChatNotification {
  const isReal = !isPlaceholderLink(postUrl)
  const isTest = brand === testBrand
  return { kind: 'new_post', platform, authorName, content, postUrl: isReal ? postUrl : null, isTest }
}

function isDeepEqual(one: store.PostRow, other: store.PostRow): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
