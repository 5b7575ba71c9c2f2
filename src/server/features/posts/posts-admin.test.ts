import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { deletePost, engagementUpdate, listPosts, newPost, updatePost } from '#contract/posts.schema.ts'
import { backfillPosts } from '#contract/socialpilot.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import type { PostId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { hookReceipts } from '#server/db/schema/connections.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import { verify } from '#server/verify.ts'
import type { TestMember } from '#test/support/app.ts'
import { type HookApp, hookSecret, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'

let t: HookApp
let admin: TestMember
let ana: TestMember
beforeAll(async () => {
  t = await startHookApp({
    clock: testClock('2026-03-11T10:00:00.000Z'),
    limits: { perMember: 100_000, bulkActsPerMember: 100_000 },
    config: { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST' },
  })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())
afterEach(async () => {
  t.clock.advance(60_000)
  await t.deps.db.orm.update(posts).set({ deletedAt: t.clock.now() })
  for (const table of [hookReceipts, parkedEngagements]) await t.deps.db.orm.delete(table)
  t.deps.live.announce({ topics: ['posts'] })
})

const noId = '00000000-0000-7000-8000-000000000000'
const listAuditEntries = statement<{ action: string; subject: string; actorId: string; details: object }>(
  'test_acts',
  `select action, subject, actor_id as "actorId", details from audit_entries order by created_at desc, id desc`,
)
/** The whole audit log, newest first. */
const auditEntries = async () => t.deps.db.run(listAuditEntries, [])
const auditEntriesOf = async (work: () => Promise<unknown>) => {
  const before = (await auditEntries()).length
  await work()
  const after = await auditEntries()
  return after.slice(0, after.length - before)
}

let made = 0
const freshUrl = () => `https://www.linkedin.com/posts/fresh-${++made}`
const deliverPost = async (changes: Record<string, unknown> = {}): Promise<PostId> =>
  (await t.newPost({ content: `Post ${++made}`, post_url: freshUrl(), ...changes })).answer.data.id
const change = (id: string, body: unknown, as: TestMember | null = admin) =>
  t.call(updatePost, { as, params: { id }, body })
const remove = (id: string, as: TestMember | null = admin) => t.call(deletePost, { as, params: { id } })
const rowOf = async (id: PostId) =>
  (await t.deps.db.orm.select().from(posts).where(eq(posts.id, id)))[0] as typeof posts.$inferSelect
describe('a change of a post', () => {
  test('sets another address and author, updates open feeds, and adds one audit entry', async () => {
    const id = await deliverPost()
    const before = await rowOf(id)
    t.announced.length = 0
    const [entry, ...more] = await auditEntriesOf(async () => {
      const reply = await change(id, {
        postUrl: ' https://WWW.linkedin.com/posts/right-1?utm_source=x#top ',
        authorName: ' Bea  Cruz ',
      })
      expect([reply.status, reply.answer.data]).toEqual([
        200,
        expect.objectContaining({
          id,
          authorName: 'Bea  Cruz',
          authorHandle: '@bea.cruz',
          content: before.content,
          postUrl: 'https://www.linkedin.com/posts/right-1?utm_source=x#top',
        }),
      ])
    })
    expect(entry).toEqual({
      action: 'post.update',
      subject: id,
      actorId: admin.id,
      details: {
        before: { postUrl: before.postUrl, authorName: 'Ana Lima', authorHandle: '@ana.lima' },
        after: {
          postUrl: 'https://www.linkedin.com/posts/right-1?utm_source=x#top',
          authorName: 'Bea  Cruz',
          authorHandle: '@bea.cruz',
        },
      },
    })
    expect(more).toEqual([])
    expect(t.announced).toEqual([
      { topics: ['posts', 'authors'], messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: id } }] },
    ])
    // From now on the address identifies this post.
    const again = await t.newPost({ content: 'New words', post_url: 'http://linkedin.com/posts/right-1/' })
    expect([again.answer.duplicate, again.answer.data.id]).toEqual([true, id])
    const old = await t.newPost({ content: 'Other words', post_url: before.postUrl })
    expect([old.answer.duplicate, old.answer.data.id === id]).toEqual([false, false])
  })

  test('keeps an explicit handle, and writes nothing if nothing changed', async () => {
    const id = await deliverPost({ author_handle: '@northwind' })
    expect((await change(id, { authorName: 'Bea' })).answer.data.authorHandle).toBe('@northwind')
    const { postUrl } = await rowOf(id)
    t.announced.length = 0
    expect(
      await auditEntriesOf(async () => {
        expect((await change(id, { authorName: 'Bea', postUrl })).status).toBe(200)
        expect((await change(id, {})).status).toBe(200)
      }),
    ).toEqual([])
    expect(t.announced).toEqual([])
  })

  test('applies the numbers parked for the address', async () => {
    const id = await deliverPost()
    const postUrl = freshUrl()
    const kept = await t.deliver(engagementUpdate, { post_url: postUrl, likes_count: 41 })
    expect(kept.answer.outcome).toBe('kept')
    expect((await change(id, { postUrl })).answer.data.likesCount).toBe(41)
    const applied = await t.deliver(engagementUpdate, { post_url: postUrl, likes_count: 42 })
    expect([applied.answer.outcome, (await rowOf(id)).likesCount]).toEqual(['applied', 42])
  })

  test('can remove the address, and then the text and time identify the post', {
    tags: ['form-post-edit'],
  }, async () => {
    const scheduled_time = '2026-03-10T09:30:00.000Z'
    const content = `Post ${++made}`
    const id = await deliverPost({ content, scheduled_time })
    expect((await change(id, { postUrl: '' })).answer.data.postUrl).toBeNull()
    expect(await rowOf(id)).toMatchObject({ postUrl: null, normalisedUrl: null })
    const again = await t.newPost({ content, scheduled_time, post_url: null })
    expect([again.answer.duplicate, again.answer.data.id]).toEqual([true, id])
    const other = await deliverPost({ content, post_url: freshUrl(), scheduled_time: null })
    await t.deps.db.orm
      .update(posts)
      .set({ originalPostDate: new Date(scheduled_time) })
      .where(eq(posts.id, other))
    const answer = await change(other, { postUrl: null })
    expect([answer.status, answer.error.issues?.[0]?.path]).toEqual([409, 'postUrl'])
  })

  test('is refused if it is based on stale values', {
    tags: ['wrong-post-twice'],
  }, async () => {
    const id = await deliverPost()
    const { postUrl } = await rowOf(id)
    const seen = { postUrl, authorName: 'Ana Lima' }
    expect((await change(id, { authorName: 'Bea', seen })).status).toBe(200)
    const second = await change(id, { postUrl: freshUrl(), authorName: 'Cy', seen })
    expect([second.status, second.error.current]).toEqual([409, { authorName: 'Bea' }])
    expect(await rowOf(id)).toMatchObject({ postUrl, authorName: 'Bea' })
    const third = await change(id, { authorName: 'Cy', seen: { postUrl, authorName: 'Bea' } })
    expect([third.status, third.answer.data.authorName]).toEqual([200, 'Cy'])
  })

  test('gives an address to only one post, and no delivery creates a second one', async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await Promise.all([deliverPost(), deliverPost(), deliverPost()])
      const postUrl = freshUrl()
      const answers = await Promise.all([
        ...ids.map((id) => change(id, { postUrl })),
        t.newPost({ content: `Post ${++made}`, post_url: postUrl }),
        t.deliver(engagementUpdate, { post_url: postUrl, likes_count: 3 }),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status > 409)).toEqual([])
      const holders = await t.deps.db.orm.select().from(posts).where(eq(posts.postUrl, postUrl))
      expect(holders).toHaveLength(1)
      expect(holders[0]?.likesCount).toBe(3)
    }
  })
})

