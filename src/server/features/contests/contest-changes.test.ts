import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createContest,
  deleteContest,
  getCurrentContest,
  listMonthlyContests,
  restoreContest,
  updateContest,
} from '#contract/contests.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

const noId = '0197f000-0000-7000-8000-000000000000'
const march = { title: 'March', startDate: '2026-03-01', endDate: '2026-03-31' }

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 }, clock: testClock('2026-03-11T10:00:00Z') })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
  await report()
})
beforeEach(async () => {
  for (const { id } of await listed()) await remove(id)
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const create = (body: unknown, as: TestMember | null = admin) => t.call(createContest, { as, body })
const change = (id: string, body: unknown, as: TestMember = admin) =>
  t.call(updateContest, { as, params: { id }, body })
const remove = (id: string, as: TestMember = admin) => t.call(deleteContest, { as, params: { id } })
const restore = (id: string, as: TestMember | null = admin) => t.call(restoreContest, { as, params: { id } })
const listed = async () => (await t.call(listMonthlyContests, { as: ana })).answer.data
const standings = (id: string) => t.call(getStandings, { as: ana, params: { contestId: id } })
const report = async (interactionType = 'share') =>
  t.call(reportInteraction, { as: ana, body: { postId: await insertPost(t.deps), interactionType } })
const recordOf = (id: string) =>
  t.deps.db.run(
    statement<{ action: string; actor: string; details: { before?: object; after?: object } }>(
      'test_contest_audit',
      `select action, actor_id as actor, details from audit_entries where subject = $1 order by id`,
    ),
    [id],
  )
const jobsWaiting = async () => {
  const [row] = await t.deps.db.run(
    statement<{ jobs: number }>(
      'test_jobs',
      `select count(*)::int as jobs from pgboss.job where name = 'contests.close' and state = 'created'`,
    ),
    [],
  )
  return row?.jobs ?? 0
}

describe('a contest', () => {
  it('is created active, with the year and month of its start and standings for its days', {
    tags: ['admin-contests-month'],
  }, async () => {
    const waiting = await jobsWaiting()
    const reply = await create({ ...march, description: ' Go ', prize: '', year: 1999, month: 7 })
    expect(reply.status).toBe(200)
    const { id } = reply.answer.data
    expect(reply.answer.data).toEqual({
      id,
      title: 'March',
      description: 'Go',
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      prize: null,
      isActive: true,
      isBetweenTeams: false,
      year: 2026,
      month: 3,
      createdAt: t.clock.now().toISOString(),
    })
    expect((await standings(id)).answer.data).toMatchObject([
      { username: 'ana.lima', monthlyPoints: 40, totalShares: 1, totalEngagements: 1 },
    ])
    expect((await t.call(getCurrentContest, { as: ana })).answer.data).toMatchObject({
      id,
      totalParticipants: 1,
      totalPoints: 40,
      totalShares: 1,
      timeZone: 'UTC',
    })
    expect(await jobsWaiting()).toBe(waiting + 1)
  })

  it('accepts an instant as the workspace day that it falls on', async () => {
    const body = { ...march, startDate: '2026-03-01T00:00:00.000Z', endDate: '2026-03-31T23:30:00-02:00' }
    expect((await create(body)).answer.data).toMatchObject({ startDate: '2026-03-01', endDate: '2026-04-01' })
  })

  it('changes only what is sent, and rebuilds its standings when its dates move', {
    tags: ['admin-contests-moved'],
  }, async () => {
    const { id } = (await create({ ...march, prize: 'A kettle' })).answer.data
    const moved = await change(id, { startDate: '2026-03-12', title: 'Late March' })
    expect(moved.answer.data).toMatchObject({
      title: 'Late March',
      startDate: '2026-03-12',
      prize: 'A kettle',
    })
    expect((await standings(id)).answer).toEqual({ data: [], total: 0 })
    await change(id, { startDate: '2026-03-11', endDate: '2026-03-11', prize: null })
    expect((await standings(id)).answer.data).toMatchObject([{ monthlyPoints: 40 }])
    expect((await listed())[0]).toMatchObject({ prize: null, year: 2026, month: 3 })
  })

  it('has no standings while it is switched off, and gets them back when it is switched on again', {
    tags: ['admin-contests-moved'],
  }, async () => {
    const { id } = (await create(march)).answer.data
    expect((await change(id, { isActive: false })).answer.data.isActive).toBe(false)
    expect((await t.call(getCurrentContest, { as: ana })).answer.data).toBeNull()
    expect((await standings(id)).answer.total).toBe(0)
    await report('like')
    await change(id, { isActive: true })
    expect((await standings(id)).answer.data).toMatchObject([{ monthlyPoints: 55, totalEngagements: 2 }])
  })

  it('can be deleted with 204 while people look at it, and all earned points stay', {
    tags: ['inv-19'],
  }, async () => {
    const { id } = (await create(march)).answer.data
    expect((await standings(id)).status).toBe(200)
    const before = (await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints
    const answer = await remove(id)
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await standings(id)).status).toBe(404)
    expect(
      (await t.call(getStandings, { as: ana, params: { contestId: id }, query: { limit: 5 } })).status,
    ).toBe(404)
    expect((await t.call(getCurrentContest, { as: ana })).answer.data).toBeNull()
    expect((await t.call(getCurrentUser, { as: ana })).answer.data.totalPoints).toBe(before)
    expect((await remove(id)).status).toBe(404)
    expect((await change(id, { title: 'Again' })).status).toBe(404)
    expect((await create(march)).status).toBe(200)
  })

  it('is restored as it was, with the points earned since, and only once', {
    tags: ['admin-contests-restore-whole'],
  }, async () => {
    const { id, ...fields } = (await create({ ...march, prize: 'A kettle' })).answer.data
    const points = async () => (await standings(id)).answer.data[0]?.monthlyPoints
    const before = present(await points())
    await remove(id)
    await report('like')
    expect(await restore(id)).toMatchObject({ status: 200, answer: { data: { id, ...fields } } })
    expect(await points()).toBe(before + 15)
    expect((await t.call(getCurrentContest, { as: ana })).answer.data).toMatchObject({ id })
    expect(await restore(id)).toMatchObject({ status: 200, answer: { data: { id, ...fields } } })
    expect((await recordOf(id)).map(({ action }) => action)).toEqual([
      'contest.create',
      'contest.delete',
      'contest.restore',
    ])
  })

  it('cannot be restored to days that another contest has taken, nor can two with the same days at once', {
    tags: ['admin-contests-restore-refused'],
  }, async () => {
    const { id } = (await create(march)).answer.data
    await remove(id)
    const other = (await create({ ...march, title: 'Instead', startDate: '2026-03-15' })).answer.data
    const refused = await restore(id)
    expect(refused.status).toBe(409)
    expect(refused.error.message).toBe('The dates overlap with “Instead” (2026-03-15 to 2026-03-31)')
    expect(await listed()).toMatchObject([{ id: other.id }])
    await remove(other.id)
    const both = await Promise.all([restore(id), restore(other.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await listed()).toHaveLength(1)
  })

  it('can be restored on the days of another contest if it is switched off, and then has no standings', async () => {
    const { id } = (await create({ ...march, isActive: false })).answer.data
    await remove(id)
    await create(march)
    expect((await restore(id)).answer.data.isActive).toBe(false)
    expect((await standings(id)).answer.total).toBe(0)
  })

  it('can be changed only by somebody who saw its current values', {
    tags: ['wrong-contest-twice'],
  }, async () => {
    const { id } = (await create(march)).answer.data
    const seen = { ...march, startDate: '2026-03-01T08:00:00Z', description: ' ', prize: null, year: 2026 }
    expect(
      (await change(id, { prize: 'A kettle', seen: { ...seen, isActive: true, month: 3 } })).status,
    ).toBe(200)
    const late = await change(id, { prize: 'A pan', title: 'Mine', seen })
    expect(late.status).toBe(409)
    expect(late.error.current).toEqual({ prize: 'A kettle' })
    expect(late.error.issues).toEqual([{ path: 'prize', message: 'Somebody else changed this meanwhile' }])
    expect((await listed())[0]).toMatchObject({ prize: 'A kettle', title: 'March' })
    expect((await change(id, { prize: 'A pan', seen: { ...seen, ...late.error.current } })).status).toBe(200)
    const both = ['One', 'Two'].map((title) => change(id, { title, seen: { title: 'March' } }))
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await recordOf(id)).toHaveLength(4)
  })

  it('counts every report, even those that arrive while its dates move', async () => {
    const { id } = (await create({ ...march, startDate: '2026-03-20' })).answer.data
    const before = (await t.call(getCurrentUser, { as: ana })).answer.data
    const posts = await Promise.all(Array.from({ length: 20 }, () => insertPost(t.deps)))
    const reports = posts.map((postId) =>
      t.call(reportInteraction, { as: ana, body: { postId, interactionType: 'like' } }),
    )
    const changes = ['2026-03-01', '2026-03-15', '2026-03-02'].map((startDate) => change(id, { startDate }))
    await Promise.all([...reports, ...changes])
    await change(id, { startDate: '2026-03-01' })
    const [own] = (await standings(id)).answer.data
    expect(own?.totalEngagements).toBe(before.totalEngagements + 20)
    const found = (await verify(t.deps.db)).find(({ name }) => name === 'standings')
    expect(found?.violations).toEqual([])
  })

  it('records each change in the audit trail', async () => {
    const { id } = (await create(march)).answer.data
    await change(id, { title: 'Spring' })
    await remove(id)
    const rows = await recordOf(id)
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['contest.create', admin.id],
      ['contest.update', admin.id],
      ['contest.delete', admin.id],
    ])
    expect(rows[1]?.details).toMatchObject({ before: { title: 'March' }, after: { title: 'Spring' } })
  })
})

