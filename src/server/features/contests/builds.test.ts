import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createContest,
  deleteContest,
  listContestBuilds,
  listMonthlyContests,
  listPreviousWinners,
  restoreContest,
  updateContest,
} from '#contract/contests.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { changeStatus } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import { type ContestId, nilId, type StandingsId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { buildStandings, closeEndedContests, deleteUnusedStandings } from './commands.ts'
import { insertBuild } from './store.ts'

const today = '2026-03-11'
const dayMs = 86_400_000
const never = () => false
let t: TestApp
let admin: TestMember
let newcomer: TestMember
const members: TestMember[] = []

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 100_000 }, clock: testClock(`${today}T10:00:00Z`) })
  admin = await t.member('cara.ito', 'admin')
  for (let nth = 0; nth < 11; nth++) members.push(await t.member(`runner.${nth}`))
  newcomer = await t.member('newcomer')
  for (const member of [...members, newcomer]) await report(member)
})
afterAll(async () => {
  expect(await findings()).toEqual([])
  await t.close()
})

const findings = async () => (await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)
const report = async (as: TestMember) =>
  t.call(reportInteraction, { as, body: { postId: await insertPost(t.deps), interactionType: 'like' } })
const create = async (fields: object = {}) => {
  const body = { title: 'March', startDate: '2026-03-01', endDate: '2026-03-31', ...fields }
  return (await t.call(createContest, { as: admin, body })).answer.data.id
}
const change = (id: string, body: object) => t.call(updateContest, { as: admin, params: { id }, body })
const remove = (id: string) => t.call(deleteContest, { as: admin, params: { id } })
const listed = async (id: string) => {
  const { data } = (await t.call(listMonthlyContests, { as: admin })).answer
  return present(data.find((contest) => contest.id === id))
}
const standings = async (contestId: string) =>
  (await t.call(getStandings, { as: admin, params: { contestId } })).answer
