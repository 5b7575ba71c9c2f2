import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { EngagementAnswer } from '#contract/posts.ts'
import { parkedEngagements, posts } from '#server/db/schema/posts.ts'
import type { CheckedAnswer } from '#test/support/checked-answer.ts'
import { type HookApp, startHookApp } from '#test/support/hooks.ts'
import { testClock } from '#test/support/moment.ts'

let t: HookApp
const start = '2026-03-11T10:00:00.000Z'
beforeAll(async () => {
  t = await startHookApp({ clock: testClock(start) })
})
afterAll(() => t.close())
afterEach(async () => {
  t.announced.length = 0
  t.clock.set(start)
  await t.deps.db.orm.delete(parkedEngagements)
  await t.deps.db.orm.delete(posts)
})

const url = 'https://www.linkedin.com/posts/northwind_news-activity-7001'
const unknown = 'https://x.test/unknown'
const rows = () => t.deps.db.orm.select().from(posts).orderBy(posts.createdAt, posts.id)
const parked = () => t.deps.db.orm.select().from(parkedEngagements)
const outcomeOf = ({ status, answer }: CheckedAnswer<EngagementAnswer>) => [
  status,
  answer.success,
  answer.outcome,
]
const counts = (likesCount: number, commentsCount: number, sharesCount: number, viewsCount: number) => ({
  likesCount,
  commentsCount,
  sharesCount,
  viewsCount,
})