describe('a change of a post is refused', () => {
  test.each([
    ['an address without http', { postUrl: 'javascript:alert(1)' }, 'postUrl', 'Please enter a valid URL'],
    ['an incomplete address', { postUrl: 'www.linkedin.com' }, 'postUrl', 'Please enter a valid URL'],
    ['a password in the address', { postUrl: 'https://a:b@x.test' }, 'postUrl', 'Please enter a valid URL'],
    ['no author', { authorName: '  ' }, 'authorName', 'Author name is required'],
    ['a long author', { authorName: 'x'.repeat(121) }, 'authorName', 'Must be at most 120 characters long'],
  ])(
    'with %s: 400 that names the field',
    { tags: ['form-post-edit', 'wrong-link', 'sec-57'] },
    async (...wrong) => {
      const [, body, path, message] = wrong
      const id = await deliverPost()
      const before = await rowOf(id)
      const answer = await change(id, { authorName: 'Bea', ...body })
      expect([answer.status, answer.error.issues]).toEqual([400, [{ path, message }]])
      expect(await rowOf(id)).toEqual(before)
    },
  )

  test('with the address of another post, deleted or not: 409 that names the field', {
    tags: ['wrong-address-taken'],
  }, async () => {
    const [one, other] = [await deliverPost(), await deliverPost()]
    const { postUrl } = await rowOf(other)
    const live = await change(one, { postUrl })
    expect([live.status, live.error.issues]).toEqual([
      409,
      [{ path: 'postUrl', message: 'Another post on this platform has this URL' }],
    ])
    await remove(other)
    const deleted = await change(one, { postUrl })
    expect([deleted.status, deleted.error.message]).toEqual([
      409,
      'A deleted post on this platform has this URL',
    ])
    const onTiktok = await deliverPost({ platform: 'tiktok' })
    expect((await change(onTiktok, { postUrl })).status).toBe(200)
  })

  test('with 404 for an unknown or deleted post, and with 400 for a malformed id', {
    tags: ['wrong-post-gone'],
  }, async () => {
    const id = await deliverPost()
    await remove(id)
    for (const gone of [id, noId]) {
      expect((await change(gone, { authorName: 'Bea' })).error.message).toBe('This post was not found')
      const answer = await remove(gone)
      expect([answer.status, answer.error.message]).toEqual([404, 'This post was not found'])
    }
    expect([(await change('x', {})).status, (await remove('x')).status]).toEqual([400, 400])
  })
})

