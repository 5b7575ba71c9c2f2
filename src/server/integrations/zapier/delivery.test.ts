import { createHmac } from 'node:crypto'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defaultAutomation } from '#domain/automation.ts'
import { asId, type DeliveryId } from '#domain/ids.ts'
import { type CatchHook, type CaughtRequest, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { statement } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { sendOut } from '#server/features/deliveries/commands.ts'
import { HookClient } from '#server/hooks/client.ts'
import { assertSignature } from '#server/hooks/signature.ts'
import { findDelivery } from '#server/hooks/store.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import type { JobHandler } from '#server/jobs/handlers.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { setAutomation } from '#test/support/fixtures.ts'
import { sendDelivery } from './commands.ts'

const key = Buffer.from('thirty-two bytes of a test secret')
const secret = `whsec_${key.toString('base64')}`
const canary = 'canary-of-the-address'
const happened = { share_id: 'one', platform: 'linkedin', by: 'Zoë' }
const longLimits = { connectMs: 5_000, totalMs: 5_000 }
const shortLimits = { connectMs: 700, totalMs: 700 }

/** Lets a pending job retry without delay, at most $1 times. */
const removeRetryDelay = statement(
  'test_hurry_deliveries',
  `update pgboss.job set retry_delay = 0, retry_backoff = false, retry_limit = $1
   where name = 'deliveries.send' and state = 'created' and data->>'deliveryId' = $2`,
)
const listStored = statement<{ name: string; state: string; stored: string }>(
  'test_stored_delivery_jobs',
  `select name, state::text as state, coalesce(output::text, '') as stored from pgboss.job
   where data->>'deliveryId' = $1 order by created_on`,
)
const setPending = statement(
  'test_set_delivery_pending',
  `update deliveries set outcome = 'pending', finished_at = null where id = $1`,
)

let hook: CatchHook
let t: TestApp
let address: string
let logged: string[] = []
let limits = longLimits

/** The deps, with a log that the test can read. */
function withCapturedLog(deps: Deps): Deps {
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      logged.push(String(chunk))
      done()
    },
  })
  return { ...deps, log: pino({ level: 'trace' }, stream) }
}

beforeAll(async () => {
  hook = await startCatchHook()
  address = `${hook.url}?${canary}`
  const host = `127.0.0.1:${hook.port}`
  t = await startTestApp({
    environment: { ZAPIER_HOSTS: host, ALLOWED_PRIVATE_HOSTS: host, WEBHOOK_SECRET: secret },
  })
  const deps = withCapturedLog(t.deps)
  const handlers: readonly JobHandler[] = [
    {
      queue: 'deliveries.send',
      handle: (_deps, data, run) =>
        sendDelivery(deps, new HookClient(deps.config, { limits }), { ...data, ...run }),
    },
  ]
  await t.deps.jobs.work(handlers, deps)
})
beforeEach(() => setAutomation(t.deps, { ...defaultAutomation, webhookUrl: address }))
afterEach(() => {
  hook.clearFaults()
  logged = []
  limits = longLimits
})
afterAll(async () => {
  await t.close()
  await hook.close()
})

const send = (mostRetries = 5) =>
  t.deps.db.transaction(async (tx) => {
    const id = await sendOut(t.deps, tx, { event: 'share.submitted', body: happened })
    await tx.run(removeRetryDelay, [mostRetries, id])
    return id
  })
/** Polls until the value that `read` returns is as expected. */
const eventually = <Value>(read: () => Promise<Value>) => expect.poll(read, { interval: 25 })
const row = (id: DeliveryId) => findDelivery(t.deps.db, id)
const ended = async (id: DeliveryId) => {
  await eventually(async () => (await row(id))?.outcome).not.toBe('pending')
  return row(id)
}
const jobsOf = (id: string) => t.deps.db.run(listStored, [id])
const sentOf = (id: string) => hook.journal().filter(({ headers }) => headers['webhook-id'] === id)
const tryOnce = (id: DeliveryId, isLastTry = false, deps = t.deps) =>
  sendDelivery(deps, new HookClient(deps.config, { limits }), {
    deliveryId: id,
    signal: new AbortController().signal,
    isLastTry,
  })
/** A pending delivery without a job, so that only the test sends it. */
const pendingWithoutJob = async () => {
  const id = await send()
  await ended(id)
  await t.deps.db.run(setPending, [id])
  return id
}

function expectSigned({ headers, body: rawBody }: CaughtRequest): void {
  expect(() => assertSignature({ headers, rawBody }, [secret], t.clock.now())).not.toThrow()
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${rawBody}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  expect(headers['webhook-signature']).toBe(`v1,${signature}`)
  expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(t.clock.now().getTime() / 1_000))
}

