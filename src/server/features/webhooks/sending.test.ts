import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listWebhooks } from '#contract/webhooks.schema.ts'
import { asId, type DeliveryId } from '#domain/ids.ts'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { statement } from '#server/db/handle.ts'
import { deliveries, webhooks } from '#server/db/schema/connections.ts'
import { replayDelivery } from '#server/features/deliveries/commands.ts'
import { findDelivery } from '#server/hooks/store.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { insertWebhook, readMessage, waitingDeliveries } from '#test/support/webhooks.ts'
import {
  deleteWebhook,
  sendTest,
  sendToWebhook,
  tellWebhooks,
  updateWebhook,
  webhookClient,
} from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
const startMs = new Date(start).getTime()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const canary = 'canary-of-the-address'

let hook: CatchHook
let t: TestApp
let admin: TestMember
let webhook: Awaited<ReturnType<typeof insertWebhook>>
let logged: string[] = []

beforeAll(async () => {
  hook = await startCatchHook()
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk))
      done()
    },
  })
  t = await startTestApp({
    clock: testClock(start),
    environment: { ALLOWED_PRIVATE_HOSTS: `127.0.0.1:${hook.port}` },
    log: pino({ level: 'trace' }, stream),
  })
  admin = await t.member('iris.admin', 'admin')
})
beforeEach(async () => {
  logged = []
  t.clock.set(start)
  await t.deps.db.orm.delete(deliveries)
  await t.deps.db.orm.delete(webhooks)
  webhook = await insertWebhook(t, admin, `${hook.url}?${canary}`, ['post.added'])
})
afterEach(() => hook.clearFaults())
afterAll(async () => {
  await t.close()
  await hook.close()
})

const acting = () => ({ member: admin, ip: '127.0.0.1' })
/** An event in a transaction of its own. Returns the delivery to the newest webhook. */
const tell = async (): Promise<DeliveryId> => {
  const data = {
    postId: asId<'post'>(webhook.id),
    platform: 'linkedin',
    authorName: 'Zoë',
    postUrl: null,
  } as const
  await t.deps.db.transaction((tx) =>
    tellWebhooks(t.deps, tx, {
      type: 'post.added',
      timestamp: t.clock.now().toISOString(),
      data: { ...data, link: 'https://ovation.test/social-feed' },
    }),
  )
  return asId(present((await waitingDeliveries(t)).at(-1)).id)
}
const limits = { connectMs: 400, totalMs: 400 }
const send = (deliveryId: DeliveryId, signal = new AbortController().signal) =>
  sendToWebhook(t.deps, webhookClient(t.deps.config, { limits }), { deliveryId, signal })
const row = async (id: DeliveryId) => present(await findDelivery(t.deps.db, id))
const sentOf = (id: string) => hook.journal().filter(({ headers }) => headers['webhook-id'] === id)
const fault = (change: Partial<Parameters<CatchHook['fault']>[0]>) =>
  hook.fault({ match: /catch/, times: 1, ...change })
const state = async () => present((await t.call(listWebhooks, { as: admin })).answer.data[0])
/** When the job that was enqueued last for a delivery begins, in seconds after the event. */
const nextTryAfter = async (id: DeliveryId) => {
  const listStarts = statement<{ at: string }>(
    'test_next_tries',
    `select to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from pgboss.job
     where name = 'deliveries.send' and data->>'deliveryId' = $1 and start_after <> created_on order by created_on`,
  )
  const all = await t.deps.db.run(listStarts, [id])
  return all.map(({ at }) => (new Date(at).getTime() - startMs) / 1_000).at(-1)
}

