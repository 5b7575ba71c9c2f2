import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import { backfillPosts, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { hookReceipts } from '#server/db/schema/connections.ts'
import { posts } from '#server/db/schema/posts.ts'
import { type HookApp, hookSecret, postBody, startHookApp } from '#test/support/hooks.ts'

let t: HookApp
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const rows = () => t.deps.db.orm.select().from(posts)

beforeAll(async () => {
  t = await startHookApp({ limits: { perMember: 100_000, perAddress: 100_000 } })
})
afterAll(() => t.close())
beforeEach(async () => {
  for (const table of [hookReceipts, posts]) await t.deps.db.orm.delete(table)
})

const encoded = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()

describe('a post is accepted', () => {
  const body = postBody({ content: 'Grüße & "mehr" 100 % + eins', campaign_tags: 'spring,hiring' })
  test.each([
    ['as JSON', JSON.stringify(body), { 'content-type': 'application/json' }],
    ['as JSON with a charset', JSON.stringify(body), { 'content-type': 'application/json; charset=utf-8' }],
    ['as a form', encoded(body), form],
    ['as raw text', JSON.stringify(body), { 'content-type': 'text/plain' }],
    ['as raw text with a charset', JSON.stringify(body), { 'content-type': 'text/plain;charset=UTF-8' }],
  ])('%s, and is always the same post', async (_name, text, headers) => {
    expect((await t.deliver(newPost, text, headers)).status).toBe(200)
    expect((await t.deliver(newPost, JSON.stringify(body))).answer.duplicate).toBe(true)
    expect(await rows()).toMatchObject([
      { content: 'Grüße & "mehr" 100 % + eins', authorName: 'Ana Lima', campaignTags: ['spring', 'hiring'] },
    ])
  })

  test('without a content type, as some senders send it', async () => {
    const answer = await t.app.inject({
      method: 'POST',
      url: newPost.path,
      headers: { 'x-webhook-secret': hookSecret },
      payload: Buffer.from(JSON.stringify(body)),
    })
    expect([answer.statusCode, (await rows()).length]).toEqual([200, 1])
  })

  test('as a form that repeats the field for tags', async () => {
    await t.deliver(newPost, `${encoded(postBody())}&campaign_tags=a&campaign_tags=b`, form)
    expect(await rows()).toMatchObject([{ campaignTags: ['a', 'b'] }])
  })
})

describe('numbers in a form', () => {
  test.each([
    ['with two underscores', 'engagement_data__likes=7&engagement_data__shares=2'],
    ['in brackets', 'engagement_data[likes]=7&engagement_data[shares]=2'],
  ])('are read as engagement data when they are written %s', async (_name, numbers) => {
    await t.newPost()
    const url = encodeURIComponent(String(postBody().post_url))
    const text = `event=engagement.updated&post_url=${url}&updated_at=&status=&${numbers}`
    expect((await t.deliver(socialpilotEvent, text, form)).status).toBe(200)
    expect(await rows()).toMatchObject([{ likesCount: 7, commentsCount: 0, sharesCount: 2 }])
  })

  test('may be text, and are refused by field name when they are not numeric', async () => {
    const url = encodeURIComponent('https://x.test/1')
    expect((await t.deliver(engagementUpdate, `post_url=${url}&likes_count=12`, form)).status).toBe(200)
    const refused = await t.deliver(engagementUpdate, `post_url=${url}&likes_count=many`, form)
    expect([refused.status, refused.error.issues?.[0]?.path]).toEqual([400, 'likes_count'])
  })
})

describe('the hooks refuse', () => {
  test.each([
    ['invalid JSON', '{"platform":', { 'content-type': 'application/json' }, 400],
    ['raw text that is not JSON', 'platform: linkedin', { 'content-type': 'text/plain' }, 400],
    ['JSON with a prototype key', '{"__proto__":{"a":1}}', { 'content-type': 'application/json' }, 400],
    ['raw JSON with a prototype key', '{"__proto__":{"a":1}}', { 'content-type': 'text/plain' }, 400],
    ['a form with a prototype field', '__proto__=1&platform=linkedin', form, 400],
    ['a form with a constructor field', 'constructor__prototype__a=1', form, 400],
    ['a form with a prototype field in brackets', 'a[__proto__][b]=1', form, 400],
    ['a form that is nested too deeply', 'a__b__c__d__e=1', form, 400],
    ['a list where an object belongs', '[]', { 'content-type': 'application/json' }, 400],
    ['a number', '7', { 'content-type': 'application/json' }, 400],
    ['an empty body', '', { 'content-type': 'application/json' }, 400],
    ['an empty form', '', form, 400],
    [
      'JSON with 10,000 levels',
      `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
      { 'content-type': 'application/json' },
      400,
    ],
    ['more than 256 KiB in a form', `content=${'x'.repeat(300_000)}`, form, 413],
    ['more than 256 KiB of text', 'x'.repeat(300_000), { 'content-type': 'text/plain' }, 413],
    ['an image', 'x', { 'content-type': 'image/png' }, 415],
  ])('%s', { tags: ['sec-45', 'f-13'] }, async (...given) => {
    const [, text, headers, status] = given
    for (const hook of [newPost, engagementUpdate, socialpilotEvent, backfillPosts])
      expect([hook.path, (await t.deliver(hook, text, headers)).status]).toEqual([hook.path, status])
    expect(await rows()).toEqual([])
  })

  test('a form or raw text without the secret, even from an administrator, because another site could send it', {
    tags: ['sec-27'],
  }, async () => {
    const { cookie } = await t.member('iris.admin', 'admin')
    for (const type of [form['content-type'], 'text/plain', 'text/plain;charset=UTF-8']) {
      const send = (headers: Record<string, string>) =>
        t.app.inject({
          method: 'POST',
          url: newPost.path,
          headers: { 'content-type': type, ...headers },
          payload: type === form['content-type'] ? encoded(postBody()) : JSON.stringify(postBody()),
        })
      expect([(await send({ cookie })).statusCode, (await send({})).statusCode]).toEqual([415, 401])
    }
    expect(await rows()).toEqual([])
  })
})

describe('a signature over the body alone', () => {
  const text = encoded(postBody())
  const signature = (secret: string, body = text) =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

  test('is accepted when it matches the bytes of a form', async () => {
    const headers = { ...form, 'x-webhook-signature': signature(hookSecret) }
    expect((await t.deliver(newPost, text, headers)).status).toBe(200)
  })

  test.each([
    ['with another secret', signature('somebody else')],
    ['over other bytes', signature(hookSecret, `${text}&`)],
    ['that is malformed', 'sha256=abc'],
    ['with another algorithm', 'md5=abc'],
  ])('%s gets a 401 although the secret is right', async (_name, value) => {
    const answer = await t.deliver(newPost, text, { ...form, 'x-webhook-signature': value })
    expect([answer.status, await rows()]).toEqual([401, []])
  })
})

test('any form is accepted or refused with a reason, and never causes a server error', async () => {
  const name = fc.oneof(
    fc.constantFrom('event', 'platform', 'content', 'post_url', 'engagement_data__likes', 'share_id', 'a[b]'),
    fc.string({ maxLength: 12 }),
  )
  const pairs = fc.array(fc.tuple(name, fc.string({ unit: 'binary', maxLength: 30 })), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(pairs, fc.constantFrom(newPost, socialpilotEvent, backfillPosts), async (...given) => {
      const [fields, hook] = given
      const text = new URLSearchParams(
        fields.map(([key, value]) => [key.toWellFormed(), value.toWellFormed()]),
      )
      const delivered = await t.deliver(hook, text.toString(), form)
      expect([200, 400, 404]).toContain(delivered.status)
      const said = delivered.status === 200 ? delivered.answer.success : delivered.error.message
      expect(typeof said).not.toBe('undefined')
    }),
    { numRuns: 100 },
  )
})