/** Asks for new standings, as a change of a contest does on a team so large that they are not ready at once. */
const begin = async (contestId: ContestId, startDate: string, endDate: string): Promise<Waiting> => {
  const [id, now] = [newId<'standings'>(), t.clock.now()]
  await insertBuild(t.deps.db, { id, contestId, startDate: asDay(startDate), endDate: asDay(endDate), now })
  return { id, doneUpTo: null }
}
interface Waiting {
  readonly id: StandingsId
  readonly doneUpTo: null
}
/** Stops after so many portions. */
const after = (portions: number) => {
  let left = portions
  return () => left-- <= 0
}
describe('new standings of a contest', () => {
  it('agree with the ledger, whatever is reported, undone and disabled while they are built', {
    tags: ['admin-contests-beside'],
  }, async () => {
    const id = await create({ endDate: '2026-03-10' })
    expect((await standings(id)).total).toBe(0)
    const build = await begin(id, '2026-03-01', '2026-03-20')
    let isBuilding = true
    const writes = members.map(async (member, nth) => {
      for (let round = 0; round < 2 || (isBuilding && round < 20); round++) {
        const { status, answer } = await report(member)
        expect(status).toBe(200)
        const params = { id: answer.id }
        if ((round + nth) % 2 === 0) await t.call(undoInteraction, { as: member, params })
      }
    })
    await buildStandings(t.deps, build, { isOver: after(2), portion: 3 })
    for (const disabled of [true, false]) {
      const params = { id: newcomer.id }
      expect((await t.call(changeStatus, { as: admin, params, body: { disabled } })).status).toBe(200)
    }
    expect(await listed(id)).toMatchObject({ endDate: '2026-03-10' })
    await buildStandings(t.deps, build, { isOver: never, portion: 3 })
    isBuilding = false
    await Promise.all(writes)
    expect(await listed(id)).toMatchObject({ endDate: '2026-03-20', isActive: true })
    expect((await standings(id)).total).toBe(members.length + 1)
    expect(await findings()).toEqual([])
    await remove(id)
  })

  it('go on where somebody stopped, also when two work on them at once', {
    tags: ['admin-contests-beside'],
  }, async () => {
    const id = await create({ endDate: '2026-03-10' })
    const build = await begin(id, '2026-03-01', '2026-03-20')
    await buildStandings(t.deps, build, { isOver: after(2), portion: 3 })
    const [shown] = (await t.call(listContestBuilds, { as: admin })).answer.data
    const dates = { startDate: '2026-03-01', endDate: '2026-03-20' }
    expect(shown).toEqual({ contestId: id, ...dates, membersDone: 6, membersInAll: members.length + 2 })
    await Promise.all([1, 2].map(() => buildStandings(t.deps, build, { isOver: never, portion: 2 })))
    expect((await t.call(listContestBuilds, { as: admin })).answer.data).toEqual([])
    expect((await standings(id)).total).toBe(members.length + 1)
    expect(await findings()).toEqual([])
    await remove(id)
  })

  it('hold back other changes of the contest and contests on its days, but no second restoration', {
    tags: ['admin-contests-beside'],
  }, async () => {
    const id = await create({ startDate: '2026-05-01', endDate: '2026-05-31' })
    const build = await begin(id, '2026-06-01', '2026-06-30')
    for (const refused of [await change(id, { title: 'Other' }), await remove(id)]) {
      expect(refused.status).toBe(409)
      expect(refused.error.message).toBe('Its standings are being prepared. Try again when they are ready')
    }
    for (const month of ['05', '06']) {
      const body = { title: 'Other', startDate: `2026-${month}-02`, endDate: `2026-${month}-03` }
      const { status, error } = await t.call(createContest, { as: admin, body })
      expect([status, error.message]).toEqual([
        409,
        `The dates overlap with “March” (2026-${month}-01 to 2026-${month}-${month === '05' ? 31 : 30})`,
      ])
    }
    await buildStandings(t.deps, build, { isOver: never })
    await remove(id)
    await begin(id, '2026-06-01', '2026-06-30')
    expect((await t.call(restoreContest, { as: admin, params: { id } })).status).toBe(200)
    expect(await listed(id)).toMatchObject({ startDate: '2026-06-01' })
    await remove(id)
  })

  it('keep a contest that is about to move from being closed by its old days', {
    tags: ['admin-contests-beside'],
  }, async () => {
    const id = await create({ startDate: today, endDate: today })
    const build = await begin(id, today, '2026-03-20')
    const later = { now: () => new Date(t.clock.now().getTime() + dayMs) }
    await closeEndedContests({ ...t.deps, clock: later })
    expect(await t.deps.db.run(statement('test_winners', 'select from monthly_winners'), [])).toEqual([])
    await buildStandings(t.deps, build, { isOver: never })
    await remove(id)
  })

  it('leave nothing behind when no contest has them any more', async () => {
    const id = await create()
    await remove(id)
    await deleteUnusedStandings(t.deps, never)
    const kept = statement<{ lines: number }>(
      'test_lines_left',
      `select (select count(*) from standings)::int + (select count(*) from board_entries where board_id <> $1)::int
         + (select count(*) from board_totals where board_id <> $1)::int as lines`,
    )
    expect((await t.deps.db.run(kept, [nilId]))[0]?.lines).toBe(0)
    expect(await findings()).toEqual([])
  })
})

it('a burst of reports around the last second of a contest is answered right to the last one', {
  tags: ['wrong-last-second'],
}, async () => {
  const id = await create({ startDate: today, endDate: today })
  const before = (await standings(id)).data.reduce((sum, { totalEngagements }) => sum + totalEngagements, 0)
  t.clock.set(`${today}T23:59:59.999Z`)
  const inTime = await Promise.all([...members, ...members].map(report))
  t.clock.advance(1)
  const late = await Promise.all(members.map(report))
  expect(new Set([...inTime, ...late].map(({ status }) => status))).toEqual(new Set([200]))
  const { data } = await standings(id)
  const counted = data.reduce((sum, { totalEngagements }) => sum + totalEngagements, 0)
  expect(counted - before).toBe(2 * members.length)
  t.clock.advance(10 * 60_000)
  await closeEndedContests(t.deps)
  const [winner] = (await t.call(listPreviousWinners, { as: members[0] })).answer
  expect(winner).toMatchObject({ user: { username: data[0]?.username }, totalPoints: data[0]?.monthlyPoints })
  await remove(id)
})
