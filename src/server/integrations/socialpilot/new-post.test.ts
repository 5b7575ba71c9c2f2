import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPosts, newPost } from '#contract/posts.schema.ts'
import type { NewPostAnswer } from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'
import { hookReceipts } from '#server/db/schema/connections.ts'
import { activities, interactions, ledger } from '#server/db/schema/game.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import type { TestMember } from '#test/support/app.ts'
import type { CheckedAnswer } from '#test/support/checked-answer.ts'
import { type HookApp, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: HookApp
let admin: TestMember
const start = '2026-03-11T10:00:00.000Z'
beforeAll(async () => {
  t = await startHookApp({
    clock: testClock(start),
    limits: { perMember: 100_000 },
    config: { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST' },
  })
  admin = await t.member('iris.admin', 'admin')
})
afterAll(() => t.close())
afterEach(async () => {
  t.announced.length = 0
  t.clock.set(start)
  for (const table of [activities, hookReceipts, parkedEngagements, posts]) {
    await t.deps.db.orm.delete(table)
  }
})

const url = 'https://www.linkedin.com/posts/northwind_news-activity-7001'
const rows = () => t.deps.db.orm.select().from(posts).orderBy(posts.createdAt, posts.id)
const lines = () => t.deps.db.orm.select().from(activities)
const idOf = ({ answer }: CheckedAnswer<NewPostAnswer>) => answer.data.id
const fieldsOf = ({ error }: CheckedAnswer<unknown>) => present(error.issues).map(({ path }) => path)
const remove = async (id: PostId) => {
  await t.deps.db.orm.update(posts).set({ deletedAt: t.clock.now() }).where(eq(posts.id, id))
}
const feed = async () => (await t.call(listPosts, { as: admin })).answer.data

describe('a new post', () => {
  test('appears in the feed with every field that was delivered', async () => {
    const reply = await t.newPost({
      platform: ' LinkedIn ',
      image_url: 'https://cdn.northwind.test/a.png',
      author_handle: '@ana',
      author_avatar: 'https://cdn.northwind.test/ana.png',
      campaign_tags: ['spring', ' launch '],
      brand: 'Accounting',
      scheduled_time: '2026-03-10T09:30:00+02:00',
      some_other_field: { deep: [1, 2, 3] },
    })
    expect([reply.status, reply.answer.success, reply.answer.duplicate]).toEqual([200, true, false])
    const post = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: 'published',
      brand: 'accounting',
      platform: 'linkedin',
      authorName: 'Ana Lima',
      authorHandle: '@ana',
      authorAvatarUrl: 'https://cdn.northwind.test/ana.png',
      content: 'We have news.',
      imageUrl: 'https://cdn.northwind.test/a.png',
      originalPostDate: '2026-03-10T07:30:00.000Z',
      postUrl: url,
      question: null,
      angles: [],
      likesCount: 0,
      commentsCount: 0,
      sharesCount: 0,
      worth: { like: 15, comment: 20, share: 30 },
    }
    expect(reply.answer.data).toEqual(post)
    expect(await feed()).toEqual([{ ...post, reporters: { count: 0, first: [] } }])
    expect((await rows())[0]?.campaignTags).toEqual(['spring', 'launch'])
  })

  test('gets a default brand, handle and date when the fields are empty, null or missing', async () => {
    for (const none of ['', null, undefined]) {
      const reply = await t.newPost({
        content: `None is ${none}`,
        post_url: none,
        image_url: none,
        author_handle: none,
        author_avatar: none,
        campaign_tags: none,
        brand: none,
        scheduled_time: none,
      })
      expect(reply.status).toBe(200)
      expect(reply.answer.data).toMatchObject({
        brand: 'default',
        authorHandle: '@ana.lima',
        authorAvatarUrl: null,
        imageUrl: null,
        postUrl: null,
        originalPostDate: t.clock.now().toISOString(),
      })
    }
  })

  test('adds an activity without a member, and is announced to open feeds', async () => {
    const answer = await t.newPost()
    expect(await lines()).toMatchObject([
      {
        type: 'platform_update',
        userId: null,
        description: 'New LinkedIn post by Ana Lima',
        points: 0,
        platform: 'linkedin',
        subjectId: idOf(answer),
      },
    ])
    expect(t.announced).toEqual([
      {
        topics: ['posts', 'activities'],
        messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: idOf(answer) } }],
      },
    ])
  })

  test.each([
    ['10,000 letters', 'x'.repeat(10_000)],
    ['10,000 emoji', '😀'.repeat(10_000)],
    ['right-to-left text', 'שלום, עולם! \u200fمرحبا \u202babc\u202c'],
    ['a family and a flag', '👨‍👩‍👧‍👦 🇵🇹 e\u0301'],
    ['markup and SQL', `<img src=x onerror=alert(1)> ' OR 1=1-- {{x}} \${x} %00 \\`],
    ['lines and tabs', 'one\n\ttwo\r\nthree'],
  ])('keeps %s exactly', async (_name, content) => {
    const answer = await t.newPost({ content, author_name: `${content}`.slice(0, 20) })
    expect(answer.status).toBe(200)
    expect((await feed())[0]?.content).toBe(content)
  })

  test('loses NUL characters and lone surrogates, which the database cannot store', async () => {
    const reply = await t.newPost({
      content: 'a\u0000b \ud83d c',
      author_name: '\u0000Ana\udc00',
      campaign_tags: ['\u0000x\ud800'],
    })
    expect(reply.answer.data).toMatchObject({ content: 'ab \ufffd c', authorName: 'Ana\ufffd' })
    expect((await rows())[0]?.campaignTags).toEqual(['x\ufffd'])
  })

  test('can also come from a signed-in administrator', async () => {
    expect((await t.call(newPost, { as: admin, body: postBody() })).answer.duplicate).toBe(false)
  })

  test('gets the engagement numbers that arrived for it in the last seven days', {
    tags: ['f-12'],
  }, async () => {
    await t.engagement({ post_url: `${url}/?utm_source=x`, likes_count: '41', views_count: 900 })
    await t.engagement({ post_url: 'https://x.test/late', likes_count: 5 })
    t.clock.advance(7 * 86_400_000)
    expect((await t.newPost()).answer.data).toMatchObject({ likesCount: 41, commentsCount: 0 })
    expect((await rows())[0]).toMatchObject({ viewsCount: 900, engagementAt: expect.any(Date) })
    t.clock.advance(1)
    expect((await t.newPost({ post_url: 'https://x.test/late' })).answer.data.likesCount).toBe(0)
    expect(await t.deps.db.orm.select().from(parkedEngagements)).toEqual([])
  })
})

