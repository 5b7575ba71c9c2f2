import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { listAnnualWinners, listPreviousWinners } from '#contract/contests.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { asDay } from '#domain/days.ts'
import { asId, type ContestId, type InteractionId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { undoInteraction } from '#server/features/interactions/commands.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { closeEndedContests, deleteContest, updateContest } from './commands.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-01-31T23:50:00Z') })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})

const report = async (
  member: TestMember,
  interactionType: 'like' | 'share' = 'like',
  deps: Deps = t.deps,
) => {
  const postId = await insertPost(t.deps)
  await reportInteraction(deps, member, { postId, interactionType })
  const [row] = await t.deps.db.run(
    statement<{ id: InteractionId }>(
      'test_report',
      'select id from interactions where user_id = $1 and post_id = $2',
    ),
    [member.id, postId],
  )
  return row?.id ?? asId('')
}
const close = () => closeEndedContests(t.deps)
const winners = async () => {
  const reader = await t.member('reader')
  return (await t.call(listPreviousWinners, { as: reader })).answer
}
const annual = async () => (await t.call(listAnnualWinners, { as: await t.member('reader') })).answer.data
/** How often the team was told of a champion. */
const news = async () => {
  const counted = statement<{ told: number }>(
    'test_champion_news',
    `select count(*)::int as told from activities where description like '%is the champion of%'`,
  )
  return present((await t.deps.db.run(counted, []))[0]).told
}
const acting = () => ({ member: admin, ip: '127.0.0.1' })

describe('closing ended contests', () => {
  let january: ContestId

  it('waits until ten minutes after the end, when no undo is possible any more', async () => {
    january = await insertContest(t.deps, { startDate: asDay('2026-01-01'), endDate: asDay('2026-01-31') })
    await insertContest(t.deps, { startDate: asDay('2026-02-01'), endDate: asDay('2026-02-28') })
    await report(ben)
    t.clock.set('2026-01-31T23:58:00Z')
    const late = await report(ana, 'share')
    t.clock.set('2026-02-01T00:02:00Z')
    await undoInteraction(t.deps, ana, late)
    await report(ana, 'share')
    t.clock.set('2026-02-01T00:09:59.999Z')
    await close()
    expect(await winners()).toEqual([])
  })

  it('records the leader of the ended month, even if an undo after midnight changed the leader', async () => {
    t.clock.set('2026-02-01T00:10:00Z')
    await close()
    expect(await winners()).toEqual([
      {
        id: expect.any(String),
        month: 1,
        year: 2026,
        totalPoints: 25,
        totalShares: 0,
        totalEngagements: 1,
        user: { id: ben.id, username: 'ben.okafor', displayName: 'Ben Okafor', avatar: null },
        contest: { id: january, title: 'Spring contest', prize: null },
        championTeam: null,
      },
    ])
    const reader = await t.member('reader')
    const [old] = (await t.call(getStandings, { as: reader, params: { contestId: january } })).answer.data
    expect(old).toMatchObject({ username: 'ben.okafor', monthlyPoints: 25 })
    const [line] = (await t.call(listActivities, { as: reader })).answer.data
    expect(line).toMatchObject({
      type: 'platform_update',
      userId: null,
      description: 'Ben Okafor is the champion of Spring contest',
    })
  })

  it('records one winner, however often it runs, even concurrently', { tags: ['inv-10'] }, async () => {
    await Promise.all([close(), close(), close()])
    await close()
    expect(await winners()).toHaveLength(1)
  })

  it('never changes a recorded winner, which the database would refuse too', {
    tags: ['inv-10'],
  }, async () => {
    await updateContest(t.deps, acting(), {
      id: january,
      change: { startDate: '2025-12-01', title: 'Winter' },
    })
    await close()
    expect(await winners()).toMatchObject([{ month: 1, year: 2026, totalPoints: 25 }])
    for (const sql of ['update monthly_winners set points = 1', 'delete from monthly_winners']) {
      await expect(t.deps.db.script(sql)).rejects.toThrow('never changed or removed')
    }
    await deleteContest(t.deps, acting(), january)
    expect(await winners()).toHaveLength(1)
  })

  it('records nobody when nobody has points, or when the contest is switched off or deleted', async () => {
    const days = (month: string) => ({
      startDate: asDay(`2025-${month}-01`),
      endDate: asDay(`2025-${month}-28`),
    })
    await insertContest(t.deps, days('03'))
    await close()
    expect(await winners()).toHaveLength(1)
    const june = { ...t.deps, clock: testClock('2025-06-12T12:00:00Z') }
    await insertContest(t.deps, days('06'))
    await undoInteraction(june, ana, await report(ana, 'like', june))
    await close()
    expect(await winners()).toHaveLength(1)
    const off = await insertContest(t.deps, days('04'))
    await updateContest(t.deps, acting(), { id: off, change: { isActive: false } })
    const gone = await insertContest(t.deps, days('05'))
    await deleteContest(t.deps, acting(), gone)
    await close()
    expect(await winners()).toHaveLength(1)
  })

  it('gives each contest of a month its winner, and an old one without a word to the team', {
    tags: ['contests-each-champion', 'contests-old-champion'],
  }, async () => {
    const before = await winners()
    const told = await news()
    await insertContest(t.deps, { startDate: asDay('2025-12-20'), endDate: asDay('2025-12-25') })
    const backThen = { ...t.deps, clock: testClock('2025-12-22T12:00:00Z') }
    await reportInteraction(backThen, ana, { postId: await insertPost(t.deps), interactionType: 'like' })
    await insertContest(t.deps, { startDate: asDay('2025-12-26'), endDate: asDay('2025-12-30') })
    const later = { ...t.deps, clock: testClock('2025-12-27T12:00:00Z') }
    await reportInteraction(later, ben, { postId: await insertPost(t.deps), interactionType: 'share' })
    await close()
    const now = await winners()
    expect(now).toHaveLength(before.length + 2)
    expect(now.slice(-2)).toMatchObject([
      { month: 12, year: 2025, user: { username: 'ben.okafor' } },
      { month: 12, year: 2025, user: { username: 'ana.lima' } },
    ])
    expect(await news()).toBe(told)
    expect((await annual()).at(-1)).toMatchObject({ year: 2025, userId: ben.id, totalMonthsWon: 1 })
  })

  it('tells of a champion up to two weeks after the end', { tags: ['contests-old-champion'] }, async () => {
    const told = await news()
    const days = (day: string) => ({ startDate: asDay(day), endDate: asDay(day) })
    for (const day of ['2025-09-16', '2025-09-17']) {
      await insertContest(t.deps, days(day))
      const then = { ...t.deps, clock: testClock(`${day}T12:00:00Z`) }
      await reportInteraction(then, ana, { postId: await insertPost(t.deps), interactionType: 'like' })
    }
    await closeEndedContests({ ...t.deps, clock: testClock('2025-10-02T00:00:00Z') })
    expect(await news()).toBe(told)
    await insertContest(t.deps, days('2025-09-18'))
    const then = { ...t.deps, clock: testClock('2025-09-18T12:00:00Z') }
    await reportInteraction(then, ana, { postId: await insertPost(t.deps), interactionType: 'like' })
    await closeEndedContests({ ...t.deps, clock: testClock('2025-10-02T23:59:59Z') })
    expect(await news()).toBe(told + 1)
  })
})

describe('the winner of a year', () => {
  it('is computed from the monthly winners, for the current year from those so far', {
    tags: ['inv-12'],
  }, async () => {
    expect(await annual()).toMatchObject([
      { year: 2026, userId: ben.id, totalMonthsWon: 1, totalPoints: 25 },
      // Ana won more contests of that year.
      { year: 2025, userId: ana.id, totalMonthsWon: 4, totalPoints: 60 },
    ])
    t.clock.set('2026-03-01T00:10:00Z')
    await close()
    expect((await winners())[0]).toMatchObject({ month: 2, user: { username: 'ana.lima' } })
    expect((await annual())[0]).toMatchObject({ year: 2026, userId: ana.id, totalMonthsWon: 1 })
  })
})
