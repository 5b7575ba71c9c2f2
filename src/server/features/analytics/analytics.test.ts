import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAnalytics } from '#contract/analytics.schema.ts'
import {
  type Analytics,
  type AnalyticsPeriod,
  analyticsPeriods,
  type PeriodTotals,
} from '#contract/analytics.ts'
import { myInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { addDays, asDay, type Day, dayOf } from '#domain/days.ts'
import { asId, type UserId } from '#domain/ids.ts'
import { testBrand } from '#domain/posts.ts'
import { interactionTypes, platforms, shareStatuses } from '#domain/vocabulary.ts'
import { newId } from '#server/db/new-id.ts'
import { interactions, ledger, shares } from '#server/db/schema/game.ts'
import { adjustments } from '#server/db/schema/honesty.ts'
import { users } from '#server/db/schema/people.ts'
import { posts } from '#server/db/schema/posts.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

// A Thursday in Auckland already, while it is still Wednesday in UTC.
const today = asDay('2026-03-12')
const thisMonday = asDay('2026-03-09')
const zone = 'Pacific/Auckland'

let t: TestApp
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({
    limits: { perMember: 10_000 },
    clock: testClock('2026-03-11T12:30:00Z'),
    environment: { WORKSPACE_TIME_ZONE: zone },
  })
  admin = await t.member('cara.ito', 'admin')
})
afterAll(() => t.close())

const ask = (as: TestMember | null = admin, days: AnalyticsPeriod = 30) =>
  t.call(getAnalytics, { as, query: { days } })
const read = async (days?: AnalyticsPeriod): Promise<Analytics> => (await ask(admin, days)).answer.data
const report = (as: TestMember, postId: string, interactionType: string) =>
  t.call(reportInteraction, { as, body: { postId, interactionType } })

describe('the figures', () => {
  it('of an empty workspace are zeros for every day and every week', {
    tags: ['admin-analytics-empty', 'admin-analytics-days', 'admin-analytics-weeks'],
  }, async () => {
    const figures = await read()
    expect(figures).toMatchObject({
      totalShares: 0,
      totalUsers: 1,
      totalPoints: 0,
      totalEngagement: 0,
      userActivity: { shares: 0, points: 0, engagement: 0 },
      companyPosts: { posts: 0, engagement: 0 },
      platforms: [],
      topPosts: [],
    })
    const { reportsPerDay: days, activeMembersPerWeek: weeks } = figures
    const none = { likes: 0, comments: 0, shares: 0 }
    expect([days.length, days[0], days.at(-1)]).toEqual([
      30,
      { day: '2026-02-11', ...none },
      { day: today, ...none },
    ])
    expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([
      12,
      { monday: '2025-12-22', members: 0 },
      { monday: thisMonday, members: 0 },
    ])
  })

  it('follow what members do and undo, by workspace day', {
    tags: ['admin-analytics-zone'],
  }, async () => {
    const ana = await t.member('ana.lima')
    const post = await insertPost(t.deps, { platform: 'tiktok', authorName: 'Northwind', content: 'News' })
    await report(ana, post, 'like')
    await report(ana, post, 'share')
    const figures = await read()
    expect(figures).toMatchObject({
      // The share that the report created, and the post.
      totalShares: 2,
      totalUsers: 2,
      platforms: [{ platform: 'tiktok', shares: 1 }],
      topPosts: [{ id: post, authorName: 'Northwind', content: 'News', engagements: 0, reports: 2 }],
    })
    expect(figures.reportsPerDay.at(-1)).toEqual({ day: today, likes: 1, comments: 0, shares: 1 })
    expect(figures.activeMembersPerWeek.at(-1)).toEqual({ monday: thisMonday, members: 1 })
    for (const { id } of (await t.call(myInteractions, { as: ana })).answer.data)
      await t.call(undoInteraction, { as: ana, params: { id } })
    const after = await read()
    expect(after).toMatchObject({ totalShares: 1, platforms: [], topPosts: [{ id: post, reports: 0 }] })
    expect(after.reportsPerDay.at(-1)).toEqual({ day: today, likes: 0, comments: 0, shares: 0 })
    expect(after.activeMembersPerWeek.at(-1)).toEqual({ monday: thisMonday, members: 0 })
  })

  it('match the sums of the rows, with undone, deleted, disabled and rejected ones among them', {
    tags: [
      'admin-analytics-shares',
      'admin-analytics-users',
      'admin-analytics-points',
      'admin-analytics-engagement',
      'admin-analytics-best',
    ],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        await fill(drawn)
        for (const days of analyticsPeriods) expect(await read(days)).toEqual(await recounted(days))
      }),
      { numRuns: 8 },
    )
  })
})