describe('a known post', () => {
  test.each([
    'http://linkedin.com/posts/northwind_news-activity-7001/?utm_campaign=spring#top',
    'https://www.linkedin.com/posts/northwind_news%2Dactivity-7001?trk=feed',
  ])('is recognised by another spelling of its address: %s', { tags: ['inv-17'] }, async (spelling) => {
    const first = await t.newPost()
    const again = await t.newPost({
      post_url: spelling,
      content: 'We have better news.',
      author_name: 'Ana de Lima',
    })
    expect([again.answer.duplicate, idOf(again)]).toEqual([true, idOf(first)])
    expect(again.answer.data).toMatchObject({ content: 'We have better news.', authorHandle: '@ana.de.lima' })
    expect(await rows()).toHaveLength(1)
    expect(await lines()).toHaveLength(1)
  })

  test('keeps its numbers, and the fields that the delivery leaves out', async () => {
    await t.newPost({
      image_url: 'https://cdn.northwind.test/a.png',
      author_handle: '@ana',
      brand: 'accounting',
      scheduled_time: '2026-03-01',
      campaign_tags: 'spring',
    })
    await t.engagement({ post_url: url, likes_count: 9 })
    const again = await t.newPost({ content: 'Corrected.' })
    expect(again.answer.data).toMatchObject({
      content: 'Corrected.',
      imageUrl: 'https://cdn.northwind.test/a.png',
      authorHandle: '@ana',
      brand: 'accounting',
      originalPostDate: '2026-03-01T00:00:00.000Z',
      likesCount: 9,
    })
    expect((await rows())[0]?.campaignTags).toEqual(['spring'])
  })

  test('is announced again only when something changed', async () => {
    const first = await t.newPost()
    t.announced.length = 0
    await t.newPost()
    expect(t.announced).toEqual([])
    await t.newPost({ content: 'Corrected.' })
    expect(t.announced).toEqual([
      { topics: ['posts'], messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: idOf(first) } }] },
    ])
  })

  test('is a different post on another platform', async () => {
    await t.newPost()
    expect((await t.newPost({ platform: 'twitter' })).answer.duplicate).toBe(false)
  })

  test.each([
    ['empty', ''],
    ['a hash', '#'],
    ['a placeholder', 'https://example.com/post/1'],
  ])('whose address is %s is recognised by platform, content and scheduled time', async (_name, post_url) => {
    const body = { post_url, scheduled_time: '2026-03-10T09:00:00Z' }
    const first = await t.newPost(body)
    const again = await t.newPost({ ...body, scheduled_time: '2026-03-10 10:00:00+01' })
    expect([again.answer.duplicate, idOf(again)]).toEqual([true, idOf(first)])
    for (const other of [
      { platform: 'twitter' },
      { content: 'Other.' },
      { scheduled_time: '2026-03-11T09:00:00Z' },
    ]) {
      expect((await t.newPost({ ...body, ...other })).answer.duplicate).toBe(false)
    }
  })

  test('that gets its address only on publication stays one post, whatever the order of the deliveries', async () => {
    const scheduled = { post_url: '#', scheduled_time: '2026-03-10T09:00:00Z' }
    const published = { scheduled_time: '2026-03-10T09:00:00Z' }
    await t.engagement({ post_url: url, likes_count: 3 })
    const ids = [await t.newPost(scheduled), await t.newPost(published), await t.newPost(scheduled)].map(idOf)
    expect(new Set(ids).size).toBe(1)
    expect(await rows()).toMatchObject([{ postUrl: url, likesCount: 3 }])
    const another = 'https://www.linkedin.com/posts/northwind_news-activity-7002'
    expect((await t.newPost({ ...published, post_url: another })).answer.duplicate).toBe(false)
  })

  test('that was deleted stays deleted when a machine delivers it again', async () => {
    const first = await t.newPost()
    await remove(idOf(first))
    t.announced.length = 0
    const again = await t.newPost({ content: 'Again.' })
    expect([again.status, again.answer.duplicate, idOf(again)]).toEqual([200, true, idOf(first)])
    expect(await rows()).toMatchObject([{ content: 'We have news.', deletedAt: expect.any(Date) }])
    expect(t.announced).toEqual([])
  })

  test('that was deleted is restored when an administrator adds it', async () => {
    const first = await t.newPost()
    await remove(idOf(first))
    const again = await t.call(newPost, { as: admin, body: postBody({ content: 'Again.' }) })
    expect([again.answer.duplicate, idOf(again)]).toEqual([false, idOf(first)])
    expect(await feed()).toMatchObject([{ content: 'Again.' }])
    expect(await lines()).toHaveLength(1)
  })

  test('is one row after twenty deliveries at once, with one activity', {
    tags: ['sec-48', 'inv-17'],
  }, async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.newPost()))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(answers.filter(({ answer }) => !answer.duplicate)).toHaveLength(1)
    expect([(await rows()).length, (await lines()).length]).toEqual([1, 1])
  })

  test('is one row after twenty deliveries at once without an address', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => t.newPost({ post_url: '' })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await rows()).toHaveLength(1)
  })

  test('gets its first numbers even if they arrive at the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const post_url = `https://x.test/${round}`
      await Promise.all([
        t.engagement({ post_url, likes_count: 7 }),
        t.newPost({ post_url, content: post_url }),
      ])
    }
    expect((await rows()).map(({ likesCount }) => likesCount)).toEqual(Array(10).fill(7))
  })
})

