import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { recentInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { createPointsConfiguration, deletePointsConfiguration } from '#contract/points.schema.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import type { SharePage } from '#contract/shares.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const noId = '0197f000-0000-7000-8000-000000000000'

let t: TestApp
let ana: TestMember
let ben: TestMember
let moderator: TestMember
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 }, clock: testClock('2026-03-11T10:00:00Z') })
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
  moderator = await t.member('mo.dane', 'moderator')
  admin = await t.member('cara.ito', 'admin')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const submit = async (body: unknown = { platform: 'linkedin' }, as: TestMember = ana) =>
  (await t.call(submitShare, { as, body })).answer.data
const review = (id: string, body: unknown, as: TestMember = admin) =>
  t.call(reviewShare, { as, params: { id }, body })
const pointsOf = async (member: TestMember): Promise<number> =>
  (await t.call(getCurrentUser, { as: member })).answer.data.totalPoints
const entriesOf = (shareId: string) =>
  t.deps.db.run(
    statement<{ reason: string; amount: number; day: string }>(
      'test_entries_of_share',
      'select reason, amount, day::text as day from ledger where subject_id = $1 order by created_at, id',
    ),
    [shareId],
  )
const withRule = async (rule: Record<string, unknown>, work: () => Promise<void>) => {
  const { id } = (await t.call(createPointsConfiguration, { as: admin, body: rule })).answer.data
  await work()
  await t.call(deletePointsConfiguration, { as: admin, params: { id } })
}

