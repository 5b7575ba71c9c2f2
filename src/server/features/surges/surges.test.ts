import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listSurges } from '#contract/analytics.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { deletePost } from '#contract/posts.schema.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { seekSurges } from './commands.ts'

const start = '2026-03-11T09:00:00.000Z'
const startMs = Date.parse(start)
let t: TestApp
let admin: TestMember
let members: TestMember[]

beforeEach(async () => {
  t = await startTestApp({ clock: testClock(start), limits: { perMember: 10_000, reportsPerMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
  members = []
  for (let nth = 0; nth < 12; nth++) members.push(await t.member(`member.${nth}`))
})
afterEach(() => t.close())

const secondsLater = (seconds: number) => t.clock.set(new Date(startMs + seconds * 1_000).toISOString())
/** Has some of the members report on a post, one each `everySeconds`, from `fromSeconds` on. */
const reportAll = async (
  postId: string,
  { count, everySeconds, fromSeconds = 60 }: { count: number; everySeconds: number; fromSeconds?: number },
) => {
  const ids = []
  for (const [nth, as] of members.slice(0, count).entries()) {
    secondsLater(fromSeconds + nth * everySeconds)
    const body = { postId, interactionType: 'like' }
    ids.push((await t.call(reportInteraction, { as, body })).answer.id)
  }
  return ids
}
const seekAt = async (seconds: number) => {
  secondsLater(seconds)
  await seekSurges(t.deps, () => false)
}
const found = async (days = 7) => (await t.call(listSurges, { as: admin, query: { days } })).answer
const at = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString()

describe('many reports at once', () => {
  it('are ten members within five minutes on one post', { tags: ['pace-surge'] }, async () => {
    const quick = await insertPost(t.deps, { authorName: 'Northwind', content: 'The launch' })
    const slow = await insertPost(t.deps)
    const few = await insertPost(t.deps)
    await reportAll(quick, { count: 10, everySeconds: 33 })
    await reportAll(slow, { count: 12, everySeconds: 34 })
    await reportAll(few, { count: 9, everySeconds: 1 })
    await seekAt(1_000)
    expect(await found()).toEqual({
      data: [
        {
          id: quick,
          platform: 'linkedin',
          authorName: 'Northwind',
          content: 'The launch',
          startedAt: at(60),
          members: 10,
          membersToDate: 10,
        },
      ],
      total: 1,
    })
  })

  it('are counted by members: one who likes, comments and shares counts once', {
    tags: ['pace-surge'],
  }, async () => {
    const post = await insertPost(t.deps)
    for (const as of members.slice(0, 9))
      for (const interactionType of ['like', 'comment', 'share'])
        await t.call(reportInteraction, { as, body: { postId: post, interactionType } })
    await seekAt(120)
    expect((await found()).total).toBe(0)
  })

  it('are found between two looks too, and the largest of a post is kept', {
    tags: ['pace-surge'],
  }, async () => {
    const post = await insertPost(t.deps)
    const ids = await reportAll(post, { count: 5, everySeconds: 10 })
    await seekAt(110)
    for (const [nth, as] of members.slice(5, 11).entries()) {
      secondsLater(120 + nth)
      await t.call(reportInteraction, { as, body: { postId: post, interactionType: 'like' } })
    }
    await seekAt(200)
    expect((await found()).data).toMatchObject([{ startedAt: at(60), members: 11, membersToDate: 11 }])
    for (const [nth, id] of ids.slice(0, 3).entries())
      await t.call(undoInteraction, { as: members[nth] ?? admin, params: { id } })
    await seekAt(260)
    expect((await found()).data).toMatchObject([{ members: 11, membersToDate: 8 }])
  })

  it('do not count reports that were undone before the look', { tags: ['pace-surge'] }, async () => {
    const post = await insertPost(t.deps)
    const [first = ''] = await reportAll(post, { count: 10, everySeconds: 1 })
    await t.call(undoInteraction, { as: members[0] ?? admin, params: { id: first } })
    await seekAt(120)
    expect((await found()).total).toBe(0)
  })

  it('leave out deleted posts', { tags: ['pace-surge'] }, async () => {
    const gone = await insertPost(t.deps)
    await reportAll(gone, { count: 12, everySeconds: 1 })
    await seekAt(120)
    await t.call(deletePost, { as: admin, params: { id: gone } })
    expect(await found()).toEqual({ data: [], total: 0 })
  })

  it('are found after a pause of hours, and not looked for before the last day', {
    tags: ['pace-surge'],
  }, async () => {
    const post = await insertPost(t.deps)
    await reportAll(post, { count: 10, everySeconds: 1 })
    await seekAt(25 * 3_600)
    expect((await found()).total).toBe(0)
    const later = await insertPost(t.deps)
    await reportAll(later, { count: 10, everySeconds: 1, fromSeconds: 26 * 3_600 })
    await seekAt(31 * 3_600)
    expect((await found()).data).toMatchObject([{ id: later, startedAt: at(26 * 3_600) }])
  })

  it('are those of the period, the last first and at most ten', { tags: ['pace-surge'] }, async () => {
    const ids = []
    for (let nth = 0; nth < 11; nth++) {
      const post = await insertPost(t.deps)
      await reportAll(post, { count: 10, everySeconds: 1, fromSeconds: 600 * (nth + 1) })
      ids.push(post)
    }
    await seekAt(7_200)
    const { data, total } = await found()
    expect(total).toBe(11)
    expect(data.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10))
    t.clock.advance(8 * 86_400_000)
    expect(await found(7)).toEqual({ data: [], total: 0 })
    expect((await found(30)).total).toBe(11)
  })
})
