import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard, getStandings } from '#contract/leaderboard.schema.ts'
import { adjustPoints, listOwnLedger } from '#contract/ledger.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

let t: TestApp
let ana: TestMember
let admin: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z') })
  ana = await t.member('ana.lima')
  admin = await t.member('cara.ito', 'admin')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const adjust = (body: Record<string, unknown>, as: TestMember | null = admin) =>
  t.call(adjustPoints, { as, body: { userId: ana.id, reason: 'For the open day', ...body } })
const pointsOf = async () => (await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints

describe('a correction', () => {
  it('changes totals, board and running contest, and the member reads who and why', {
    tags: ['corrections-book'],
  }, async () => {
    const contestId = await insertContest(t.deps, {
      startDate: asDay('2026-03-01'),
      endDate: asDay('2026-03-31'),
    })
    const reply = await adjust({ amount: 40 })
    expect(reply.answer.data).toMatchObject({ userId: ana.id, amount: 40, totalPoints: 40 })
    expect((await adjust({ amount: -15, reason: '  Counted twice  ' })).answer.data.totalPoints).toBe(25)
    expect(await pointsOf()).toBe(25)
    expect((await t.call(getLeaderboard, { as: ana })).answer.data).toMatchObject([{ totalPoints: 25 }])
    const standings = (await t.call(getStandings, { as: ana, params: { contestId } })).answer.data
    expect(standings).toMatchObject([{ monthlyPoints: 25 }])
    const [latest] = (await t.call(listOwnLedger, { as: ana })).answer.data
    expect(latest).toMatchObject({
      amount: -15,
      reason: 'adjustment',
      description: 'Points taken by an administrator',
      subject: { type: 'adjustment', title: 'Counted twice' },
      note: { by: { id: admin.id }, reason: 'Counted twice' },
      rule: null,
    })
  })

  it('goes down to 0 and not below, and says how much can be taken', {
    tags: ['corrections-book'],
  }, async () => {
    const before = await pointsOf()
    const { status, error } = await adjust({ amount: -before - 1 })
    expect([status, error.issues?.[0]?.path]).toEqual([409, 'amount'])
    expect(error.message).toContain(`at most ${before}`)
    expect((await adjust({ amount: -before })).answer.data.totalPoints).toBe(0)
    expect((await adjust({ amount: -1 })).error.message).toBe('The member has no points')
  })

  it('takes no more than there is when two come at once', async () => {
    await adjust({ amount: 10 })
    const both = await Promise.all([adjust({ amount: -10 }), adjust({ amount: -10 })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await pointsOf()).toBe(0)
  })

  it('leaves an undo possible, which may then take more than is left', async () => {
    const body = { postId: await insertPost(t.deps), interactionType: 'like' }
    const { id } = (await t.call(reportInteraction, { as: ana, body })).answer
    await adjust({ amount: -(await pointsOf()) })
    expect((await t.call(undoInteraction, { as: ana, params: { id } })).status).toBe(200)
    expect(await pointsOf()).toBe(-25)
    expect((await t.call(getLeaderboard, { as: ana })).answer.data).toEqual([])
    await adjust({ amount: 25 })
  })

  it.each([
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.5 }],
    ['amount', { amount: 'ten' }],
    ['amount', { amount: 100_001 }],
    ['reason', { amount: 1, reason: 'Nope' }],
    ['reason', { amount: 1, reason: `${'x'.repeat(280)}y` }],
    ['reason', { amount: 1, reason: null }],
    ['userId', { amount: 1, userId: 'ana' }],
  ])('is refused with the name of the field: %s in %o', async (field, body) => {
    const { status, error } = await adjust(body)
    expect([status, error.issues?.[0]?.path]).toEqual([400, field])
  })

  it('is for administrators, and for members who are there', { tags: ['rights-corrections'] }, async () => {
    const moderator = await t.member('mo.dane', 'moderator')
    expect((await adjust({ amount: 1 }, moderator)).status).toBe(403)
    expect((await adjust({ amount: 1 }, null)).status).toBe(401)
    expect((await adjust({ amount: 1, userId: newId() })).status).toBe(404)
    expect(await pointsOf()).toBe(0)
  })
})
