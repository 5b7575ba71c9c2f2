import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listAudit } from '#contract/audit.schema.ts'
import { listDeliveries, replayDelivery } from '#contract/deliveries.schema.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  testWebhook,
  updateWebhook,
} from '#contract/webhooks.schema.ts'
import { mostWebhooks } from '#domain/webhooks.ts'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { statement } from '#server/db/handle.ts'
import { deliveries, webhooks } from '#server/db/schema/connections.ts'
import { assertSignature } from '#server/hooks/signature.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const start = '2026-03-11T10:00:00.000Z'
const events = ['share.submitted']
const noId = '0197f000-0000-7000-8000-000000000000'

let hook: CatchHook
let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  hook = await startCatchHook()
  t = await startTestApp({
    clock: testClock(start),
    environment: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${hook.port}` },
    limits: { probesPerMember: 1_000 },
  })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
})
beforeEach(async () => {
  hook.clearFaults()
  t.clock.set(start)
  await t.deps.db.orm.delete(deliveries)
  await t.deps.db.orm.delete(webhooks)
})
afterAll(async () => {
  await t.close()
  await hook.close()
})

const create = (body: unknown, as: TestMember | null = admin) => t.call(createWebhook, { as, body })
const made = async (changes: object = {}) => (await create({ url: hook.url, events, ...changes })).answer.data
const update = (id: string, body: unknown) => t.call(updateWebhook, { as: admin, params: { id }, body })
const remove = (id: string) => t.call(deleteWebhook, { as: admin, params: { id } })
const sendTest = (id: string) => t.call(testWebhook, { as: admin, params: { id } })
const list = async () => (await t.call(listWebhooks, { as: admin })).answer.data
const log = async (query: object = {}) =>
  (await t.call(listDeliveries, { as: admin, query: { ...query } })).answer.data
const acts = async (subject: string) =>
  (await t.call(listAudit, { as: admin, query: { subject } })).answer.data.map(({ action, details }) => [
    action,
    details,
  ])

describe('a webhook', () => {
  it('is made with a secret of its own, which only this answer contains', {
    tags: ['outgoing-webhook-secret'],
  }, async () => {
    const answer = await create({ url: hook.url, events: ['post.added', 'share.submitted'] })
    const { secret, ...webhook } = answer.answer.data
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(webhook).toEqual({
      id: expect.any(String),
      url: hook.url,
      events: ['post.added', 'share.submitted'],
      createdAt: start,
      pausedAt: null,
      pauseReason: null,
      lastDelivery: null,
    })
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    expect((await made()).secret).not.toBe(secret)
    const all = await t.call(listWebhooks, { as: admin })
    expect(all.answer.data[0]).toEqual(webhook)
    expect(all.text).not.toContain('whsec_')
    expect(JSON.stringify(await acts(webhook.id))).not.toMatch(/whsec_|abcdefg/)
  })

  it('is changed, paused, resumed and deleted, and the audit trail has each act', {
    tags: ['outgoing-webhook-audit'],
  }, async () => {
    const { id } = await made()
    t.clock.advance(1_000)
    const changed = await update(id, { events: ['contest.closed'] })
    expect(changed.answer.data).toMatchObject({ url: hook.url, events: ['contest.closed'] })
    const paused = await update(id, { isPaused: true })
    expect(paused.answer.data).toMatchObject({
      pausedAt: '2026-03-11T10:00:01.000Z',
      pauseReason: 'Paused by an administrator',
    })
    expect((await update(id, { isPaused: false })).answer.data).toMatchObject({
      pausedAt: null,
      pauseReason: null,
    })
    // What changes nothing is no act.
    await update(id, { url: hook.url, events: ['contest.closed'], isPaused: false })
    expect((await remove(id)).status).toBe(204)
    expect(await list()).toEqual([])
    const address = `http://127.0.0.1:${hook.port}/…efg/`
    const record = { address, events: 'contest.closed', isPaused: false }
    expect(await acts(id)).toEqual([
      ['webhook.delete', { before: record }],
      ['webhook.update', { before: { ...record, isPaused: true }, after: record }],
      ['webhook.update', { before: record, after: { ...record, isPaused: true } }],
      ['webhook.update', { before: { ...record, events: 'share.submitted' }, after: record }],
      ['webhook.create', { after: { ...record, events: 'share.submitted' } }],
    ])
    for (const gone of [await update(id, {}), await remove(id), await sendTest(id), await sendTest(noId)])
      expect([gone.status, gone.error.message]).toEqual([404, 'This webhook was not found'])
  })

  it.each([
    ['http://hooks.example.com/x', 'Must start with https://'],
    ['https://u:p@hooks.example.com/x', 'Must not contain a user name or password'],
    ['https://hooks.example.com:8443/x', 'Must use the port of https'],
    ['ftp://hooks.example.com/x', 'Must start with https://'],
    ['hooks', 'Must be a full webhook address'],
    ['', 'Address is required'],
    [`https://hooks.example.com/${'x'.repeat(2_048)}`, 'Must be at most 2048 characters long'],
    ['https://127.0.0.1/x', 'Must not be an address inside your network'],
    ['https://2130706433/x', 'Must not be an address inside your network'],
    ['https://0x7f.1/x', 'Must not be an address inside your network'],
    ['https://10.1.2.3/x', 'Must not be an address inside your network'],
    ['https://169.254.169.254/latest', 'Must not be an address inside your network'],
    ['https://[::1]/x', 'Must not be an address inside your network'],
    ['https://[::ffff:10.0.0.1]/x', 'Must not be an address inside your network'],
    ['https://[fd00::1]/x', 'Must not be an address inside your network'],
    ['https://localhost/x', 'Must not be an address inside your network'],
    ['https://localhost./x', 'Must not be an address inside your network'],
    ['https://metadata.google.internal/x', 'Must not be an address inside your network'],
    ['https://intranet/x', 'Must not be an address inside your network'],
  ])(
    'is refused for the address %s, when it is made and when it is changed',
    {
      tags: ['outgoing-webhook-address'],
    },
    async (url, message) => {
      const { id } = await made()
      for (const answer of [await create({ url, events }), await update(id, { url })])
        expect([answer.status, answer.error.issues]).toEqual([400, [{ path: 'url', message }]])
      expect((await list()).map(({ url: kept }) => kept)).toEqual([hook.url])
    },
  )

  it.each([
    [[], 'Choose at least one event'],
    ['share.submitted', 'Choose at least one event'],
    [undefined, 'Choose at least one event'],
    [['share.submitted', 'share.submitted'], 'Name each event once'],
  ])('is refused for the events %j', async (wrong, message) => {
    const answer = await create({ url: hook.url, events: wrong })
    expect([answer.status, answer.error.issues]).toEqual([400, [{ path: 'events', message }]])
  })

  it('is refused for an unknown event, by its name', async () => {
    for (const event of ['webhook.test', 'member.left', 7]) {
      const { status, error } = await create({ url: hook.url, events: [event] })
      expect([status, error.issues?.[0]?.path]).toEqual([400, 'events.0'])
    }
  })

  it('is one of twenty at most, also when two are made at once', async () => {
    for (let n = 1; n < mostWebhooks; n++) await made()
    const both = await Promise.all([create({ url: hook.url, events }), create({ url: hook.url, events })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = present(both.find(({ status }) => status === 409))
    expect(refused.error.message).toBe('There can be at most 20 webhooks')
    await remove(present((await list())[0]).id)
    expect((await create({ url: hook.url, events })).status).toBe(200)
  })

  it('is for administrators only', async () => {
    const params = { id: noId }
    for (const as of [ana, null]) {
      const answers = [
        await t.call(listWebhooks, { as }),
        await create({ url: hook.url, events }, as),
        await t.call(updateWebhook, { as, params, body: {} }),
        await t.call(deleteWebhook, { as, params }),
        await t.call(testWebhook, { as, params }),
      ]
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(as ? 403 : 401))
    }
  })
})

