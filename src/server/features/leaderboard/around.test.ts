import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { AnswerOf } from '#contract/endpoint.ts'
import { getAround, getLeaderboard, getStandings, getStandingsAround } from '#contract/leaderboard.schema.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember, insertContest } from '#test/support/fixtures.ts'

const setScore = statement(
  'test_set_points',
  `update users set total_points = $2, total_shares = $3, reached_at = '2026-03-01T09:00:00Z' where id = $1`,
)
const setStanding = statement(
  'test_set_standing',
  `insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
   values ($1, $2, $3, $4, 0, '2026-03-01T09:00:00Z')`,
)

let t: TestApp
let contestId: ContestId
const members = new Map<string, TestMember>()

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
})
afterAll(() => t.close())

interface Shown {
  readonly id: string
  readonly username: string
  readonly rank: number
}
const seen = ({ username, rank }: Shown) => `${rank} ${username}`

/** The answer without a window. */
const neighboursIn = (answer: AnswerOf<typeof getAround>) => {
  if ('toNext' in answer) throw new Error('The answer is that of a window')
  return answer.data
}

const boards = [
  {
    board: 'the team board',
    put: (member: TestMember, points: number, shares: number) =>
      t.deps.db.run(setScore, [member.id, points, shares]),
    around: async (as: TestMember) => neighboursIn((await t.call(getAround, { as })).answer),
    whole: async (as: TestMember) => (await t.call(getLeaderboard, { as })).answer.data,
  },
  {
    board: 'the standings of a contest',
    put: (member: TestMember, points: number, shares: number) =>
      t.deps.db.run(setStanding, [contestId, member.id, points, shares]),
    around: async (as: TestMember) =>
      (await t.call(getStandingsAround, { as, params: { contestId } })).answer.data,
    whole: async (as: TestMember) => (await t.call(getStandings, { as, params: { contestId } })).answer.data,
  },
]

describe.each(boards)('around a member on $board', ({ put, around, whole }) => {
  beforeEach(async () => {
    const own = (name: string) => t.member(`${name}.${members.size}`)
    await t.deps.db.run(statement('', 'delete from standings'), [])
    await t.deps.db.run(statement('', 'update users set total_points = 0'), [])
    contestId = await insertContest(t.deps, {
      startDate: asDay('2030-01-01'),
      endDate: asDay('2030-01-02'),
    })
    await t.deps.db.run(statement('', 'update contests set is_active = false'), [])
    for (const name of ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus']) members.set(name, await own(name))
    t.deps.live.announce({ topics: ['totals', 'contests'] })
  })

  const member = (name: string): TestMember => {
    const found = members.get(name)
    if (!found) throw new Error(`There is no ${name}`)
    return found
  }
  const score = async (points: Record<string, readonly [points: number, shares: number]>) => {
    for (const [name, [held, shares]] of Object.entries(points)) await put(member(name), held, shares)
    t.deps.live.announce({ topics: ['totals', 'contests'] })
  }
  const spread = {
    ann: [90, 0],
    ben: [70, 0],
    cat: [60, 0],
    dan: [40, 0],
    eve: [35, 0],
    fay: [5, 0],
  } as const

  it('are the two above and the two below with the distances, as far as they exist', {
    tags: ['leaderboard-around'],
  }, async () => {
    await score(spread)
    const ofDan = await around(member('dan'))
    expect(ofDan.by).toEqual({ toNext: 20, toBehind: 5 })
    const board = await whole(member('gus'))
    expect([...ofDan.above, ofDan.own, ...ofDan.below]).toEqual(board.slice(1, 6))
    const ofAnn = await around(member('ann'))
    expect(ofAnn).toMatchObject({ own: { rank: 1 }, above: [], by: { toNext: null, toBehind: 20 } })
    expect(ofAnn.below.map(({ rank }) => rank)).toEqual([2, 3])
    const ofFay = await around(member('fay'))
    expect(ofFay).toMatchObject({ own: { rank: 6 }, below: [], by: { toNext: 30, toBehind: null } })
    expect(ofFay.above.map(({ rank }) => rank)).toEqual([4, 5])
  })

  it('skip members of equal rank for the distances, and keep the order of the board', {
    tags: ['leaderboard-around'],
  }, async () => {
    await score({
      ann: [90, 0],
      ben: [50, 1],
      cat: [50, 0],
      dan: [50, 0],
      eve: [50, 0],
      fay: [50, 0],
      gus: [10, 0],
    })
    const board = await whole(member('gus'))
    for (const [place, row] of board.entries()) {
      const own = [...members.values()].find(({ id }) => id === row.id)
      if (!own) throw new Error('A row of nobody')
      const found = await around(own)
      expect([...found.above, found.own, ...found.below].map((each) => each && seen(each))).toEqual(
        board.slice(Math.max(0, place - 2), place + 3).map(seen),
      )
      const isTied = row.rank === 3
      if (isTied) expect(found.by).toEqual({ toNext: 0, toBehind: 40 })
    }
    expect((await around(member('ben'))).by).toEqual({ toNext: 40, toBehind: 0 })
  })

  it('are the end of the board for a member without points, and nobody on an empty one', async () => {
    expect(await around(member('gus'))).toEqual({
      own: null,
      above: [],
      below: [],
      by: { toNext: null, toBehind: null },
    })
    await score(spread)
    const { own, above, below, by } = await around(member('gus'))
    expect({ own, below, by }).toEqual({ own: null, below: [], by: { toNext: 5, toBehind: null } })
    expect(above.map(({ rank }) => rank)).toEqual([5, 6])
  })

  it('leave disabled members out', async () => {
    await score(spread)
    await disableMember(t.deps, member('cat').id)
    const { own, above, by } = await around(member('dan'))
    expect(own?.rank).toBe(3)
    expect(above.map(({ id }) => id)).toEqual([member('ann').id, member('ben').id])
    expect(by.toNext).toBe(30)
  })

  it('are answered to many who ask at once, to each their own', async () => {
    await score(spread)
    const names = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay']
    const answers = await Promise.all(names.map((name) => around(member(name))))
    expect(answers.map(({ own }) => own?.id)).toEqual(names.map((name) => member(name).id))
  })
})

it('are refused to signed-out callers, for unknown contests and malformed ids', async () => {
  const as = await t.member('reader')
  expect((await t.call(getAround)).status).toBe(401)
  const statusOf = async (id: string) =>
    (await t.call(getStandingsAround, { as, params: { contestId: id } })).status
  expect(await statusOf('0197f000-0000-7000-8000-000000000000')).toBe(404)
  expect(await statusOf('nonsense')).toBe(400)
})
