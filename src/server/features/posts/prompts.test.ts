import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPosts, newPost, updatePost } from '#contract/posts.schema.ts'
import { backfillPosts, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import type { PostId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { hookReceipts } from '#server/db/schema/connections.ts'
import { posts } from '#server/db/schema/posts.ts'
import type { TestMember } from '#test/support/app.ts'
import { type HookApp, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: HookApp
let admin: TestMember
let ana: TestMember
beforeAll(async () => {
  t = await startHookApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.advance(60_000)
  await t.deps.db.orm.update(posts).set({ deletedAt: t.clock.now() })
  await t.deps.db.orm.delete(hookReceipts)
  t.deps.live.announce({ topics: ['posts'] })
})

const prompts = { question: 'What was hard?', angles: ['What you built', 'Who it helped'] }
let made = 0
const fresh = () => ({ content: `Post ${++made}`, post_url: `https://www.linkedin.com/posts/angles-${made}` })
const deliver = (fields: object) => t.newPost({ ...fresh(), ...fields })
const change = (id: PostId, body: unknown) => t.call(updatePost, { as: admin, params: { id }, body })
const storedOf = async (id: PostId) => {
  const { question, angles } = present((await t.deps.db.orm.select().from(posts).where(eq(posts.id, id)))[0])
  return { question, angles }
}
const latestAct = statement<{ action: string; details: object }>(
  'test_latest_act_of_prompts',
  'select action, details from audit_entries where subject = $1 order by created_at desc, id desc limit 1',
)

describe('a delivery with a question and angles', () => {
  test('shows them to everybody in the author’s order, on the first page and on others', {
    tags: ['angles-hook'],
  }, async () => {
    const { id } = (await deliver(prompts)).answer.data
    expect(await storedOf(id)).toEqual(prompts)
    const { data } = (await t.call(listPosts, { as: ana })).answer
    expect(data.find((post) => post.id === id)).toMatchObject(prompts)
    const open = await t.call(listPosts, { as: ana, query: { open: 'true' } })
    expect(open.answer.data.find((post) => post.id === id)).toMatchObject(prompts)
    const table = await t.call(listPosts, { as: admin, query: { page: 1 } })
    expect(table.answer.data.find((post) => post.id === id)).toMatchObject(prompts)
  })

  test('may have one angle a line, in JSON and in a form', { tags: ['angles-hook'] }, async () => {
    const lines = `${prompts.angles[0]}\r\n${prompts.angles[1]}\n`
    expect((await deliver({ ...prompts, angles: lines })).answer.data).toMatchObject(prompts)
    const form = (angles: readonly string[]) => {
      const fields = Object.entries(postBody({ ...fresh(), question: prompts.question })) as [
        string,
        string,
      ][]
      return new URLSearchParams([...fields, ...angles.map((angle): [string, string] => ['angles', angle])])
    }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const angles of [[lines], prompts.angles]) {
      const { status, answer } = await t.deliver(newPost, form(angles).toString(), headers)
      expect([status, answer.data]).toEqual([200, expect.objectContaining(prompts)])
    }
  })

  test('replaces those of a known post, and leaves them where it says none', {
    tags: ['angles-hook'],
  }, async () => {
    const body = { ...fresh(), ...prompts }
    const { id } = (await t.newPost(body)).answer.data
    for (const none of [undefined, null, '']) {
      const again = await t.newPost({ ...body, question: none, angles: none, likes: 1 })
      expect([again.answer.duplicate, again.answer.data]).toEqual([true, expect.objectContaining(prompts)])
    }
    t.announced.length = 0
    const other = { question: 'What came easy?', angles: ['Where it led'] }
    expect((await t.newPost({ ...body, ...other })).answer.data).toMatchObject({ id, ...other })
    expect(t.announced).toMatchObject([{ topics: ['posts'] }])
    expect((await t.newPost({ ...body, ...other, angles: [] })).answer.data).toMatchObject(other)
  })

  test.each<[object, string]>([
    [{ question: 'x'.repeat(201) }, 'question'],
    [{ angles: ['a', 'x'.repeat(121)] }, 'angles.1'],
    [{ angles: 'a\nb\nc\nd' }, 'angles'],
  ])(
    'is refused as a whole if one is wrong: 400 that names the field',
    { tags: ['angles-hook'] },
    async (fields, path) => {
      const before = await t.deps.db.orm.select().from(posts)
      const { status, error } = await deliver(fields)
      expect([status, error.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
      expect(await t.deps.db.orm.select().from(posts)).toEqual(before)
    },
  )

  test('may be an event or part of a backfill, and neither takes away what it does not say', {
    tags: ['angles-hook'],
  }, async () => {
    const body = postBody(fresh())
    const event = { ...body, event: 'post.published', share_id: null }
    expect((await t.deliver(socialpilotEvent, { ...event, ...prompts })).status).toBe(200)
    const { id } = (await t.newPost(body)).answer.data
    expect(await storedOf(id)).toEqual(prompts)
    expect((await t.deliver(socialpilotEvent, { ...event, post_id: '2' })).status).toBe(200)
    expect((await t.deliver(backfillPosts, { posts: [body] })).status).toBe(200)
    expect(await storedOf(id)).toEqual(prompts)
  })
})

describe('a change of the question and the angles', () => {
  test('is shown, announced, and in the audit trail with what was before and after', {
    tags: ['angles-change'],
  }, async () => {
    const { id } = (await deliver(prompts)).answer.data
    t.announced.length = 0
    const after = { question: null, angles: ['Where it led', 'What you built'] }
    expect((await change(id, after)).answer.data).toMatchObject(after)
    expect(t.announced).toEqual([
      { topics: ['posts'], messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: id } }] },
    ])
    expect(await t.deps.db.run(latestAct, [id])).toMatchObject([
      { action: 'post.update', details: { before: prompts, after } },
    ])
    const { data } = (await t.call(listPosts, { as: ana })).answer
    expect(data.find((post) => post.id === id)).toMatchObject(after)
  })

  test('leaves what it omits, and clears with null and with what is empty', {
    tags: ['angles-change'],
  }, async () => {
    const { id } = (await deliver(prompts)).answer.data
    expect((await change(id, { authorName: 'Bea' })).answer.data).toMatchObject(prompts)
    expect((await change(id, { question: '' })).answer.data).toMatchObject({ ...prompts, question: null })
    expect((await change(id, { angles: null })).answer.data).toMatchObject({ question: null, angles: [] })
    await change(id, prompts)
    expect((await change(id, { angles: [] })).answer.data).toMatchObject({ ...prompts, angles: [] })
  })

  test('writes nothing if they are the same, however they are spaced', {
    tags: ['angles-change'],
  }, async () => {
    const { id } = (await deliver(prompts)).answer.data
    t.announced.length = 0
    const same = { question: ' What was\nhard? ', angles: [...prompts.angles, ' '] }
    expect((await change(id, same)).answer.data).toMatchObject(prompts)
    expect(t.announced).toEqual([])
  })

  test('is refused if it is based on stale values, whose present ones the answer has', {
    tags: ['angles-change'],
  }, async () => {
    const { id } = (await deliver(prompts)).answer.data
    const seen = { ...prompts, authorName: 'Ana Lima' }
    expect((await change(id, { angles: ['Where it led'], seen })).status).toBe(200)
    const second = await change(id, { question: 'Why?', angles: ['Another'], seen })
    expect([second.status, second.error.current]).toEqual([409, { angles: ['Where it led'] }])
    expect(await storedOf(id)).toEqual({ ...prompts, angles: ['Where it led'] })
    // The same angles in another order are another value, too.
    await change(id, { angles: prompts.angles })
    const third = await change(id, {
      question: 'Why?',
      seen: { ...seen, angles: prompts.angles.toReversed() },
    })
    expect(third.status).toBe(409)
    expect((await change(id, { question: 'Why?', seen })).answer.data.question).toBe('Why?')
  })

  test.each<[unknown, string]>([
    [{ question: 'x'.repeat(201) }, 'question'],
    [{ angles: ['a', 'A'] }, 'angles.1'],
    [{ angles: ['a', 'b', 'c', 'd'] }, 'angles'],
  ])(
    'is refused if one is wrong: 400 that names the field',
    { tags: ['angles-change'] },
    async (body, path) => {
      const { id } = (await deliver(prompts)).answer.data
      const { status, error } = await change(id, body)
      expect([status, error.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
      expect(await storedOf(id)).toEqual(prompts)
    },
  )
})

describe('the database', () => {
  test.each<[string, Partial<typeof posts.$inferInsert>, string]>([
    ['an empty question', { question: '' }, 'posts_question_sound'],
    ['a long question', { question: 'x'.repeat(201) }, 'posts_question_sound'],
    ['a question of two lines', { question: 'a\nb' }, 'posts_question_sound'],
    ['four angles', { angles: ['a', 'b', 'c', 'd'] }, 'posts_angles_sound'],
    ['an empty angle', { angles: ['a', ''] }, 'posts_angles_sound'],
    ['a long angle', { angles: ['a', 'b', 'x'.repeat(121)] }, 'posts_angles_sound'],
    ['an angle of two lines', { angles: ['a\nb'] }, 'posts_angles_sound'],
    ['an angle twice', { angles: ['a', 'b', 'a'] }, 'posts_angles_sound'],
  ])('refuses %s', { tags: ['angles-limits'] }, async (_what, fields, constraint) => {
    const { id } = (await deliver(prompts)).answer.data
    const write = async () => t.deps.db.orm.update(posts).set(fields).where(eq(posts.id, id))
    await expect(write()).rejects.toMatchObject({ code: '23514', constraint })
    expect(await storedOf(id)).toEqual(prompts)
  })

  test('accepts the longest question and angles', { tags: ['angles-limits'] }, async () => {
    const longest = {
      question: '🎉'.repeat(200),
      angles: ['a', 'b', 'c'].map((end) => '🎉'.repeat(119) + end),
    }
    expect((await deliver(longest)).answer.data).toMatchObject(longest)
  })
})
