import { asc, eq, ne, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { getAnalytics } from '#contract/analytics.schema.ts'
import { listBell } from '#contract/bell.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { myLinks } from '#contract/links.schema.ts'
import { countPosts, deletePost, listPosts, newPost, updatePost } from '#contract/posts.schema.ts'
import { backfillPosts, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { getToday } from '#contract/today.schema.ts'
import type { PostId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { chatNotifications, hookReceipts } from '#server/db/schema/connections.ts'
import { activities } from '#server/db/schema/game.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import { verify } from '#server/verify.ts'
import type { TestMember } from '#test/support/app.ts'
import { type HookApp, postBody, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { publishDuePosts } from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
const later = '2026-03-11T12:00:00.000Z'
const hourMs = 3_600_000
const url = String(postBody().post_url)

let t: HookApp
let admin: TestMember
let mod: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startHookApp({
    clock: testClock(start),
    config: { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST' },
    limits: { perMember: 100_000 },
  })
  admin = await t.member('iris.admin', 'admin')
  mod = await t.member('mia.mod', 'moderator')
  ana = await t.member('ana.lima')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  t.clock.set(start)
  const { orm } = t.deps.db
  // Reports refer to posts, so those of the tests before stay, as deleted ones that no delivery finds.
  const gone = { identity: sql`id::text`, normalisedUrl: null, content: 'gone', deletedAt: t.clock.now() }
  await orm.update(posts).set(gone)
  await orm.delete(activities).where(eq(activities.type, 'platform_update'))
  for (const table of [hookReceipts, chatNotifications, parkedEngagements]) await orm.delete(table)
  t.deps.live.announce({ topics: ['posts', 'activities'] })
  t.announced.length = 0
})

const schedule = (changes: Record<string, unknown> = {}) => t.newPost({ scheduled_time: later, ...changes })
const scheduled = async (changes: Record<string, unknown> = {}): Promise<PostId> =>
  (await schedule(changes)).answer.data.id
const move = (id: string, body: unknown, as = admin) => t.call(updatePost, { as, params: { id }, body })
const feedOf = async (as = ana) => (await t.call(listPosts, { as })).answer.data
const rows = () =>
  t.deps.db.orm
    .select()
    .from(posts)
    .where(ne(posts.content, 'gone'))
    .orderBy(asc(posts.createdAt), asc(posts.id))
const rowOf = async (id: PostId) => (await t.deps.db.orm.select().from(posts).where(eq(posts.id, id)))[0]
/** How often new posts were told of: in the activities, and to the chat. */
const told = async () => {
  const { orm } = t.deps.db
  const lines = await orm.select().from(activities).where(eq(activities.type, 'platform_update'))
  const isNewPost = sql`key like 'new_post %'`
  const notifications = await orm.select().from(chatNotifications).where(isNewPost)
  return [lines.length, notifications.length]
}
const publish = () => publishDuePosts(t.deps)
const publishAt = (at: string) => {
  t.clock.set(at)
  return publish()
}
const fieldsOf = ({ error }: { error: { issues?: readonly { path: string }[] } }) =>
  error.issues?.map(({ path }) => path)
const waitingJobs = statement<{ startAt: Date }>(
  'test_publishing_jobs',
  `select start_after as "startAt" from pgboss.job where name = 'posts.publish' and state = 'created'
   order by start_after`,
)

describe('a post whose time lies ahead', () => {
  test('waits: nobody but an administrator sees it, and nothing is told of it', {
    tags: ['posts-wait', 'posts-scheduled-list'],
  }, async () => {
    const { answer } = await schedule()
    const { id } = answer.data
    expect(answer.data).toMatchObject({ state: 'scheduled', originalPostDate: later })
    expect(await told()).toEqual([0, 0])
    expect(t.announced.flatMap(({ messages = [] }) => messages)).toEqual([])
    for (const as of [ana, mod, admin]) {
      expect(await feedOf(as)).toEqual([])
      for (const query of [{ limit: 7 }, { open: 'true' }, { platform: 'linkedin' }])
        expect((await t.call(listPosts, { as, query })).answer.data).toEqual([])
      expect((await t.call(countPosts, { as })).answer.data).toEqual({ open: 0, all: 0 })
      expect((await t.call(getToday, { as })).answer.data).toMatchObject({ waiting: 0, lastPostAt: null })
      expect((await t.call(listActivities, { as })).answer.data).toEqual([])
      expect((await t.call(listBell, { as })).answer.data).toEqual([])
      const links = (await t.call(myLinks, { as })).answer.data
      expect(links.posts).toEqual([])
      const visit = await t.app.inject({ url: `${new URL(links.link).pathname}?p=${id}` })
      expect(visit.headers.location).toBe('/')
      const report = { postId: id, interactionType: 'like' }
      expect((await t.call(reportInteraction, { as, body: report })).status).toBe(404)
    }
    const analytics = (await t.call(getAnalytics, { as: admin })).answer.data
    expect([analytics.companyPosts.posts, analytics.topPosts]).toEqual([0, []])
  })

  test('stands in the lists of administrators alone, searched, sorted and page by page', {
    tags: ['posts-scheduled-list', 'rights-posts'],
  }, async () => {
    await t.newPost({ post_url: 'https://x.test/out', content: 'Out already.' })
    await schedule({ post_url: 'https://x.test/2', content: 'Second', scheduled_time: '2026-03-13' })
    await schedule({ post_url: 'https://x.test/1', content: 'First', scheduled_time: '2026-03-12' })
    const list = async (query: object) => (await t.call(listPosts, { as: admin, query: { ...query } })).answer
    const shown = async (query: object) =>
      (await list(query)).data.map(({ content, state }) => [content, state])
    const inOrder = { state: 'scheduled', sort: 'originalPostDate', direction: 'asc' }
    expect(await shown({ state: 'scheduled' })).toEqual([
      ['Second', 'scheduled'],
      ['First', 'scheduled'],
    ])
    expect(await list({ ...inOrder, page: 2, limit: 1 })).toMatchObject({
      data: [{ content: 'Second' }],
      total: 2,
      nextCursor: null,
    })
    expect(await list({ ...inOrder, search: 'first', page: 1 })).toMatchObject({ total: 1 })
    expect(await shown({ page: 1 })).toEqual([
      ['Second', 'scheduled'],
      ['First', 'scheduled'],
      ['Out already.', 'published'],
    ])
    for (const as of [ana, mod])
      for (const query of [{ state: 'scheduled' }, { state: 'deleted' }, { page: 1 }])
        expect((await t.call(listPosts, { as, query })).status).toBe(403)
    expect((await t.call(listPosts, { as: admin, query: { state: 'published' } })).status).toBe(400)
  })

  test('is published at its time, never before, with everything that a new post sets off', {
    tags: ['posts-published-on-time'],
  }, async () => {
    const id = await scheduled()
    await t.engagement({ post_url: url, likes_count: 7 })
    await publishAt('2026-03-11T11:59:59.999Z')
    expect([await feedOf(), await told()]).toEqual([[], [0, 0]])
    t.announced.length = 0
    await publishAt(later)
    expect(await feedOf()).toMatchObject([
      { id, state: 'published', originalPostDate: later, likesCount: 7, worth: { like: 15 } },
    ])
    expect(await told()).toEqual([1, 1])
    expect(t.announced).toMatchObject([
      {
        topics: ['posts', 'activities'],
        messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: id } }],
      },
    ])
    const body = { postId: id, interactionType: 'like' }
    expect((await t.call(reportInteraction, { as: ana, body })).status).toBe(200)
    await publish()
    expect(await told()).toEqual([1, 1])
  })

  test('has a job of its own at its time, which exists if its transaction commits', async () => {
    const before = await t.deps.db.run(waitingJobs, [])
    await schedule()
    const after = await t.deps.db.run(waitingJobs, [])
    expect(after.length).toBe(before.length + 1)
    const [ms = 0] = after.map(({ startAt }) => startAt.getTime()).filter((each) => each >= Date.parse(later))
    expect(ms - Date.parse(later)).toBeLessThan(2_000)
  })

  test('is published once, whether the clock goes back or several publish at the same moment', {
    tags: ['posts-published-once', 'f-08'],
  }, async () => {
    const ids: PostId[] = []
    for (let nth = 0; nth < 12; nth++) ids.push(await scheduled({ post_url: `https://x.test/${nth}` }))
    t.clock.set(later)
    await Promise.all(Array.from({ length: 6 }, publish))
    expect(await told()).toEqual([12, 12])
    t.clock.advance(-2 * hourMs)
    await publish()
    expect((await feedOf()).map(({ id }) => id).sort()).toEqual([...ids].sort())
    await publishAt(later)
    expect(await told()).toEqual([12, 12])
  })

  test('is not published if it was deleted', {
    tags: ['posts-delete-waiting'],
  }, async () => {
    const gone = await scheduled()
    expect((await t.call(deletePost, { as: admin, params: { id: gone } })).status).toBe(204)
    const other = await scheduled({ post_url: 'https://x.test/other' })
    await publishAt('2026-03-11T13:00:00Z')
    expect((await feedOf()).map(({ id }) => id)).toEqual([other])
    expect([(await rowOf(gone))?.publishedAt, await told()]).toEqual([null, [1, 1]])
  })

  test('of brand test is published for administrators alone, and told to the chat alone', {
    tags: ['posts-tests-hidden'],
  }, async () => {
    const id = await scheduled({ brand: 'test' })
    await publishAt(later)
    expect([await feedOf(ana), (await feedOf(admin)).map((post) => post.id)]).toEqual([[], [id]])
    expect(await told()).toEqual([0, 1])
    expect(t.announced.flatMap(({ messages = [] }) => messages)).toEqual([])
  })
})

