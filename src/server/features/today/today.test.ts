import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { deletePost } from '#contract/posts.schema.ts'
import { getToday } from '#contract/today.schema.ts'
import type { PostId } from '#domain/ids.ts'
import { testBrand } from '#domain/posts.ts'
import { type InteractionType, interactionTypes } from '#domain/vocabulary.ts'
import { posts } from '#server/db/schema/posts.ts'
import { listOwnInteractions } from '#server/features/interactions/store.ts'
import { reportInteraction as reportAs } from '#server/features/reports/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: TestApp

// A Wednesday. Kathmandu is 5 hours and 45 minutes ahead of UTC.
beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-11T10:00:00.000Z'),
    environment: { WORKSPACE_TIME_ZONE: 'Asia/Kathmandu' },
  })
})
afterAll(() => t.close())

const today = async (as: TestMember) => (await t.call(getToday, { as })).answer.data
const report = (as: TestMember, postId: PostId, ...types: InteractionType[]) =>
  Promise.all(
    types.map((interactionType) => t.call(reportInteraction, { as, body: { postId, interactionType } })),
  )
const reportAt = async (member: TestMember, at: string, postId: PostId, type: InteractionType = 'like') => {
  const now = t.clock.now()
  t.clock.set(at)
  await reportAs(t.deps, member, { postId, interactionType: type })
  t.clock.set(now.toISOString())
}
const post = async (at: string, fields: { brand?: string; content?: string; imageUrl?: string } = {}) => {
  const id = await insertPost(t.deps, { at: new Date(at), postUrl: 'https://www.linkedin.com/posts/a-1' })
  if (Object.keys(fields).length > 0) await t.deps.db.orm.update(posts).set(fields).where(eq(posts.id, id))
  t.deps.live.announce({ topics: ['posts'] })
  return id
}

describe('today', () => {
  it('is quiet before anything happened, and refused to signed-out callers', async () => {
    expect((await t.call(getToday)).status).toBe(401)
    expect(await today(await t.member('early'))).toMatchObject({
      day: '2026-03-11',
      waiting: 0,
      worth: 0,
      posts: [],
      doneToday: [],
      pointsToday: 0,
      pointsThisWeek: 0,
      hasReported: false,
      usualTime: null,
      lastPostAt: null,
      reportsThisWeek: { like: 0, comment: 0, share: 0 },
    })
  })

  it('has the posts of seven days with a report open, newest first, and what is open on them', {
    tags: ['today-waiting'],
  }, async () => {
    const member = await t.member('waiting')
    await post('2026-03-04T09:59:00Z')
    await post('2026-03-11T11:00:00Z')
    await post('2026-03-10T09:00:00Z', { brand: testBrand })
    const gone = await post('2026-03-10T09:00:00Z')
    await t.call(deletePost, { as: await t.member('boss', 'admin'), params: { id: gone } })
    const oldest = await post('2026-03-04T10:01:00Z')
    const newest = await post('2026-03-11T09:00:00Z', {
      content: '\nOur year in numbers\nMore of it',
      imageUrl: 'https://pictures.test/1.png',
    })
    await report(member, newest, 'like', 'share')
    const { waiting, worth, posts: shown, lastPostAt } = await today(member)
    expect({ waiting, worth, lastPostAt }).toEqual({
      waiting: 2,
      worth: 85,
      lastPostAt: '2026-03-11T09:00:00.000Z',
    })
    expect(shown).toEqual([
      {
        id: newest,
        platform: 'linkedin',
        authorName: 'Northwind',
        title: 'Our year in numbers',
        imageUrl: 'https://pictures.test/1.png',
        link: 'https://www.linkedin.com/posts/a-1',
        worth: 20,
        open: ['comment'],
      },
      expect.objectContaining({ id: oldest, worth: 65, open: ['like', 'comment', 'share'] }),
    ])
  })

  it('counts every waiting post and shows the newest six', { tags: ['today-waiting'] }, async () => {
    const member = await t.member('many')
    const before = await today(member)
    const added: PostId[] = []
    for (let minute = 0; minute < 7; minute++) added.unshift(await post(`2026-03-11T09:3${minute}:00Z`))
    const after = await today(member)
    expect(after.waiting).toBe(before.waiting + 7)
    expect(after.worth).toBe(before.worth + 7 * 65)
    expect(after.posts.map(({ id }) => id)).toEqual(added.slice(0, 6))
  })

  it('moves a post from waiting to done, and back after an undo', { tags: ['today-done'] }, async () => {
    const member = await t.member('done')
    const [first, second] = [await post('2026-03-11T08:00:00Z'), await post('2026-02-01T08:00:00Z')]
    await reportAt(member, '2026-03-10T09:00:00Z', second, 'like')
    const { waiting } = await today(member)
    await report(member, first, ...interactionTypes)
    expect(await today(member)).toMatchObject({
      waiting: waiting - 1,
      doneToday: [{ id: first, worth: 0, open: [], points: 65 }],
    })
    t.clock.advance(1_000)
    await report(member, second, 'comment', 'share')
    const { doneToday } = await today(member)
    expect(doneToday.map(({ id, points }) => ({ id, points }))).toEqual([
      { id: second, points: 50 },
      { id: first, points: 65 },
    ])
    const own = await listOwnInteractions(t.deps.db, member.id, { limit: 1_000 })
    const like = present(
      own.find(({ postId, interactionType }) => postId === first && interactionType === 'like'),
    )
    await t.call(undoInteraction, { as: member, params: { id: like.id } })
    const undone = await today(member)
    expect(undone.waiting).toBe(waiting)
    expect(undone.doneToday.map(({ id }) => id)).toEqual([second])
  })

  it('leaves what was finished on another day out of the day', { tags: ['today-done'] }, async () => {
    const member = await t.member('yesterday')
    const postId = await post('2026-03-09T08:00:00Z')
    for (const type of interactionTypes) await reportAt(member, '2026-03-10T09:00:00Z', postId, type)
    const { doneToday, posts: shown, hasReported } = await today(member)
    expect(doneToday).toEqual([])
    expect(shown.map(({ id }) => id)).not.toContain(postId)
    expect(hasReported).toBe(true)
  })
})

