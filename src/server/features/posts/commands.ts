import { createHash } from 'node:crypto'
import { postAddress } from '#contract/paths.ts'
import { defaultBrand, type PostChange, type SocialFeedPost } from '#contract/posts.ts'
import type { ChatNotification } from '#domain/chat.ts'
import type { PostId } from '#domain/ids.ts'
import {
  derivedHandle,
  type EngagementReport,
  isNewerEngagement,
  isPlaceholderLink,
  latestScheduledTime,
  mergedEngagement,
  normalisedPostUrl,
  parkedEngagementLifeMs,
  postRestoreMs,
  publicationOf,
  safeUrl,
  testBrand,
} from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, invalidField } from '#server/errors.ts'
import { notifyChat } from '../notifications/commands.ts'
import { listPointsRules } from '../points/store.ts'
import { tellWebhooks } from '../webhooks/commands.ts'
import * as store from './store.ts'

export interface SavedPost {
  readonly post: store.PostRow
  /** The post before; null if it was not there, or deleted. */
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
  | `${'engagement' | 'created' | 'updated' | 'deleted' | 'published'}At`
type Optional = Omit<store.PostRow, Essential | Own | 'postUrl'>

/** A post from another system. What is null or omitted, its source does not say. */
export type NewPost = Pick<store.PostRow, Essential | 'postUrl'> & {
  readonly [Field in keyof Optional]?: Optional[Field] | null
} & {
  readonly scheduledAt: Date | null
  /** Whether its source says that it is published already, whatever its scheduled time. */
  readonly isPublished?: boolean
}

interface Saving {
  readonly wanted: NewPost
  readonly now: Date
  /** Whether to restore a deleted post of the same identity. Otherwise it stays deleted and unchanged. */
  readonly restoresDeleted: boolean
  /** Whether to skip the chat notification and the activity for a new post. One that waits gets them at its time. */
  readonly isQuiet?: boolean
}

/**
 * Creates or updates a post, in the caller's transaction. An existing post keeps the values that its source does not
 * say. A new one gets the parked engagement numbers that arrived before it. One whose time lies ahead waits for it.
 */
export async function savePost(deps: Deps, tx: Tx, saving: Saving): Promise<SavedPost> {
  const { wanted, now } = saving
  const known = await findKnownPost(tx, wanted)
  if (known?.deletedAt && !saving.restoresDeleted) return { post: known, before: null, outcome: 'unchanged' }
  const changes = known && changesOf(known, wanted, now)
  if (known && !known.deletedAt && isDeepEqual(known, { ...known, ...changes }))
    return { post: known, before: known, outcome: 'unchanged' }
  const row = known
    ? await store.updatePost(tx, known.id, { ...changes, deletedAt: null, updatedAt: now })
    : await store.insertPost(tx, newRow(wanted, now))
  const post = await withParkedEngagement(tx, row, now)
  announcePosts(tx, [post])
  if (known && isOtherAuthor(known, post)) tx.announce({ topics: ['authors'] })
  const before = known?.deletedAt ? null : known
  const wasWaiting = before?.publishedAt === null
  if (post.publishedAt === null) await awaitPublication(deps, tx, post)
  else if (wasWaiting || (before === null && !saving.isQuiet)) await tell(deps, tx, post, now)
  return { post, before, outcome: before ? 'updated' : 'created' }
}

/** Refuses a time that lies more than a year ahead. */
export function assertWithinYear(scheduledAt: Date | null, path: string, now: Date): void {
  if (scheduledAt !== null && scheduledAt > latestScheduledTime(now))
    throw invalidField(path, 'A post can be scheduled for at most a year ahead')
}

/** The clock of the server may be a moment behind that of the jobs, and a job too early would find nothing due. */
const publicationMarginMs = 500

/** Has a waiting post published at its time, or soon if that has passed. */
function awaitPublication({ jobs }: Deps, tx: Tx, { originalPostDate }: store.PostRow): Promise<void> {
  return jobs.enqueue(tx, 'posts.publish', {}, new Date(originalPostDate.getTime() + publicationMarginMs))
}

/** Publishes the scheduled posts whose time has come, each in a transaction of its own, until `stopping` is aborted. */
export async function publishDuePosts(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  for (const id of await store.listDuePosts(deps.db, deps.clock.now())) {
    if (stopping?.aborted) return
    // One that fails must not hold back the others.
    await publishDuePost(deps, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function publishDuePost(deps: Deps, id: PostId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const published = await store.publishPost(tx, id, now)
    if (!published) return
    const post = await withParkedEngagement(tx, published, now)
    announcePosts(tx, [post])
    await tell(deps, tx, post, now)
  })
}

type Author = Pick<SavedPost['post'], 'authorName' | 'authorAvatarUrl'>

function isOtherAuthor(before: Author, after: Author): boolean {
  return before.authorName !== after.authorName || before.authorAvatarUrl !== after.authorAvatarUrl
}

/**
 * Changes the address, the author or the prompts of a post, and moves one that waits. A new address also changes the post's identity;
 * another time does not, so that its source still finds it.
 */
export async function updatePost(
  deps: Deps,
  acting: Acting,
  { id, change }: { readonly id: PostId; readonly change: PostChange },
): Promise<SocialFeedPost> {
  const { post, rules } = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const before = await heldForChange(tx, id, change)
    assertSeen(change.seen, {
      ...before,
      postUrl: safeUrl(before.postUrl),
      scheduledTime: before.originalPostDate.toISOString(),
    })
    const changes = { ...(await editOf(tx, before, change)), ...moveOf(before, change, now) }
    if (isDeepEqual(before, { ...before, ...changes }))
      return { post: before, rules: await listPointsRules(tx) }
    const row = await store.updatePost(tx, id, { ...changes, updatedAt: now })
    const post = await withParkedEngagement(tx, row, now)
    const details = { before: editedOf(before, changes), after: editedOf(post, changes) }
    const isMoved = before.originalPostDate.getTime() !== post.originalPostDate.getTime()
    const isPublished = before.publishedAt === null && post.publishedAt !== null
    const action = isPublished ? 'post.publish' : isMoved ? 'post.move' : 'post.update'
    await recordAct(deps, tx, acting, { action, subject: id, details })
    announcePosts(tx, [post])
    if (isOtherAuthor(before, post)) tx.announce({ topics: ['authors'] })
    if (isPublished) await tell(deps, tx, post, now)
    else if (isMoved) await awaitPublication(deps, tx, post)
    return { post, rules: await listPointsRules(tx) }
  })
  return store.feedPostOf(post, rules)
}