describe('a scheduled time', () => {
  test('that has passed makes an ordinary post', async () => {
    expect((await schedule({ scheduled_time: '2026-03-11T10:00:00Z' })).answer.data.state).toBe('published')
    expect(await told()).toEqual([1, 1])
  })

  test('of more than a year ahead is refused by its name, wherever it is said', {
    tags: ['posts-year'],
  }, async () => {
    const far = { scheduled_time: '2027-03-11T10:00:00.001Z' }
    const event = { event: 'post.published', ...postBody(far) }
    expect(fieldsOf(await t.newPost(far))).toEqual(['scheduled_time'])
    expect(fieldsOf(await t.newPost({ scheduled_time: '2036-03-11' }))).toEqual(['scheduled_time'])
    expect(fieldsOf(await t.deliver(socialpilotEvent, event))).toEqual(['scheduled_time'])
    const earlier = await t.deliver(backfillPosts, [postBody(), postBody(far)])
    expect([earlier.status, fieldsOf(earlier)]).toEqual([400, ['posts.1.scheduled_time']])
    expect(await rows()).toEqual([])
    expect((await t.newPost({ scheduled_time: '2027-03-11T10:00:00Z' })).status).toBe(200)
    const id = (await rows())[0]?.id ?? ''
    const refused = await move(id, { scheduledTime: '2027-03-11T10:00:00.001Z' })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, ['scheduledTime']])
  })

  test('of an earlier post that is added lets it wait, and it is told of at that time', async () => {
    const list = [postBody({ scheduled_time: later }), postBody({ post_url: 'https://x.test/old' })]
    expect((await t.deliver(backfillPosts, list)).answer).toMatchObject({ created: 2 })
    expect([(await feedOf()).length, await told()]).toEqual([1, [0, 0]])
    await publishAt(later)
    expect([(await feedOf()).length, await told()]).toEqual([2, [1, 1]])
  })
})

