import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rotateHookSecret, testZapier } from '#contract/automation.schema.ts'
import { getSocialpilotSetup, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { defaultAutomation } from '#domain/automation.ts'
import { freePort } from '#sandbox/free-port.ts'
import { startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { statement } from '#server/db/handle.ts'
import { assertSignature, signatureHeaders } from '#server/hooks/signature.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { setAutomation } from '#test/support/fixtures.ts'

const url = '/api/automation/rotate-secret'
const hourMs = 3_600_000
const body = JSON.stringify({ event: 'post.scheduled', post_id: '8421', share_id: 'test' })

let t: TestApp
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000, perHookSecret: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
})
afterAll(() => t.close())
beforeEach(() => setAutomation(t.deps, defaultAutomation))

const rotate = async (as: TestMember | null = admin) => t.call(rotateHookSecret, { as })
const setup = async () => (await t.call(getSocialpilotSetup, { as: admin })).answer.data
const deliver = async (headers: Record<string, string>) => {
  const request = { method: 'POST', url: socialpilotEvent.path, payload: body } as const
  return (await t.app.inject({ ...request, headers: { 'content-type': 'application/json', ...headers } }))
    .statusCode
}
const withSecret = (secret: string) => deliver({ 'x-webhook-secret': secret })
const acts = () =>
  t.deps.db.run(
    statement<{ actor: string; details: unknown }>(
      'test_secret_acts',
      `select actor_id as actor, details from audit_entries where action = 'hook-secret.rotate' order by created_at, id`,
    ),
    [],
  )

describe('a new hook secret', () => {
  it('is accepted at once, and the previous one for another 24 hours', {
    tags: ['admin-automation-rotate', 'sec-46'],
  }, async () => {
    const before = await setup()
    expect(before).toMatchObject({
      isSecretFromEnvironment: false,
      previousSecretEndsAt: null,
      isRotating: false,
    })
    const reply = await rotate()
    expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store'])
    const previousEndsAt = new Date(t.clock.now().getTime() + 24 * hourMs).toISOString()
    const { secret } = reply.answer.data
    expect(reply.answer.data).toEqual({ secret, isFromEnvironment: false, previousEndsAt })
    expect(secret).toMatch(/^whsec_[\w-]{32}$/)
    expect(secret).not.toBe(before.secret)
    expect(await setup()).toMatchObject({ secret, isRotating: true, previousSecretEndsAt: previousEndsAt })
    expect([await withSecret(secret), await withSecret(before.secret)]).toEqual([200, 200])
    t.clock.advance(24 * hourMs - 1)
    expect(await withSecret(before.secret)).toBe(200)
    t.clock.advance(1)
    expect([await withSecret(secret), await withSecret(before.secret)]).toEqual([200, 401])
    admin = await t.member('cara.ito', 'admin')
    expect(await setup()).toMatchObject({ secret, isRotating: false, previousSecretEndsAt: null })
  })

  it('ends the secret before the previous one at once', async () => {
    const [first = ''] = t.deps.secrets.webhooks
    const second = (await rotate()).answer.data.secret
    const third = (await rotate()).answer.data.secret
    expect([await withSecret(first), await withSecret(second), await withSecret(third)]).toEqual([
      401, 200, 200,
    ])
  })

  it('verifies signatures, and the previous one still does', async () => {
    const [old = ''] = t.deps.secrets.webhooks
    const fresh = (await rotate()).answer.data.secret
    const rawBody = Buffer.from(body)
    for (const [key, status] of [
      [fresh, 200],
      [old, 200],
      ['whsec_c29tZWJvZHktZWxzZQ==', 401],
    ] as const) {
      const signature = signatureHeaders({ id: crypto.randomUUID(), rawBody }, key, t.clock.now())
      expect(await deliver({ 'x-webhook-secret': fresh, ...signature })).toBe(status)
    }
  })

  it('signs outgoing deliveries from then on', async () => {
    const port = await freePort()
    const hook = await startCatchHook({ port })
    const host = `127.0.0.1:${port}`
    const other = await startTestApp({ environment: { ZAPIER_HOSTS: host, ALLOWED_PRIVATE_HOSTS: host } })
    const boss = await other.member('mo.diaz', 'admin')
    await setAutomation(other.deps, { ...defaultAutomation, webhookUrl: hook.url })
    const { secret } = (await other.call(rotateHookSecret, { as: boss })).answer.data
    expect((await other.call(testZapier, { as: boss, body: {} })).status).toBe(200)
    const [{ headers, body: rawBody } = { headers: {}, body: Buffer.alloc(0) }] = hook.journal()
    expect(() => assertSignature({ headers, rawBody }, [secret], other.clock.now())).not.toThrow()
    await other.close()
    await hook.close()
  })
})

describe('the server refuses', () => {
  it('to change a secret that the environment sets', { tags: ['admin-automation-set-outside'] }, async () => {
    const webhookSecret = 'whsec_c2V0LWluLXRoZS1lbnZpcm9ubWVudA=='
    const other = await startTestApp({ config: { webhookSecret, webhookSecretPrevious: 'x'.repeat(24) } })
    const boss = await other.member('mo.diaz', 'admin')
    const answer = await other.call(rotateHookSecret, { as: boss })
    expect([answer.status, answer.error.message]).toEqual([
      409,
      'The secret is set by WEBHOOK_SECRET: change it there',
    ])
    expect((await other.call(getSocialpilotSetup, { as: boss })).answer.data).toMatchObject({
      secret: webhookSecret,
      isSecretFromEnvironment: true,
      isRotating: true,
      previousSecretEndsAt: null,
    })
    await other.close()
  })

  it('everybody except admins, and even a machine that has the secret', {
    tags: ['rights-automation'],
  }, async () => {
    const before = t.deps.secrets.webhooks
    expect((await rotate(await t.member('ana.lima'))).status).toBe(403)
    expect((await rotate(await t.member('mo.diaz', 'moderator'))).status).toBe(403)
    expect((await rotate(null)).status).toBe(401)
    const headers = { 'x-webhook-secret': before[0] ?? '' }
    expect((await t.app.inject({ method: 'POST', url, headers })).statusCode).toBe(401)
    expect(t.deps.secrets.webhooks).toEqual(before)
  })
})

describe('the audit trail', () => {
  it('has one entry for a new secret, without the secret', async () => {
    const before = await acts()
    const { data } = (await rotate()).answer
    const added = (await acts()).slice(before.length)
    expect(added).toMatchObject([
      { actor: admin.id, details: { after: { previousEndsAt: data.previousEndsAt } } },
    ])
    for (const secret of t.deps.secrets.webhooks) expect(JSON.stringify(added)).not.toContain(secret)
  })

  it('has an entry for each of several simultaneous changes, of which one is in force', async () => {
    const before = await acts()
    await Promise.all([rotate(), rotate(), rotate()])
    expect((await acts()).length - before.length).toBe(3)
    const [newest = ''] = t.deps.secrets.webhooks
    expect(await withSecret(newest)).toBe(200)
    expect((await setup()).secret).toBe(newest)
  })
})
