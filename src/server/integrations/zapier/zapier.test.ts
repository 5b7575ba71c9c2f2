import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testZapier } from '#contract/automation.schema.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { statement } from '#server/db/handle.ts'
import { HookClient } from '#server/hooks/client.ts'
import { assertSignature } from '#server/hooks/signature.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { setAutomation } from '#test/support/fixtures.ts'
import { sendTest } from './commands.ts'

const body = { test: true, timestamp: '2026-03-11T10:00:00.000Z' }

let hook: CatchHook
let t: TestApp
let admin: TestMember

beforeAll(async () => {
  hook = await startCatchHook()
  const host = `127.0.0.1:${hook.port}`
  t = await startTestApp({
    environment: { ZAPIER_HOSTS: host, ALLOWED_PRIVATE_HOSTS: host },
    limits: { probesPerMember: 1_000 },
  })
  admin = await t.member('cara.ito', 'admin')
})
beforeEach(() => setAutomation(t.deps, { ...defaultAutomation, webhookUrl: hook.url }))
afterEach(() => hook.clearFaults())
afterAll(async () => {
  await t.close()
  await hook.close()
})

const press = (sent: unknown = body, as: TestMember | null = admin) => t.call(testZapier, { as, body: sent })

describe('the test button', () => {
  it('sends one signed message to the saved address and answers only that it was accepted', {
    tags: ['admin-automation-test-zapier'],
  }, async () => {
    const before = hook.journal().length
    const reply = await press()
    expect([reply.status, reply.answer]).toEqual([
      200,
      { success: true, message: 'Zapier accepted the test' },
    ])
    const [caught, ...more] = hook.journal().slice(before)
    if (!caught) throw new Error('nothing was sent')
    expect(more).toEqual([])
    expect(JSON.parse(String(caught.body))).toEqual({
      event_id: caught.headers['webhook-id'],
      event: 'test',
      occurred_at: t.clock.now().toISOString(),
      timestamp: body.timestamp,
    })
    const { headers, body: rawBody } = caught
    expect(headers['webhook-signature']).toMatch(/^v1,/)
    expect(() => assertSignature({ headers, rawBody }, t.deps.secrets.webhooks, t.clock.now())).not.toThrow()
  })

  it.each([[undefined], [null], [{}], [{ test: false }]])('accepts %j as its body', async (sent) => {
    expect((await press(sent)).status).toBe(200)
  })

  it.each([
    ['test', { test: 'yes' }],
    ['timestamp', { timestamp: 7 }],
    ['timestamp', { timestamp: 'x'.repeat(101) }],
  ])('refuses a wrong %s and names the field', async (path, sent) => {
    const answer = await press(sent)
    expect(answer.status).toBe(400)
    expect(answer.error.issues).toMatchObject([{ path }])
  })

  it('answers 409 with the setting to change when no address is set or the service is switched off', async () => {
    const before = hook.journal().length
    await setAutomation(t.deps, defaultAutomation)
    const none = await press()
    expect(none.status).toBe(409)
    expect(none.error).toEqual({
      message: 'No webhook address is set',
      issues: [{ path: 'webhookUrl', message: 'No webhook address is set' }],
    })
    await setAutomation(t.deps, { ...defaultAutomation, webhookUrl: hook.url, zapierEnabled: false })
    const off = await press()
    expect([off.status, off.error.message]).toEqual([409, 'The automation service is switched off'])
    expect(off.error.issues).toMatchObject([{ path: 'zapierEnabled' }])
    expect(hook.journal().length).toBe(before)
  })
})

describe('the audit log', () => {
  it('has one entry for each test that was sent, with its result', async () => {
    const listed = statement<{ action: string; actorId: string; details: unknown }>(
      'test_list_zapier_acts',
      `select action, actor_id as "actorId", details from audit_entries order by created_at, id`,
    )
    const before = (await t.deps.db.run(listed, [])).length
    await press()
    hook.fault({ match: /catch/, times: 1, status: 404 })
    await press()
    await setAutomation(t.deps, defaultAutomation)
    await press()
    const act = { action: 'zapier.test', actorId: admin.id }
    expect((await t.deps.db.run(listed, [])).slice(before)).toEqual([
      { ...act, details: { failure: null } },
      { ...act, details: { failure: 'failed (404)' } },
    ])
  })
})

describe('a failed test reveals nothing but the status of the answer', () => {
  it.each([
    [302, { status: 302, headers: { location: 'http://127.0.0.1/inside' } }],
    [404, { status: 404, body: 'inside' }],
    [500, { status: 500, body: { error: 'inside' } }],
  ])('after a %i', { tags: ['sec-53'] }, async (status, fault) => {
    hook.fault({ match: /catch/, times: 1, ...fault })
    const answer = await press()
    expect(answer.status).toBe(502)
    expect(answer.error).toMatchObject({
      message: 'Webhook test failed',
      issues: [{ path: 'webhookUrl', message: `failed (${status})` }],
    })
    expect(answer.text).not.toMatch(/inside|127\.0|hooks/)
  })

  it('after a broken connection', async () => {
    hook.fault({ match: /catch/, times: 1, mode: 'reset' })
    const answer = await press()
    expect([answer.status, answer.error.issues]).toEqual([
      502,
      [{ path: 'webhookUrl', message: 'failed (no answer)' }],
    ])
  })

  it('when no answer comes in time', async () => {
    hook.fault({ match: /catch/, times: 1, mode: 'hang' })
    const client = new HookClient(t.deps.config, { limits: { connectMs: 200, totalMs: 300 } })
    const acting = { member: admin, ip: '127.0.0.1' }
    await expect(sendTest(t.deps, client, { acting, timestamp: undefined })).rejects.toMatchObject({
      code: 'upstream-failed',
      issues: [{ path: 'webhookUrl', message: 'failed (no answer)' }],
    })
  })

  it('when the address is no longer allowed', async () => {
    await setAutomation(t.deps, { ...defaultAutomation, webhookUrl: 'https://127.0.0.1:1/hook' })
    const answer = await press()
    expect([answer.status, answer.error.issues]).toEqual([
      502,
      [{ path: 'webhookUrl', message: 'failed (address not allowed)' }],
    ])
  })
})

describe('access to the test button', () => {
  it('is for administrators only', { tags: ['rights-webhooks'] }, async () => {
    expect((await press(body, await t.member('mo.diaz', 'moderator'))).status).toBe(403)
    expect((await press(body, await t.member('ana.lima'))).status).toBe(403)
    expect((await press(body, null)).status).toBe(401)
  })

  it('is limited to ten presses a minute', { tags: ['sec-66'] }, async () => {
    const strict = await startTestApp()
    const pressing = await strict.member('cara.ito', 'admin')
    const statuses: number[] = []
    for (let nth = 0; nth < 11; nth++)
      statuses.push((await strict.call(testZapier, { as: pressing, body })).status)
    const last = await strict.call(testZapier, { as: pressing, body })
    expect(statuses).toEqual([...Array(10).fill(409), 429])
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
    await strict.close()
  })
})
