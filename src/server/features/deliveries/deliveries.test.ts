import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.schema.ts'
import { listDeliveries, replayDelivery } from '#contract/deliveries.schema.ts'
import type { Delivery } from '#contract/deliveries.ts'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import { backfillPosts, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { statement } from '#server/db/handle.ts'
import { deliveries, hookReceipts } from '#server/db/schema/connections.ts'
import { activities } from '#server/db/schema/game.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { TestMember } from '#test/support/app.ts'
import { type HookApp, hookSecret, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { pruneDeliveries, sendOut } from './commands.ts'

let t: HookApp
let admin: TestMember
let ana: TestMember
const start = '2026-03-11T10:00:00.000Z'
const noId = '0197f000-0000-7000-8000-000000000000'

beforeAll(async () => {
  t = await startHookApp({ clock: testClock(start), limits: { perMember: 100_000, perAddress: 100_000 } })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(start)
  for (const table of [activities, deliveries, hookReceipts, posts]) await t.deps.db.orm.delete(table)
})

const list = async (query = '') => (await t.call(listDeliveries, { as: admin, query })).answer.data
const newest = async () => (await list('?limit=1'))[0]
const replay = (id: string | undefined, as: TestMember = admin) =>
  t.call(replayDelivery, { as, params: { id: id ?? noId } })

describe('the delivery log', () => {
  test('has every delivery with its outcome and body, newest first', {
    tags: ['admin-webhooks-log'],
  }, async () => {
    await t.newPost()
    t.clock.advance(1_000)
    await t.newPost()
    t.clock.advance(1_000)
    await t.newPost({ post_url: 'nowhere' })
    t.clock.advance(1_000)
    await t.call(engagementUpdate, { as: admin, body: { post_url: 'https://x.test/1', likes_count: 4 } })
    const log = await list()
    // The audit trail records only what people do.
    expect((await t.call(listAudit, { as: admin })).answer.data).toEqual([])
    expect(
      log.map(({ route, sender, actor, outcome, status, reason }) => [
        route,
        sender,
        actor,
        outcome,
        status,
        reason,
      ]),
    ).toEqual([
      [engagementUpdate.path, 'admin', 'Iris Admin', 'accepted', 200, null],
      [newPost.path, 'hook', null, 'refused', 400, 'post_url: Please enter a valid URL'],
      [newPost.path, 'hook', null, 'duplicate', 200, null],
      [newPost.path, 'hook', null, 'accepted', 200, null],
    ])
    expect(log.at(-1)).toMatchObject({
      direction: 'in',
      body: postBody(),
      replayOf: null,
      tries: 1,
      createdAt: start,
      finishedAt: start,
    })
  })

  test('has a delivery that was not understood, without its body', async () => {
    await t.deliver(newPost, '{"platform":')
    expect(await newest()).toMatchObject({ outcome: 'refused', status: 400, body: null })
    expect((await newest())?.reason).toContain('JSON')
    await t.deliver(newPost, 'x'.repeat(300_000), { 'content-type': 'text/plain' })
    expect(await newest()).toMatchObject({ status: 413, reason: 'The request is too large', body: null })
  })

  test('stores a body without characters that a database refuses and values nested too deeply', async () => {
    const deep = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)
    await t.newPost({ odd: 'a\u0000b\ud800', 'k\u0000': 1, deep })
    const body = (await newest())?.body as Record<string, unknown>
    expect([body.odd, body.k]).toEqual(['ab\ufffd', 1])
    expect(JSON.stringify(body.deep)).toContain('null')
  })

  test('records an unknown sender at most once a minute, without the body', async () => {
    const stranger = await startHookApp({ limits: { perAddress: 100_000 } })
    try {
      const iris = await stranger.member('iris.admin', 'admin')
      for (let nth = 0; nth < 5; nth++) await stranger.newPost({}, { 'x-webhook-secret': 'wrong' })
      const { data } = (await stranger.call(listDeliveries, { as: iris })).answer
      expect(data).toMatchObject([
        {
          sender: 'stranger',
          actor: null,
          outcome: 'refused',
          status: 401,
          reason: 'Please sign in',
          body: null,
        },
      ])
    } finally {
      await stranger.close()
    }
  })

  test('records a rate-limited sender once a minute', async () => {
    const hasty = await startHookApp({ limits: { perHookSecret: 2 } })
    try {
      const iris = await hasty.member('iris.admin', 'admin')
      for (let nth = 0; nth < 6; nth++) await hasty.newPost()
      const { data } = (await hasty.call(listDeliveries, { as: iris, query: { outcome: 'refused' } })).answer
      expect(data).toMatchObject([{ sender: 'hook', status: 429 }])
    } finally {
      await hasty.close()
    }
  })

  test('is paged, and filtered by direction and outcome', {
    tags: ['admin-webhooks-filter'],
  }, async () => {
    for (let nth = 0; nth < 5; nth++) {
      // Ids grow with the clock of the process, so these sort the other way round.
      t.clock.advance(-1_000)
      await t.newPost(nth % 2 ? { post_url: 'nowhere' } : {})
    }
    const first = (await t.call(listDeliveries, { as: admin, query: { limit: 3 } })).answer
    const rest = (await t.call(listDeliveries, { as: admin, query: { limit: 3, cursor: first.nextCursor } }))
      .answer
    expect([first.data.length, rest.data.length, rest.nextCursor]).toEqual([3, 2, null])
    expect(new Set([...first.data, ...rest.data].map(({ id }: Delivery) => id)).size).toBe(5)
    expect((await list('?outcome=refused')).length).toBe(2)
    expect((await list('?direction=out')).length).toBe(0)
    expect((await list('?direction=in&outcome=refused')).length).toBe(2)
    expect((await list('?direction=out&outcome=refused')).length).toBe(0)
    for (const query of ['?limit=0', '?limit=1000', '?outcome=lost', '?direction=up', '?cursor=nonsense'])
      expect([query, (await t.call(listDeliveries, { as: admin, query })).status]).toEqual([query, 400])
  })

  test('is for administrators only, not for machines', { tags: ['rights-figures'] }, async () => {
    expect((await t.call(listDeliveries, { as: ana })).status).toBe(403)
    const url = listDeliveries.path
    const answer = await t.app.inject({ url, headers: { 'x-webhook-secret': hookSecret } })
    expect(answer.statusCode).toBe(401)
  })

  test('is pruned after thirty days', async () => {
    await t.newPost()
    t.clock.advance(30 * 86_400_000)
    await pruneDeliveries(t.deps)
    const rows = () => t.deps.db.orm.select().from(deliveries)
    expect((await rows()).length).toBe(1)
    t.clock.advance(1)
    await pruneDeliveries(t.deps)
    expect(await rows()).toEqual([])
  })

  test('fails deliveries that are still pending after two days, as after a restore, so they can be replayed', async () => {
    const id = await t.deps.db.transaction((tx) =>
      sendOut(t.deps, tx, { event: 'share.submitted', body: {} }),
    )
    t.clock.advance(2 * 86_400_000)
    await pruneDeliveries(t.deps)
    expect(await newest()).toMatchObject({ id, outcome: 'pending' })
    t.clock.advance(1)
    await pruneDeliveries(t.deps)
    expect(await newest()).toMatchObject({
      id,
      outcome: 'failed',
      reason: 'failed (not sent within two days)',
    })
    expect((await replay(id)).answer.data).toMatchObject({ outcome: 'pending', replayOf: id })
  })
})

describe('a replay', () => {
  test('of a refused delivery takes effect once the cause is gone', {
    tags: ['admin-webhooks-replay-refused'],
  }, async () => {
    await t.newPost({ campaign_tags: 'manual-push' })
    const refused = await newest()
    expect(refused).toMatchObject({ outcome: 'refused', status: 404 })
    await t.newPost({ author_name: '' })
    const bad = await newest()
    t.clock.advance(86_400_000)
    const again = await replay(bad?.id)
    expect([again.status, again.answer.data]).toMatchObject([
      200,
      { outcome: 'refused', status: 400, sender: 'admin', actor: 'Iris Admin', replayOf: bad?.id },
    ])
    await t.newPost()
    expect(await t.deps.db.orm.select().from(posts)).toHaveLength(1)
  })

  test('of a delivery that took effect changes nothing again, even under a new id', {
    tags: ['admin-webhooks-replay-once'],
  }, async () => {
    await t.newPost({}, { 'webhook-id': 'one' })
    const accepted = await newest()
    t.clock.advance(86_400_000)
    const answers = await Promise.all(Array.from({ length: 5 }, () => replay(accepted?.id)))
    for (const { status, answer } of answers)
      expect([status, answer.data]).toMatchObject([200, { outcome: 'duplicate', replayOf: accepted?.id }])
    expect(await t.deps.db.orm.select().from(posts)).toHaveLength(1)
  })

  test('of a form sends the parsed body', async () => {
    const text = new URLSearchParams(postBody() as Record<string, string>).toString()
    await t.deliver(newPost, text, { 'content-type': 'application/x-www-form-urlencoded' })
    await t.deps.db.orm.delete(activities)
    await t.deps.db.orm.delete(posts)
    expect((await replay((await newest())?.id)).answer.data.outcome).toBe('accepted')
    expect(await t.deps.db.orm.select().from(posts)).toMatchObject([{ content: 'We have news.' }])
  })

  test('of an outgoing delivery is sent as a new delivery', async () => {
    const body = { share_id: 'x', platform: 'linkedin' }
    const id = await t.deps.db.transaction((tx) => sendOut(t.deps, tx, { event: 'share.submitted', body }))
    const again = await replay(id)
    expect(again.answer.data).toMatchObject({
      direction: 'out',
      route: 'share.submitted',
      outcome: 'pending',
      sender: 'admin',
      actor: 'Iris Admin',
      body,
      replayOf: id,
    })
    const jobs = statement<{ data: { deliveryId: string } }>(
      'test_delivery_jobs',
      `select data from pgboss.job where name = 'deliveries.send' order by created_on`,
    )
    const ids = (await t.deps.db.run(jobs, [])).map(({ data }) => data.deliveryId)
    expect(ids.slice(-2)).toEqual([id, again.answer.data.id])
    const { data } = (await t.call(listAudit, { as: admin, query: { subject: id } })).answer
    expect(data).toMatchObject([{ action: 'delivery.replay', actor: { id: admin.id } }])
  })

  test.each([
    [newPost.path, postBody({ author_name: '' })],
    [newPost.path, postBody({ campaign_tags: ['fine', 7] })],
    [newPost.path, postBody({ campaign_tags: 'manual-push' })],
    [newPost.path, []],
    [newPost.path, 0],
    [engagementUpdate.path, { post_url: 'https://x.test/1' }],
    [socialpilotEvent.path, { event: 'engagement.updated', post_url: 'nowhere', engagement_data: {} }],
    [backfillPosts.path, [postBody(), postBody({ platform: 'myspace' })]],
    [zapierTrigger.path, { shareId: noId, action: 'publish' }],
    [zapierTrigger.path, 'nonsense'],
  ])('of a delivery that %s refuses is refused with the same words: %j', async (path, body) => {
    const hooks = [newPost, engagementUpdate, socialpilotEvent, backfillPosts, zapierTrigger]
    await t.deliver(present(hooks.find((hook) => hook.path === path)), JSON.stringify(body))
    const refused = await newest()
    const { outcome, status, reason } = refused ?? {}
    expect([outcome, reason?.length]).toEqual(['refused', expect.any(Number)])
    const again = await replay(refused?.id)
    expect([again.status, again.answer.data]).toMatchObject([
      200,
      { route: path, sender: 'admin', outcome, status, reason, body, replayOf: refused?.id },
    ])
    expect((await newest())?.id).toBe(again.answer.data.id)
  })

  test('of a delivery without an id, and of one that takes effect again, is recorded once', async () => {
    const body = { event: 'post.published', ...postBody() }
    await t.deliver(socialpilotEvent, body)
    const { id = '' } = (await newest()) ?? {}
    await t.deps.db.orm.delete(posts)
    expect((await replay(id)).answer.data).toMatchObject({ outcome: 'accepted', status: 200, body })
    const { data } = (await t.call(listAudit, { as: admin, query: { subject: id } })).answer
    expect(data).toMatchObject([
      { action: 'delivery.replay', details: { route: socialpilotEvent.path }, actor: { id: admin.id } },
    ])
  })

  test('that fails with an unexpected error is in the log too', async () => {
    await t.newPost()
    const { id = '' } = (await newest()) ?? {}
    await t.deps.db.script('alter table posts rename to posts_away')
    const again = await replay(id)
    await t.deps.db.script('alter table posts_away rename to posts')
    expect([again.status, again.answer.data]).toMatchObject([
      200,
      { outcome: 'refused', status: 500, reason: 'Something went wrong on our side.', replayOf: id },
    ])
  })

  test('is refused when the hook no longer exists', async () => {
    await t.newPost()
    const { id = '' } = (await newest()) ?? {}
    await t.deps.db.orm.update(deliveries).set({ route: '/api/webhooks/of-old' })
    const again = await replay(id)
    expect([again.status, again.error.message]).toEqual([
      409,
      'The webhook of this delivery no longer exists',
    ])
  })

  test('is refused for a delivery that was not understood, for an unknown id, and for non-admins', async () => {
    await t.deliver(newPost, '{"platform":')
    const { id } = (await newest()) ?? {}
    expect((await replay(id)).status).toBe(409)
    expect([(await replay(noId)).status, (await replay('nonsense')).status]).toEqual([404, 400])
    expect((await replay(id, ana)).status).toBe(403)
  })

  test('cannot be requested by a machine', async () => {
    await t.newPost({}, { 'x-ovation-replay-of': noId })
    expect((await newest())?.replayOf).toBeNull()
  })
})
