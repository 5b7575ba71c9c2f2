import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createContest,
  deleteContest,
  getContest,
  getRace,
  listMonthlyContests,
  listPreviousWinners,
  restoreContest,
  updateContest,
} from '#contract/contests.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getMyStanding, getStandings, getStandingsAround } from '#contract/leaderboard.schema.ts'
import { takeBackReport } from '#contract/review.schema.ts'
import type { InteractionId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'
import { closeEndedContests } from './commands.ts'

const start = '2026-03-11T10:00:00Z'
const dayMs = 86_400_000
let t: TestApp
let admin: TestMember | null = null
let ana: TestMember
let ben: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 }, clock: testClock(start) })
})
// Each test has days of its own, on which nobody has done anything and no contest runs.
beforeEach(async () => {
  if (admin) for (const { id } of await listed()) await remove(id)
  await wait(31 * dayMs)
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const wait = async (ms: number) => {
  t.clock.advance(ms)
  // A session ends before the longest of these waits does.
  if (admin) admin = { ...admin, cookie: await insertTestSession(t.deps, admin.id, 'slack') }
}
const today = () => t.clock.now().toISOString().slice(0, 10)
const create = async (title = 'Today', day = today()) =>
  (await t.call(createContest, { as: admin, body: { title, startDate: day, endDate: day } })).answer.data
const remove = (id: string) => t.call(deleteContest, { as: admin, params: { id } })
const restore = (id: string, as: TestMember | null = admin) => t.call(restoreContest, { as, params: { id } })
const listed = async () => (await t.call(listMonthlyContests, { as: admin })).answer.data
const listDeleted = (as: TestMember | null = admin) =>
  t.call(listMonthlyContests, { as, query: { state: 'deleted' } })
const deleted = async () => (await listDeleted()).answer.data
const report = async (as: TestMember, interactionType = 'like') => {
  const body = { postId: await insertPost(t.deps), interactionType }
  return (await t.call(reportInteraction, { as, body })).answer
}
const lastReport = async (as: TestMember): Promise<InteractionId> => {
  const newest = statement<{ id: InteractionId }>(
    'test_newest_report',
    'select id from interactions where user_id = $1 order by reported_at desc, id desc limit 1',
  )
  return present((await t.deps.db.run(newest, [as.id]))[0]).id
}
/** A contest of today that has ended, with its champion. */
const closed = async () => {
  const { id } = await create()
  await report(ana, 'share')
  await report(ben)
  t.clock.advance(dayMs)
  await closeEndedContests(t.deps)
  return id
}
const everything = async (contestId: string) => {
  const as = ben
  const params = { contestId }
  return {
    standings: (await t.call(getStandings, { as, params })).answer,
    own: (await t.call(getMyStanding, { as, params })).answer,
    around: (await t.call(getStandingsAround, { as, params })).answer,
    contest: (await t.call(getContest, { as, params: { id: contestId } })).answer,
    race: (await t.call(getRace, { as, params: { id: contestId } })).answer,
  }
}

describe('a deleted contest that has a champion', () => {
  it('keeps its final standings, figures and race, whatever happens to the points later', {
    tags: ['contests-kept-final', 'inv-19'],
  }, async () => {
    const id = await closed()
    const before = await everything(id)
    expect(before.standings.data.map(({ username }) => username)).toEqual(['ana.lima', 'ben.okafor'])
    expect(before.contest.data).toMatchObject({ totalParticipants: 2 })
    expect((await remove(id)).status).toBe(204)
    expect(await everything(id)).toEqual(before)
    t.clock.advance(1_000)
    const params = { id: await lastReport(ben) }
    const taken = await t.call(takeBackReport, { as: admin, params, body: { reason: 'Never happened' } })
    expect(taken.status).toBe(200)
    expect(await everything(id)).toEqual(before)
    const [champion] = (await t.call(listPreviousWinners, { as: ben })).answer
    expect(champion).toMatchObject({ user: { username: 'ana.lima' }, contest: { id, title: 'Today' } })
    expect(await listed()).toEqual([])
  })

  it('has its standings worked out anew when it is restored', {
    tags: ['contests-kept-final'],
  }, async () => {
    const id = await closed()
    const before = await everything(id)
    await remove(id)
    await t.call(takeBackReport, {
      as: admin,
      params: { id: await lastReport(ben) },
      body: { reason: 'Never happened' },
    })
    expect((await restore(id)).status).toBe(200)
    const after = await everything(id)
    expect(after.standings.data.map(({ username }) => username)).toEqual(['ana.lima'])
    expect(after.standings.data[0]).toEqual(before.standings.data[0])
  })

  it('keeps them too when it is switched off instead', { tags: ['contests-kept-final'] }, async () => {
    const id = await closed()
    const before = await everything(id)
    const off = { as: admin, params: { id }, body: { isActive: false } }
    expect((await t.call(updateContest, off)).status).toBe(200)
    expect((await everything(id)).standings).toEqual(before.standings)
    await remove(id)
    await restore(id)
    expect((await everything(id)).standings).toEqual(before.standings)
  })
})

describe('deleted contests', () => {
  it('are listed for administrators for 30 days, the latest deletion first', {
    tags: ['admin-contests-gone-list'],
  }, async () => {
    const [first, second] = [await create('First'), await create('Second', '2027-01-01')]
    const deletedAt = t.clock.now().toISOString()
    await remove(first.id)
    t.clock.advance(dayMs)
    await remove(second.id)
    expect(await deleted()).toEqual([
      { ...second, deletedAt: t.clock.now().toISOString() },
      { ...first, deletedAt },
    ])
    await wait(29 * dayMs)
    expect((await deleted()).map(({ title }) => title)).toEqual(['Second', 'First'])
    t.clock.advance(1)
    expect((await deleted()).map(({ title }) => title)).toEqual(['Second'])
    await restore(second.id)
    expect(await deleted()).toEqual([])
    expect((await listed()).map(({ title }) => title)).toEqual(['Second'])
  })

  it('are no business of members, moderators or strangers', { tags: ['rights-contests'] }, async () => {
    const moderator = await t.member('mo.dane', 'moderator')
    for (const member of [ana, moderator]) expect((await listDeleted(member)).status).toBe(403)
    expect((await listDeleted(null)).status).toBe(401)
    const wrong = await t.call(listMonthlyContests, { as: admin, query: { state: 'kept' } })
    expect(wrong.status).toBe(400)
    expect(wrong.error.issues?.[0]?.path).toBe('state')
  })

  it('can be restored on the thirtieth day and no longer, which is said in plain words', {
    tags: ['admin-contests-restore-days'],
  }, async () => {
    const { id } = await create()
    await remove(id)
    await wait(30 * dayMs)
    expect((await restore(id)).status).toBe(200)
    await remove(id)
    await wait(30 * dayMs + 1)
    const late = await restore(id)
    expect(late.status).toBe(410)
    expect(late.error.message).toBe(
      'This contest was deleted more than 30 days ago, so it cannot be restored any more',
    )
    expect(await listed()).toEqual([])
  })

  it('are deleted once: the second deletion finds nothing and restarts no time', {
    tags: ['admin-contests-restore-days'],
  }, async () => {
    const { id } = await create()
    expect((await remove(id)).status).toBe(204)
    const [before] = await deleted()
    t.clock.advance(dayMs)
    expect((await remove(id)).status).toBe(404)
    expect(await deleted()).toEqual([before])
  })

  it('go back to free days only: of a restoration and a new contest at once, one is refused and named', {
    tags: ['admin-contests-restore-refused'],
  }, async () => {
    const { id } = await create('Old')
    await remove(id)
    const body = { title: 'New', startDate: today(), endDate: today() }
    const second = await t.member('ida.berg', 'admin')
    const both = await Promise.all([
      restore(id),
      t.call(createContest, { as: second, body }),
      restore(id, second),
    ])
    const isRestored = both[0].status === 200
    expect(both.map(({ status }) => status)).toEqual(isRestored ? [200, 409, 200] : [409, 200, 409])
    const message = `The dates overlap with “${isRestored ? 'Old' : 'New'}” (${today()} to ${today()})`
    const refused = both.filter(({ status }) => status === 409)
    for (const { error } of refused) {
      expect(error.message).toBe(message)
      expect(error.issues).toEqual([
        { path: 'startDate', message },
        { path: 'endDate', message },
      ])
    }
    expect(await listed()).toHaveLength(1)
    expect(await deleted()).toHaveLength(isRestored ? 0 : 1)
  })
})