describe('a share', () => {
  it('is pending when it is submitted, and earns nothing yet', async () => {
    const before = await pointsOf(ana)
    const reply = await t.call(submitShare, {
      as: ana,
      body: {
        platform: 'twitter',
        customMessage: '  Look at this ',
        contentType: 'Article',
        shareUrl: 'https://twitter.com/ana/1',
        points: 500,
        status: 'completed',
        userId: ben.id,
      },
    })
    expect(reply.status).toBe(200)
    expect(reply.answer.data).toEqual({
      id: reply.answer.data.id,
      userId: ana.id,
      platform: 'twitter',
      customMessage: 'Look at this',
      contentType: 'article',
      shareUrl: 'https://twitter.com/ana/1',
      engagements: 0,
      points: 0,
      status: 'pending',
      report: null,
      reason: null,
      appealUntil: null,
      createdAt: t.clock.now().toISOString(),
    })
    expect(await pointsOf(ana)).toBe(before)
  })

  it('earns once when it is completed, in totals, standings and activities, and each review adds an audit entry', {
    tags: ['rights-shares'],
  }, async () => {
    const contest = await insertContest(t.deps, {
      startDate: asDay('2026-03-01'),
      endDate: asDay('2026-03-31'),
    })
    const before = await pointsOf(ana)
    const { id } = await submit()
    expect((await review(id, { status: 'approved' })).answer.data).toMatchObject({
      status: 'approved',
      points: 0,
    })
    expect(await pointsOf(ana)).toBe(before)
    const done = await review(id, { status: 'completed', points: 0, engagements: 3 }, moderator)
    expect(done.answer.data).toMatchObject({ status: 'completed', points: 30, engagements: 3 })
    expect(await pointsOf(ana)).toBe(before + 30)
    await review(id, { status: 'pending' })
    await review(id, { status: 'completed' })
    expect(await pointsOf(ana)).toBe(before + 30)
    // The share no longer counted, and counts again.
    const zero = { reason: 'adjustment', amount: 0, day: '2026-03-11' }
    expect(await entriesOf(id)).toEqual([{ reason: 'share', amount: 30, day: '2026-03-11' }, zero, zero])
    const standings = (await t.call(getStandings, { as: ben, params: { contestId: contest } })).answer.data
    expect(standings).toMatchObject([{ username: 'ana.lima', monthlyPoints: 30, totalShares: 1 }])
    const activities = (await t.call(listActivities, { as: ben })).answer.data
    expect(activities[0]).toMatchObject({
      type: 'share',
      description: 'Had a share on LinkedIn verified',
      points: 30,
      user: { username: 'ana.lima' },
      metadata: { platform: 'linkedin' },
    })
    const audited = await t.deps.db.run(
      statement<{ actor: string }>(
        'test_reviews',
        `select actor_id as actor from audit_entries where action = 'share.review' and subject = $1 order by id`,
      ),
      [id],
    )
    expect(audited.map(({ actor }) => actor)).toEqual([admin.id, moderator.id, admin.id, admin.id])
  })

  it('loses its points and its activity while it is rejected, and gets both back', {
    tags: ['inv-06'],
  }, async () => {
    const before = await pointsOf(ana)
    const { id } = await submit()
    await review(id, { status: 'completed' })
    const rejected = await review(id, { status: 'rejected', reason: 'The link does not open.' })
    expect(rejected.answer.data.reason).toBe('The link does not open.')
    expect(await pointsOf(ana)).toBe(before)
    const lines = (await t.call(listActivities, { as: ben })).answer.data.filter(
      ({ type }) => type === 'share',
    )
    expect(lines).toHaveLength(1)
    await review(id, { status: 'completed' })
    expect(await pointsOf(ana)).toBe(before + 30)
    expect((await entriesOf(id)).map(({ reason, amount }) => [reason, amount])).toEqual([
      ['share', 30],
      ['adjustment', -30],
      ['adjustment', 30],
    ])
  })

  it('books the difference when its points are set by hand, for the day of the correction', {
    tags: ['admin-shares-earn', 'inv-06'],
  }, async () => {
    const { id } = await submit()
    await review(id, { status: 'completed' })
    t.clock.advance(24 * 3_600_000)
    const before = await pointsOf(ana)
    await review(id, { points: 12 })
    await review(id, { points: 50 })
    expect(await pointsOf(ana)).toBe(before + 20)
    expect(await entriesOf(id)).toEqual([
      { reason: 'share', amount: 30, day: '2026-03-11' },
      { reason: 'adjustment', amount: -18, day: '2026-03-12' },
      { reason: 'adjustment', amount: 38, day: '2026-03-12' },
    ])
  })

  it('earns by the rule of its platform, with the bonuses for a message and for 50 engagements', async () => {
    const rule = { actionType: 'share_youtube', context: 'verified', pointValue: 20, bonusValue: 5 }
    await withRule({ ...rule, bonusType: 'custom_message' }, async () => {
      const plain = await submit({ platform: 'youtube' })
      const spoken = await submit({ platform: 'youtube', customMessage: 'x' })
      expect((await review(plain.id, { status: 'completed' })).answer.data.points).toBe(20)
      expect((await review(spoken.id, { status: 'completed' })).answer.data.points).toBe(25)
    })
    await withRule({ ...rule, bonusType: 'engagement_threshold' }, async () => {
      const { id } = await submit({ platform: 'youtube' })
      expect((await review(id, { status: 'completed', engagements: 49 })).answer.data.points).toBe(20)
      expect((await review(id, { engagements: 50 })).answer.data.points).toBe(25)
      expect((await review(id, { engagements: 5000 })).answer.data.points).toBe(25)
    })
  })

  it('is booked once when several people complete it at once', async () => {
    const before = await pointsOf(ana)
    const ids = await Promise.all(Array.from({ length: 5 }, async () => (await submit()).id))
    const reviews = ids.flatMap((id) =>
      [admin, moderator, admin].map((as) => review(id, { status: 'completed' }, as)),
    )
    expect((await Promise.all(reviews)).map(({ status }) => status)).toEqual(Array(15).fill(200))
    expect(await pointsOf(ana)).toBe(before + 5 * 30)
    for (const id of ids) expect(await entriesOf(id)).toHaveLength(1)
  })
})