describe('the API refuses', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['no title', { title: '' }, 'title', 'Title is required'],
    ['a blank title', { title: '   ' }, 'title', 'Title is required'],
    ['a long title', { title: 'x'.repeat(121) }, 'title', 'at most 120'],
    ['a long description', { description: 'x'.repeat(2001) }, 'description', 'at most 2000'],
    ['a long prize', { prize: 'x'.repeat(201) }, 'prize', 'at most 200'],
    ['no start', { startDate: '' }, 'startDate', 'Start date is required'],
    ['no end', { endDate: undefined }, 'endDate', 'End date is required'],
    ['text instead of a date', { startDate: 'soon' }, 'startDate', 'Must be a date such as'],
    ['a day that does not exist', { endDate: '2026-02-30' }, 'endDate', 'Must be a date such as'],
    ['a number instead of a date', { startDate: 20260301 }, 'startDate', 'Must be a date such as'],
    ['a year out of range', { startDate: '0999-01-01' }, 'startDate', '2000 to 2199'],
    ['an end before the start', { endDate: '2026-02-28' }, 'endDate', 'must not be before the start date'],
    ['a word instead of true or false', { isActive: 'no' }, 'isActive', 'Must be true or false'],
    ['a month that does not exist', { month: 13 }, 'month', 'month from 1 to 12'],
    ['text instead of a year', { year: 'now' }, 'year', 'Must be a whole number'],
  ])(
    '%s with 400 that names the field',
    { tags: ['form-contest-required', 'form-contest-days'] },
    async (...wrong) => {
      const [, changes, path, message] = wrong
      const answer = await create({ ...march, ...changes })
      expect(answer.status).toBe(400)
      expect(answer.error.issues).toContainEqual({ path, message: expect.stringContaining(message) })
      expect(await listed()).toEqual([])
    },
  )

  it.each([
    ['2026-03-31', '2026-04-30'],
    ['2026-02-01', '2026-03-01'],
    ['2026-03-10', '2026-03-10'],
    ['2026-01-01', '2026-12-31'],
  ])(
    'dates from %s to %s that overlap those of March with 409, when creating and when moving',
    { tags: ['admin-contests-overlap'] },
    async (startDate, endDate) => {
      await create(march)
      const answer = await create({ title: 'Other', startDate, endDate })
      expect(answer.status).toBe(409)
      expect(answer.error.message).toBe('The dates overlap with “March” (2026-03-01 to 2026-03-31)')
      expect(answer.error.issues?.[0]?.path).toBe('startDate')
      const other = (await create({ title: 'May', startDate: '2026-05-01', endDate: '2026-05-31' })).answer
        .data
      expect((await change(other.id, { startDate, endDate })).status).toBe(409)
      expect(await listed()).toMatchObject([{ startDate: '2026-05-01' }, { startDate: '2026-03-01' }])
    },
  )

  it('to switch on a contest whose dates overlap, which are allowed while it is switched off', async () => {
    await create(march)
    const { id } = (await create({ ...march, title: 'Spare', isActive: false })).answer.data
    expect((await change(id, { isActive: true })).status).toBe(409)
    expect((await create({ title: 'April', startDate: '2026-04-01', endDate: '2026-04-30' })).status).toBe(
      200,
    )
  })

  it('all but one of ten contests that are created at once for the same days', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(march)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(await listed()).toHaveLength(1)
  })

  it('everybody except admins, unknown ids and malformed ids', { tags: ['rights-contests'] }, async () => {
    const { id } = (await create(march)).answer.data
    const moderator = await t.member('mo.dane', 'moderator')
    for (const member of [ana, moderator]) {
      expect((await create(march, member)).status).toBe(403)
      expect((await change(id, { title: 'Mine' }, member)).status).toBe(403)
      expect((await remove(id, member)).status).toBe(403)
      expect((await restore(id, member)).status).toBe(403)
    }
    expect((await create(march, null)).status).toBe(401)
    expect((await change(noId, { title: 'Nothing' })).status).toBe(404)
    expect((await remove(noId)).status).toBe(404)
    expect((await restore(noId)).status).toBe(404)
    expect((await restore('nonsense')).status).toBe(400)
    expect((await restore(id, null)).status).toBe(401)
    expect((await change('nonsense', {})).status).toBe(400)
  })
})