it('is each member’s own when many look at the same moment', { tags: ['today-done'] }, async () => {
  const old = await post('2026-02-20T09:00:00Z')
  const fresh = await post('2026-03-11T09:59:59Z')
  const members: TestMember[] = []
  for (let nth = 0; nth < 12; nth++) members.push(await t.member(`crowd.${nth}`))
  for (const [nth, member] of members.entries()) {
    if (nth % 2 === 0) await report(member, fresh, ...interactionTypes.slice(0, 1 + (nth % 3)))
    if (nth % 4 === 1) await report(member, old, ...interactionTypes)
  }
  const together = await Promise.all(members.map(today))
  for (const [nth, seen] of together.entries()) {
    const onFresh = nth % 2 === 0 ? 1 + (nth % 3) : 0
    const onOld = nth % 4 === 1 ? interactionTypes.length : 0
    expect(seen.posts.find(({ id }) => id === fresh)?.open ?? []).toEqual(interactionTypes.slice(onFresh))
    expect(seen.doneToday.map(({ id }) => id)).toEqual([
      ...(onFresh === interactionTypes.length ? [fresh] : []),
      ...(onOld > 0 ? [old] : []),
    ])
    expect(seen.hasReported).toBe(onFresh + onOld > 0)
    const { like, comment, share } = seen.reportsThisWeek
    expect(like + comment + share).toBe(onFresh + onOld)
    expect(seen.gains.at(-1)?.points).toBe(seen.pointsToday)
    expect(seen.pointsToday > 0).toBe(onFresh + onOld > 0)
  }
})

describe('the week and the points', () => {
  it('are those of the workspace’s days, and change with each report and undo', {
    tags: ['today-week', 'today-gains'],
  }, async () => {
    const member = await t.member('week')
    const [a, b] = [await post('2026-03-01T08:00:00Z'), await post('2026-03-01T09:00:00Z')]
    await reportAt(member, '2026-03-04T10:00:00Z', a, 'share')
    await reportAt(member, '2026-03-06T10:00:00Z', a, 'like')
    // 18:30 UTC is already the next day there.
    await reportAt(member, '2026-03-08T18:30:00Z', a, 'comment')
    const before = await today(member)
    expect(before.week.map(({ state, reports }) => [state, reports])).toEqual([
      ['done', 1],
      ['missed', 0],
      ['today', 0],
      ...Array(4).fill(['future', 0]),
    ])
    expect(before.gains.map(({ day, points }) => [day.slice(-2), points])).toEqual([
      ['05', 0],
      ['06', 15],
      ['07', 0],
      ['08', 0],
      ['09', 20],
      ['10', 0],
      ['11', 0],
    ])
    expect(before).toMatchObject({
      pointsThisWeek: 20,
      reportsThisWeek: { like: 0, comment: 1, share: 0 },
    })
    await report(member, b, 'like')
    const after = await today(member)
    expect(after.week[2]).toEqual({ day: '2026-03-11', state: 'done', reports: 1 })
    expect(after).toMatchObject({
      pointsToday: 15,
      pointsThisWeek: 35,
      reportsThisWeek: { like: 1, comment: 1 },
    })
    const [latest] = await listOwnInteractions(t.deps.db, member.id, { limit: 1_000 })
    await t.call(undoInteraction, { as: member, params: { id: present(latest).id } })
    expect(await today(member)).toEqual(before)
  })

  it('say when posts usually arrive, in the workspace’s time zone', {
    tags: ['today-usual-time'],
  }, async () => {
    const member = await t.member('when')
    // 03:00 UTC is a quarter to nine in the morning there, and newer than the other posts of this file.
    for (let minute = 10; minute < 30; minute++) {
      t.clock.set('2026-03-12T03:40:00.000Z')
      await post(`2026-03-12T03:${minute}:00Z`)
    }
    expect((await today(member)).usualTime).toBe('morning')
  })
})
