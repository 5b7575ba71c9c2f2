import type { z } from 'zod'
import { paths } from '#contract/paths.ts'
import * as contract from '#contract/posts.ts'
import * as hooks from '#contract/socialpilot.ts'
import type { AutomationSettings } from '#domain/automation.ts'
import { trackableLink } from '#domain/links.ts'
import { testBrand } from '#domain/posts.ts'
import type { ShareEvent } from '#domain/shares.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import { hashOf } from '#server/access/session.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { getAutomation } from '#server/features/automation/store.ts'
import { type Arrival, receiveOnce } from '#server/features/deliveries/commands.ts'
import { isChatSetUp } from '#server/features/notifications/commands.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import {
  announcePosts,
  applyEngagement,
  findDeliveredPost,
  pushPost,
  recordOf,
  type SavedPost,
  savePost,
} from '#server/features/posts/commands.ts'
import { deletePostsOfBrand, feedPostOf, lockPostKey, type PostRow } from '#server/features/posts/store.ts'
import { applyShareNews } from '#server/features/shares/commands.ts'
import { listLinkHolders } from '#server/features/users/store.ts'
import { testPostText } from './messages.ts'

type NewPostAnswer = z.output<typeof contract.newPost.answer>
type EngagementAnswer = z.output<typeof contract.engagementUpdate.answer>
type TestAnswer = z.output<typeof hooks.testSocialpilot.answer>
type BackfillAnswer = z.output<typeof hooks.backfillPosts.answer>

/**
 * Takes a post into the feed, or brings a known one up to date. A post that was deleted stays deleted when a machine
 * delivers it again, and comes back when an administrator adds it. With the tag for a manual push nothing is created or
 * changed, the chat is told once more, and an unknown post is a 404.
 */
export async function receiveNewPost(
  deps: Deps,
  delivery: contract.NewPostPayload,
  arrival: Arrival,
): Promise<NewPostAnswer> {
  const isByAdmin = arrival.sender === 'admin'
  const { answer } = await receiveOnce(deps, arrival, async (tx, now) => {
    // What an administrator adds by hand needs no scheduling tool.
    if (!isByAdmin) await assertSocialpilotOn(tx)
    if (delivery.campaign_tags.some((tag) => tag.toLowerCase() === contract.manualPushTag)) {
      const pushed = await findDeliveredPost(tx, delivery)
      if (!pushed) throw unknownPost()
      if (!isChatSetUp(deps.config))
        throw new AppError('conflict', 'Slack is not set up, so nothing can be pushed')
      await pushPost(deps, tx, pushed)
      const act = { action: 'post.push', subject: pushed.id, details: recordOf(pushed) }
      return { answer: await newPostAnswer(tx, pushed, true), isDuplicate: false, hasChanges: false, act }
    }
    const saved = await savePost(deps, tx, { delivery, now, restoresDeleted: isByAdmin })
    const { post, outcome } = saved
    const isNew = outcome === 'created'
    return {
      answer: await newPostAnswer(tx, post, !isNew),
      isDuplicate: outcome === 'unchanged',
      hasChanges: outcome !== 'unchanged',
      act: actOf(saved),
    }
  })
  return answer
}

/** Takes over the engagement numbers of every post under an address, or keeps them until their post arrives. */
export async function receiveEngagement(
  deps: Deps,
  update: contract.EngagementUpdatePayload,
  arrival: Arrival,
): Promise<EngagementAnswer> {
  const { answer } = await receiveOnce(deps, arrival, async (tx, now) => {
    await assertSocialpilotOn(tx)
    const report = {
      likesCount: update.likes_count,
      commentsCount: update.comments_count,
      sharesCount: update.shares_count,
      viewsCount: update.views_count,
      engagementAt: statedInstant(update.updated_at, now),
    }
    const { outcome, hasChanges } = await applyEngagement(tx, update.post_url, { report, now })
    return { answer: { success: true as const, outcome }, isDuplicate: false, hasChanges }
  })
  return answer
}

/** Takes over what the scheduling tool says of a share or a post. The same said twice has one effect. */
export async function receiveEvent(
  deps: Deps,
  event: hooks.EventPayload,
  arrival: Arrival,
): Promise<hooks.HookAnswer> {
  if (event.share_id === hooks.testShareId) return receiveTest(deps, arrival, assertSocialpilotOn)
  // Of a share only what changes it: senders add times and counters of their own. A post is told apart by all of it.
  const { event: kind, post_id, share_id, status, updated_at, engagement_data } = event
  const facts = [kind, post_id, share_id, status, updated_at, engagement_data]
  const named = withName(arrival, share_id === null ? [event] : facts)
  const { answer, isDuplicate } = await receiveOnce(deps, named, async (tx, now) => {
    await assertSocialpilotOn(tx)
    if (event.share_id !== null) return shareEvent(deps, tx, { event, shareId: event.share_id, now })
    if (event.event === 'engagement.updated') return postEngagement(tx, event, now)
    if (event.event === 'post.published') return publishedPost(deps, tx, { event, now })
    return done('Nothing to do: it names no share', false)
  })
  return { ...answer, duplicate: isDuplicate }
}