describe('a later delivery of a waiting post', () => {
  test('moves it, and publishes it with a time that has passed', { tags: ['posts-move'] }, async () => {
    const id = await scheduled()
    const moved = await schedule({ scheduled_time: '2026-03-11T14:00:00Z' })
    expect(moved.answer).toMatchObject({ duplicate: true, data: { id, state: 'scheduled' } })
    await publishAt('2026-03-11T13:59:00Z')
    expect(await told()).toEqual([0, 0])
    const past = await schedule({ scheduled_time: '2026-03-11T13:00:00Z' })
    expect(past.answer.data).toMatchObject({
      state: 'published',
      originalPostDate: '2026-03-11T13:00:00.000Z',
    })
    await publishAt('2026-03-11T15:00:00Z')
    expect(await told()).toEqual([1, 1])
  })

  test.each([
    ['an event', () => t.deliver(socialpilotEvent, { event: 'post.published', ...postBody() })],
    [
      'an event that still says its time',
      () => t.deliver(socialpilotEvent, { event: 'post.published', ...postBody({ scheduled_time: later }) }),
    ],
    ['a status', () => schedule({ status: 'Published' })],
  ])(
    'publishes it when %s says that it is published already',
    {
      tags: ['posts-published-already'],
    },
    async (_name, deliver) => {
      for (const change of [{}, { post_url: null, content: 'No address yet.' }]) {
        t.clock.advance(60_000)
        const id = await scheduled(change)
        t.clock.advance(60_000)
        const at = t.clock.now().toISOString()
        if (change.post_url === null) {
          const body = postBody({ content: 'No address yet.', post_url: 'https://x.test/now' })
          expect((await t.deliver(socialpilotEvent, { event: 'post.published', ...body })).status).toBe(200)
        } else expect((await deliver()).status).toBe(200)
        expect(await rowOf(id)).toMatchObject({ publishedAt: new Date(at), originalPostDate: new Date(at) })
      }
      expect([(await rows()).length, await told()]).toEqual([2, [2, 2]])
      // The repeat of what was delivered first takes nothing back.
      expect((await schedule()).answer.data.state).toBe('published')
      await publishAt(later)
      expect(await told()).toEqual([2, 2])
    },
  )

  test('that is published already is an ordinary post, whatever its time', async () => {
    const { data } = (await schedule({ status: 'published' })).answer
    expect(data).toMatchObject({ state: 'published', originalPostDate: start })
    expect(await told()).toEqual([1, 1])
  })

  test('takes no published post back into waiting', { tags: ['posts-stay-published'] }, async () => {
    await t.newPost()
    const again = await schedule({ content: 'Changed.' })
    expect(again.answer.data).toMatchObject({
      state: 'published',
      content: 'Changed.',
      originalPostDate: start,
    })
    expect(await feedOf()).toHaveLength(1)
  })

  test('cannot push it to the chat yet', async () => {
    await schedule()
    const push = await t.call(newPost, { as: admin, body: postBody({ campaign_tags: 'manual-push' }) })
    expect([push.status, push.error.message]).toEqual([
      409,
      'This post is still scheduled. It is told of when it is published',
    ])
    expect(await told()).toEqual([0, 0])
  })
})