describe('a period', () => {
  it('is one of 7, 30 and 90 days, and 30 where nothing is said', {
    tags: ['admin-analytics-period'],
  }, async () => {
    const lengths = await Promise.all(
      analyticsPeriods.map(async (days) => (await read(days)).reportsPerDay.length),
    )
    expect(lengths).toEqual([7, 30, 90])
    const usual = await t.call(getAnalytics, { as: admin })
    expect(usual.answer.data).toEqual(await read(30))
    for (const days of ['14', '0', 'week', '']) {
      const { status, error } = await t.call(getAnalytics, { as: admin, query: { days } })
      const issues = [{ path: 'days', message: 'Must be one of 7, 30, 90' }]
      expect([status, error.issues]).toEqual([400, issues])
    }
  })

  it('counts points by what they were earned with, and takes back what was undone', {
    tags: ['admin-analytics-period'],
  }, async () => {
    const before = (await read(7)).period
    const ben = await t.member('ben.okafor')
    const post = await insertPost(t.deps)
    await report(ben, post, 'like')
    await report(ben, post, 'comment')
    const { period } = await read(7)
    const earned = (source: keyof PeriodTotals['points']) =>
      period.current.points[source] - before.current.points[source]
    // A like and a comment by the default rules, and First Steps.
    expect([earned('reports'), earned('achievements'), earned('shares'), earned('clicks')]).toEqual([
      35, 10, 0, 0,
    ])
    expect(period.current.reports - before.current.reports).toBe(2)
    expect(period.current.activeMembers - before.current.activeMembers).toBe(1)
    expect(period.pointsPerDay.at(-1)?.points).toBe((before.pointsPerDay.at(-1)?.points ?? 0) + 45)
    for (const { id } of (await t.call(myInteractions, { as: ben })).answer.data)
      await t.call(undoInteraction, { as: ben, params: { id } })
    expect((await read(7)).period).toEqual({
      ...before,
      current: { ...before.current, posts: period.current.posts },
    })
  })

  it('is kept until something in it changes', { tags: ['admin-analytics-period'] }, async () => {
    const first = await ask(admin, 90)
    // Nobody announces this post, so it is not seen.
    await insertPost(t.deps)
    expect((await ask(admin, 90)).headers.etag).toBe(first.headers.etag)
    t.deps.cache.touch(['posts'])
    const posts = (await ask(admin, 90)).answer.data.companyPosts.posts
    expect(posts).toBe(first.answer.data.companyPosts.posts + 1)
  })
})

describe('access to the figures', () => {
  it('is for administrators only', { tags: ['rights-figures'] }, async () => {
    const callers = [null, await t.member('una'), await t.member('mo', 'moderator'), admin]
    const outcomes = await Promise.all(callers.map((caller) => ask(caller)))
    expect(outcomes.map(({ status }) => status)).toEqual([401, 403, 403, 200])
    expect((await ask()).headers['cache-control']).toBe('no-store')
  })

  it('shows only the author, text, picture and numbers of a post', async () => {
    await insertPost(t.deps)
    const [post = {}] = (await read()).topPosts
    expect(Object.keys(post).sort()).toEqual([
      'authorName',
      'content',
      'engagements',
      'id',
      'imageUrl',
      'platform',
      'reports',
    ])
  })
})

