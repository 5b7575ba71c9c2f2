import { type HookAnswer, testShareId } from '#contract/hooks.ts'
import { paths } from '#contract/paths.ts'
import { engagementUpdatePayload, newPost, newPostPayload } from '#contract/posts.schema.ts'
import {
  type EngagementAnswer,
  type EngagementUpdatePayload,
  manualPushTag,
  type NewPostAnswer,
  type NewPostPayload,
} from '#contract/posts.ts'
import type { BackfillAnswer, BackfillPayload, EventPayload, TestPostAnswer } from '#contract/socialpilot.ts'
import { trackableLink } from '#domain/links.ts'
import { presentAddress } from '#domain/own-addresses.ts'
import { testBrand } from '#domain/posts.ts'
import type { ShareEvent } from '#domain/shares.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { isChatSetUp } from '#server/features/notifications/commands.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import {
  applyEngagement,
  assertWithinYear,
  findDeliveredPost,
  type NewPost,
  pushPost,
  recordOf,
  type SavedPost,
  savePost,
} from '#server/features/posts/commands.ts'
import { deletePostsOfBrand, feedPostOf, lockPostKey, type PostRow } from '#server/features/posts/store.ts'
import { receiveShareNews } from '#server/features/shares/commands.ts'
import { listLinkHolders } from '#server/features/users/store.ts'
import { assertOn, done, testReceived, wrongShape } from '#server/hooks/answers.ts'
import type { Done, Incoming } from '#server/hooks/receive.ts'
import { postOf, presentEvent, testPostText } from './messages.ts'

/**
 * Creates or updates a post. A deleted post stays deleted when a machine delivers it again, and is restored when an
 * administrator adds it. The tag for a manual push changes nothing and notifies the chat again; an unknown post is then
 * a 404.
 */
export async function receiveNewPost(
  deps: Deps,
  tx: Tx,
  { body, now, isByAdmin }: Incoming<NewPostPayload>,
): Promise<Done<NewPostAnswer>> {
  const wanted = postOf(body, deps.config)
  assertWithinYear(wanted.scheduledAt, 'scheduled_time', now)
  const isPush = wanted.campaignTags.some((tag) => tag.toLowerCase() === manualPushTag)
  if (isPush) return pushKnownPost(deps, tx, wanted)
  const saved = await savePost(deps, tx, { wanted, now, restoresDeleted: isByAdmin })
  const { post, outcome } = saved
  return {
    answer: await newPostAnswer(tx, post, outcome !== 'created'),
    isDuplicate: outcome === 'unchanged',
    hasChanges: outcome !== 'unchanged',
    act: actOf(saved),
  }
}

async function pushKnownPost(deps: Deps, tx: Tx, wanted: NewPost): Promise<Done<NewPostAnswer>> {
  const pushed = await findDeliveredPost(tx, wanted)
  if (!pushed) throw unknownPost()
  if (!isChatSetUp(deps.config))
    throw new AppError('conflict', 'Slack is not set up, so nothing can be pushed')
  await pushPost(deps, tx, pushed)
  const act = { action: 'post.push', subject: pushed.id, details: recordOf(pushed) }
  return { answer: await newPostAnswer(tx, pushed, true), isDuplicate: false, hasChanges: false, act }
}

/** Applies engagement numbers to every post with an address, or parks them until their post arrives. */
export async function receiveEngagement(
  { config }: Deps,
  tx: Tx,
  { body, now }: Incoming<EngagementUpdatePayload>,
): Promise<Done<EngagementAnswer>> {
  const update = { ...body, post_url: presentAddress(body.post_url, config) }
  const { outcome, hasChanges } = await applyUpdate(tx, update, now)
  return { answer: { success: true, outcome }, isDuplicate: false, hasChanges }
}

function applyUpdate(tx: Tx, update: EngagementUpdatePayload, now: Date) {
  const report = {
    likesCount: update.likes_count,
    commentsCount: update.comments_count,
    sharesCount: update.shares_count,
    viewsCount: update.views_count,
    engagementAt: statedInstant(update.updated_at, now),
  }
  return applyEngagement(tx, update.post_url, { report, now })
}

/** Identifies an event. Senders add times and counters to share events; for post events every field counts. */
export function factsOfEvent(event: EventPayload, { config }: Deps): unknown[] | null {
  const { event: kind, post_id, share_id, status, updated_at, engagement_data } = event
  if (share_id === testShareId) return null
  if (share_id === null) return [presentEvent(event, config)]
  return [kind, post_id, share_id, status, updated_at, engagement_data]
}

/** Applies an event about a share or a post. A repeated event has no further effect. */
export async function receiveEvent(
  deps: Deps,
  tx: Tx,
  { body, now }: Incoming<EventPayload>,
): Promise<Done<HookAnswer>> {
  const event = presentEvent(body, deps.config)
  if (event.share_id === testShareId) return testReceived
  if (event.share_id !== null)
    return receiveShareNews(deps, tx, 'share_id', { share: event.share_id, ...newsOf(event, now) })
  if (event.event === 'engagement.updated') return postEngagement(tx, event, now)
  if (event.event === 'post.published') return publishedPost(deps, tx, event, now)
  return done('Nothing to do: the event names no share', false)
}