describe('a test message', () => {
  it('is sent at once with a signature, and is in the log and the audit trail', {
    tags: ['outgoing-webhook-test'],
  }, async () => {
    const { id, secret } = await made()
    await update(id, { isPaused: true })
    const answer = await sendTest(id)
    expect(answer.answer).toEqual({ success: true, message: 'The receiver accepted the test (200)' })
    const { headers, body: rawBody } = present(hook.journal().at(-1))
    expect(() => assertSignature({ headers, rawBody }, [secret], t.clock.now())).not.toThrow()
    const body = { type: 'webhook.test', timestamp: start, data: { webhookId: id } }
    expect(JSON.parse(String(rawBody))).toEqual(body)
    expect(await log()).toMatchObject([
      {
        id: headers['webhook-id'],
        direction: 'out',
        route: 'webhook.test',
        sender: 'admin',
        actor: 'Iris Admin',
        outcome: 'delivered',
        status: 200,
        body,
        webhookId: id,
        receiver: `127.0.0.1:${hook.port}`,
      },
    ])
    expect((await acts(id))[0]).toEqual(['webhook.test', { failure: null }])
    expect((await list())[0]?.lastDelivery).toEqual({
      outcome: 'delivered',
      status: 200,
      reason: null,
      createdAt: start,
    })
  })

  it.each([
    [{ status: 500, body: 'secret of the other side' }, 500, 'failed (500)'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 302, 'failed (302)'],
    [{ mode: 'reset' as const }, null, 'failed (no answer)'],
  ])(
    'that is answered with %j says so, and shows no more than the status',
    {
      tags: ['outgoing-webhook-test'],
    },
    async (fault, status, reason) => {
      const { id } = await made()
      hook.fault({ match: /catch/, times: 1, ...fault })
      const answer = await sendTest(id)
      expect(answer.status).toBe(502)
      expect(answer.error).toEqual({
        message: `The receiver did not accept the test: ${reason}`,
        issues: [{ path: 'url', message: reason }],
        requestId: expect.any(String),
      })
      expect(await log()).toMatchObject([{ outcome: 'failed', status, reason }])
      expect((await acts(id))[0]).toEqual(['webhook.test', { failure: reason }])
    },
  )
})