describe('a manual push', () => {
  const push = { campaign_tags: 'Spring, Manual-Push', content: 'Changed.' }

  test('finds the known post and changes nothing', async () => {
    const first = await t.newPost()
    const before = await rows()
    t.announced.length = 0
    const pushed = await t.call(newPost, { as: admin, body: postBody(push) })
    expect([pushed.status, pushed.answer.duplicate, idOf(pushed)]).toEqual([200, true, idOf(first)])
    expect(await rows()).toEqual(before)
    expect([(await lines()).length, t.announced.length]).toEqual([1, 0])
  })

  test('finds a post without an address by its platform and content', async () => {
    const first = await t.newPost({ post_url: '' })
    const pushed = await t.newPost({
      post_url: null,
      campaign_tags: ['manual-push'],
      scheduled_time: '2026-03-11T10:00:00Z',
    })
    expect(idOf(pushed)).toBe(idOf(first))
    expect(
      (await t.newPost({ post_url: null, campaign_tags: ['manual-push'], scheduled_time: '2026-01-01' }))
        .status,
    ).toBe(200)
  })

  test.each([
    ['an unknown address', { post_url: 'https://x.test/unknown' }],
    ['no address', { post_url: '' }],
  ])('of a post with %s creates nothing and gets a 404 that names post_url', async (_name, change) => {
    const answer = await t.newPost({ ...push, ...change })
    expect([answer.status, fieldsOf(answer)]).toEqual([404, ['post_url']])
    expect([await rows(), await lines()]).toEqual([[], []])
  })

  test('of a deleted post gets a 404', async () => {
    await remove(idOf(await t.newPost()))
    expect((await t.newPost(push)).status).toBe(404)
  })
})

test('nothing that a hook delivers earns anybody points', async () => {
  await t.newPost()
  await t.engagement({ post_url: url, likes_count: 1_000 })
  for (const table of [interactions, ledger]) expect(await t.deps.db.orm.select().from(table)).toEqual([])
})