/** What a change of the scheduled time does to a post. One that is published cannot get another. */
function moveOf(
  { originalPostDate, publishedAt }: store.PostRow,
  { scheduledTime }: PostChange,
  now: Date,
): Pick<store.PostChanges, 'originalPostDate' | 'publishedAt'> {
  if (scheduledTime === undefined) return {}
  const scheduledAt = scheduledTime === null ? now : new Date(scheduledTime)
  if (scheduledTime !== null && scheduledAt.getTime() === originalPostDate.getTime()) return {}
  if (publishedAt !== null) {
    const message = 'This post is already published, so its time cannot be changed'
    throw new AppError('conflict', message, { issues: [{ path: 'scheduledTime', message }] })
  }
  assertWithinYear(scheduledAt, 'scheduledTime', now)
  return publicationOf({ originalPostDate, publishedAt }, { scheduledAt }, now)
}

/**
 * Puts a deleted post back, up to thirty days after its deletion. Nothing is told of it again; one whose time came
 * meanwhile is published now.
 */
export async function restorePost(deps: Deps, acting: Acting, id: PostId): Promise<SocialFeedPost> {
  const { post, rules } = await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const before = await heldWithKeys(tx, id)
    if (!before) throw notKnown()
    if (!before.deletedAt) return { post: before, rules: await listPointsRules(tx) }
    if (now.getTime() - before.deletedAt.getTime() > postRestoreMs)
      throw new AppError('gone', 'This post was deleted more than 30 days ago, so it cannot be restored')
    const twin = await store.findTwin(tx, before)
    if (twin) throw new AppError('conflict', takenBy(twin))
    const post = await store.updatePost(tx, id, { deletedAt: null, updatedAt: now })
    announcePosts(tx, [post])
    if (post.publishedAt === null) await awaitPublication(deps, tx, post)
    await recordAct(deps, tx, acting, {
      action: 'post.restore',
      subject: id,
      details: { after: recordOf(post) },
    })
    return { post, rules: await listPointsRules(tx) }
  })
  return store.feedPostOf(post, rules)
}

