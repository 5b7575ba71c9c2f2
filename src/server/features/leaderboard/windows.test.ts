import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAround, getLeaderboard, getMovement, getNewcomers } from '#contract/leaderboard.schema.ts'
import { leastNewcomers, newcomerDays } from '#contract/leaderboard.ts'
import { type BoardWindow, boardWindows } from '#domain/board-windows.ts'
import type { MarkedSince } from '#domain/leaderboard.ts'
import { statement } from '#server/db/handle.ts'
import { reportInteraction as reportAs } from '#server/features/reports/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { markPlaces } from './commands.ts'

let t: TestApp
const members: TestMember[] = []

// Midnight of the workspace is at 18:15 UTC, and 8 March 2026 is a Sunday.
beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-02T10:00:00.000Z'),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
    environment: { WORKSPACE_TIME_ZONE: 'Asia/Kathmandu' },
  })
  await t.deps.db.script(
    `update points_configurations set is_active = false where action_type = 'achievement'`,
  )
  for (const name of ['ann', 'ben', 'cat', 'dan', 'eve', 'fay']) members.push(await t.member(name))
})
afterAll(() => t.close())

const member = (nth: number) => present(members[nth])
const report = async (nth: number, count: number) => {
  for (let done = 0; done < count; done++) {
    t.clock.advance(1_000)
    await reportAs(t.deps, member(nth), { postId: await insertPost(t.deps), interactionType: 'like' })
  }
}
const board = async (window: BoardWindow) =>
  new Map(
    (await t.call(getLeaderboard, { as: member(0), query: { window } })).answer.data.map(({ id, rank }) => [
      id,
      rank,
    ]),
  )
const allBoards = async () => {
  const boards: Partial<Record<BoardWindow, Map<string, number>>> = {}
  for (const window of boardWindows) boards[window] = await board(window)
  return boards
}
const marks = async (window: BoardWindow, since: MarkedSince) =>
  new Map(
    (await t.call(getMovement, { as: member(0), query: { window, since } })).answer.data.map(
      ({ id, place }) => [id, place],
    ),
  )

describe('the marks of places', () => {
  it('are also those of the windows, and of the beginning of the week', {
    tags: ['week-movement'],
  }, async () => {
    t.clock.set('2026-03-07T10:00:00Z')
    await report(0, 3)
    await report(1, 2)
    const onMonday = await allBoards()
    t.clock.set('2026-03-09T10:00:00Z')
    await report(1, 4)
    await report(2, 2)
    const onTuesday = await allBoards()
    t.clock.set('2026-03-10T10:00:00Z')
    await report(3, 9)
    await markPlaces(t.deps)
    for (const window of boardWindows) {
      expect(await marks(window, 'day'), window).toEqual(onTuesday[window])
      const expected = window === 'week' ? new Map() : onMonday[window]
      expect(await marks(window, 'week'), window).toEqual(expected)
    }
    expect(onTuesday.week?.size).toBe(2)
    expect(onTuesday.all?.size).toBe(3)
    // Those of the week stay the whole week, and are made anew in the next.
    t.clock.set('2026-03-14T10:00:00Z')
    const later = await allBoards()
    await markPlaces(t.deps)
    expect(await marks('all', 'week')).toEqual(onMonday.all)
    expect(await marks('all', 'day')).toEqual(later.all)
    t.clock.set('2026-03-16T10:00:00Z')
    expect(await marks('all', 'week')).toEqual(new Map())
    await markPlaces(t.deps)
    expect(await marks('all', 'week')).toEqual(later.all)
  })

  it('are refused for a word that is no window and no beginning', async () => {
    const ask = async (query: string) => (await t.call(getMovement, { as: member(0), query })).error.issues
    expect(await ask('window=year')).toEqual([
      { path: 'window', message: 'Window must be one of week, month, quarter, all' },
    ])
    expect(await ask('since=year')).toEqual([{ path: 'since', message: 'Since must be one of day, week' }])
  })
})

it('the neighbours on the board of a window are rows, with the distance to the next place and its holder', {
  tags: ['leaderboard-around'],
}, async () => {
  t.clock.set('2026-03-23T10:00:00Z')
  await report(4, 3)
  await report(5, 2)
  await report(0, 1)
  for (const window of ['week', 'month', 'quarter', 'all'] as const) {
    const whole = (await t.call(getLeaderboard, { as: member(0), query: { window } })).answer.data
    for (const [place, row] of whole.entries()) {
      const as = present(members.find(({ id }) => id === row.id))
      const answer = (await t.call(getAround, { as, query: { window } })).answer
      const next = whole.findLast(({ rank }) => rank < row.rank)
      const behind = whole.find(({ rank }) => rank > row.rank)
      expect(answer).toEqual({
        data: whole.slice(Math.max(0, place - 2), place + 3),
        toNext: next ? { points: next.totalPoints - row.totalPoints, displayName: next.displayName } : null,
        toBehind: behind
          ? { points: row.totalPoints - behind.totalPoints, displayName: behind.displayName }
          : null,
      })
    }
  }
  const nobody = (await t.call(getAround, { as: member(1), query: { window: 'week' } })).answer
  const last = present(members[0])
  expect(nobody).toMatchObject({
    data: [{ id: member(5).id }, { id: last.id }],
    toNext: { points: 15 },
    toBehind: null,
  })
})

describe('the board of newcomers', () => {
  const joined = statement('test_set_joined', 'update users set created_at = $2::timestamptz where id = $1')
  const join = async (nth: number, daysAgo: number) => {
    const at = new Date(t.clock.now().getTime() - daysAgo * 86_400_000).toISOString()
    await t.deps.db.run(joined, [member(nth).id, at])
    t.deps.live.announce({ topics: ['members'] })
  }
  const newcomers = async () => (await t.call(getNewcomers, { as: member(0) })).answer

  it('has those with points who joined in the last 30 days, from five of them on', {
    tags: ['leaderboard-newcomers'],
  }, async () => {
    t.clock.set('2026-04-15T10:00:00Z')
    for (const nth of [0, 1, 2, 3, 4, 5]) await report(nth, nth + 1)
    for (const nth of [0, 1, 2, 3]) await join(nth, newcomerDays - 1)
    await join(4, newcomerDays + 1)
    await join(5, newcomerDays + 1)
    expect(await newcomers()).toEqual({ data: [], total: 0 })
    await join(4, 3)
    const { data, total } = await newcomers()
    expect(total).toBe(leastNewcomers)
    const all = [...(await board('all')).keys()].filter((id) => id !== member(5).id)
    expect(data.map(({ id }) => id)).toEqual(all)
    expect(data.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5])
    await disableMember(t.deps, member(4).id)
    t.deps.live.announce({ topics: ['members'] })
    expect((await newcomers()).total).toBe(0)
  })

  it('is refused to signed-out callers', async () => {
    expect((await t.call(getNewcomers)).status).toBe(401)
  })
})
