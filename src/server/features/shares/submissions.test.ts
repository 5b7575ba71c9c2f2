import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { listShares, reviewShare, submitShare } from '#contract/shares.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: TestApp
let ana: TestMember
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-11T10:00:00Z'),
    limits: { perMember: 10_000, reportsPerMember: 10_000 },
  })
  ana = await t.member('ana.lima')
  admin = await t.member('cara.ito', 'admin')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const pointsOf = async (member: TestMember): Promise<number> =>
  (await t.call(getCurrentUser, { as: member })).answer.data.totalPoints
const review = (id: string, body: unknown) => t.call(reviewShare, { as: admin, params: { id }, body })

describe('a submission', () => {
  const submitAs = (as: TestMember, body: Record<string, unknown>) =>
    t.call(submitShare, { as, body: { platform: 'linkedin', ...body } })

  it('of the same address or text within a day is refused by its field, also on another platform', {
    tags: ['share-repeated'],
  }, async () => {
    const zoe = await t.member(`zoe.${newId()}`)
    const first = { customMessage: 'Look  at this', shareUrl: 'https://example.org/zoe?b=2&a=1' }
    const { id } = (await submitAs(zoe, first)).answer.data
    const again = await submitAs(zoe, { shareUrl: 'http://www.example.org/zoe/?a=1&b=2#top' })
    expect([again.status, again.error.issues?.[0]?.path]).toEqual([409, 'shareUrl'])
    const text = await submitAs(zoe, { platform: 'tiktok', customMessage: ' LOOK at this ' })
    expect([text.status, text.error.issues?.[0]?.path]).toEqual([409, 'customMessage'])
    expect((await submitAs(zoe, {})).status).toBe(200)
    expect((await submitAs(ana, first)).status).toBe(200)
    // What was not accepted may be sent once more.
    await review(id, { status: 'rejected', reason: 'The link needs a sign-in' })
    expect((await submitAs(zoe, { customMessage: 'Look at this' })).status).toBe(200)
  })

  it('of the same is fine after 24 hours', { tags: ['share-repeated'] }, async () => {
    const yan = await t.member(`yan.${newId()}`)
    await submitAs(yan, { customMessage: 'Look' })
    t.clock.advance(24 * 3_600_000 - 1)
    expect((await submitAs(yan, { customMessage: 'Look' })).status).toBe(409)
    t.clock.advance(1)
    expect((await submitAs(yan, { customMessage: 'Look' })).status).toBe(200)
  })

  it('is refused with the figure when ten wait, or twenty were submitted today', {
    tags: ['share-limits'],
  }, async () => {
    const mia = await t.member(`mia.${newId()}`)
    const ids: string[] = []
    for (let nth = 0; nth < 10; nth++) ids.push((await submitAs(mia, {})).answer.data.id)
    const eleventh = await submitAs(mia, {})
    expect([eleventh.status, eleventh.error.message]).toEqual([
      429,
      '10 of your shares wait for a review: at most 10 can wait',
    ])
    for (const id of ids) await review(id, { status: 'completed' })
    for (let nth = 10; nth < 20; nth++) {
      const { id } = (await submitAs(mia, {})).answer.data
      await review(id, { status: 'completed' })
    }
    const late = await submitAs(mia, {})
    expect([late.status, late.error.message]).toEqual([
      429,
      'You submitted 20 shares today: at most 20 a day count',
    ])
    t.clock.advance(24 * 3_600_000)
    expect((await submitAs(mia, {})).status).toBe(200)
  })

  it('lets ten of twelve through when they come at once', { tags: ['share-limits'] }, async () => {
    const leo = await t.member(`leo.${newId()}`)
    const replies = await Promise.all(Array.from({ length: 12 }, () => submitAs(leo, {})))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  })
})

describe('the share of a report', () => {
  const reported = async () => {
    const kim = await t.member(`kim.${newId()}`)
    const body = { postId: await insertPost(t.deps), interactionType: 'share' }
    await t.call(reportInteraction, { as: kim, body })
    return { kim, share: present((await t.call(listShares, { as: kim })).answer.data[0]) }
  }

  it('takes the report’s points while it is rejected, and stays a share', {
    tags: ['share-of-report'],
  }, async () => {
    const { kim, share } = await reported()
    expect(await pointsOf(kim)).toBe(40)
    await review(share.id, { status: 'rejected', reason: 'Somebody else made it' })
    expect(await pointsOf(kim)).toBe(10)
    expect((await t.call(getCurrentUser, { as: kim })).answer.data.totalShares).toBe(1)
    await review(share.id, { status: 'pending' })
    expect(await pointsOf(kim)).toBe(40)
  })

  it('keeps its platform', { tags: ['share-of-report'] }, async () => {
    const { share } = await reported()
    const { status, error } = await review(share.id, { platform: 'tiktok' })
    expect([status, error.issues?.[0]?.path]).toEqual([409, 'platform'])
    expect((await review(share.id, { platform: share.platform, engagements: 3 })).status).toBe(200)
  })
})

describe('a verified share', () => {
  it('counts as a share once, for Social Butterfly too, and no longer when it is rejected', {
    tags: ['share-counts'],
  }, async () => {
    const eva = await t.member(`eva.${newId()}`)
    for (let nth = 0; nth < 24; nth++) {
      const body = { postId: await insertPost(t.deps), interactionType: 'share' }
      await t.call(reportInteraction, { as: eva, body })
    }
    // First Steps and Team Leader are among them.
    const shared = 24 * 30 + 10 + 150
    const { id } = (await t.call(submitShare, { as: eva, body: { platform: 'linkedin' } })).answer.data
    const countsOf = async () => (await t.call(getCurrentUser, { as: eva })).answer.data
    expect(await countsOf()).toMatchObject({ totalShares: 24, totalEngagements: 24 })
    await review(id, { status: 'completed' })
    await review(id, { engagements: 5 })
    expect(await countsOf()).toMatchObject({ totalShares: 25, totalPoints: shared + 30 + 50 })
    t.clock.advance(24 * 3_600_000)
    await review(id, { status: 'rejected', reason: 'Taken down again' })
    expect(await countsOf()).toMatchObject({ totalShares: 24, totalPoints: shared })
  })
})