/** Imports earlier posts, all or none, without chat notifications and activities. One for later gets them at its time. */
export async function receiveBackfill(
  deps: Deps,
  tx: Tx,
  { body, now, isByAdmin }: Incoming<BackfillPayload>,
): Promise<Done<BackfillAnswer>> {
  const counts = { created: 0, updated: 0, unchanged: 0 }
  for (const [index, payload] of body.posts.entries()) {
    const wanted = postOf(payload, deps.config)
    assertWithinYear(wanted.scheduledAt, `posts.${index}.scheduled_time`, now)
    const { outcome } = await savePost(deps, tx, { wanted, now, restoresDeleted: isByAdmin, isQuiet: true })
    counts[outcome] += 1
  }
  const hasChanges = counts.created + counts.updated > 0
  const message = `${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`
  return {
    answer: { success: true, message, ...counts },
    isDuplicate: !hasChanges,
    hasChanges,
    act: hasChanges ? { action: 'posts.backfill', subject: 'posts', details: counts } : null,
  }
}

const mostTestLinks = 4

/** Creates a post that tests the path from a hook to feed and chat, with a few links. Replaces the last test post. */
export async function makeTestPost(deps: Deps, acting: Acting): Promise<TestPostAnswer> {
  const { db, clock, config } = deps
  const { post, holders } = await db.transaction(async (tx) => {
    await assertOn(tx, 'SocialPilot')
    await lockPostKey(tx, { key: 'the test post' })
    const now = clock.now()
    if (await deletePostsOfBrand(tx, testBrand, now)) tx.announce({ topics: ['posts'] })
    const payload = newPostPayload.parse({
      platform: 'linkedin',
      content: testPostText(now),
      post_url: `${config.publicUrl}${paths.socialFeed}?test=${now.getTime()}`,
      author_name: config.workspaceName ?? 'Ovation',
      brand: testBrand,
      scheduled_time: now.toISOString(),
    })
    const wanted = postOf(payload, config)
    const { post } = await savePost(deps, tx, { wanted, now, restoresDeleted: true })
    await recordAct(deps, tx, acting, { action: 'socialpilot.test', subject: post.id })
    return { post, holders: await listLinkHolders(tx, { limit: mostTestLinks }) }
  })
  const trackableLinks = holders.map(({ id: userId, username, displayName, trackingCode }) => {
    return { userId, username, displayName, url: trackableLink(config.publicUrl, trackingCode, post.id) }
  })
  const message = `Test post created with ${trackableLinks.length} trackable link${holders.length === 1 ? '' : 's'}`
  return { success: true, message, postId: post.id, trackableLinks }
}

const shareEvents = {
  'post.scheduled': 'scheduled',
  'post.published': 'published',
  'post.failed': 'failed',
  'engagement.updated': null,
} as const satisfies Record<EventPayload['event'], ShareEvent | null>

function newsOf(event: EventPayload, now: Date) {
  const { likes, comments, shares } = event.engagement_data ?? { likes: null, comments: null, shares: null }
  const hasNumbers = likes !== null || comments !== null || shares !== null
  const kind = shareEvents[event.event]
  if (kind === null && !hasNumbers)
    throw invalidField('engagement_data', 'Must include likes, comments or shares')
  const engagements = Math.min((likes ?? 0) + (comments ?? 0) + (shares ?? 0), mostEngagements)
  const engagementAt = statedInstant(event.updated_at, now)
  return { event: kind, engagements: hasNumbers ? engagements : null, engagementAt }
}

const mostEngagements = 2_147_483_647

async function postEngagement(tx: Tx, event: EventPayload, now: Date) {
  const { likes = null, comments = null, shares = null, views = null } = event.engagement_data ?? {}
  if (event.post_url === undefined || event.post_url === null || event.post_url === '')
    throw invalidField('share_id', 'share_id or post_url is required')
  const parsed = engagementUpdatePayload.safeParse({
    post_url: event.post_url,
    updated_at: event.updated_at,
    likes_count: likes,
    comments_count: comments,
    shares_count: shares,
    views_count: views,
  })
  if (!parsed.success) throw wrongShape(parsed.error, { likes_count: 'engagement_data' })
  const { outcome, hasChanges } = await applyUpdate(tx, parsed.data, now)
  return done(engagementMessages[outcome], hasChanges)
}

const engagementMessages = {
  applied: 'The numbers of the post are up to date',
  kept: 'The post is not known yet: its numbers are kept for seven days',
  ignored: 'Nothing to do: newer numbers are known, or there can be no such post',
} as const

async function publishedPost(deps: Deps, tx: Tx, event: EventPayload, now: Date) {
  const parsed = newPostPayload.safeParse(event)
  if (!parsed.success) throw wrongShape(parsed.error)
  const wanted = { ...postOf(parsed.data, deps.config), isPublished: true }
  assertWithinYear(wanted.scheduledAt, 'scheduled_time', now)
  const { outcome } = await savePost(deps, tx, { wanted, now, restoresDeleted: false })
  const message = { created: 'The post is in the feed', updated: 'The post is up to date' } as const
  return done(outcome === 'unchanged' ? 'The post was unchanged' : message[outcome], outcome !== 'unchanged')
}

// A sender's clock that runs ahead must not make all later numbers look stale.
function statedInstant(stated: string | null, now: Date): Date {
  return new Date(Math.min(stated === null ? now.getTime() : Date.parse(stated), now.getTime()))
}

function actOf({ post, before, outcome }: SavedPost) {
  if (outcome === 'unchanged') return null
  const details = { ...(before && { before: recordOf(before) }), after: recordOf(post) }
  return { action: before ? 'post.update' : 'post.create', subject: post.id, details }
}

async function newPostAnswer(tx: Tx, post: PostRow, isKnown: boolean): Promise<NewPostAnswer> {
  const { data } = newPost.answer.shape
  // The receipt stores only fields in the schema.
  return { success: true, duplicate: isKnown, data: data.parse(feedPostOf(post, await listPointsRules(tx))) }
}

function unknownPost(): AppError {
  const message = 'No post has this URL'
  return new AppError('unknown', message, { issues: [{ path: 'post_url', message }] })
}
