import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { countReporters, deletePost, listPosts, restorePost, updatePost } from '#contract/posts.schema.ts'
import { reportersCounted } from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { chatNotifications } from '#server/db/schema/connections.ts'
import { activities } from '#server/db/schema/game.ts'
import type { TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'
import { insertTestSession } from '#test/support/session.ts'
import { publishDuePosts } from './commands.ts'

const start = '2026-03-11T10:00:00.000Z'
const dayMs = 86_400_000
const noId = '00000000-0000-7000-8000-000000000000'

let t: HookApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startHookApp({
    clock: testClock(start),
    config: { slackBotToken: 'xoxb-1', slackChannelId: 'C0TEST' },
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
  })
  admin = await t.member('iris.admin', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())
beforeEach(() => passDays(100))

/** Lets days pass, and signs those in again whose sessions have ended meanwhile. */
async function passDays(days: number): Promise<void> {
  t.clock.advance(days * dayMs)
  for (const member of [admin, ana])
    Object.assign(member, { cookie: await insertTestSession(t.deps, member.id) })
}

let made = 0
const deliver = async (changes: Record<string, unknown> = {}): Promise<PostId> => {
  const number = ++made
  const fresh = { content: `Post ${number}`, post_url: `https://x.test/${number}` }
  return (await t.newPost({ ...fresh, ...changes })).answer.data.id
}
const remove = (id: string) => t.call(deletePost, { as: admin, params: { id } })
const restore = (id: string, as: TestMember | null = admin) => t.call(restorePost, { as, params: { id } })
const seen = async (id: string, as = ana) =>
  (await t.call(listPosts, { as })).answer.data.some((post) => post.id === id)
const told = async () =>
  (await t.deps.db.orm.select().from(activities)).length +
  (await t.deps.db.orm.select().from(chatNotifications)).length
const lastAct = statement<{ action: string; subject: string }>(
  'test_last_act_of_a_post',
  'select action, subject from audit_entries order by created_at desc, id desc limit 1',
)

describe('a deleted post', () => {
  test('is restored as it was, with its reports, and nothing is told of it again', {
    tags: ['posts-restore'],
  }, async () => {
    const id = await deliver()
    await t.call(reportInteraction, { as: ana, body: { postId: id, interactionType: 'like' } })
    const before = (await t.call(listPosts, { as: ana })).answer.data.find((post) => post.id === id)
    await remove(id)
    expect(await seen(id)).toBe(false)
    const lines = await told()
    t.announced.length = 0
    await passDays(29)
    expect((await restore(id)).answer.data).toMatchObject({ id, state: 'published' })
    expect((await t.call(listPosts, { as: ana })).answer.data).toContainEqual(before)
    expect(await told()).toBe(lines)
    expect(t.announced).toMatchObject([{ topics: ['posts'] }])
    expect(await t.deps.db.run(lastAct, [])).toEqual([{ action: 'post.restore', subject: id }])
    // One that is not deleted is answered unchanged, and nothing happens.
    t.announced.length = 0
    expect((await restore(id)).answer.data.id).toBe(id)
    expect(t.announced).toEqual([])
  })

  test('can be restored for thirty days, and by administrators alone', {
    tags: ['posts-restore', 'rights-posts'],
  }, async () => {
    const id = await deliver()
    await remove(id)
    expect([(await restore(id, ana)).status, (await restore(id, null)).status]).toEqual([403, 401])
    t.clock.advance(1)
    await passDays(30)
    const late = await restore(id)
    expect([late.status, late.error.message]).toEqual([
      410,
      'This post was deleted more than 30 days ago, so it cannot be restored',
    ])
    expect((await restore(noId)).status).toBe(404)
    expect(await seen(id)).toBe(false)
  })

  test('that waited is published at its time, or at once if that has passed meanwhile', {
    tags: ['posts-restore'],
  }, async () => {
    const at = (ms: number) => new Date(t.clock.now().getTime() + ms).toISOString()
    const [past, ahead] = [
      await deliver({ scheduled_time: at(dayMs) }),
      await deliver({ scheduled_time: at(3 * dayMs) }),
    ]
    for (const id of [past, ahead]) await remove(id)
    t.clock.advance(2 * dayMs)
    await publishDuePosts(t.deps)
    for (const id of [past, ahead]) expect((await restore(id)).answer.data.state).toBe('scheduled')
    const lines = await told()
    await publishDuePosts(t.deps)
    expect([await seen(past), await seen(ahead), await told()]).toEqual([true, false, lines + 2])
    t.clock.advance(dayMs)
    await publishDuePosts(t.deps)
    expect([await seen(ahead), await told()]).toEqual([true, lines + 4])
  })

  test('stays deleted while another post has its place, which the answer names', {
    tags: ['posts-restore'],
  }, async () => {
    const time = (days: number) => new Date(t.clock.now().getTime() + days * dayMs).toISOString()
    const same = { content: 'The same text.', post_url: null }
    const first = await deliver({ ...same, scheduled_time: time(1) })
    await remove(first)
    const second = await deliver({ ...same, scheduled_time: time(2), author_name: 'Ben Okafor' })
    await t.call(updatePost, { as: admin, params: { id: second }, body: { scheduledTime: time(1) } })
    const refused = await restore(first)
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Another post by Ben Okafor has the same text and time now. Delete it first',
    ])
    await remove(second)
    expect((await restore(first)).status).toBe(200)
  })

  test('is listed for thirty days, the last deletion first, with when that was', {
    tags: ['posts-deleted-list'],
  }, async () => {
    const ids: PostId[] = []
    for (let nth = 0; nth < 3; nth++) {
      const id = await deliver()
      ids.unshift(id)
      await remove(id)
      t.clock.advance(dayMs)
    }
    const deleted = async (query: object = {}) =>
      (await t.call(listPosts, { as: admin, query: { state: 'deleted', ...query } })).answer
    const { data, total } = await deleted()
    expect([data.map(({ id }) => id), total]).toEqual([ids, 3])
    expect(
      data.map(({ deletedAt = '' }) => (t.clock.now().getTime() - Date.parse(deletedAt)) / dayMs),
    ).toEqual([1, 2, 3])
    expect((await deleted({ page: 2, limit: 2 })).data.map(({ id }) => id)).toEqual(ids.slice(2))
    expect((await deleted({ search: `Post ${made}` })).total).toBe(1)
    await passDays(28)
    expect((await deleted()).data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  })
})

test('the members who reported on a post are counted, all of them, and only with live reports', {
  tags: ['posts-delete-effects'],
}, async () => {
  const id = await insertPost(t.deps)
  const count = async () => (await t.call(countReporters, { as: admin, params: { id } })).answer.data.count
  expect(await count()).toBe(0)
  for (let nth = 0; nth <= reportersCounted; nth++) {
    const as = await t.member(`crowd.${nth}`)
    for (const interactionType of ['like', 'share'])
      await t.call(reportInteraction, { as, body: { postId: id, interactionType } })
  }
  expect(await count()).toBe(reportersCounted + 1)
  expect((await t.call(countReporters, { as: ana, params: { id } })).status).toBe(403)
})