describe('a share from a report', () => {
  it('earns nothing again, and is removed by an undo unless somebody reviewed it', async () => {
    const made = async () => {
      const body = { postId: await insertPost(t.deps), interactionType: 'share' }
      await t.call(reportInteraction, { as: ben, body })
      const share = present((await t.call(listShares, { as: ben })).answer.data[0])
      const { id } = present((await t.call(recentInteractions, { as: ben })).answer.data[0])
      return { share, undo: () => t.call(undoInteraction, { as: ben, params: { id } }) }
    }
    const first = await made()
    const counted = { contentType: 'company_post', status: 'pending', points: 30, report: 'live' }
    expect(first.share).toMatchObject(counted)
    const before = await pointsOf(ben)
    await review(first.share.id, { status: 'completed', engagements: 900 })
    expect(await pointsOf(ben)).toBe(before)
    await review(first.share.id, { points: 38 })
    expect(await pointsOf(ben)).toBe(before + 8)
    t.clock.advance(1)
    const second = await made()
    await second.undo()
    const left = (await t.call(listShares, { as: ben })).answer.data.map(({ id }) => id)
    expect(left).toEqual([first.share.id])
    await first.undo()
    expect((await t.call(listShares, { as: ben })).answer.data).toMatchObject([{ report: 'undone' }])
    expect(await pointsOf(ben)).toBe(0)
  })
})

describe('the list of shares', () => {
  it('has all shares for reviewers and only their own for other members, page by page', {
    tags: ['rights-shares'],
  }, async () => {
    const own = (await t.call(listShares, { as: ana })).answer
    expect(own.data.every(({ userId }) => userId === ana.id)).toBe(true)
    const all = (await t.call(listShares, { as: moderator })).answer.data
    expect(new Set(all.map(({ userId }) => userId))).toEqual(new Set([ana.id, ben.id]))
    const seen: unknown[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const page: SharePage = (await t.call(listShares, { as: admin, query: { limit: 4, cursor } })).answer
      seen.push(...page.data)
      cursor = page.nextCursor
    }
    expect(seen).toEqual(all)
    const submitted = (await t.call(listShares, { as: moderator, query: { submitted: true } })).answer.data
    expect(submitted).toEqual([])
    const reported = { platform: 'linkedin', contentType: 'company_post' }
    const { id } = await submit(reported, moderator)
    const mine = (await t.call(listShares, { as: moderator, query: { submitted: true } })).answer.data
    expect(mine.map((share) => share.id)).toEqual([id])
    expect((await t.call(listShares, { as: ben, query: { submitted: true } })).answer.data).toEqual([])
  })
})

