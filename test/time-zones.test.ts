import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPreviousWinners } from '#contract/contests.schema.ts'
import { getStandings } from '#contract/leaderboard.schema.ts'
import { asDay } from '#domain/days.ts'
import type { InteractionId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { undoInteraction } from '#server/features/interactions/commands.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'

/** Four days around a change of clocks or a turn of the calendar. The first contest ends on the second day. */
const turns: readonly [zone: string, what: string, days: readonly [string, string, string, string]][] = [
  ['Pacific/Auckland', 'the end of summer time', ['2026-04-04', '2026-04-05', '2026-04-06', '2026-04-07']],
  [
    'Pacific/Auckland',
    'the beginning of summer time',
    ['2026-09-26', '2026-09-27', '2026-09-28', '2026-09-29'],
  ],
  ['Pacific/Auckland', 'a leap day', ['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02']],
  ['Pacific/Auckland', 'the end of the year', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']],
  [
    'America/New_York',
    'the beginning of summer time',
    ['2026-03-07', '2026-03-08', '2026-03-09', '2026-03-10'],
  ],
  ['America/New_York', 'the end of summer time', ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-03']],
  ['America/New_York', 'a leap day', ['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02']],
  ['America/New_York', 'the end of the year', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']],
  ['Europe/Berlin', 'the beginning of summer time', ['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']],
  ['Europe/Berlin', 'the end of summer time', ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']],
  ['Europe/Berlin', 'a leap day', ['2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02']],
  ['Europe/Berlin', 'the end of the year', ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02']],
]

// The engines agree on leap days and year ends, so PostgreSQL skips those. Each has its own data about summer time.
const isPostgres = process.env.OVATION_TEST_ENGINE === 'postgres'
const testedTurns =
  isPostgres && process.env.OVATION_TEST_ALL !== '1'
    ? turns.filter(([, what]) => !/leap day|end of the year/.test(what))
    : turns

describe.each(testedTurns)('in %s, over %s', (zone, _, [before, turn, after, last]) => {
  let t: TestApp
  let ana: TestMember
  let ben: TestMember
  let first: string
  let second: string

  beforeAll(async () => {
    t = await startTestApp({ config: { timeZone: zone } })
    setTo(before, '00:00:00')
    ana = await t.member('ana.lima')
    ben = await t.member('ben.okafor')
    first = await insertWindow(`${before.slice(0, 7)}-01`, turn)
    second = await insertWindow(after, last)
  })
  afterAll(async () => {
    expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
    await t.close()
  })

  const insertWindow = (from: string, to: string) =>
    insertContest(t.deps, { startDate: asDay(from), endDate: asDay(to) })
  const setTo = (day: string, time: string) => t.clock.set(instantOf(day, time, zone))
  const reportAt = async (member: TestMember, day: string, time: string) => {
    setTo(day, time)
    await reportInteraction(t.deps, member, { postId: await insertPost(t.deps), interactionType: 'like' })
  }
  const rowOf = async (member: TestMember) => {
    const [row] = await t.deps.db.run(
      statement<{ points: number; streak: number; lastDay: string; newest: InteractionId }>(
        'test_row_of',
        `select total_points as points, current_streak as streak, streak_last_day::text as "lastDay",
           (select id from interactions where user_id = users.id and undone_at is null
            order by reported_at desc limit 1) as newest
         from users where id = $1`,
      ),
      [member.id],
    )
    if (!row) throw new Error('no such member')
    return row
  }
  const pointsIn = async (contest: string, member: TestMember): Promise<number | undefined> => {
    const { data } = (
      await t.call(getStandings, { as: await t.member('reader'), params: { contestId: contest } })
    ).answer
    return data.find(({ id }) => id === member.id)?.monthlyPoints
  }
  const winners = async () => (await t.call(listPreviousWinners, { as: await t.member('reader') })).answer

  it('each day counts once for a streak, however many hours it has', {
    tags: ['inv-09', 'f-09'],
  }, async () => {
    await reportAt(ana, before, '23:58:00')
    await reportAt(ben, turn, '00:00:00')
    await reportAt(ben, turn, '12:00:00')
    await reportAt(ana, turn, '23:57:00')
    await reportAt(ana, turn, '23:58:00')
    expect(await rowOf(ana)).toMatchObject({ streak: 2, lastDay: turn })
    expect(await rowOf(ben)).toMatchObject({ streak: 1, lastDay: turn })
  })

  it('an undo after midnight takes the points from the day of the report', { tags: ['inv-09'] }, async () => {
    expect([await pointsIn(first, ana), await pointsIn(first, ben)]).toEqual([55, 40])
    const { newest } = await rowOf(ana)
    setTo(after, '00:02:00')
    await undoInteraction(t.deps, ana, newest)
    expect([await pointsIn(first, ana), await pointsIn(second, ana)]).toEqual([40, undefined])
    // In the first contest both now have the same points, shares and reports. Whoever reached them first leads.
    await reportAt(ana, after, '00:03:00')
    expect(await pointsIn(second, ana)).toBe(15)
    expect(await rowOf(ana)).toMatchObject({ streak: 3, lastDay: after, points: 55 })
  })

  it('the contest closes ten minutes after its last day, by the workspace’s clock', {
    tags: ['inv-10'],
  }, async () => {
    setTo(after, '00:09:59')
    await closeEndedContests(t.deps)
    expect(await winners()).toEqual([])
    setTo(after, '00:10:00')
    await closeEndedContests(t.deps)
    const [year, month] = before.split('-').map(Number)
    expect(await winners()).toMatchObject([
      { year, month, totalPoints: 40, totalEngagements: 2, user: { username: 'ben.okafor' } },
    ])
  })

  it('the streak continues, and the next contest has its own winner', { tags: ['f-09'] }, async () => {
    await reportAt(ana, last, '00:00:30')
    expect(await rowOf(ana)).toMatchObject({ streak: 4, lastDay: last })
    expect([await pointsIn(first, ana), await pointsIn(second, ana)]).toEqual([40, 30])
    t.clock.set(instantOf(last, '23:59:59', zone))
    t.clock.advance(11 * 60_000)
    await closeEndedContests(t.deps)
    // Every contest has one, also a second one in a month.
    expect(await winners()).toHaveLength(2)
    expect((await winners())[0]).toMatchObject({ user: { username: 'ana.lima' } })
  })
})

/** The instant at which a wall clock in the zone shows this, computed without the product's own code. */
function instantOf(day: string, time: string, timeZone: string): Date {
  const asUtcMs = Date.parse(`${day}T${time}Z`)
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const quarterHourMs = 15 * 60_000
  for (let offset = -14 * 4; offset <= 14 * 4; offset++) {
    const candidate = new Date(asUtcMs + offset * quarterHourMs)
    if (shown.format(candidate) === `${day} ${time}`) return candidate
  }
  throw new Error(`No clock in ${timeZone} ever shows ${day} ${time}`)
}
