import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import { backfillPosts, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import type { Role } from '#domain/vocabulary.ts'
import { hookReceipts } from '#server/db/schema/connections.ts'
import { activities } from '#server/db/schema/game.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import { pruneDeliveries } from '#server/features/deliveries/commands.ts'
import { type HookApp, hookSecret, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'

let t: HookApp
const previous = 'the-previous-secret-of-the-scheduler'
const start = '2026-03-11T10:00:00.000Z'
const hooks = [
  [newPost.path, postBody(), newPost],
  [engagementUpdate.path, { post_url: 'https://x.test/1', likes_count: 1 }, engagementUpdate],
  [socialpilotEvent.path, { event: 'post.published', ...postBody() }, socialpilotEvent],
  [backfillPosts.path, { posts: [postBody()] }, backfillPosts],
] as const
beforeAll(async () => {
  t = await startHookApp({
    clock: testClock(start),
    config: { webhookSecretPrevious: previous },
    limits: { perAddress: 100_000 },
  })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.announced.length = 0
  t.clock.set(start)
  for (const table of [activities, hookReceipts, parkedEngagements, posts]) await t.deps.db.orm.delete(table)
})

const rows = () => t.deps.db.orm.select().from(posts)
const receipts = () => t.deps.db.orm.select().from(hookReceipts)

async function post(url: string, body: unknown, headers: Record<string, string>): Promise<number> {
  const answer = await t.app.inject({ method: 'POST', url, headers, payload: body as object })
  return answer.statusCode
}

describe.each(hooks)('%s accepts', (path, body) => {
  test.each([
    ['the secret in its own header', { 'x-webhook-secret': hookSecret }],
    ['the secret as a bearer token', { authorization: `Bearer ${hookSecret}` }],
    ['the previous secret during a rotation', { 'x-webhook-secret': previous }],
    [
      'a machine that sends the Origin header of another site',
      { 'x-webhook-secret': hookSecret, origin: 'https://x.test' },
    ],
  ])('%s', { tags: ['sec-46'] }, async (_name, headers) => {
    expect(await post(path, body, headers)).toBe(200)
  })

  test('a signed-in administrator', async () => {
    const { cookie } = await t.member(`admin.${crypto.randomUUID()}`, 'admin')
    expect(await post(path, body, { cookie })).toBe(200)
  })
})

describe.each(hooks)('%s refuses', (path, body, hook) => {
  test.each([
    ['a request without a secret', path, {}],
    ['a wrong secret', path, { 'x-webhook-secret': `${hookSecret}x` }],
    ['an empty secret', path, { 'x-webhook-secret': '' }],
    ['a wrong bearer token', path, { authorization: 'Bearer nonsense' }],
    ['a secret in the address', `${path}?secret=${hookSecret}`, {}],
    ['a secret in the address under another name', `${path}?x-webhook-secret=${hookSecret}`, {}],
  ])('%s', { tags: ['sec-46'] }, async (_name, url, headers) => {
    expect(await post(url, body, headers)).toBe(401)
    expect(await rows()).toEqual([])
  })

  test.each(['user', 'moderator'] satisfies Role[])('a signed-in %s', async (role) => {
    const { cookie } = await t.member(`${role}.${crypto.randomUUID()}`, role)
    expect(await post(path, body, { cookie })).toBe(403)
  })

  test('an administrator whose browser was made to send it by another site', async () => {
    const { cookie } = await t.member(`admin.${crypto.randomUUID()}`, 'admin')
    expect(await post(path, body, { cookie, origin: 'https://evil.test' })).toBe(403)
    expect(await rows()).toEqual([])
  })

  test('a body of more than 256 KiB, of another type, compressed, or not in UTF-8', {
    tags: ['sec-50', 'f-13'],
  }, async () => {
    const secret = { 'x-webhook-secret': hookSecret }
    const large = JSON.stringify({ ...body, other: 'x'.repeat(256 * 1024) })
    expect((await t.deliver(hook, large)).status).toBe(413)
    const fitting = JSON.stringify({ ...body, other: '' })
    const full = JSON.stringify({ ...body, other: 'x'.repeat(256 * 1024 - fitting.length) })
    expect((await t.deliver(hook, full)).status).toBe(200)
    for (const type of ['application/xml', 'multipart/form-data; boundary=x', 'application/octet-stream']) {
      expect((await t.deliver(hook, body, { 'content-type': type })).status).toBe(415)
    }
    expect(
      (await t.deliver(hook, body, { 'content-type': 'text/plain', 'content-encoding': 'gzip' })).status,
    ).toBe(415)
    expect((await t.deliver(hook, body, { 'content-encoding': 'gzip' })).status).toBe(415)
    const payload = Buffer.concat([Buffer.from('{"content":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect(await post(path, payload, { ...secret, 'content-type': 'application/json' })).toBe(400)
  })
})

describe('a signature', () => {
  const text = JSON.stringify(postBody(), null, 2)
  const seconds = Date.parse(start) / 1_000
  const signed = (changes: { id?: string; timestamp?: number; secret?: string; body?: string } = {}) => {
    const { id = 'msg_1', timestamp = seconds, secret = hookSecret, body = text } = changes
    const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return { 'webhook-id': id, 'webhook-timestamp': `${timestamp}`, 'webhook-signature': `v1,${digest}` }
  }

  test.each([hookSecret, previous])('with either secret over the exact bytes is accepted', async (secret) => {
    expect((await t.deliver(newPost, text, signed({ secret }))).status).toBe(200)
  })

  test.each([
    ['over other bytes', signed({ body: JSON.stringify(postBody()) })],
    ['with another secret', signed({ secret: 'another-secret-of-the-scheduler' })],
    ['from six minutes ago', signed({ timestamp: seconds - 360 })],
    ['from six minutes in the future', signed({ timestamp: seconds + 360 })],
    ['without its timestamp', { 'webhook-id': 'msg_1', 'webhook-signature': signed()['webhook-signature'] }],
  ])('%s gets a 401 despite the right secret in the header', { tags: ['sec-47'] }, async (_name, headers) => {
    const answer = await t.deliver(newPost, text, headers)
    expect([answer.status, answer.error.issues]).toEqual([401, undefined])
    expect([await rows(), await receipts()]).toEqual([[], []])
  })

  test('that is wrong gets a 401 before the body is checked', async () => {
    expect((await t.deliver(newPost, '{}', signed())).status).toBe(401)
  })

  test('without the secret in a header is not enough', async () => {
    expect(await post(newPost.path, text, { ...signed(), 'content-type': 'application/json' })).toBe(401)
  })
})

describe('a delivery with an id', () => {
  test.each(['webhook-id', 'idempotency-key'])(
    'in %s gets the original answer again when it is repeated, and changes nothing',
    async (header) => {
      const first = await t.newPost({}, { [header]: 'delivery 1' })
      await t.engagement({ post_url: 'https://x.test/2', likes_count: 5 }, { [header]: 'delivery 1' })
      t.announced.length = 0
      const before = await rows()
      for (const changes of [{}, { content: 'Something else.' }, { post_url: 'https://x.test/3' }]) {
        const again = await t.newPost(changes, { [header]: 'delivery 1' })
        expect([again.status, again.answer]).toEqual([200, first.answer])
      }
      expect([first.answer.duplicate, await rows(), t.announced]).toEqual([false, before, []])
      expect(await receipts()).toHaveLength(2)
    },
  )

  test('gets its engagement answer again although newer numbers came in between', async () => {
    await t.newPost()
    const post_url = postBody().post_url
    const first = await t.engagement({ post_url, likes_count: 5 }, { 'webhook-id': 'a' })
    await t.engagement({ post_url, likes_count: 6 }, { 'webhook-id': 'b' })
    expect((await t.engagement({ post_url, likes_count: 5 }, { 'webhook-id': 'a' })).answer).toEqual(
      first.answer,
    )
    expect((await rows())[0]?.likesCount).toBe(6)
  })

  test('that is sent twenty times at once is handled once, and every answer is the same', {
    tags: ['sec-48'],
  }, async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => t.newPost({}, { 'webhook-id': 'same' })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.answer.duplicate).toBe(false)
    expect([(await rows()).length, (await receipts()).length]).toEqual([1, 1])
  })

  test('that was refused is handled again when it is repeated', { tags: ['sec-49'] }, async () => {
    expect((await t.newPost({ content: '' }, { 'webhook-id': 'a' })).status).toBe(400)
    expect((await t.newPost({ campaign_tags: 'manual-push' }, { 'webhook-id': 'a' })).status).toBe(404)
    expect((await t.newPost({}, { 'webhook-id': 'a' })).answer.duplicate).toBe(false)
  })

  test('is remembered for thirty days, however long the id is', async () => {
    const headers = { 'webhook-id': 'x'.repeat(6_000) }
    const first = await t.newPost({}, headers)
    t.clock.advance(30 * 86_400_000)
    await pruneDeliveries(t.deps)
    expect((await t.newPost({}, headers)).answer).toEqual(first.answer)
    t.clock.advance(1)
    await pruneDeliveries(t.deps)
    expect((await t.newPost({}, headers)).answer.duplicate).toBe(true)
  })
})

test('each secret has its own limit of 120 deliveries a minute', { tags: ['sec-50'] }, async () => {
  const own = await startHookApp({
    config: { webhookSecretPrevious: previous },
    limits: { perHookSecret: 120 },
  })
  try {
    const deliver = (secret: string) =>
      own.engagement({ post_url: 'https://x.test/1', likes_count: 1 }, { 'x-webhook-secret': secret })
    for (let count = 0; count < 120; count++) expect((await deliver(hookSecret)).status).toBe(200)
    const refused = await deliver(hookSecret)
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
    expect((await deliver(previous)).status).toBe(200)
  } finally {
    await own.close()
  }
})