describe('a delivery', () => {
  it('is signed anew for each try, under the same id and with the same body, and so is a replay', {
    tags: ['outgoing-webhook-signed', 'outgoing-webhook-replay', 'sec-54'],
  }, async () => {
    const id = await tell()
    fault({ status: 500 })
    await send(id)
    t.clock.advance(5_000)
    await send(id)
    expect(await row(id)).toMatchObject({ outcome: 'delivered', status: 200, reason: null, tries: 2 })
    t.clock.advance(dayMs)
    const { id: again } = await replayDelivery(t.deps, id, {
      member: admin,
      request: { ip: '127.0.0.1' },
    } as never)
    await send(again)
    expect(await row(again)).toMatchObject({ outcome: 'delivered', replayOf: id, tries: 1 })
    const sent = sentOf(id)
    expect(sent).toHaveLength(3)
    expect(new Set(sent.map(({ body }) => String(body))).size).toBe(1)
    expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(3)
    readMessage(t, present(sent[2]), webhook.secret)
    // Once it has ended it is not sent again.
    await send(id)
    await send(asId('0197f000-0000-7000-8000-000000000000'))
    expect(sentOf(id)).toHaveLength(3)
  })

  it('whose try was lost in a crash is sent again under the same id', async () => {
    const id = await tell()
    await send(id)
    const pending = statement(
      'test_lost_try',
      `update deliveries set outcome = 'pending', finished_at = null, tries = 0 where id = $1`,
    )
    await t.deps.db.run(pending, [id])
    await send(id)
    expect(new Set(sentOf(id).map(({ body }) => String(body))).size).toBe(1)
    expect(await row(id)).toMatchObject({ outcome: 'delivered', tries: 1 })
  })

  it('counts no try that is aborted because the process stops', async () => {
    const id = await tell()
    fault({ mode: 'hang' })
    const before = await row(id)
    await expect(send(id, AbortSignal.timeout(50))).rejects.toThrow()
    expect(await row(id)).toEqual(before)
  })

  it('counts as delivered although its answer is very long', async () => {
    fault({ body: 'x'.repeat(1_000_000) })
    const id = await tell()
    await send(id)
    expect(await row(id)).toMatchObject({ outcome: 'delivered', status: 200 })
  })
})

