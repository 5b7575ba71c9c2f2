import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { listPosts, newPost } from '#contract/posts.schema.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import { backfillPosts, getSocialpilotSetup, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { type AutomationSettings, defaultAutomation } from '#domain/automation.ts'
import { chatNotifications, deliveries, hookReceipts } from '#server/db/schema/connections.ts'
import { activities } from '#server/db/schema/game.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import { verify } from '#server/verify.ts'
import type { TestMember } from '#test/support/app.ts'
import type { CheckedAnswer } from '#test/support/checked-answer.ts'
import { setAutomation } from '#test/support/fixtures.ts'
import { type HookApp, hookSecret, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: HookApp
let ana: TestMember
let admin: TestMember
const start = '2026-03-11T10:00:00.000Z'

beforeAll(async () => {
  t = await startHookApp({
    clock: testClock(start),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
    config: { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST' },
  })
  ana = await t.member('ana.lima')
  admin = await t.member('iris.admin', 'admin')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.announced.length = 0
  t.clock.set(start)
  await settings({})
  for (const table of [chatNotifications, deliveries, hookReceipts, parkedEngagements, posts])
    await t.deps.db.orm.delete(table)
  await t.deps.db.orm.delete(activities).where(eq(activities.type, 'platform_update'))
})

const settings = (changes: Partial<AutomationSettings>) =>
  setAutomation(t.deps, { ...defaultAutomation, ...changes })
const newShare = async () =>
  (await t.call(submitShare, { as: ana, body: { platform: 'linkedin' } })).answer.data
const shareNow = async (id: string) => {
  const { data } = (await t.call(listShares, { as: admin, query: { limit: 100 } })).answer
  return present(data.find((share) => share.id === id))
}
const event = (body: Record<string, unknown>, headers?: Record<string, string>) =>
  t.deliver(socialpilotEvent, body, headers)
const trigger = (body: Record<string, unknown>) => t.deliver(zapierTrigger, body)
const pointsOf = async () => (await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints
const outcome = async (id: string) => {
  const { status, points } = await shareNow(id)
  return [status, points]
}
const fieldsOf = ({ error }: CheckedAnswer<unknown>) => error.issues?.map(({ path }) => path)

describe('an event about a share', () => {
  test('moves it from pending to approved to completed, and books its points on publication', {
    tags: ['admin-automation-on-publish'],
  }, async () => {
    const before = await pointsOf()
    const { id } = await newShare()
    const scheduled = await event({ event: 'post.scheduled', post_id: 17, share_id: id, status: 'scheduled' })
    expect([scheduled.status, scheduled.answer]).toEqual([
      200,
      { success: true, duplicate: false, message: 'The share is marked as scheduled' },
    ])
    expect([await outcome(id), await pointsOf()]).toEqual([['approved', 0], before])
    await event({ event: 'post.published', post_id: 17, share_id: id })
    expect([await outcome(id), await pointsOf()]).toEqual([['completed', 30], before + 30])
    expect(t.announced.at(-1)).toMatchObject({
      topics: ['shares', 'totals', 'activities'],
      members: [ana.id],
    })
  })

  test('has one effect when it is repeated twenty times at once and again after a day', {
    tags: ['f-12'],
  }, async () => {
    const before = await pointsOf()
    const { id } = await newShare()
    const body = { event: 'post.published', post_id: '18', share_id: id }
    const answers = await Promise.all(Array.from({ length: 20 }, () => event(body)))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.filter(({ answer }) => !answer.duplicate)).toHaveLength(1)
    t.clock.advance(86_400_000)
    expect((await event(body)).answer).toMatchObject({ success: true, duplicate: true })
    expect([await outcome(id), await pointsOf()]).toEqual([['completed', 30], before + 30])
  })

  test('that comes too late changes nothing', async () => {
    const { id } = await newShare()
    await event({ event: 'post.published', share_id: id })
    const before = await pointsOf()
    for (const late of ['post.scheduled', 'post.failed'])
      expect((await event({ event: late, share_id: id })).status).toBe(200)
    expect([await outcome(id), await pointsOf()]).toEqual([['completed', 30], before])
  })

  test('books points on scheduling if so configured, reverses them when publishing fails, and books them again', {
    tags: ['admin-automation-on-schedule'],
  }, async () => {
    await settings({ pointsOnSchedule: true })
    const before = await pointsOf()
    const { id } = await newShare()
    await event({ event: 'post.scheduled', share_id: id })
    expect([await outcome(id), await pointsOf()]).toEqual([['approved', 30], before + 30])
    await event({ event: 'post.failed', share_id: id })
    expect([await outcome(id), await pointsOf()]).toEqual([['rejected', 30], before])
    await event({ event: 'post.published', share_id: id })
    expect([await outcome(id), await pointsOf()]).toEqual([['completed', 30], before + 30])
  })

  test('books no points when points on publication are off, even if somebody completes the share', {
    tags: ['admin-automation-on-publish'],
  }, async () => {
    await settings({ pointsOnPublish: false })
    const before = await pointsOf()
    const { id } = await newShare()
    await event({ event: 'post.published', share_id: id })
    await t.call(reviewShare, { as: admin, params: { id }, body: { status: 'completed' } })
    expect([await outcome(id), await pointsOf()]).toEqual([['completed', 0], before])
  })

  test('does not change a share that a person has rejected', async () => {
    const { id } = await newShare()
    await t.call(reviewShare, { as: admin, params: { id }, body: { status: 'rejected', reason: 'Not ours' } })
    const before = await pointsOf()
    await event({ event: 'post.published', share_id: id })
    expect([(await outcome(id))[0], await pointsOf()]).toEqual(['rejected', before])
  })

  test('updates the engagement numbers, sent as numbers or as text, and ignores older ones', async () => {
    const { id } = await newShare()
    const numbers = (likes: unknown, updated_at: string) =>
      event({
        event: 'engagement.updated',
        share_id: id,
        updated_at,
        engagement_data: { likes, comments: ' 2 ', shares: 1 },
      })
    expect((await numbers('40', '2026-03-11T09:00:00Z')).answer.message).toBe(
      'The numbers of the share are up to date',
    )
    expect((await shareNow(id)).engagements).toBe(43)
    await numbers(3, '2026-03-11T08:00:00Z')
    expect((await shareNow(id)).engagements).toBe(43)
    await numbers(50, '2026-03-11T09:30:00Z')
    expect((await shareNow(id)).engagements).toBe(53)
  })

  test.each([
    ['an unknown event', { event: 'post.exploded', share_id: 'x' }, 400, ['event']],
    ['no event', { share_id: 'x' }, 400, ['event']],
    ['an event that is not text', { event: 7 }, 400, ['event']],
    ['an unknown share', { event: 'post.published', share_id: crypto.randomUUID() }, 404, undefined],
    ['an invalid share id', { event: 'post.published', share_id: 'test-share' }, 404, ['share_id']],
    [
      'numbers that are not numeric',
      { event: 'engagement.updated', share_id: 'x', engagement_data: { likes: 'many' } },
      400,
      ['engagement_data.likes'],
    ],
    [
      'engagement data that is not an object',
      { event: 'engagement.updated', engagement_data: 'many' },
      400,
      ['engagement_data'],
    ],
    ['no numbers', { event: 'engagement.updated', share_id: 'x' }, 400, ['engagement_data']],
    [
      'neither share nor post',
      { event: 'engagement.updated', engagement_data: { likes: 1 } },
      400,
      ['share_id'],
    ],
    ['an invalid time', { event: 'post.published', updated_at: 'soon' }, 400, ['updated_at']],
    ['a post without text', { event: 'post.published', ...postBody({ content: '' }) }, 400, ['content']],
  ])('with %s is refused, and the delivery log shows the reason', async (_name, body, ...expected) => {
    const [status, fields] = expected
    const answer = await event(body)
    expect([answer.status, fieldsOf(answer)]).toEqual([status, fields])
    const { data } = (await t.call(listDeliveries, { as: admin, query: { limit: 1 } })).answer
    expect(data[0]).toMatchObject({
      direction: 'in',
      route: socialpilotEvent.path,
      sender: 'hook',
      outcome: 'refused',
      status,
      reason: answer.error.message,
      body,
    })
  })
})

describe('an event about a post', () => {
  const post = postBody({ post_url: 'https://x.test/published' })

  test('adds a published post to the feed and notifies the chat, only once', async () => {
    const body = { event: 'post.published', post_id: '9', ...post }
    expect((await event(body)).answer).toEqual({
      success: true,
      duplicate: false,
      message: 'The post is in the feed',
    })
    expect((await event({ ...body, status: 'published' })).answer.message).toBe('The post was unchanged')
    const feed = (await t.call(listPosts, { as: ana })).answer.data
    expect(feed).toMatchObject([{ content: 'We have news.', postUrl: 'https://x.test/published' }])
    expect(await t.deps.db.orm.select().from(chatNotifications)).toMatchObject([
      { notification: { kind: 'new_post', authorName: 'Ana Lima', isTest: false } },
    ])
    expect(t.announced).toMatchObject([{ topics: ['posts', 'activities'] }])
  })

  test('with numbers that come before their post is kept, and they apply when the post comes', async () => {
    const numbers = { likes: 12, comments: 3, shares: 1 }
    const early = { event: 'engagement.updated', post_url: post.post_url, engagement_data: numbers }
    expect((await event(early)).answer.message).toContain('kept for seven days')
    await event({ event: 'post.published', ...post })
    expect(await t.deps.db.orm.select().from(posts)).toMatchObject([
      { likesCount: 12, commentsCount: 3, sharesCount: 1 },
    ])
  })

  test('without an address creates one post for each platform, and updates a changed one', async () => {
    const body = {
      event: 'post.published',
      ...postBody({ post_url: '' }),
      scheduled_time: '2026-03-11T09:00:00Z',
    }
    for (const platform of ['linkedin', 'twitter']) await event({ ...body, platform })
    await event({ ...body, platform: 'twitter', image_url: 'https://x.test/picture.png' })
    expect((await event({ ...body, platform: 'twitter' })).answer.duplicate).toBe(true)
    const rows = await t.deps.db.orm.select().from(posts)
    expect(rows.map(({ platform, imageUrl }) => [platform, imageUrl]).sort()).toEqual([
      ['linkedin', null],
      ['twitter', 'https://x.test/picture.png'],
    ])
  })

  test('changes nothing when the post is only scheduled or has failed', async () => {
    for (const name of ['post.scheduled', 'post.failed'])
      expect((await event({ event: name, ...post })).answer).toMatchObject({
        success: true,
        duplicate: false,
      })
    expect(await t.deps.db.orm.select().from(posts)).toEqual([])
  })
})

describe('the share trigger', () => {
  test('schedules, publishes and fails a share, each once', async () => {
    const { id } = await newShare()
    expect((await trigger({ shareId: id, action: 'schedule' })).answer).toEqual({
      success: true,
      duplicate: false,
      message: 'The share is marked as scheduled',
    })
    await trigger({ shareId: id, action: 'fail' })
    expect((await outcome(id))[0]).toBe('rejected')
    await trigger({ shareId: id, action: 'publish' })
    expect((await trigger({ shareId: id, action: 'publish' })).answer.duplicate).toBe(true)
    expect(await outcome(id)).toEqual(['completed', 30])
  })

  test.each([
    ['no share', { action: 'publish' }, 400, ['shareId']],
    ['an unknown share', { shareId: 'nobody', action: 'publish' }, 404, ['shareId']],
    ['no action', { shareId: 'x' }, 400, ['action']],
    ['an unknown action', { shareId: 'x', action: 'explode' }, 400, ['action']],
  ])('with %s is refused', async (_name, body, ...expected) => {
    const answer = await trigger(body)
    expect([answer.status, fieldsOf(answer)]).toEqual(expected)
  })
})

describe('a backfill', () => {
  const earlier = (nth: number) =>
    postBody({ post_url: `https://x.test/old/${nth}`, scheduled_time: '2026-01-02' })
  const backfill = (body: unknown) => t.deliver(backfillPosts, body)

  test('imports posts without notifications, from an object with a list, a bare list or one post', async () => {
    const counts = { success: true, created: 2, updated: 0, unchanged: 0 }
    expect((await backfill({ posts: [earlier(1), earlier(2)] })).answer).toMatchObject(counts)
    expect((await backfill([earlier(2), earlier(3)])).answer).toMatchObject({ created: 1, unchanged: 1 })
    expect((await backfill(earlier(4))).answer).toMatchObject({
      created: 1,
      message: '1 created, 0 updated, 0 unchanged',
    })
    expect(await t.deps.db.orm.select().from(posts)).toHaveLength(4)
    expect(await t.deps.db.orm.select().from(chatNotifications)).toEqual([])
    const lines = t.deps.db.orm.select().from(activities)
    expect(await lines.where(eq(activities.type, 'platform_update'))).toEqual([])
  })

  test('with one bad post imports none, and names the field', async () => {
    const answer = await backfill({ posts: [earlier(1), { ...earlier(2), post_url: 'nowhere' }] })
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['posts.1.post_url']])
    expect(await t.deps.db.orm.select().from(posts)).toEqual([])
  })

  test.each([
    ['an empty list', { posts: [] }],
    ['too many posts', { posts: Array.from({ length: 101 }, (_, nth) => earlier(nth)) }],
    ['a text instead of a list', { posts: 'all' }],
  ])('of %s is refused', async (_name, body) => {
    expect([(await backfill(body)).status, fieldsOf(await backfill(body))]).toEqual([400, ['posts']])
  })
})