function takenBy({ authorName, normalisedUrl }: store.PostRow): string {
  const what = normalisedUrl === null ? 'text and time' : 'URL'
  return `Another post by ${authorName} has the same ${what} now. Delete it first`
}

/** Removes a post from the feed. Its reports and their points stay. One that waits is never published. */
export async function deletePost(deps: Deps, acting: Acting, id: PostId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now()
    const before = await store.findHeldPost(tx, id)
    if (!before || before.deletedAt) throw notKnown()
    announcePosts(tx, [await store.updatePost(tx, id, { deletedAt: now })])
    const details = { before: recordOf(before) }
    await recordAct(deps, tx, acting, { action: 'post.delete', subject: id, details })
  })
}

/** The details of a post in the audit log. */
export function recordOf(post: store.PostRow) {
  const { platform, brand, authorName, authorHandle, postUrl, content, question, angles } = post
  return { platform, brand, authorName, authorHandle, postUrl, content, question, angles }
}

/** Finds the post that a delivery refers to, or null for none and for a deleted one. Changes nothing. */
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
  const changed: store.PostRow[] = []
  for (const post of older) {
    const counts = mergedEngagement(post, report)
    const isChanged = !isDeepEqual(post, { ...post, ...counts })
    if (isChanged) changed.push(post)
    const { engagementAt } = report
    await store.updatePost(tx, post.id, { ...counts, engagementAt, ...(isChanged && { updatedAt: now }) })
  }
  announcePosts(tx, changed)
  return { outcome: older.length > 0 ? 'applied' : 'ignored', hasChanges: changed.length > 0 }
}

/**
 * A post is identified by its platform and normalised address, or without a usable address by platform, content and
 * scheduled time. A scheduler often announces a post before it has an address; once the address is known, platform,
 * content and scheduled time still identify the post. One that its source says is published is also the post of this
 * content that waits: the source may no longer say for when it was scheduled.
 */
async function findKnownPost(tx: Tx, wanted: NewPost): Promise<store.PostRow | null> {
  const { platform, content, postUrl, scheduledAt, isPublished = false } = wanted
  const normalisedUrl = normalisedPostUrl(postUrl)
  // Always lock in this order, so that two deliveries cannot deadlock.
  await store.lockPostKey(tx, { key: `${platform} ${content}` })
  if (normalisedUrl !== null) await store.lockPostKey(tx, { key: normalisedUrl })
  const known = await store.findPostByIdentity(tx, identityOf(wanted))
  if (known) return known
  const traits = { platform, content, hasUrl: normalisedUrl !== null }
  if (scheduledAt !== null) {
    const ofTime = await store.findPostByDate(tx, { ...traits, originalPostDate: scheduledAt })
    if (ofTime) return ofTime
  }
  return isPublished ? store.findWaitingPost(tx, traits) : null
}

async function heldForChange(tx: Tx, id: PostId, { postUrl }: PostChange): Promise<store.PostRow> {
  const held = await heldWithKeys(tx, id, postUrl)
  if (!held || held.deletedAt) throw notKnown()
  return held
}

// Locks in the same order as deliveries: the content, the address, the row.
async function heldWithKeys(tx: Tx, id: PostId, postUrl?: string | null): Promise<store.PostRow | null> {
  const known = await store.findPost(tx, id)
  if (!known) return null
  await store.lockPostKey(tx, { key: `${known.platform} ${known.content}` })
  const normalisedUrl = postUrl === undefined ? known.normalisedUrl : normalisedPostUrl(postUrl)
  if (normalisedUrl !== null) await store.lockPostKey(tx, { key: normalisedUrl })
  return store.findHeldPost(tx, id)
}

