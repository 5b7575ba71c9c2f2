import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { receiveSlackEvent } from '#contract/slack.schema.ts'
import { slackInteractivityPath } from '#domain/slack-app.ts'
import { statement } from '#server/db/handle.ts'
import { users } from '#server/db/schema/people.ts'
import { rawAnswer, startTestApp, type TestApp } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'

const start = '2026-03-11T10:00:00.000Z'
const secret = 'b51c5f0c6d1e4a3f9a7be24f0e6a7d19'
const teamId = 'T0BRIGHT'
const path = receiveSlackEvent.path
let t: TestApp

const open = async (environment: Readonly<Record<string, string>>) => {
  t = await startTestApp({ clock: testClock(start), environment })
}

beforeEach(() => open({ SLACK_SIGNING_SECRET: secret, SLACK_TEAM_ID: teamId }))
afterEach(() => t.close())

interface Sent {
  readonly url?: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a body as Slack does, signed with the secret. */
async function send(body: string, { url = path, type = 'application/json', headers = {} }: Sent = {}) {
  const timestamp = String(Date.parse(start) / 1_000)
  const hex = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  const signed = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hex}` }
  const answer = await t.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type, ...signed, ...headers },
    payload: body,
  })
  return rawAnswer(answer)
}

/** The text of an event about a person, as Slack sends it. */
function event(id: string, user: unknown = { id: 'U1', deleted: true }, type = 'user_change'): string {
  return JSON.stringify({ type: 'event_callback', team_id: teamId, event_id: id, event: { type, user } })
}

async function comparisons(): Promise<number> {
  const list = statement<{ name: string }>(
    'test_member_jobs',
    `select name from pgboss.job where name = 'chat.members' and state = 'created'`,
  )
  return (await t.deps.db.run(list, [])).length
}

async function knowMember(slackUserId: string): Promise<void> {
  const { id } = await t.member('ana.lima')
  await t.deps.db.orm.update(users).set({ slackTeamId: teamId, slackUserId }).where(eq(users.id, id))
}

describe('the check of an address', () => {
  const body = { type: 'url_verification', challenge: 'say this', token: 'x' }

  test('gets its challenge back, and does nothing else', { tags: ['slack-calls-check'] }, async () => {
    const { status, answer } = await t.call(receiveSlackEvent, { body })
    expect([status, answer]).toEqual([200, { challenge: 'say this' }])
    expect(await comparisons()).toBe(0)
  })

  test('gets it also before the signing secret is set', { tags: ['slack-calls-check'] }, async () => {
    await t.close()
    await open({})
    expect((await t.call(receiveSlackEvent, { body })).answer).toEqual({ challenge: 'say this' })
  })

  test('is refused where the address is that of buttons', async () => {
    expect((await t.request('POST', slackInteractivityPath, null, body)).status).toBe(401)
  })

  test('is refused with a challenge that is longer than any of Slack', async () => {
    const long = { type: 'url_verification', challenge: 'x'.repeat(501) }
    expect((await t.call(receiveSlackEvent, { body: long })).status).toBe(400)
  })
})

describe('an event', () => {
  beforeEach(() => knowMember('U1'))

  test('about a member who was deactivated starts a comparison with the workspace, once for each event', {
    tags: ['slack-calls-leavers'],
  }, async () => {
    for (const id of ['Ev1', 'Ev1', 'Ev1'])
      expect(await send(event(id))).toMatchObject({ status: 200, json: {} })
    expect(await comparisons()).toBe(1)
    await Promise.all([send(event('Ev2')), send(event('Ev2'))])
    expect(await comparisons()).toBe(2)
  })

  test('about a member who came back starts one too', { tags: ['slack-calls-leavers'] }, async () => {
    await t.deps.db.orm
      .update(users)
      .set({ disabledAt: t.clock.now(), disabledBy: 'chat' })
      .where(eq(users.slackUserId, 'U1'))
    await send(event('Ev1', { id: 'U1', deleted: false }, 'team_join'))
    expect(await comparisons()).toBe(1)
  })

  test('that does not say whether somebody left starts one', async () => {
    await send(event('Ev1', 'U1'))
    expect(await comparisons()).toBe(1)
  })

  test.each([
    ['a new picture of a member', event('Ev1', { id: 'U1', deleted: false })],
    ['somebody without an account here', event('Ev1', { id: 'U2', deleted: true })],
    ['something else', event('Ev1', { id: 'U1', deleted: true }, 'app_home_opened')],
    ['the limit of events', JSON.stringify({ type: 'app_rate_limited' })],
  ])('about %s is accepted and starts nothing', async (_what, body) => {
    expect((await send(body)).status).toBe(200)
    expect(await comparisons()).toBe(0)
  })

  test.each<[string, Sent]>([
    ['with a wrong signature', { headers: { 'x-slack-signature': `v0=${'0'.repeat(64)}` } }],
    ['with an old moment', { headers: { 'x-slack-request-timestamp': '1773222000' } }],
    ['with the hook secret in place of a signature', { headers: { 'x-slack-signature': '' } }],
  ])('%s is refused and starts nothing', { tags: ['slack-calls-signed'] }, async (_what, sent) => {
    const secretHeader = { 'x-webhook-secret': t.deps.secrets.webhooks[0] ?? '' }
    const { status } = await send(event('Ev1'), { headers: { ...secretHeader, ...sent.headers } })
    expect([status, await comparisons()]).toEqual([401, 0])
  })

  test('without a signature learns nothing about its shape', { tags: ['slack-calls-signed'] }, async () => {
    const admin = await t.member('iris.admin', 'admin')
    for (const body of [{}, { type: 5 }, { type: 'event_callback' }]) {
      const refused = await t.call(receiveSlackEvent, { as: admin, body })
      expect([refused.status, refused.error.message]).toEqual([401, "The call needs Slack's signature"])
    }
  })

  test('is refused in plain words while no signing secret is set', {
    tags: ['slack-calls-signed'],
  }, async () => {
    await t.close()
    await open({})
    const { status, json } = await send(event('Ev1'))
    const message = 'Calls of Slack are not accepted: SLACK_SIGNING_SECRET is not set'
    expect([status, json]).toEqual([401, { message }])
  })
})

describe('a press of a button', () => {
  const payload = `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', note: 'é+ ' }))}`
  const form = { url: slackInteractivityPath, type: 'application/x-www-form-urlencoded' }

  test('is answered with nothing', { tags: ['slack-calls-buttons'] }, async () => {
    expect(await send(payload, form)).toMatchObject({ status: 200, text: '' })
  })

  test.each<[string, Sent]>([
    ['with a wrong signature', { ...form, headers: { 'x-slack-signature': 'v0=00' } }],
    [
      'with the signature of another body',
      { ...form, headers: { 'x-slack-signature': `v0=${'a'.repeat(64)}` } },
    ],
  ])('%s is refused', { tags: ['slack-calls-buttons'] }, async (_what, sent) => {
    expect((await send(payload, sent)).status).toBe(401)
  })
})