describe('a delivery', () => {
  it('is posted with a signature, its facts, the name of its event and its time', {
    tags: ['sec-54'],
  }, async () => {
    const id = await send()
    expect(await ended(id)).toMatchObject({
      outcome: 'delivered',
      status: 200,
      reason: null,
      tries: 1,
      finishedAt: t.clock.now(),
    })
    const [caught, ...more] = sentOf(id)
    if (!caught) throw new Error('nothing was sent')
    expect(more).toEqual([])
    expect(caught).toMatchObject({ method: 'POST', url: expect.stringContaining(canary) })
    expect(caught.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Ovation' })
    expect(JSON.parse(String(caught.body))).toEqual({
      event_id: id,
      event: 'share.submitted',
      occurred_at: t.clock.now().toISOString(),
      ...happened,
    })
    expectSigned(caught)
  })

  it('keeps its own id and event name when its facts have fields of the same names', async () => {
    const id = await t.deps.db.transaction((tx) =>
      sendOut(t.deps, tx, { event: 'share.submitted', body: { event_id: 'other', event: 'other' } }),
    )
    await ended(id)
    expect(JSON.parse(String(sentOf(id)[0]?.body))).toMatchObject({ event_id: id, event: 'share.submitted' })
  })

  it('is neither stored nor sent when its transaction is rolled back', { tags: ['inv-13'] }, async () => {
    const before = hook.journal().length
    let discardedId: DeliveryId | undefined
    const failing = t.deps.db.transaction(async (tx) => {
      discardedId = await sendOut(t.deps, tx, { event: 'share.submitted', body: happened })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await ended(await send())
    expect([discardedId && (await row(discardedId)), hook.journal().length - before]).toEqual([null, 1])
  })
})

describe('failures and retries', () => {
  it.each([
    ['a 500', { status: 500 }],
    ['a 429', { status: 429 }],
    ['a 429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
    ['a 404', { status: 404 }],
    ['no answer', { mode: 'hang' as const }],
    ['a broken connection', { mode: 'reset' as const }],
  ])('%s: the delivery is retried under the same id until it is accepted', async (_what, fault) => {
    if ('mode' in fault && fault.mode === 'hang') limits = shortLimits
    hook.fault({ match: /catch/, times: 2, ...fault })
    const id = await send()
    expect(await ended(id)).toMatchObject({ outcome: 'delivered', status: 200, reason: null, tries: 3 })
    const sent = sentOf(id)
    expect(sent).toHaveLength(3)
    for (const each of sent) expectSigned(each)
    await eventually(() => jobsOf(id)).toMatchObject([{ state: 'completed' }])
  })

  it.each([
    ['a 500', { status: 500 }, { status: 500, reason: 'failed (500)' }],
    ['a 429', { status: 429 }, { status: 429, reason: 'failed (429)' }],
    ['no answer', { mode: 'hang' as const }, { status: null, reason: 'failed (no answer)' }],
    ['a broken connection', { mode: 'reset' as const }, { status: null, reason: 'failed (no answer)' }],
  ])('%s: the delivery log shows the reason until the retry', async (_what, fault, noted) => {
    const id = await pendingWithoutJob()
    if ('mode' in fault && fault.mode === 'hang') limits = shortLimits
    hook.fault({ match: /catch/, times: 1, ...fault })
    await expect(tryOnce(id)).rejects.toThrow(noted.reason)
    expect(await row(id)).toMatchObject({ outcome: 'pending', tries: 2, finishedAt: null, ...noted })
  })

  it('a delivery that is refused every time fails after its last try, with a dead letter', {
    tags: ['inv-14'],
  }, async () => {
    hook.fault({ match: /catch/, times: 9, status: 503 })
    const id = await send(1)
    expect(await ended(id)).toMatchObject({
      outcome: 'failed',
      status: 503,
      reason: 'failed (503)',
      tries: 2,
      finishedAt: t.clock.now(),
    })
    await eventually(async () => (await jobsOf(id)).map(({ name }) => name)).toContain('dead')
    expect(sentOf(id)).toHaveLength(2)
  })

  it.each([302, 307])('a %i redirect is not followed, and the delivery fails at once', async (status) => {
    const location = new URL('/hooks/catch/9/elsewhere/', hook.url).href
    hook.fault({ match: /abcdefg/, times: 1, status, headers: { location } })
    const id = await send()
    expect(await ended(id)).toMatchObject({
      outcome: 'failed',
      status,
      reason: `failed (${status})`,
      tries: 1,
    })
    expect(sentOf(id)).toHaveLength(1)
    await eventually(() => jobsOf(id)).toMatchObject([{ state: 'completed' }])
  })

  it('a delivery with a very long answer counts as delivered', async () => {
    hook.fault({ match: /catch/, times: 1, body: 'x'.repeat(1_000_000) })
    expect(await ended(await send())).toMatchObject({ outcome: 'delivered', status: 200, tries: 1 })
  })

  it('twelve deliveries at once all arrive although some tries fail', async () => {
    hook.fault({ match: /catch/, times: 3, status: 500 })
    hook.fault({ match: /catch/, times: 2, mode: 'reset' })
    const all = await Promise.all(Array.from({ length: 12 }, () => send()))
    for (const id of all) expect(await ended(id)).toMatchObject({ outcome: 'delivered', status: 200 })
    const arrived = new Set(hook.journal().map(({ body }) => JSON.parse(String(body)).event_id))
    expect(all.every((id) => arrived.has(id))).toBe(true)
  })
})

describe('a delivery is not sent', () => {
  const off = 'The automation service is switched off'
  it.each([
    ['while the automation service is switched off', { zapierEnabled: false }, off],
    ['while no address is set', { webhookUrl: null }, 'No webhook address is set'],
  ])('%s', async (_when, change, reason) => {
    const before = hook.journal().length
    await setAutomation(t.deps, { ...defaultAutomation, webhookUrl: address, ...change })
    const id = await send()
    expect(await ended(id)).toMatchObject({ outcome: 'failed', status: null, reason, tries: 0 })
    await eventually(() => jobsOf(id)).toMatchObject([{ state: 'completed' }])
    expect(hook.journal().length).toBe(before)
  })

  it('to an address that is no longer allowed', async () => {
    await setAutomation(t.deps, { ...defaultAutomation, webhookUrl: 'https://127.0.0.1:1/hook' })
    const id = await send()
    const reason = 'failed (address not allowed)'
    expect(await ended(id)).toMatchObject({ outcome: 'failed', status: null, reason, tries: 1 })
    await eventually(() => jobsOf(id)).toMatchObject([{ state: 'completed' }])
  })

  it('again once it has ended, nor when it is unknown or incoming', async () => {
    const id = await send()
    await ended(id)
    const before = hook.journal().length
    await tryOnce(id)
    await tryOnce(asId('0197f000-0000-7000-8000-000000000000'))
    const incoming = statement('test_make_incoming', `update deliveries set direction = 'in' where id = $1`)
    await t.deps.db.run(setPending, [id])
    await t.deps.db.run(incoming, [id])
    await tryOnce(id)
    expect(hook.journal().length).toBe(before)
  })
})

it('a try whose result was lost in a crash is repeated under the same id', { tags: ['f-02'] }, async () => {
  const id = await pendingWithoutJob()
  await tryOnce(id)
  const [first, second] = sentOf(id)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toEqual(first?.body)
  expect(await row(id)).toMatchObject({ outcome: 'delivered', tries: 2 })
})

it('a try that is aborted because the process stops does not count', async () => {
  const id = await pendingWithoutJob()
  hook.fault({ match: /catch/, times: 1, mode: 'hang' })
  const before = await row(id)
  const cut = sendDelivery(t.deps, new HookClient(t.deps.config, { limits }), {
    deliveryId: id,
    isLastTry: true,
    signal: AbortSignal.timeout(50),
  })
  await expect(cut).rejects.toThrow()
  expect(await row(id)).toEqual(before)
})

it('neither the address nor the secret appears in a log line, a row or a job, whatever fails', {
  tags: ['sec-24'],
}, async () => {
  const found: unknown[] = []
  limits = shortLimits
  for (const fault of [{ status: 500 }, { mode: 'hang' as const }, { mode: 'reset' as const }]) {
    hook.fault({ match: /catch/, times: 2, body: canary, ...fault })
    const id = await send(1)
    await ended(id)
    await eventually(async () => (await jobsOf(id)).length).toBe(2)
    found.push(await row(id), await jobsOf(id))
  }
  hook.fault({ match: /catch/, times: 1, status: 302, headers: { location: `http://${canary}/` } })
  const redirected = await send()
  await ended(redirected)
  found.push(await row(redirected), await jobsOf(redirected))
  expect(logged.join('')).toContain('a background job failed and will not be retried')
  expect(logged.join('')).toContain('delivery failed for good')
  for (const secretText of [canary, hook.url, '/hooks/catch', key.toString('base64')]) {
    expect(logged.join('') + JSON.stringify(found)).not.toContain(secretText)
  }
})

it('the job handler of the product sends deliveries too', async () => {
  const host = `127.0.0.1:${hook.port}`
  const other = await startTestApp({ environment: { ZAPIER_HOSTS: host, ALLOWED_PRIVATE_HOSTS: host } })
  await setAutomation(other.deps, { ...defaultAutomation, webhookUrl: address })
  const sending = jobHandlers.filter(({ queue }) => queue === 'deliveries.send')
  await other.deps.jobs.work(sending, other.deps)
  const id = await other.deps.db.transaction((tx) =>
    sendOut(other.deps, tx, { event: 'share.submitted', body: happened }),
  )
  await eventually(async () => (await findDelivery(other.deps.db, id))?.outcome).toBe('delivered')
  const [caught] = sentOf(id)
  const made = other.deps.secrets.webhooks
  expect(caught && made[0]).toBeTruthy()
  if (caught) {
    const { headers, body: rawBody } = caught
    expect(() => assertSignature({ headers, rawBody }, made, other.clock.now())).not.toThrow()
  }
  await other.close()
})