describe('the deletion of a post', () => {
  test('removes it from the feed, once, and keeps reports and their points', {
    tags: ['admin-posts-deleted', 'inv-19'],
  }, async () => {
    const id = await deliverPost({ content: 'Going, going' })
    const report = { postId: id, interactionType: 'like' }
    expect((await t.call(reportInteraction, { as: ana, body: report })).status).toBe(200)
    const earned = (await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints
    t.announced.length = 0
    const [entry, ...more] = await auditEntriesOf(async () => {
      const answers = await Promise.all([remove(id), remove(id)])
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404])
    })
    expect(entry).toMatchObject({ action: 'post.delete', subject: id, actorId: admin.id })
    expect(entry?.details).toMatchObject({
      before: {
        authorName: 'Ana Lima',
        platform: 'linkedin',
        content: 'Going, going',
        postUrl: (await rowOf(id)).postUrl,
      },
    })
    expect(more).toEqual([])
    expect(t.announced).toEqual([
      { topics: ['posts'], messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: id } }] },
    ])
    expect((await t.call(listPosts, { as: ana })).answer.data).toEqual([])
    expect((await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints).toBe(earned)
    expect((await verify(t.deps.db)).flatMap(({ violations }) => violations)).toEqual([])
    // A machine's delivery does not restore it.
    const again = await t.newPost({ content: 'Going, going', post_url: (await rowOf(id)).postUrl })
    expect([again.answer.duplicate, (await rowOf(id)).deletedAt]).toEqual([true, expect.any(Date)])
  })

  test('works many times a minute, with a budget of its own', { tags: ['wrong-many-posts'] }, async () => {
    const hasty = await startHookApp({ limits: { perMember: 5, bulkActsPerMember: 8 } })
    const iris = await hasty.member('iris.admin', 'admin')
    const statuses: number[] = []
    for (let round = 0; round < 9; round++)
      statuses.push(
        (await hasty.call(deletePost, { as: iris, params: { id: '00000000-0000-7000-8000-000000000000' } }))
          .status,
      )
    expect(statuses).toEqual([...Array(8).fill(404), 429])
    expect((await hasty.call(newPost, { as: iris, body: postBody() })).status).toBe(429)
    expect((await hasty.newPost()).status).toBe(200)
    expect((await hasty.call(listDeliveries, { as: iris })).status).toBe(200)
    await hasty.close()
  })
})