describe('a receiver that does not accept', () => {
  it.each([
    ['a 500', { status: 500, body: canary }, 500, 'failed (500)'],
    ['a 404', { status: 404 }, 404, 'failed (404)'],
    ['no answer', { mode: 'hang' as const }, null, 'failed (no answer)'],
    ['a broken connection', { mode: 'reset' as const }, null, 'failed (no answer)'],
  ])(
    'with %s is tried again for about a day, and then the delivery has failed',
    {
      tags: ['outgoing-webhook-retries'],
    },
    async (_what, change, status, reason) => {
      const id = await tell()
      const pauses: (number | undefined)[] = []
      for (;;) {
        fault(change)
        await send(id)
        const { outcome, ...noted } = await row(id)
        expect(noted).toMatchObject({ status, reason, tries: pauses.length + 1 })
        if (outcome === 'failed') break
        const next = await nextTryAfter(id)
        pauses.push(next)
        t.clock.set(new Date(startMs + (next ?? 0) * 1_000))
      }
      expect(pauses).toEqual([5, 305, 2_105, 9_305, 27_305, 56_105, 84_905])
      expect(await row(id)).toMatchObject({ finishedAt: t.clock.now() })
      expect(sentOf(id)).toHaveLength(8)
      // One failed delivery does not pause it.
      expect((await state()).pausedAt).toBeNull()
      expect((await state()).lastDelivery).toMatchObject({ outcome: 'failed', status, reason })
    },
  )

  it.each([
    [429, '120', 120],
    [503, '7200', 7_200],
    [429, 'Wed, 11 Mar 2026 10:10:00 GMT', 600],
    [503, '1', 5],
    [429, 'soon', 5],
    [500, '7200', 5],
  ])(
    'with a %i and Retry-After %s is tried again after %i seconds, and left alone until then',
    {
      tags: ['outgoing-webhook-retry-after'],
    },
    async (status, retryAfter, seconds) => {
      const [first, second] = [await tell(), await tell()]
      const [one = first, other = second] = (await waitingDeliveries(t)).map(({ id }) => asId<'delivery'>(id))
      fault({ status, headers: { 'retry-after': retryAfter } })
      await send(one)
      await send(other)
      expect([await nextTryAfter(one), await nextTryAfter(other)]).toEqual([seconds, seconds])
      expect(await row(other)).toMatchObject({ outcome: 'pending', tries: 0, status: null })
      expect(sentOf(other)).toEqual([])
      t.clock.advance(seconds * 1_000)
      await send(other)
      expect(await row(other)).toMatchObject({ outcome: 'delivered', tries: 1 })
    },
  )

  it.each([302, 307])(
    'with a redirect (%i) is not followed, and the delivery has failed at once',
    async (status) => {
      fault({ status, headers: { location: new URL('/hooks/catch/9/elsewhere/', hook.url).href } })
      const id = await tell()
      const before = hook.journal().length
      await send(id)
      expect(await row(id)).toMatchObject({
        outcome: 'failed',
        status,
        reason: `failed (${status})`,
        tries: 1,
      })
      expect(hook.journal().length - before).toBe(1)
      expect(await nextTryAfter(id)).toBeUndefined()
    },
  )

  it('with a 410 is paused with that reason, and what waits is not sent', {
    tags: ['outgoing-webhook-gone'],
  }, async () => {
    const [id, other] = [await tell(), await tell()]
    fault({ status: 410 })
    await send(id)
    expect(await state()).toMatchObject({
      pausedAt: start,
      pauseReason: 'The receiver answered that it is gone (410)',
    })
    await send(other)
    expect(await row(other)).toMatchObject({ outcome: 'failed', reason: 'The webhook is paused', tries: 0 })
    expect(sentOf(other)).toEqual([])
  })

  it('with nothing but failures for three days is paused with that reason', {
    tags: ['outgoing-webhook-silent'],
  }, async () => {
    const failWholly = async () => {
      const id = await tell()
      const listed = statement('test_last_try', 'update deliveries set tries = 7 where id = $1')
      await t.deps.db.run(listed, [id])
      fault({ status: 500 })
      await send(id)
      expect((await row(id)).outcome).toBe('failed')
      t.clock.advance(hourMs)
    }
    const { id: accepted } = await row(await tell())
    await send(accepted)
    await failWholly()
    t.clock.set(new Date(startMs + 3 * dayMs - 1))
    await failWholly()
    expect((await state()).pausedAt).toBeNull()
    // A success begins the three days anew.
    t.clock.set(new Date(startMs + 3 * dayMs))
    const { id: late } = await row(await tell())
    t.clock.advance(hourMs)
    await send(late)
    t.clock.advance(1)
    await failWholly()
    t.clock.advance(3 * dayMs)
    await failWholly()
    expect(await state()).toMatchObject({ pauseReason: 'The receiver accepted no delivery for three days' })
    expect(logged.join('')).toContain('delivery failed for good')
    await updateWebhook(t.deps, acting(), { id: webhook.id, change: { isPaused: false } })
    await sendTest(t.deps, webhookClient(t.deps.config), { acting: acting(), id: webhook.id })
    await failWholly()
    expect((await state()).pausedAt).toBeNull()
  })

  it('does not hold up what waits for another webhook, and a waiting delivery ends after a day', {
    tags: ['outgoing-webhook-isolated'],
  }, async () => {
    await tell()
    const good = await insertWebhook(t, admin, `${hook.url}silent/`, ['post.added'])
    await tell()
    const all = await waitingDeliveries(t)
    const toFirst = all.filter((each) => each.webhook_id === webhook.id).map(({ id }) => asId<'delivery'>(id))
    const [hanging = '', resting = ''] = toFirst
    const toGood = asId<'delivery'>(present(all.find((each) => each.webhook_id === good.id)).id)
    fault({ match: /abcdefg\/$/, mode: 'hang' })
    await send(asId(hanging))
    const before = hook.journal().length
    await send(asId(resting))
    expect(hook.journal().length).toBe(before)
    await send(toGood)
    expect(await row(toGood)).toMatchObject({ outcome: 'delivered' })
    // Each time it is its turn, another delivery has just failed.
    t.clock.advance(26 * hourMs + 1)
    fault({ match: /abcdefg\/$/, mode: 'reset' })
    const fresh = asId<'delivery'>(
      present(
        await tell().then(async () =>
          (await waitingDeliveries(t)).filter((each) => each.webhook_id === webhook.id).at(-1),
        ),
      ).id,
    )
    await send(fresh)
    await send(asId(resting))
    expect(await row(asId(resting))).toMatchObject({
      outcome: 'failed',
      tries: 0,
      reason: 'Not sent: the receiver accepted nothing for a day',
    })
  })

  it('is deleted: what waits for it is not sent', async () => {
    const id = await tell()
    await deleteWebhook(t.deps, acting(), webhook.id)
    await send(id)
    expect(await row(id)).toMatchObject({ outcome: 'failed', reason: 'The webhook was deleted', tries: 0 })
    expect(sentOf(id)).toEqual([])
  })
})