async function editOf(
  tx: Tx,
  post: store.PostRow,
  { seen: _, scheduledTime: __, angles, ...change }: PostChange,
): Promise<store.PostChanges> {
  const { postUrl, authorName } = change
  const isRenamed = authorName !== undefined && authorName !== post.authorName
  const isDerived = post.authorHandle === derivedHandle(post.authorName)
  const edit = {
    ...change,
    ...(angles && { angles: [...angles] }),
    ...(isRenamed && isDerived && { authorHandle: derivedHandle(authorName) }),
  }
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
function editedOf(
  post: store.PostRow,
  { identity: _, normalisedUrl: __, publishedAt: ___, ...changes }: store.PostChanges,
) {
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

type Announced = Pick<store.PostRow, 'id' | 'brand' | 'publishedAt'>

/** Announces that these posts are new or changed. Members get no message about those that they do not see. */
export function announcePosts(tx: Tx, changed: readonly Announced[]): void {
  if (changed.length === 0) return
  const seen = changed.filter(({ brand, publishedAt }) => brand !== testBrand && publishedAt !== null)
  const messages = seen.map(({ id: postId }) => ({ type: 'ENGAGEMENT_UPDATE' as const, data: { postId } }))
  tx.announce({ topics: ['posts'], ...(messages.length > 0 && { messages }) })
}

function identityOf(post: Pick<NewPost, 'platform' | 'content' | 'postUrl' | 'scheduledAt'>): string {
  const normalisedUrl = normalisedPostUrl(post.postUrl)
  if (normalisedUrl !== null) return `${post.platform} ${normalisedUrl}`
  const contentHash = createHash('sha256').update(post.content).digest('base64url')
  return `${post.platform} ${contentHash} ${post.scheduledAt?.toISOString() ?? 'unscheduled'}`
}

function newRow({ scheduledAt, isPublished, ...wanted }: NewPost, now: Date) {
  return {
    ...wanted,
    id: newId<'post'>(),
    identity: identityOf({ ...wanted, scheduledAt }),
    normalisedUrl: normalisedPostUrl(wanted.postUrl),
    brand: wanted.brand ?? defaultBrand,
    authorHandle: wanted.authorHandle ?? derivedHandle(wanted.authorName),
    angles: wanted.angles ?? [],
    ...publicationOf(null, { scheduledAt, isPublished }, now),
    createdAt: now,
    updatedAt: now,
  }
}

function changesOf(known: store.PostRow, wanted: NewPost, now: Date) {
  const { scheduledAt, isPublished, postUrl, campaignTags, ...fields } = wanted
  // One that was deleted is not in the feed, so it can wait again.
  const present = known.deletedAt ? { ...known, publishedAt: null } : known
  const { originalPostDate, publishedAt } = publicationOf(present, { scheduledAt, isPublished }, now)
  const isRenamed = fields.authorName !== known.authorName
  const normalisedUrl = normalisedPostUrl(postUrl)
  return {
    ...(isRenamed && { authorHandle: derivedHandle(fields.authorName) }),
    ...withoutNulls(fields),
    ...(campaignTags.length > 0 && { campaignTags }),
    originalPostDate,
    publishedAt: publishedAt && (known.publishedAt ?? publishedAt),
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

/** Announces a new post in the activities and the chat, once for each post; a test of the connection only in the chat. */
async function tell(deps: Deps, tx: Tx, post: store.PostRow, at: Date): Promise<void> {
  const { platform, authorName, id: postId } = post
  if (post.brand !== testBrand) {
    const description = `New ${platformNames[platform]} post by ${authorName}`
    await store.insertPostActivity(tx, { id: newId(), description, platform, postId, at })
    tx.announce({ topics: ['activities'] })
    const postUrl = isPlaceholderLink(post.postUrl) ? null : post.postUrl
    await tellWebhooks(deps, tx, {
      type: 'post.added',
      timestamp: at.toISOString(),
      data: { postId, platform, authorName, postUrl, link: deps.config.publicUrl + postAddress(postId) },
    })
  }
  await notifyChat(deps, tx, { key: `new_post ${postId}`, notification: notificationOf(post) })
}

/** Sends the chat notification of a published post again. */
export async function pushPost(deps: Deps, tx: Tx, post: store.PostRow): Promise<void> {
  if (post.publishedAt === null)
    throw new AppError('conflict', 'This post is still scheduled. It is told of when it is published')
  return notifyChat(deps, tx, { key: `pushed_post ${newId()}`, notification: notificationOf(post) })
}

function notificationOf(post: store.PostRow): ChatNotification {
  const { id: postId, platform, authorName, content, question, angles } = post
  const postUrl = isPlaceholderLink(post.postUrl) ? null : post.postUrl
  const isTest = post.brand === testBrand
  return { kind: 'new_post', postId, platform, authorName, content, postUrl, question, angles, isTest }
}

function isDeepEqual(one: store.PostRow, other: store.PostRow): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