describe('an engagement update', () => {
  test('sets the numbers of the post, which may be sent as text, and announces them to open feeds', async () => {
    const { id } = (await t.newPost()).answer.data
    t.announced.length = 0
    const numbers = {
      likes_count: '12',
      comments_count: 3,
      shares_count: ' 4 ',
      views_count: '900.0',
      other: {},
    }
    expect(outcomeOf(await t.engagement({ post_url: `${url}/?utm_source=x`, ...numbers }))).toEqual([
      200,
      true,
      'applied',
    ])
    expect(await rows()).toMatchObject([{ ...counts(12, 3, 4, 900), engagementAt: new Date(start) }])
    expect(t.announced).toEqual([
      { topics: ['posts'], messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: id } }] },
    ])
  })

  test('keeps the numbers that it does not name, and can lower those that it names', async () => {
    await t.newPost()
    await t.engagement({
      post_url: url,
      likes_count: 12,
      comments_count: 3,
      shares_count: 4,
      views_count: 900,
    })
    await t.engagement({ post_url: url, likes_count: 0, comments_count: '', shares_count: null })
    expect(await rows()).toMatchObject([counts(0, 3, 4, 900)])
  })

  test('applies to every post with the address', async () => {
    await t.newPost()
    await t.newPost({ platform: 'twitter' })
    await t.newPost({ post_url: 'https://x.test/other' })
    t.announced.length = 0
    await t.engagement({ post_url: url, likes_count: 5 })
    expect((await rows()).map(({ likesCount }) => likesCount)).toEqual([5, 5, 0])
    expect(t.announced.flatMap(({ messages }) => messages)).toHaveLength(2)
  })

  test('announces nothing when nothing changed, but still counts as the newest', async () => {
    await t.newPost()
    await t.engagement({ post_url: url, likes_count: 5, updated_at: '2026-03-11T08:00:00Z' })
    t.announced.length = 0
    await t.engagement({ post_url: url, likes_count: 5, updated_at: '2026-03-11T09:00:00Z' })
    expect(t.announced).toEqual([])
    const between = { post_url: url, likes_count: 4, updated_at: '2026-03-11T08:30:00Z' }
    expect(outcomeOf(await t.engagement(between))).toEqual([200, true, 'ignored'])
  })

  test('is ignored when it is older than the stored numbers', { tags: ['f-12'] }, async () => {
    await t.newPost()
    await t.engagement({ post_url: url, likes_count: 5, updated_at: '2026-03-11T08:00:00Z' })
    t.announced.length = 0
    const older = { post_url: url, likes_count: 9, shares_count: 9, updated_at: '2026-03-11T08:59:59+01:00' }
    expect(outcomeOf(await t.engagement(older))).toEqual([200, true, 'ignored'])
    expect(await rows()).toMatchObject([{ likesCount: 5, sharesCount: 0 }])
    expect(t.announced).toEqual([])
  })

  test('from a clock that runs ahead does not make later numbers look stale', async () => {
    await t.newPost()
    await t.engagement({ post_url: url, likes_count: 5, updated_at: '2027-01-01T00:00:00Z' })
    t.clock.advance(1_000)
    expect(outcomeOf(await t.engagement({ post_url: url, likes_count: 6 }))[2]).toBe('applied')
  })

  test('for an unknown post is kept without an announcement, with the newest value of each number', async () => {
    const at = (updated_at: string, numbers: object) =>
      t.engagement({ post_url: unknown, updated_at, ...numbers })
    expect(outcomeOf(await at('2026-03-11T08:00:00Z', { likes_count: 5, views_count: 50 }))).toEqual([
      200,
      true,
      'kept',
    ])
    expect(outcomeOf(await at('2026-03-11T09:00:00Z', { likes_count: 6 }))[2]).toBe('kept')
    expect(outcomeOf(await at('2026-03-11T08:30:00Z', { likes_count: 1 }))[2]).toBe('ignored')
    expect(await parked()).toMatchObject([{ likesCount: 6, viewsCount: 50, commentsCount: null }])
    expect(t.announced).toEqual([])
    await t.newPost({ post_url: unknown })
    const late = { post_url: unknown, likes_count: 2, updated_at: '2026-03-11T08:59:00Z' }
    expect(outcomeOf(await t.engagement(late))[2]).toBe('ignored')
  })

  test('for an unknown post is dropped after more than seven days', async () => {
    await t.engagement({ post_url: unknown, likes_count: 5 })
    t.clock.advance(7 * 86_400_000 + 1)
    await t.engagement({ post_url: 'https://x.test/2', likes_count: 5 })
    expect((await parked()).map(({ normalisedUrl }) => normalisedUrl)).toEqual(['https://x.test/2'])
  })

  test('for a deleted post is ignored, and not kept', async () => {
    await t.newPost()
    await t.deps.db.orm.update(posts).set({ deletedAt: t.clock.now() })
    expect(outcomeOf(await t.engagement({ post_url: url, likes_count: 5 }))[2]).toBe('ignored')
    expect([await parked(), (await rows())[0]?.likesCount]).toEqual([[], 0])
  })

  test.each(['https://example.com/post/1', 'http://localhost:3000/go/abc'])(
    'is ignored for the placeholder %s, which never identifies a post',
    async (post_url) => {
      await t.newPost({ post_url })
      expect(outcomeOf(await t.engagement({ post_url, likes_count: 5 }))).toEqual([200, true, 'ignored'])
      expect([await parked(), (await rows())[0]?.likesCount]).toEqual([[], 0])
    },
  )

  test('with the newest time wins when twenty arrive at once, whatever their order', async () => {
    await t.newPost()
    const minutes = Array.from({ length: 20 }, (_, index) => (index * 7) % 20)
    const answers = await Promise.all(
      minutes.map((minute) =>
        t.engagement({
          post_url: url,
          likes_count: minute,
          updated_at: `2026-03-11 08:${String(minute).padStart(2, '0')}`,
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await rows()).toMatchObject([{ likesCount: 19, engagementAt: new Date('2026-03-11T08:19:00Z') }])
  })
})

describe('an engagement update is refused', () => {
  test.each([
    ['post_url', { post_url: undefined }],
    ['post_url', { post_url: '' }],
    ['post_url', { post_url: '#' }],
    ['post_url', { post_url: 'javascript:alert(1)' }],
    ['likes_count', { likes_count: undefined }],
    ['likes_count', { likes_count: '' }],
    ['likes_count', { likes_count: -1 }],
    ['likes_count', { likes_count: '-1' }],
    ['likes_count', { likes_count: 1.5 }],
    ['likes_count', { likes_count: '1.5' }],
    ['likes_count', { likes_count: '1e3' }],
    ['likes_count', { likes_count: '0x10' }],
    ['likes_count', { likes_count: '1,000' }],
    ['likes_count', { likes_count: 2_147_483_648 }],
    ['likes_count', { likes_count: '9'.repeat(30) }],
    ['likes_count', { likes_count: true }],
    ['likes_count', { likes_count: [1] }],
    ['comments_count', { comments_count: 'many' }],
    ['shares_count', { shares_count: {} }],
    ['views_count', { views_count: 'NaN' }],
    ['updated_at', { updated_at: 'yesterday' }],
    ['updated_at', { updated_at: 1_773_136_800 }],
  ])('for a bad %s: %j', async (field, change) => {
    await t.newPost()
    const answer = await t.engagement({ post_url: url, likes_count: 5, ...change })
    expect([answer.status, answer.error.issues?.[0]?.path]).toEqual([400, field])
    expect(await rows()).toMatchObject([counts(0, 0, 0, 0)])
  })
})