describe('while an integration is switched off', () => {
  test('the SocialPilot hooks answer machines 409 with the reason, which the delivery log shows too', async () => {
    await settings({ socialPilotEnabled: false })
    const { id } = await newShare()
    const refused = [
      await t.newPost(),
      await t.engagement({ post_url: 'https://x.test/1', likes_count: 1 }),
      await event({ event: 'post.published', share_id: id }),
      await t.deliver(backfillPosts, [postBody()]),
    ]
    const message = 'SocialPilot is switched off in the automation settings'
    expect(refused.map(({ status, error }) => [status, error.message])).toEqual(Array(4).fill([409, message]))
    const { data } = (await t.call(listDeliveries, { as: admin, query: { limit: 4 } })).answer
    expect(data.map((row) => row.reason)).toEqual(Array(4).fill(message))
    expect((await t.call(newPost, { as: admin, body: postBody() })).status).toBe(200)
    expect((await trigger({ shareId: id, action: 'publish' })).status).toBe(200)
  })

  test('the Zapier trigger answers 409 too', async () => {
    await settings({ zapierEnabled: false })
    const { id } = await newShare()
    const answer = await trigger({ shareId: id, action: 'publish' })
    expect([answer.status, answer.error.message]).toEqual([
      409,
      'Zapier is switched off in the automation settings',
    ])
    expect((await event({ event: 'post.published', share_id: id })).status).toBe(200)
  })
})

test('administrators get the complete set-up values, and nobody else does', async () => {
  const { status, answer, headers } = await t.call(getSocialpilotSetup, { as: admin })
  expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
  expect(answer.data).toMatchObject({ header: 'X-Webhook-Secret', secret: hookSecret, isEnabled: true })
  expect(answer.data.slack).toMatchObject({
    redirectUrl: `${t.deps.config.publicUrl}/auth/slack/callback`,
    signInScopes: ['openid', 'profile', 'email'],
  })
  const urls = answer.data.hooks.map(({ url }) => url)
  expect(urls).toContain(`${t.deps.config.publicUrl}/api/socialpilot/webhook`)
  const withSecret = await t.app.inject({
    url: getSocialpilotSetup.path,
    headers: { 'x-webhook-secret': hookSecret },
  })
  expect(withSecret.statusCode).toBe(401)
  expect((await t.call(getSocialpilotSetup, { as: ana })).status).toBe(403)
})
