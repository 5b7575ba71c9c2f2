import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listPosts } from '#contract/posts.schema.ts'
import { asId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { pointsConfigurations } from '#server/db/schema/game.ts'
import { posts } from '#server/db/schema/posts.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import type { AnswerTo } from '#test/support/checked-answer.ts'
import { present } from '#test/support/present.ts'
import { listPosts as listRows } from './store.ts'

let t: TestApp
let ana: TestMember
beforeAll(async () => {
  t = await startTestApp()
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())
afterEach(async () => {
  await t.deps.db.orm.delete(posts)
  t.deps.live.announce({ topics: ['posts'] })
})

const someId = asId<'post'>('019d0000-0000-7000-8000-000000000000')

const tuplesRead = statement<{ tuples: number }>(
  'test_posts_newest_read',
  `select pg_stat_get_xact_tuples_returned('posts_newest'::regclass)::int as tuples`,
)

type Row = Partial<typeof posts.$inferInsert>

async function insert(...rows: Row[]): Promise<void> {
  const at = t.clock.now()
  const values = rows.map((row, index) => ({
    id: newId<'post'>(),
    identity: `${index} ${newId()}`,
    brand: 'default',
    platform: 'linkedin' as const,
    authorName: 'Northwind',
    authorHandle: '@northwind',
    content: `Post ${index}`,
    originalPostDate: new Date(at.getTime() - index * 60_000),
    createdAt: at,
    updatedAt: at,
    publishedAt: at,
    ...row,
  }))
  await t.deps.db.orm.insert(posts).values(values)
  t.deps.live.announce({ topics: ['posts'] })
}

const read = (query = '') => t.call(listPosts, { as: ana, query })
const contentsOf = (page: AnswerTo<typeof listPosts>) => page.answer.data.map(({ content }) => content)

describe('the feed', () => {
  test('contains every post with exactly the fields of a card', async () => {
    await insert({
      content: 'Hello 😀 שלום',
      postUrl: 'https://x.test/1',
      authorAvatarUrl: 'https://x.test/a.png',
      imageUrl: 'https://x.test/i.png',
      campaignTags: ['secret-campaign'],
      question: 'What was hard?',
      angles: ['What you built', 'Who it helped'],
      likesCount: 1,
      commentsCount: 2,
      sharesCount: 3,
      viewsCount: 4,
    })
    const { answer } = await read()
    expect(answer).toEqual({
      data: [
        {
          id: expect.any(String),
          state: 'published',
          brand: 'default',
          platform: 'linkedin',
          authorName: 'Northwind',
          authorHandle: '@northwind',
          authorAvatarUrl: 'https://x.test/a.png',
          content: 'Hello 😀 שלום',
          imageUrl: 'https://x.test/i.png',
          originalPostDate: t.clock.now().toISOString(),
          postUrl: 'https://x.test/1',
          question: 'What was hard?',
          angles: ['What you built', 'Who it helped'],
          likesCount: 1,
          commentsCount: 2,
          sharesCount: 3,
          worth: { like: 15, comment: 20, share: 30 },
          reporters: { count: 0, first: [] },
        },
      ],
      nextCursor: null,
    })
    // A page that is not cached has the same shape.
    expect((await read('?platform=linkedin')).answer).toEqual(answer)
  })

  test('begins with the newest original date, whenever a post was delivered, and leaves deleted posts out', async () => {
    const day = (number: number) => new Date(Date.UTC(2026, 1, number))
    await insert(
      { content: 'middle', originalPostDate: day(2) },
      { content: 'oldest', originalPostDate: day(1) },
      { content: 'gone', originalPostDate: day(4), deletedAt: t.clock.now() },
      { content: 'newest', originalPostDate: day(3) },
    )
    expect(contentsOf(await read())).toEqual(['newest', 'middle', 'oldest'])
    expect(contentsOf(await read('?limit=2'))).toEqual(['newest', 'middle'])
  })

  test('gives fifty posts at first and the rest page by page, each once, even with equal dates', {
    tags: ['f-21'],
  }, async () => {
    const sameDate = t.clock.now()
    await insert(
      ...Array.from({ length: 113 }, (_, index) =>
        index > 40 && index < 80 ? { originalPostDate: sameDate } : {},
      ),
    )
    const first = (await read()).answer
    expect(first.data).toHaveLength(50)
    const seen = first.data.map(({ id }) => id)
    for (let cursor = first.nextCursor; cursor !== null; ) {
      const page = (await read(`?limit=10&cursor=${encodeURIComponent(cursor)}`)).answer
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect([seen.length, new Set(seen).size]).toEqual([113, 113])
    expect((await read('?limit=100')).answer.data.map(({ id }) => id)).toEqual(seen.slice(0, 100))
  })

  test('shows null for an unsafe address, however it came into the database', {
    tags: ['sec-57'],
  }, async () => {
    await insert({
      postUrl: 'javascript:alert(1)',
      imageUrl: ' data:text/html,<script>alert(1)</script>',
      authorAvatarUrl: 'https://user:word@x.test/a.png',
    })
    const unsafe = { postUrl: null, imageUrl: null, authorAvatarUrl: null }
    expect((await read()).answer.data).toMatchObject([unsafe])
    expect((await read('?limit=3')).answer.data).toMatchObject([unsafe])
  })

  test('says what a report is worth under the current rules', async () => {
    const rule = {
      id: newId<'pointsRule'>(),
      actionType: 'share' as const,
      pointValue: 40,
      multiplier: 150,
      createdAt: t.clock.now(),
    }
    await insert({ platform: 'tiktok' }, { platform: 'youtube' })
    await t.deps.db.orm.insert(pointsConfigurations).values({ ...rule, platform: 'tiktok' })
    t.deps.live.announce({ topics: ['rules'] })
    const worths = [
      { like: 15, comment: 20, share: 60 },
      { like: 15, comment: 20, share: 30 },
    ]
    expect((await read()).answer.data.map(({ worth }) => worth)).toEqual(worths)
    expect((await read('?limit=2')).answer.data.map(({ worth }) => worth)).toEqual(worths)
    await t.deps.db.orm.update(pointsConfigurations).set({ isActive: false }).where(sql`id = ${rule.id}`)
    t.deps.live.announce({ topics: ['rules'] })
    expect((await read()).answer.data[0]?.worth.share).toBe(30)
  })

  test.each(['', '?limit=7'])(
    'answers 304 to a client with the current first page%s, until a post arrives',
    async (query) => {
      await insert({})
      const first = await read(query)
      const again = () =>
        t.app.inject({
          url: `${listPosts.path}${query}`,
          headers: { cookie: ana.cookie, 'if-none-match': String(first.headers.etag) },
        })
      expect((await again()).statusCode).toBe(304)
      await insert({ content: 'Another.' })
      expect((await again()).statusCode).toBe(200)
    },
  )

  test('reads a page from its index, and only that page', async () => {
    // No other test uses this date, because the index still holds the entries of rows that other tests deleted.
    const at = new Date('2020-01-01T00:00:00Z')
    await insert(...Array.from({ length: 300 }, () => ({ originalPostDate: at })))
    await t.deps.db.orm.execute(sql`analyze posts`)
    const read = await t.deps.db.transaction(async (tx) => {
      // With so few rows PostgreSQL would scan the table, but this test is about the index.
      await tx.orm.execute(sql`set local enable_seqscan = off`)
      // The counter includes earlier transactions until their connection reports it, so only the difference counts.
      const [before] = await tx.run(tuplesRead, [])
      await listRows(tx, {
        limit: 10,
        hasTests: false,
        after: { at: new Date(at.getTime() + 1), id: someId },
      })
      const [after] = await tx.run(tuplesRead, [])
      return Number(after?.tuples) - Number(before?.tuples)
    })
    expect(read).toBe(10)
  })
})

describe('the feed refuses', () => {
  test.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=101'],
    ['limit', '?limit=-1'],
    ['limit', '?limit=1.5'],
    ['limit', '?limit=many'],
    ['limit', '?limit='],
    ['limit', '?limit=5&limit=6'],
    ['cursor', '?cursor='],
    ['cursor', '?cursor=nonsense'],
    ['cursor', '?cursor=%00'],
    ['cursor', `?cursor=${'x'.repeat(201)}`],
    ['cursor', `?cursor=' OR 1=1--`],
    ['cursor', '?cursor=a&cursor=b'],
    ['cursor', `?cursor=${cursorOf(['2026-03-11T10:00:00.000Z'])}`],
    ['cursor', `?cursor=${cursorOf(['2026-03-11T10:00:00.000Z', "' OR 1=1--"])}`],
    ['cursor', `?cursor=${cursorOf(['yesterday', someId])}`],
    ['cursor', `?cursor=${cursorOf(['0000-01-01T00:00:00.000Z', someId])}`],
    ['cursor', `?cursor=${cursorOf({ at: '2026-03-11T10:00:00.000Z', id: someId })}`],
  ])('a bad %s: %s', async (field, query) => {
    const { status, error } = await read(query.replaceAll(' ', '%20'))
    expect([status, error.issues?.[0]?.path]).toEqual([400, field])
  })

  test('a genuine cursor that somebody changed', async () => {
    await insert({}, {}, {})
    const nextCursor = present((await read('?limit=1')).answer.nextCursor)
    const changed = [
      nextCursor.slice(1),
      nextCursor.slice(0, -2),
      `${nextCursor}x`,
      `${nextCursor}!`,
      nextCursor.toUpperCase(),
    ]
    for (const cursor of changed) {
      const { status, error } = await read(`?limit=1&cursor=${encodeURIComponent(cursor)}`)
      expect([status, error.issues?.[0]?.path], cursor).toEqual([400, 'cursor'])
    }
  })

  test('other methods', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'] as const) {
      expect((await t.request(method, listPosts.path, ana, {})).status).toBe(404)
    }
  })
})

describe('access to the feed', () => {
  test('is refused to visitors without a session, and to machines', async () => {
    expect((await t.call(listPosts)).status).toBe(401)
    const [secret = ''] = t.deps.secrets.webhooks
    const answer = await t.app.inject({ url: listPosts.path, headers: { 'x-webhook-secret': secret } })
    expect(answer.statusCode).toBe(401)
  })

  test.each(['user', 'moderator', 'admin'] as const)('is open to the role %s', async (role) => {
    expect((await t.call(listPosts, { as: await t.member(`${role}.reader`, role) })).status).toBe(200)
  })
})

function cursorOf(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