const count = fc.oneof(fc.nat(20), fc.constant(2_000_000_000))
const rarely = fc.nat(5).map((number) => number === 0)
const world = fc.record({
  members: fc.array(fc.boolean(), { minLength: 1, maxLength: 6 }),
  posts: fc.array(
    fc.record({
      likesCount: count,
      commentsCount: count,
      sharesCount: fc.nat(9),
      isDeleted: fc.boolean(),
      isWaiting: rarely,
      isTest: rarely,
    }),
    { minLength: 1, maxLength: 14 },
  ),
  reports: fc.array(
    fc.record({
      member: fc.nat(5),
      post: fc.nat(13),
      type: fc.constantFrom(...interactionTypes),
      daysAgo: fc.oneof(fc.nat(100), fc.nat(3)),
      isUndone: fc.boolean(),
    }),
    { maxLength: 80 },
  ),
  shares: fc.array(
    fc.record({
      platform: fc.constantFrom(...platforms),
      status: fc.constantFrom(...shareStatuses),
      isDue: fc.boolean(),
      points: count,
      engagements: count,
    }),
    { maxLength: 30 },
  ),
})
type World = typeof world extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Adds the generated rows to the existing ones. */
async function fill(drawn: World): Promise<void> {
  const { orm } = t.deps.db
  const at = t.clock.now()
  const members = drawn.members.map((isDisabled) => {
    const id = newId<'user'>()
    return {
      id,
      username: id,
      trackingCode: id,
      reachedAt: at,
      createdAt: at,
      disabledAt: isDisabled ? at : null,
    }
  })
  const feed = drawn.posts.map(({ isDeleted, isWaiting, isTest, ...counts }) => {
    const id = newId<'post'>()
    return {
      id,
      identity: id,
      brand: isTest ? testBrand : 'default',
      platform: 'youtube' as const,
      authorName: 'Northwind',
      authorHandle: '@northwind',
      content: `Post ${id}`,
      createdAt: at,
      updatedAt: at,
      originalPostDate: at,
      deletedAt: isDeleted ? at : null,
      publishedAt: isWaiting ? null : at,
      ...counts,
    }
  })
  const owner = (place: number) => asId<'user'>(members[place % members.length]?.id ?? '')
  const reports = drawn.reports.map(({ member, post, daysAgo, isUndone, type }) => ({
    id: newId<'interaction'>(),
    userId: owner(member),
    postId: asId<'post'>(feed[post % feed.length]?.id ?? ''),
    type,
    points: 15,
    platform: 'youtube' as const,
    day: addDays(today, -daysAgo),
    reportedAt: at,
    undoneAt: isUndone ? at : null,
  }))
  const submitted = drawn.shares.map(({ isDue, ...share }, place) => ({
    dueAt: isDue ? at : null,
    id: newId<'share'>(),
    userId: owner(place),
    contentType: 'post',
    createdAt: at,
    ...share,
  }))
  await orm.insert(users).values(members)
  await orm.insert(posts).values(feed)
  if (reports.length > 0) {
    const made = await orm.insert(interactions).values(reports).onConflictDoNothing().returning()
    const awards = made.map((each) => ({ ...entry(each.userId, 15, each.day), subjectId: each.id }))
    await orm.insert(ledger).values(awards.map((each) => ({ ...each, reason: 'interaction' as const })))
    const undone = made.filter(({ undoneAt }) => undoneAt !== null)
    const undos = undone.map((each) => ({
      ...entry(each.userId, -15, each.day),
      subjectId: each.id,
      reason: 'undo' as const,
      reversesId: awards.find(({ subjectId }) => subjectId === each.id)?.id,
    }))
    if (undos.length > 0) await orm.insert(ledger).values(undos)
    const own = made.filter(({ type, undoneAt }) => type === 'share' && undoneAt === null)
    const ownShares = own.map(({ id, userId, platform, points }) => {
      const share = { userId, platform, points, contentType: 'company_post', createdAt: at }
      return { ...share, id: newId<'share'>(), interactionId: id }
    })
    if (ownShares.length > 0) await orm.insert(shares).values(ownShares)
  }
  if (submitted.length > 0) await orm.insert(shares).values(submitted)
  const held = submitted.filter(({ dueAt, status }) => dueAt !== null && status !== 'rejected')
  const booked = held.map(({ id, userId, points }) => ({ ...entry(userId, points, today), subjectId: id }))
  if (booked.length > 0)
    await orm.insert(ledger).values(booked.map((each) => ({ ...each, reason: 'share' as const })))
  // These rows were announced by nobody.
  t.deps.cache.forgetAll()
}

const entry = (userId: UserId, amount: number, day: Day) => {
  return { id: newId<'ledgerEntry'>(), userId, amount, day, createdAt: t.clock.now() }
}