describe('the table of shares', () => {
  const table = async (query: string, as: TestMember = admin) =>
    (await t.call(listShares, { as, query: `page=1&${query}` })).answer
  const ids = (answer: { readonly data: readonly { id: string }[] }) => answer.data.map(({ id }) => id)

  it('pages through all matches in the requested order, with the names of the members', {
    tags: ['admin-shares-searched'],
  }, async () => {
    const all = await table('limit=100')
    expect(all).toMatchObject({ total: all.data.length, nextCursor: null })
    expect(ids(all)).toEqual(ids((await t.call(listShares, { as: admin, query: { limit: 100 } })).answer))
    const names = new Map([ana, ben, moderator].map(({ id, username }) => [id, username]))
    for (const { userId, username } of all.data) expect(username).toBe(names.get(userId))
    const turned = [...(await table('limit=7')).data]
    for (let page = 2; turned.length < present(all.total); page++) {
      const answer = (await t.call(listShares, { as: admin, query: { page, limit: 7 } })).answer
      expect(answer.total).toBe(all.total)
      turned.push(...answer.data)
    }
    expect(turned).toEqual(all.data)
    expect((await t.call(listShares, { as: admin, query: { page: 200 } })).answer).toEqual({
      data: [],
      nextCursor: null,
      total: all.total,
    })
    const oldestFirst = await table('limit=100&sort=createdAt&direction=asc')
    expect(ids(oldestFirst)).toEqual(ids(all).reverse())
    for (const sort of ['username', 'platform', 'engagements', 'points', 'status'] as const) {
      const up = (await table(`limit=100&sort=${sort}&direction=asc`)).data
      const down = (await table(`limit=100&sort=${sort}&direction=desc`)).data
      const values = up.map((share) => present(share[sort]))
      const ordered = [...values].sort((one, other) => (one === other ? 0 : one < other ? -1 : 1))
      expect(values).toEqual(ordered)
      expect(down.map((share) => share[sort])).toEqual(ordered.reverse())
    }
  })

  it('searches name and id of the member, message, type and address, and takes every character literally', {
    tags: ['admin-shares-searched', 'wrong-search'],
  }, async () => {
    const { id } = await submit(
      {
        platform: 'facebook',
        customMessage: 'Save 100% on_time, C:\\new',
        contentType: 'case study',
        shareUrl: 'https://facebook.com/ben/7?x=1',
      },
      ben,
    )
    const found = async (search: string) => ids(await table(`search=${encodeURIComponent(search)}`))
    for (const search of ['100%', 'ON_TIME', 'c:\\new', 'Case Study', 'facebook.com/ben/7?', ' save 100 ']) {
      expect(await found(search), search).toEqual([id])
    }
    for (const search of ['10%0', 'on-time', '%%', "' or 1=1 --", '\0zzz']) {
      expect(await found(search), search).toEqual([])
    }
    expect(await found('ben.OKA')).toContain(id)
    const ofBen = (await table(`search=${ben.id}&limit=100`)).data
    expect(new Set(ofBen.map(({ userId }) => userId))).toEqual(new Set([ben.id]))
    await review(id, { status: 'approved' })
    expect(ids(await table('status=approved&search=case'))).toEqual([id])
    expect(await table('status=rejected&search=case')).toMatchObject({ data: [], total: 0 })
    const approved = (await t.call(listShares, { as: admin, query: { status: 'approved', limit: 100 } }))
      .answer.data
    expect(new Set(approved.map(({ status }) => status))).toEqual(new Set(['approved']))
  })

  it('has only their own shares for members who do not review, without names', async () => {
    const own = await table('search=ben.okafor&limit=100', ana)
    expect(own).toEqual({ data: [], nextCursor: null, total: 0 })
    const all = await table('limit=100', ana)
    expect(all.total).toBe(all.data.length)
    for (const share of all.data) {
      expect(share.userId).toBe(ana.id)
      expect(share).not.toHaveProperty('username')
    }
    const handedIn = await table('submitted=true&limit=100', ben)
    expect(handedIn.data.map(({ contentType }) => contentType)).toEqual(['case study'])
  })
})

describe('a review based on stale values', () => {
  it('is refused with the current values, changes nothing, and succeeds once those are known', {
    tags: ['wrong-share-twice'],
  }, async () => {
    const { id } = await submit({ platform: 'linkedin', customMessage: 'First', shareUrl: 'https://a.test' })
    const seen = { status: 'pending', points: 0, customMessage: ' First ', shareUrl: 'https://a.test/' }
    expect((await review(id, { status: 'completed', seen }, moderator)).status).toBe(200)
    const before = await pointsOf(ana)
    const late = await review(id, { points: 90, seen })
    expect(late.status).toBe(409)
    expect(late.error.current).toEqual({ status: 'completed', points: 30 })
    expect(late.error.issues?.map(({ path }) => path).sort()).toEqual(['points', 'status'])
    expect(await pointsOf(ana)).toBe(before)
    expect(await entriesOf(id)).toHaveLength(1)
    const informed = await review(id, { points: 90, seen: { ...seen, ...late.error.current } })
    expect(informed.answer.data).toMatchObject({ points: 90, status: 'completed' })
    expect(await pointsOf(ana)).toBe(before + 60)
  })

  it('is refused for one of two reviews at the same moment', async () => {
    const { id } = await submit()
    const both = [10, 20].map((points) => review(id, { points, status: 'completed', seen: { points: 0 } }))
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await entriesOf(id)).toHaveLength(1)
  })
})