describe('the log', () => {
  it('shows the deliveries of one webhook, and of a deleted one too', {
    tags: ['outgoing-webhook-log'],
  }, async () => {
    const [one, other] = [await made(), await made()]
    await sendTest(one.id)
    await sendTest(other.id)
    await remove(other.id)
    expect(await log()).toHaveLength(2)
    expect((await log({ webhook: one.id })).map(({ webhookId }) => webhookId)).toEqual([one.id])
    expect(await log({ webhook: other.id })).toMatchObject([{ receiver: `127.0.0.1:${hook.port}` }])
    expect(await log({ webhook: noId })).toEqual([])
  })

  it('replays a delivery under the id of the first one', { tags: ['outgoing-webhook-replay'] }, async () => {
    const { id } = await made()
    await sendTest(id)
    const [first] = await log()
    const again = await t.call(replayDelivery, { as: admin, params: { id: present(first).id } })
    expect(again.answer.data).toMatchObject({
      outcome: 'pending',
      webhookId: id,
      replayOf: first?.id,
      body: first?.body,
    })
    const third = await t.call(replayDelivery, { as: admin, params: { id: again.answer.data.id } })
    expect(third.answer.data).toMatchObject({ webhookId: id, replayOf: first?.id })
    const jobs = statement<{ id: string }>(
      'test_replay_jobs',
      `select data->>'deliveryId' as id from pgboss.job where name = 'deliveries.send' order by created_on`,
    )
    expect((await t.deps.db.run(jobs, [])).map((job) => job.id).slice(-2)).toEqual([
      again.answer.data.id,
      third.answer.data.id,
    ])
  })
})