it('an address inside the network is refused at the connection too, whatever its name said before', {
  tags: ['outgoing-webhook-address'],
}, async () => {
  await t.deps.db.orm.delete(webhooks)
  await insertWebhook(t, admin, 'https://hooks.example.com/x', ['post.added'])
  const id = await tell()
  const before = hook.journal().length
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254']) {
    const resolve = async () => [
      { address: '93.184.215.14', family: 4 },
      { address, family: 4 },
    ]
    const pending = statement('test_pend', `update deliveries set outcome = 'pending' where id = $1`)
    await t.deps.db.run(pending, [id])
    const client = webhookClient(t.deps.config, { resolve, limits })
    await sendToWebhook(t.deps, client, { deliveryId: id, signal: new AbortController().signal })
    expect(await row(id)).toMatchObject({
      outcome: 'failed',
      status: null,
      reason: 'failed (address not allowed)',
    })
  }
  expect(hook.journal().length).toBe(before)
})

it('neither the address nor the secret is in a log line, a delivery or a job, whatever fails', async () => {
  for (const change of [
    { status: 500 },
    { mode: 'hang' as const },
    { mode: 'reset' as const },
    { status: 410 },
  ]) {
    await updateWebhook(t.deps, acting(), {
      id: webhook.id,
      change: { isPaused: false, url: `${hook.url}?${canary}&${change.mode ?? change.status}` },
    })
    fault({ body: canary, ...change })
    await send(await tell())
  }
  const jobs = statement<{ text: string }>(
    'test_all_jobs',
    'select data::text || coalesce(output::text, $1) as text from pgboss.job',
  )
  const kept = [await t.deps.db.run(jobs, ['']), await t.deps.db.orm.select().from(deliveries)]
  for (const secret of [canary, '/hooks/catch', webhook.secret, webhook.secret.slice(6)])
    expect(logged.join('') + JSON.stringify(kept)).not.toContain(secret)
})

it('the jobs of the product send deliveries to webhooks, and none is lost or doubled among many', {
  tags: ['outgoing-webhook-once'],
}, async () => {
  await t.deps.jobs.work(
    jobHandlers.filter(({ queue }) => queue === 'deliveries.send'),
    t.deps,
  )
  const before = hook.journal().length
  for (let n = 0; n < 12; n++) await tell()
  const ids = (await t.deps.db.orm.select().from(deliveries)).map(({ id }) => id)
  const outcomes = async () => (await t.deps.db.orm.select().from(deliveries)).map(({ outcome }) => outcome)
  await expect.poll(outcomes, { interval: 50 }).toEqual(ids.map(() => 'delivered'))
  const caught = hook
    .journal()
    .slice(before)
    .map(({ headers }) => headers['webhook-id'])
  expect(caught.sort()).toEqual([...ids].sort())
})