const eventOfAction: Readonly<Record<(typeof hooks.triggerActions)[number], ShareEvent>> = {
  schedule: 'scheduled',
  publish: 'published',
  fail: 'failed',
}

/** Takes over what the automation service says of a share. */
export async function receiveTrigger(
  deps: Deps,
  { shareId, action }: hooks.TriggerPayload,
  arrival: Arrival,
): Promise<hooks.HookAnswer> {
  if (shareId === hooks.testShareId) return receiveTest(deps, arrival, assertZapierOn)
  const event = eventOfAction[action]
  const { answer, isDuplicate } = await receiveOnce(
    deps,
    withName(arrival, [shareId, action]),
    async (tx, now) => {
      await assertZapierOn(tx)
      const news = { shareId: knownId(shareId ?? '', 'shareId'), event, engagements: null, engagementAt: now }
      return done(shareMessages[event], await applyShareNews(deps, tx, news))
    },
  )
  return { ...answer, duplicate: isDuplicate }
}

/** Brings earlier posts into the feed, all of them or none; the chat and the activities are not told of them. */
export async function receiveBackfill(
  deps: Deps,
  { posts }: hooks.BackfillPayload,
  arrival: Arrival,
): Promise<BackfillAnswer> {
  const isByAdmin = arrival.sender === 'admin'
  const { answer } = await receiveOnce(deps, arrival, async (tx, now) => {
    if (!isByAdmin) await assertSocialpilotOn(tx)
    const counts = { created: 0, updated: 0, unchanged: 0 }
    for (const delivery of posts) {
      const saving = { delivery, now, restoresDeleted: isByAdmin, isQuiet: true }
      const { outcome } = await savePost(deps, tx, saving)
      counts[outcome] += 1
    }
    const hasChanges = counts.created + counts.updated > 0
    const message = `${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged`
    return {
      answer: { success: true as const, message, ...counts },
      isDuplicate: !hasChanges,
      hasChanges,
      act: hasChanges ? { action: 'posts.backfill', subject: 'posts', details: counts } : null,
    }
  })
  return answer
}

const mostTestLinks = 4

/** Makes a post that only tests the way from a hook to feed and chat, in the place of the last one, with a few links. */
export async function makeTestPost(deps: Deps, acting: Acting): Promise<TestAnswer> {
  const { db, clock, config } = deps
  const { post, holders } = await db.transaction(async (tx) => {
    await assertSocialpilotOn(tx)
    await lockPostKey(tx, 'the test post')
    const now = clock.now()
    announcePosts(tx, await deletePostsOfBrand(tx, testBrand, now))
    const delivery = contract.newPostPayload.parse({
      platform: 'linkedin',
      brand: testBrand,
      author_name: config.workspaceName ?? 'Ovation',
      content: testPostText(now),
      post_url: `${config.publicUrl}${paths.socialFeed}?test=${now.getTime()}`,
      scheduled_time: now.toISOString(),
    })
    const { post } = await savePost(deps, tx, { delivery, now, restoresDeleted: true })
    await recordAct(tx, { acting, action: 'socialpilot.test', subject: post.id, at: now })
    return { post, holders: await listLinkHolders(tx, mostTestLinks) }
  })
  const trackableLinks = holders.map(({ id, username, trackingCode }) => {
    return { userId: id, username, url: trackableLink(config.publicUrl, trackingCode, post.id) }
  })
  const message = `Test post created with ${trackableLinks.length} trackable links`
  return { success: true, message, postId: post.id, trackableLinks }
}

/** Shows that the way of a hook is open; it changes nothing, whoever sends it and however often. */
async function receiveTest(
  deps: Deps,
  arrival: Arrival,
  assertOpen: (tx: Tx) => Promise<unknown>,
): Promise<hooks.HookAnswer> {
  const { answer, isDuplicate } = await receiveOnce(deps, arrival, async (tx) => {
    await assertOpen(tx)
    return done('Test received: nothing was changed', false)
  })
  return { ...answer, duplicate: isDuplicate }
}

const shareMessages: Readonly<Record<ShareEvent, string>> = {
  scheduled: 'The share is marked as scheduled',
  published: 'The share is marked as published',
  failed: 'The share is marked as not published',
}

const shareEvents = {
  'post.scheduled': 'scheduled',
  'post.published': 'published',
  'post.failed': 'failed',
  'engagement.updated': null,
} as const satisfies Record<hooks.EventPayload['event'], ShareEvent | null>

interface OfShare {
  readonly event: hooks.EventPayload
  readonly shareId: string
  readonly now: Date
}