describe('the API refuses', () => {
  it.each([
    ['page=0', 'page'],
    ['page=x', 'page'],
    ['page=1&sort=user_id', 'sort'],
    ['page=1&direction=down', 'direction'],
    ['page=1&status=done', 'status'],
    [`page=1&search=${'x'.repeat(201)}`, 'search'],
    ['page=1&limit=101', 'limit'],
    ['page=201&limit=50', 'page'],
  ])('the table with %s', async (query, path) => {
    const answer = await t.call(listShares, { as: admin, query })
    expect([answer.status, answer.error.issues?.[0]?.path]).toEqual([400, path])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['no platform', {}, 'platform'],
    ['an unknown platform', { platform: 'slack' }, 'platform'],
    ['a link that runs code', { platform: 'linkedin', shareUrl: 'javascript:alert(1)' }, 'shareUrl'],
    [
      'a message that is too long',
      { platform: 'linkedin', customMessage: 'x'.repeat(3001) },
      'customMessage',
    ],
    ['a message that is not text', { platform: 'linkedin', customMessage: 5 }, 'customMessage'],
    ['a malformed type of content', { platform: 'linkedin', contentType: '<b>' }, 'contentType'],
  ])('%s with 400 that names the field', { tags: ['form-share-link', 'sec-57'] }, async (_, body, path) => {
    const answer = await t.call(submitShare, { as: ana, body })
    expect([answer.status, answer.error.issues?.[0]?.path]).toEqual([400, path])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ points: 'many' }, 'points'],
    [{ points: -1 }, 'points'],
    [{ points: 1.5 }, 'points'],
    [{ engagements: -1 }, 'engagements'],
    [{ engagements: '7' }, 'engagements'],
    [{ status: 'done' }, 'status'],
    [{ platform: 'slack' }, 'platform'],
    [{ shareUrl: 'data:text/html,x' }, 'shareUrl'],
  ])(
    'the review %o, and changes nothing',
    { tags: ['form-share-numbers', 'form-share-link'] },
    async (body, path) => {
      const { id } = await submit()
      const answer = await review(id, { status: 'completed', ...body })
      expect([answer.status, answer.error.issues?.[0]?.path]).toEqual([400, path])
      expect(await entriesOf(id)).toEqual([])
    },
  )

  it('another platform for the share of a report, which stays with that of the post', {
    tags: ['review-report-platform'],
  }, async () => {
    const postId = await insertPost(t.deps, { platform: 'linkedin' })
    const body = { postId, interactionType: 'share' }
    expect((await t.call(reportInteraction, { as: ben, body })).status).toBe(200)
    const { data } = (await t.call(listShares, { as: ben })).answer
    const { id } = present(data.find(({ report }) => report === 'live'))
    const { status, error } = await review(id, { platform: 'tiktok', engagements: 3 })
    const message = 'The platform of a report’s share is that of the post'
    expect([status, error.issues]).toEqual([409, [{ path: 'platform', message }]])
    const kept = (await review(id, { platform: 'linkedin', engagements: 3 })).answer.data
    expect(kept).toMatchObject({ platform: 'linkedin', engagements: 3 })
  })

  it('one’s own share, and a rejection without a reason', { tags: ['rights-review'] }, async () => {
    const { id: own } = await submit({ platform: 'linkedin' }, moderator)
    expect((await review(own, { status: 'completed' }, moderator)).status).toBe(403)
    for (const reason of [undefined, null, '', ' ', 'x'.repeat(281)]) {
      const { status, error } = await review(own, { status: 'rejected', reason })
      expect([status, error.issues?.[0]?.path]).toEqual([400, 'reason'])
    }
  })

  it('members who do not review, and unknown shares', { tags: ['rights-shares'] }, async () => {
    const { id } = await submit()
    expect((await review(id, { status: 'completed' }, ana)).status).toBe(403)
    expect((await review(noId, { status: 'completed' })).status).toBe(404)
    expect((await review('nonsense', {})).status).toBe(400)
    expect((await t.call(submitShare, { body: { platform: 'linkedin' } })).status).toBe(401)
  })
})