describe('the audit trail', () => {
  const add = (body: Record<string, unknown>) => t.call(newPost, { as: admin, body: postBody(body) })

  test('has one entry for each post that an administrator adds or pushes, and none for an unchanged repeat', async () => {
    const post = { content: `Post ${++made}`, post_url: freshUrl() }
    const steps = [
      [{}, 'post.create'],
      [{}, null],
      [{ author_name: 'Bea' }, 'post.update'],
      [{ author_name: 'Bea', campaign_tags: 'manual-push' }, 'post.push'],
    ] as const
    for (const [fields, action] of steps) {
      const recorded = await auditEntriesOf(async () =>
        expect((await add({ ...post, ...fields })).status).toBe(200),
      )
      expect(recorded.map((entry) => [entry.action, entry.actorId])).toEqual(
        action ? [[action, admin.id]] : [],
      )
    }
    const [{ details } = { details: {} }] = (await auditEntries()).filter(
      ({ action }) => action === 'post.update',
    )
    expect(details).toMatchObject({ before: { authorName: 'Ana Lima' }, after: { authorName: 'Bea' } })
  })

  test('records the return of a deleted post as a creation', async () => {
    const post = { content: `Post ${++made}`, post_url: freshUrl() }
    const { answer } = await add(post)
    await remove(answer.data.id)
    const recorded = await auditEntriesOf(() => add(post))
    expect(recorded).toMatchObject([{ action: 'post.create', subject: answer.data.id }])
  })

  test('has one entry with counts for a backfill', async () => {
    const body = { posts: [postBody({ post_url: freshUrl() }), postBody({ post_url: freshUrl() })] }
    const send = () => t.call(backfillPosts, { as: admin, body })
    expect(await auditEntriesOf(send)).toMatchObject([
      { action: 'posts.backfill', details: { created: 2, updated: 0, unchanged: 0 } },
    ])
    expect(await auditEntriesOf(send)).toEqual([])
  })

  test('has no entry for a delivery by a machine or a refused request', async () => {
    const recorded = await auditEntriesOf(async () => {
      await t.newPost({ post_url: freshUrl() })
      expect(
        (await add({ content: 'Unknown', post_url: freshUrl(), campaign_tags: 'manual-push' })).status,
      ).toBe(404)
      expect((await add({ content: '' })).status).toBe(400)
    })
    expect(recorded).toEqual([])
  })
})

describe('changing and deleting posts', () => {
  test('is for administrators only', { tags: ['rights-posts'] }, async () => {
    const id = await deliverPost()
    const before = await rowOf(id)
    const moderator = await t.member('mo.dane', 'moderator')
    for (const [who, status] of [
      [ana, 403],
      [moderator, 403],
      [null, 401],
    ] as const) {
      expect((await change(id, { authorName: 'Bea' }, who)).status).toBe(status)
      expect((await remove(id, who)).status).toBe(status)
    }
    for (const method of ['PUT', 'DELETE'] as const) {
      const { statusCode } = await t.app.inject({
        method,
        url: `${listPosts.path}/${id}`,
        headers: { 'x-webhook-secret': hookSecret },
        ...(method === 'PUT' && { payload: { authorName: 'Bea' } }),
      })
      expect(statusCode).toBe(401)
    }
    expect(await rowOf(id)).toEqual(before)
  })
})
