import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listDeliveries, replayDelivery } from '#contract/deliveries.schema.ts'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import { backfillPosts, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { cutBodyField } from '#domain/deliveries.ts'
import { deliveries } from '#server/db/schema/connections.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { TestMember } from '#test/support/app.ts'
import { type HookApp, postBody, startHookApp } from '#test/support/hooks.ts'
import { present } from '#test/support/present.ts'

let t: HookApp
let admin: TestMember
const hooks = [newPost, engagementUpdate, socialpilotEvent, backfillPosts]
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const rows = () => t.deps.db.orm.select().from(posts)
const newest = async () => (await t.call(listDeliveries, { as: admin })).answer.data[0]
const encoded = (body: Record<string, unknown>) => String(new URLSearchParams(body as Record<string, string>))

beforeAll(async () => {
  t = await startHookApp()
  admin = await t.member('iris.admin', 'admin')
})
afterAll(() => t.close())
beforeEach(async () => {
  for (const table of [deliveries, posts]) await t.deps.db.orm.delete(table)
})

describe('a form', () => {
  const longName = 'The request has a field whose name is longer than 200 characters'
  const manyFields = 'The request has more than 500 fields'
  test.each([
    ['one name of a quarter of a megabyte, all brackets', `${'['.repeat(262_000)}=1`, longName],
    ['80,000 brackets', `${'['.repeat(80_000)}=1`, longName],
    ['a name of 201 characters', `${'n'.repeat(201)}=1`, longName],
    ['a name that is long once it is decoded', `${'%C3%BC'.repeat(201)}=1`, longName],
    ['one field 65,000 times', 'a=1&'.repeat(65_000), manyFields],
    ['501 fields', Array.from({ length: 501 }, (_, nth) => `f${nth}=1`).join('&'), manyFields],
    ['nothing but separators', '&'.repeat(262_000), manyFields],
  ])(
    'with %s is refused before anything is taken apart',
    { tags: ['hostile-form', 'f-13'] },
    async (...given) => {
      const [, text, message] = given
      for (const hook of hooks) {
        const answer = await t.deliver(hook, text, form)
        expect([hook.path, answer.status, answer.error.message]).toEqual([hook.path, 400, message])
      }
      expect(await rows()).toEqual([])
    },
  )

  test('with 500 fields, one of them in a name of 200 characters, is still accepted', {
    tags: ['hostile-form'],
  }, async () => {
    const tags = Array.from({ length: 40 }, (_, nth) => `campaign_tags=tag${nth}`)
    const others = Array.from({ length: 455 }, (_, nth) => `f${nth}=1`)
    const text = [encoded(postBody()), `${'n'.repeat(200)}=1`].concat(tags, others).join('&')
    expect(text.split('&')).toHaveLength(500)
    expect((await t.deliver(newPost, text, form)).status).toBe(200)
    expect((await rows()).map(({ campaignTags }) => campaignTags)).toEqual([
      Array.from({ length: 40 }, (_, nth) => `tag${nth}`),
    ])
  })
})

describe('a body of JSON', () => {
  /** A post that has as many levels, counted with its own. */
  const nested = (levels: number) =>
    JSON.stringify(postBody({ other: 0 })).replace(
      '"other":0',
      `"other":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`,
    )

  test.each([33, 5_000, 100_000])(
    'with %s levels is refused',
    { tags: ['hostile-depth', 'f-13'] },
    async (levels) => {
      for (const hook of hooks) {
        const answer = await t.deliver(hook, nested(levels))
        const { status, error } = answer
        expect([hook.path, status, error.message]).toEqual([
          hook.path,
          400,
          'The request is nested too deeply',
        ])
      }
      expect(await rows()).toEqual([])
      expect((await newest())?.reason).toBe('The request is nested too deeply')
    },
  )

  test('with 32 levels is accepted and kept whole', { tags: ['hostile-depth'] }, async () => {
    expect((await t.deliver(newPost, nested(32))).status).toBe(200)
    expect(JSON.stringify((await newest())?.body)).toContain(`${'['.repeat(31)}${']'.repeat(31)}`)
  })
})

describe('of a refused delivery', () => {
  test('at most 16 KB of the body are kept, the log says so, and nobody can replay the rest', {
    tags: ['hostile-refused-body'],
  }, async () => {
    const body = postBody({ content: '', other: 'ü'.repeat(100_000) })
    expect((await t.newPost(body)).status).toBe(400)
    const line = await newest()
    const { [cutBodyField]: kept = '', ...others } = present(line).body as Record<string, string>
    expect(others).toEqual({})
    expect(JSON.stringify(body).startsWith(kept.slice(0, -1))).toBe(true)
    expect(Buffer.byteLength(kept.slice(0, -1))).toBeGreaterThan(16_380)
    expect(Buffer.byteLength(kept)).toBeLessThan(16_390)
    const again = await t.call(replayDelivery, { as: admin, params: { id: line?.id ?? '' } })
    expect([again.status, again.error.message]).toEqual([
      409,
      'Only the beginning of this delivery was kept, so it cannot be replayed',
    ])
  })

  test('a shorter body is kept whole, and so is a long one that was accepted', {
    tags: ['hostile-refused-body'],
  }, async () => {
    const short = postBody({ content: '', other: 'x'.repeat(16_000) })
    await t.newPost(short)
    expect((await newest())?.body).toEqual(short)
    t.clock.advance(1_000)
    const long = postBody({ other: 'x'.repeat(100_000) })
    expect((await t.newPost(long)).status).toBe(200)
    expect((await newest())?.body).toEqual(long)
  })
})

test.each(['abc', '018f0000-0000-7000-8000-000000000000'])(
  'the header of a replay is taken from nobody outside, not even from an administrator: %s',
  { tags: ['hostile-replay'] },
  async (value) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: newPost.path,
      headers: { cookie: admin.cookie, 'x-ovation-replay-of': value },
      payload: postBody(),
    })
    expect([answer.statusCode, (await newest())?.replayOf]).toEqual([200, null])
  },
)
