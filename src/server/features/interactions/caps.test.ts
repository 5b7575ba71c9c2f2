import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { putHonesty } from '#contract/honesty.schema.ts'
import { myInteractions, reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { defaultHonesty } from '#domain/honesty.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

let t: TestApp
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-11T10:00:00.000Z'),
    config: { timeZone: 'Pacific/Auckland' },
    limits: { perMember: 10_000, reportsPerMember: 10_000 },
  })
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  ana = await t.member(`ana.${newId()}`)
})

const cap = async (like: number | null, comment: number | null = null) => {
  const as = await t.member('cara.ito', 'admin')
  const body = { ...defaultHonesty, dailyCaps: { like, comment, share: null } }
  expect((await t.call(putHonesty, { as, body })).status).toBe(200)
}
const report = async (interactionType = 'like') => {
  const body = { postId: await insertPost(t.deps), interactionType }
  return (await t.call(reportInteraction, { as: ana, body })).answer
}
const pointsOf = async () => (await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints
const capsOf = async () => (await t.call(myInteractions, { as: ana })).answer.caps

describe('a daily cap', () => {
  it('pays five of twenty reports at once, and counts all of them', { tags: ['cap-parallel'] }, async () => {
    await cap(5)
    const posts = await Promise.all(Array.from({ length: 20 }, () => insertPost(t.deps)))
    const replies = await Promise.all(
      posts.map((postId) =>
        t.call(reportInteraction, { as: ana, body: { postId, interactionType: 'like' } }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const earned = replies.filter(({ answer }) => answer.points > 0)
    expect(earned).toHaveLength(5)
    expect(await pointsOf()).toBe(5 * 15 + 10)
    expect((await t.call(getCurrentUser, { as: ana })).answer.data.totalEngagements).toBe(20)
    expect((await capsOf()).like).toEqual({ earned: 5, cap: 5 })
  })

  it('says how many have earned today, by type, and explains a report that earned nothing', {
    tags: ['cap-explained'],
  }, async () => {
    await cap(2)
    expect(await capsOf()).toEqual({
      like: { earned: 0, cap: 2 },
      comment: { earned: 0, cap: null },
      share: { earned: 0, cap: null },
    })
    expect((await report()).cap).toEqual({ earned: 1, cap: 2 })
    await report()
    const beyond = await report()
    expect(beyond).toMatchObject({ points: 0, cap: { earned: 2, cap: 2 } })
    expect((await report('comment')).points).toBe(20)
    const entries = (await t.call(listOwnLedger, { as: ana })).answer.data
    expect(entries.find(({ subject }) => subject.id === beyond.id)).toMatchObject({
      amount: 0,
      rule: null,
      overCap: 2,
    })
  })

  it('gets a place back by an undo, but not by an undo of a report that earned nothing', {
    tags: ['cap-undo'],
  }, async () => {
    await cap(1)
    const first = await report()
    const beyond = await report()
    const undo = (id: string) => t.call(undoInteraction, { as: ana, params: { id } })
    expect((await undo(beyond.id)).answer.pointsRemoved).toBe(0)
    expect((await report()).points).toBe(0)
    expect((await undo(first.id)).answer.pointsRemoved).toBe(15)
    expect((await capsOf()).like).toEqual({ earned: 0, cap: 1 })
    expect((await report()).points).toBe(15)
  })

  it('begins anew with the workspace’s day, and applies from the next report on', async () => {
    await cap(1)
    await report()
    expect((await report()).points).toBe(0)
    // It is midnight in Auckland at 11:00 UTC.
    t.clock.advance(61 * 60_000)
    expect((await capsOf()).like).toEqual({ earned: 0, cap: 1 })
    expect((await report()).points).toBe(15)
    await cap(3)
    expect((await report()).points).toBe(15)
    await cap(null)
    expect((await report()).cap).toEqual({ earned: 1, cap: null })
    expect((await report()).points).toBe(15)
  })
})