const acts = statement<{ action: string; details: object }>(
  'test_acts_of_posts',
  'select action, details from audit_entries order by created_at desc, id desc limit 1',
)
const lastAct = async () => (await t.deps.db.run(acts, []))[0]

describe('an administrator', () => {
  test('moves a waiting post, and it is published at its new time only', {
    tags: ['posts-move'],
  }, async () => {
    const id = await scheduled()
    const moved = await move(id, {
      scheduledTime: '2026-03-11T15:00:00+01:00',
      seen: { scheduledTime: later },
    })
    expect(moved.answer.data).toMatchObject({
      state: 'scheduled',
      originalPostDate: '2026-03-11T14:00:00.000Z',
    })
    expect(await lastAct()).toMatchObject({
      action: 'post.move',
      details: {
        before: { originalPostDate: later },
        after: { originalPostDate: '2026-03-11T14:00:00.000Z' },
      },
    })
    await publishAt(later)
    expect(await told()).toEqual([0, 0])
    await publishAt('2026-03-11T14:00:00Z')
    expect(await told()).toEqual([1, 1])
  })

  test.each([
    ['now', null, start],
    ['a time that has passed', '2026-03-10T09:00:00.000Z', '2026-03-10T09:00:00.000Z'],
  ])('publishes one at once with %s', { tags: ['posts-publish-now'] }, async (_name, scheduledTime, at) => {
    const id = await scheduled()
    const { data } = (await move(id, { scheduledTime, authorName: 'Ana Reed' })).answer
    expect(data).toMatchObject({ state: 'published', originalPostDate: at, authorName: 'Ana Reed' })
    expect([await told(), (await lastAct())?.action]).toEqual([[1, 1], 'post.publish'])
    await publishAt(later)
    expect(await told()).toEqual([1, 1])
  })

  test('cannot move a published post, nor one that somebody else has moved', {
    tags: ['posts-move'],
  }, async () => {
    const id = await scheduled()
    await move(id, { scheduledTime: '2026-03-11T13:00:00Z' })
    const seen = { scheduledTime: later }
    const stale = await move(id, { scheduledTime: '2026-03-11T16:00:00Z', seen })
    expect([stale.status, fieldsOf(stale), stale.error.current]).toEqual([
      409,
      ['scheduledTime'],
      { scheduledTime: '2026-03-11T13:00:00.000Z' },
    ])
    await publishAt('2026-03-11T13:00:00Z')
    for (const scheduledTime of ['2026-03-11T16:00:00Z', '2026-03-11T09:00:00Z', null]) {
      const late = await move(id, { scheduledTime })
      expect([late.status, fieldsOf(late)]).toEqual([409, ['scheduledTime']])
    }
    expect((await move(id, { scheduledTime: '2026-03-11T13:00:00Z' })).status).toBe(200)
    expect((await move(id, { scheduledTime: 'soon' })).status).toBe(400)
    expect((await move(id, { scheduledTime: '2026-03-11T16:00:00Z' }, ana)).status).toBe(403)
  })

  test('who moves a post while it is published has one of both, and learns which', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await scheduled({ post_url: `https://x.test/${round}`, content: `Round ${round}` })
      t.clock.set(later)
      const [moved] = await Promise.all([move(id, { scheduledTime: '2026-03-11T14:00:00Z' }), publish()])
      const row = await rowOf(id)
      expect([moved.status, row?.publishedAt, row?.originalPostDate]).toEqual(
        moved.status === 200
          ? [200, null, new Date('2026-03-11T14:00:00Z')]
          : [409, new Date(later), new Date(later)],
      )
      t.clock.set(start)
    }
    await publishAt('2026-03-11T14:00:00Z')
    expect(await told()).toEqual([10, 10])
  })
})
