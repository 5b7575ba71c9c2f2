import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPostReach } from '#contract/analytics.schema.ts'
import { type PostReachSort, postReachSorts } from '#contract/analytics.ts'
import { myInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { sortDirections } from '#contract/tables.ts'
import { testBrand } from '#domain/posts.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

const dayMs = 86_400_000
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({
    limits: { perMember: 10_000, visitsPerAddress: 10_000 },
    // Already the next day in the workspace.
    clock: testClock('2026-03-11T12:30:00Z'),
    environment: { WORKSPACE_TIME_ZONE: 'Pacific/Auckland' },
  })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

const ask = (query: Record<string, unknown> = {}, as: TestMember | null = admin) =>
  t.call(listPostReach, { as, query })
const read = async (query?: Record<string, unknown>) => (await ask(query)).answer
const ago = (days: number, moreMs = 0) => new Date(t.clock.now().getTime() - days * dayMs - moreMs)

describe('the reach of a post', () => {
  it('is its numbers, the members who reported, the clicks and the people behind them, and its points', {
    tags: ['admin-analytics-reach-figures'],
  }, async () => {
    const ben = await t.member('ben.okafor')
    const postUrl = 'https://www.linkedin.com/posts/launch'
    const post = await insertPost(t.deps, { postUrl, content: 'The launch', authorName: 'Northwind' })
    await t.deps.db.run(
      statement('', 'update posts set likes_count = 7, comments_count = 2, shares_count = 1 where id = $1'),
      [post],
    )
    for (const interactionType of ['like', 'comment'])
      await t.call(reportInteraction, { as: ana, body: { postId: post, interactionType } })
    await t.call(reportInteraction, { as: ben, body: { postId: post, interactionType: 'like' } })
    const visits = [
      [ana, '203.0.1.1'],
      [ben, '203.0.1.1'],
      [ana, '203.0.2.1'],
    ] as const
    for (const [owner, remoteAddress] of visits) {
      const url = `/go/${owner.id.slice(-10)}?p=${post}`
      await t.app.inject({ method: 'GET', url, headers: { 'user-agent': browser }, remoteAddress })
    }
    expect(await read()).toEqual({
      data: [
        {
          id: post,
          platform: 'linkedin',
          authorName: 'Northwind',
          content: 'The launch',
          originalPostDate: t.clock.now().toISOString(),
          likes: 7,
          comments: 2,
          shares: 1,
          engagements: 10,
          members: 2,
          clicks: 3,
          people: 2,
          // Two likes, a comment and three clicks by the default rules.
          points: 65,
        },
      ],
      total: 1,
    })
    for (const { id } of (await t.call(myInteractions, { as: ana })).answer.data)
      await t.call(undoInteraction, { as: ana, params: { id } })
    expect((await read()).data).toMatchObject([{ members: 1, clicks: 3, points: 30 }])
  })

  it('is told of published posts of the period, by workspace day, and of no test', {
    tags: ['admin-analytics-feed-only', 'admin-analytics-reach-rows'],
  }, async () => {
    const before = (await read({ days: 7 })).total
    await insertPost(t.deps, { isScheduled: true })
    await insertPost(t.deps, { isDeleted: true })
    await insertPost(t.deps, { brand: testBrand })
    expect((await read({ days: 7 })).total).toBe(before)
    // It is half past one in the night there, so that the first day began six days and 90 minutes ago.
    const first = await insertPost(t.deps, { at: ago(6, 90 * 60_000) })
    await insertPost(t.deps, { at: ago(6, 90 * 60_000 + 1) })
    const { data, total } = await read({ days: 7 })
    expect([total, data.length, data.at(-1)?.id]).toEqual([before + 1, before + 1, first])
    expect((await read({ days: 30 })).total).toBe(before + 2)
  })

  it('is sorted by every figure both ways, and paged with each post once', {
    tags: ['admin-analytics-reach-rows'],
  }, async () => {
    for (let place = 0; place < 26; place++) {
      const post = await insertPost(t.deps, { at: ago(40 + place) })
      const types = interactionTypes.slice(0, place % 4)
      const as = place % 2 ? ana : admin
      for (const interactionType of types)
        await t.call(reportInteraction, { as, body: { postId: post, interactionType } })
    }
    for (const sort of postReachSorts)
      for (const direction of sortDirections) await expectSorted(sort, direction)
    expect((await read({ days: 90, page: 3 })).data).toEqual([])
    const newest = await read({ days: 90, sort: 'originalPostDate', direction: 'desc' })
    expect(await read({ days: 90 })).toEqual(newest)
  })
})

describe('the list of posts with their reach', () => {
  it('refuses another period, order or page, and names it', async () => {
    const wrong = { days: '14', sort: 'likes', direction: 'up', page: '0' }
    for (const [path, value] of Object.entries(wrong)) {
      const { status, error } = await ask({ [path]: value })
      expect([status, error.issues?.map((issue) => issue.path)]).toEqual([400, [path]])
    }
  })

  it('is for administrators only', { tags: ['rights-figures'] }, async () => {
    const callers = [null, ana, await t.member('mo', 'moderator'), admin]
    const outcomes = await Promise.all(callers.map((caller) => ask({}, caller)))
    expect(outcomes.map(({ status }) => status)).toEqual([401, 403, 403, 200])
  })
})

async function expectSorted(sort: PostReachSort, direction: 'asc' | 'desc'): Promise<void> {
  const first = await read({ days: 90, sort, direction })
  const second = await read({ days: 90, sort, direction, page: 2 })
  const rows = first.data.concat(second.data)
  expect([first.data.length, rows.length]).toEqual([25, first.total])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const values = rows.map((row) => (sort === 'originalPostDate' ? Date.parse(row[sort]) : row[sort]))
  expect(values).toEqual(values.toSorted((one, other) => (direction === 'asc' ? one - other : other - one)))
}