async function shareEvent(deps: Deps, tx: Tx, { event, shareId, now }: OfShare) {
  const { likes, comments, shares } = event.engagement_data ?? { likes: null, comments: null, shares: null }
  const hasNumbers = likes !== null || comments !== null || shares !== null
  const kind = shareEvents[event.event]
  if (kind === null && !hasNumbers)
    throw invalidField('engagement_data', 'Must hold likes, comments or shares')
  const hasChanges = await applyShareNews(deps, tx, {
    shareId: knownId(shareId, 'share_id'),
    event: kind,
    engagements: hasNumbers
      ? Math.min((likes ?? 0) + (comments ?? 0) + (shares ?? 0), mostEngagements)
      : null,
    engagementAt: statedInstant(event.updated_at, now),
  })
  return done(kind === null ? 'The numbers of the share are up to date' : shareMessages[kind], hasChanges)
}

const mostEngagements = 2_147_483_647

async function postEngagement(tx: Tx, event: hooks.EventPayload, now: Date) {
  const { likes = null, comments = null, shares = null, views = null } = event.engagement_data ?? {}
  if (event.post_url === undefined || event.post_url === null || event.post_url === '')
    throw invalidField('share_id', 'share_id or post_url is required')
  const parsed = contract.engagementUpdatePayload.safeParse({
    post_url: event.post_url,
    updated_at: event.updated_at,
    likes_count: likes,
    comments_count: comments,
    shares_count: shares,
    views_count: views,
  })
  if (!parsed.success) throw refusedFields(parsed.error, { likes_count: 'engagement_data' })
  const report = { likesCount: likes, commentsCount: comments, sharesCount: shares, viewsCount: views }
  const engagementAt = statedInstant(event.updated_at, now)
  const { outcome, hasChanges } = await applyEngagement(tx, parsed.data.post_url, {
    report: { ...report, engagementAt },
    now,
  })
  return done(engagementMessages[outcome], hasChanges)
}

const engagementMessages = {
  applied: 'The numbers of the post are up to date',
  kept: 'The post is not known yet: its numbers are kept for seven days',
  ignored: 'Nothing to do: newer numbers are known, or there can be no such post',
} as const

async function publishedPost(
  deps: Deps,
  tx: Tx,
  { event, now }: { readonly event: hooks.EventPayload; readonly now: Date },
) {
  const parsed = contract.newPostPayload.safeParse(event)
  if (!parsed.success) throw refusedFields(parsed.error, {})
  const { outcome } = await savePost(deps, tx, { delivery: parsed.data, now, restoresDeleted: false })
  const message = { created: 'The post is in the feed', updated: 'The post is up to date' } as const
  return done(outcome === 'unchanged' ? 'The post was known' : message[outcome], outcome !== 'unchanged')
}

function done(message: string, hasChanges: boolean) {
  return { answer: { success: true as const, duplicate: false, message }, isDuplicate: false, hasChanges }
}

function refusedFields(error: z.ZodError, names: Readonly<Record<string, string>>): AppError {
  const issues = error.issues.map(({ path, message }) => {
    const name = path.join('.')
    return { path: names[name] ?? name, message }
  })
  const [first] = issues
  return new AppError('invalid', first ? `${first.path}: ${first.message}` : 'Not understood', { issues })
}

/** A delivery that its sender did not name is known by what it says; one that is repeated on purpose is not. */
function withName(arrival: Arrival, facts: readonly unknown[]): Arrival {
  if (arrival.deliveryId !== null || arrival.replayOf !== null) return arrival
  const text = JSON.stringify(facts.map((fact) => fact ?? null))
  return { ...arrival, deliveryId: hashOf(text) }
}

function knownId(text: string, path: string): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return text.toLowerCase()
  const message = 'No share is known under this id'
  throw new AppError('unknown', message, { issues: [{ path, message }] })
}

// A clock that runs ahead must not make all later numbers look old.
function statedInstant(stated: string | null, now: Date): Date {
  return new Date(Math.min(stated === null ? now.getTime() : Date.parse(stated), now.getTime()))
}

async function assertSocialpilotOn(tx: Tx): Promise<AutomationSettings> {
  const settings = await getAutomation(tx)
  assertOn(settings.socialPilotEnabled, 'SocialPilot')
  return settings
}

async function assertZapierOn(tx: Tx): Promise<void> {
  assertOn((await getAutomation(tx)).zapierEnabled, 'Zapier')
}

function assertOn(isOn: boolean, name: string): void {
  if (!isOn) throw new AppError('conflict', `${name} is switched off in the automation settings`)
}

function actOf({ post, before, outcome }: SavedPost) {
  if (outcome === 'unchanged') return null
  const details = { ...(before && { before: recordOf(before) }), after: recordOf(post) }
  return { action: before ? 'post.update' : 'post.create', subject: post.id, details }
}

async function newPostAnswer(tx: Tx, post: PostRow, isKnown: boolean): Promise<NewPostAnswer> {
  const { data } = contract.newPost.answer.shape
  // Only what the shape names is kept in the receipt.
  return { success: true, duplicate: isKnown, data: data.parse(feedPostOf(post, await listPointsRules(tx))) }
}

function unknownPost(): AppError {
  const message = 'No post is known under this address'
  return new AppError('unknown', message, { issues: [{ path: 'post_url', message }] })
}