/** The same figures, counted in TypeScript row by row. */
async function recounted(days: AnalyticsPeriod): Promise<Analytics> {
  const { orm } = t.deps.db
  const submitted = await orm.select().from(shares)
  const feed = (await orm.select().from(posts)).filter(
    ({ deletedAt, publishedAt, brand }) => deletedAt === null && publishedAt !== null && brand !== testBrand,
  )
  const members = (await orm.select().from(users)).filter(({ disabledAt }) => disabledAt === null)
  const live = (await orm.select().from(interactions)).filter(({ undoneAt }) => undoneAt === null)
  const isEnabled = (id: string) => members.some((member) => member.id === id)
  const countOf = (reports: typeof live) =>
    new Set(reports.map(({ userId }) => userId).filter(isEnabled)).size
  const entries = await orm.select().from(ledger)
  const corrected = new Set((await orm.select().from(adjustments)).map(({ id }) => String(id)))
  const told = new Set((await orm.select().from(interactions)).map(({ id }) => String(id)))
  const ranked = feed.map((post) => ({ ...post, engagements: engagementOf(post) })).sort(byRank)
  const userActivity = {
    shares: submitted.length,
    // The ledger holds the points of reports, and of drawn shares that are due.
    points: sum(
      submitted.map(({ points, status, dueAt, interactionId }) =>
        interactionId === null && (dueAt === null || status === 'rejected') ? 0 : points,
      ),
    ),
    engagement: sum(submitted.map(({ engagements }) => engagements)),
  }
  const companyPosts = { posts: feed.length, engagement: sum(feed.map(engagementOf)) }
  return {
    totalShares: userActivity.shares + companyPosts.posts,
    totalUsers: members.length,
    totalTeams: 0,
    totalPoints: sum(submitted.map(({ points }) => points)),
    totalEngagement: userActivity.engagement + companyPosts.engagement,
    userActivity,
    companyPosts,
    platforms: platforms
      .map((platform) => ({
        platform,
        shares: submitted.filter((each) => each.platform === platform).length,
      }))
      .filter((each) => each.shares > 0)
      .sort((a, b) => b.shares - a.shares || (a.platform < b.platform ? -1 : 1)),
    reportsPerDay: lastDays(days).map((day) => {
      const types = live.filter((each) => each.day === day).map(({ type }) => type)
      const many = (wanted: string) => types.filter((type) => type === wanted).length
      return { day, likes: many('like'), comments: many('comment'), shares: many('share') }
    }),
    activeMembersPerWeek: lastDays(12 * 7)
      .map((_, place) => addDays(thisMonday, place - 77))
      .filter((_, place) => place % 7 === 0)
      .map((monday) => {
        const week = live.filter(({ day }) => day >= monday && day < addDays(monday, 7))
        return { monday, members: countOf(week) }
      }),
    topPosts: ranked.slice(0, 10).map(({ id, platform, authorName, content, imageUrl, engagements }) => ({
      id,
      platform,
      authorName,
      content,
      imageUrl,
      engagements,
      reports: live.filter(({ postId }) => postId === id).length,
    })),
    period: {
      days,
      from: addDays(today, 1 - days),
      to: today,
      current: totalsIn(addDays(today, 1 - days), today),
      before: totalsIn(addDays(today, 1 - 2 * days), addDays(today, -days)),
      pointsPerDay: lastDays(days).map((day) => ({ day, points: sum(Object.values(pointsIn(day, day))) })),
      topMembers: members
        .map(({ id, displayName, avatar }) => ({
          id,
          displayName,
          avatar,
          reports: live.filter(({ userId, day }) => userId === id && day > addDays(today, -days)).length,
        }))
        .filter(({ reports }) => reports > 0)
        .sort((a, b) => b.reports - a.reports || byName(a, b))
        .slice(0, 8),
      topMembersAt: null,
    },
  }

  function totalsIn(from: Day, to: Day): PeriodTotals {
    const isIn = (day: Day) => day >= from && day <= to
    const told = live.filter(({ day }) => isIn(day))
    const shared = submitted.filter(({ createdAt }) => isIn(dayOf(createdAt, zone)))
    const posted = feed.filter(({ originalPostDate }) => isIn(dayOf(originalPostDate, zone)))
    return {
      reports: told.length,
      activeMembers: countOf(told),
      points: pointsIn(from, to),
      shares: shared.length,
      posts: posted.length,
      engagement: sum(shared.map(({ engagements }) => engagements)) + sum(posted.map(engagementOf)),
    }
  }

  function pointsIn(from: Day, to: Day): PeriodTotals['points'] {
    const sourceOf = ({ reason, reversesId, subjectId }: (typeof entries)[number]) => {
      const source = reason === 'undo' ? entries.find(({ id }) => id === reversesId)?.reason : reason
      if (source !== 'adjustment') return source
      return corrected.has(subjectId) ? 'correction' : told.has(subjectId) ? 'interaction' : 'share'
    }
    const of = (...sources: string[]) =>
      sum(
        entries
          .filter((entry) => entry.day >= from && entry.day <= to && sources.includes(sourceOf(entry) ?? ''))
          .map(({ amount }) => amount),
      )
    return {
      reports: of('interaction'),
      achievements: of('achievement'),
      shares: of('share'),
      clicks: of('link_click'),
      corrections: of('correction'),
    }
  }
}

function byName(a: { displayName: string; id: string }, b: { displayName: string; id: string }): number {
  const [first, second] = [a.displayName.toLowerCase(), b.displayName.toLowerCase()]
  if (first !== second) return first < second ? -1 : 1
  return a.id < b.id ? -1 : 1
}

type PostRow = typeof posts.$inferSelect & { readonly engagements: number }

/** Most engagements first; among equals the newest, then the lowest id. */
function byRank(a: PostRow, b: PostRow): number {
  const newer = b.originalPostDate.getTime() - a.originalPostDate.getTime()
  return b.engagements - a.engagements || newer || (a.id < b.id ? -1 : 1)
}

function engagementOf({ likesCount, commentsCount, sharesCount }: typeof posts.$inferSelect): number {
  return likesCount + commentsCount + sharesCount
}

function lastDays(many: number): Day[] {
  return Array.from({ length: many }, (_, place) => addDays(today, place - many + 1))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
