import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import {
  getLeaderboard,
  getMyRank,
  getMyStanding,
  getStandings,
  getStreakLeaders,
} from '#contract/leaderboard.schema.ts'
import { asDay } from '#domain/days.ts'
import { statement } from '#server/db/handle.ts'
import { reportInteraction as reportAs } from '#server/features/reports/commands.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'

const setScore = statement(
  'test_set_score',
  `update users set total_points = $2, total_shares = $3, total_engagements = $4, reached_at = $5::timestamptz where id = $1`,
)

let t: TestApp
let reader: TestMember

beforeAll(async () => {
  t = await startTestApp({ clock: testClock('2026-03-11T10:00:00.000Z'), limits: { perMember: 10_000 } })
  reader = await t.member('reader')
})
afterAll(() => t.close())

type Score = readonly [points: number, shares: number, engagements: number, minute: number]

async function scored(name: string, [points, shares, engagements, minute]: Score): Promise<TestMember> {
  const member = await t.member(name)
  const reachedAt = new Date(Date.UTC(2026, 2, 1, 9, minute)).toISOString()
  await t.deps.db.run(setScore, [member.id, points, shares, engagements, reachedAt])
  t.deps.live.announce({ topics: ['totals'] })
  return member
}
const board = async (query = '') => (await t.call(getLeaderboard, { as: reader, query })).answer
const names = (page: { readonly data: readonly { username: string }[] }) =>
  page.data.map(({ username }) => username)
const ranks = (page: { readonly data: readonly { rank: number }[] }) => page.data.map(({ rank }) => rank)

describe('the team board', () => {
  it('is empty before anybody has points', async () => {
    expect(await board()).toEqual({ data: [], total: 0 })
    expect((await t.call(getMyRank, { as: reader })).answer).toEqual({ data: null })
  })

  it('orders by points, then shares, then engagements, then who got there first, and shares equal ranks', async () => {
    const scores: Record<string, Score> = {
      'e.later': [50, 1, 4, 30],
      'a.most': [90, 0, 9, 0],
      'b.shares': [50, 2, 3, 50],
      'd.first': [50, 1, 4, 10],
      'c.engagements': [50, 1, 5, 40],
      'f.twin': [50, 1, 4, 30],
      'g.last': [10, 0, 1, 0],
    }
    for (const [name, score] of Object.entries(scores)) await scored(name, score)
    const page = await board()
    expect(names(page)).toEqual([
      'a.most',
      'b.shares',
      'c.engagements',
      'd.first',
      'e.later',
      'f.twin',
      'g.last',
    ])
    expect(ranks(page)).toEqual([1, 2, 3, 4, 5, 5, 7])
    expect(page.total).toBe(7)
  })

  it('keeps ranks across pages, even if a page begins within a tie', async () => {
    expect(ranks(await board('?limit=3&offset=3'))).toEqual([4, 5, 5])
    expect(ranks(await board('?limit=2&offset=5'))).toEqual([5, 7])
    expect(await board('?limit=2&offset=50')).toEqual({ data: [], total: 7 })
  })

  it('finds members by part of their name in any case, with their real rank', async () => {
    const page = await board('?search=TWIN')
    expect(page.total).toBe(1)
    expect(page.data).toMatchObject([{ username: 'f.twin', rank: 5 }])
    expect((await board('?search=%25')).total).toBe(0)
    // A database cannot store this character, nor search for it.
    expect(await board('?search=TW%00IN')).toEqual(page)
  })

  it('returns the caller’s own rank', async () => {
    const member = await scored('h.me', [50, 1, 4, 30])
    const mine = (await t.call(getMyRank, { as: member })).answer.data
    expect(mine).toMatchObject({ id: member.id, rank: 5, totalPoints: 50 })
  })

  it('answers the same bytes to everybody, and 304 to those who already have them', async () => {
    const [one, two] = [
      await t.call(getLeaderboard, { as: reader }),
      await t.call(getLeaderboard, { as: await t.member('other') }),
    ]
    expect(two.text).toBe(one.text)
    const again = await t.app.inject({
      method: 'GET',
      url: '/api/leaderboard',
      headers: { cookie: reader.cookie, 'if-none-match': String(one.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
    expect(again.payload).toBe('')
    await scored('i.new', [1, 0, 1, 0])
    expect((await t.call(getLeaderboard, { as: reader })).headers.etag).not.toBe(one.headers.etag)
  })

  it('is compressed for those who accept it, with the same content and a Vary header', async () => {
    for (let nth = 0; nth < 8; nth++) await scored(`p.${nth}`, [10 + nth, 0, 1, 0])
    const plain = await t.call(getLeaderboard, { as: reader })
    const ask = (encoding: string) =>
      t.app.inject({
        method: 'GET',
        url: '/api/leaderboard',
        headers: { cookie: reader.cookie, 'accept-encoding': encoding },
      })
    const packed = await ask('gzip, br')
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length)
    expect(packed.rawPayload.length).toBeLessThan(plain.text.length / 2)
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.text)
    const whole = await ask('identity')
    expect(whole.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(whole.headers['content-encoding']).toBeUndefined()
    expect(whole.payload).toBe(plain.text)
  })

  it.each(['?limit=0', '?limit=101', '?limit=x', '?offset=-1', '?offset='])(
    'refuses %s with 400 and names the field',
    async (query) => {
      const answer = await t.call(getLeaderboard, { as: reader, query })
      expect(answer.status).toBe(400)
      expect(query).toContain(answer.error.issues?.[0]?.path)
    },
  )

  it('is refused to signed-out callers', async () => {
    for (const endpoint of [getLeaderboard, getMyRank]) expect((await t.call(endpoint)).status).toBe(401)
  })
})

const insertStanding = statement(
  '',
  `insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
   values ($1, $2, $3, $4, 2, '2026-05-02T10:00:00Z')`,
)

describe('the standings of a contest', () => {
  it('count only what was reported inside its window', async () => {
    const member = await t.member('z.contest')
    const inside = await insertContest(t.deps, {
      startDate: asDay('2026-03-11'),
      endDate: asDay('2026-03-11'),
    })
    const outside = await insertContest(t.deps, {
      startDate: asDay('2026-04-01'),
      endDate: asDay('2026-04-30'),
    })
    await t.call(reportInteraction, {
      as: member,
      body: { postId: await insertPost(t.deps), interactionType: 'like' },
    })
    const standings = async (contestId: string) =>
      (await t.call(getStandings, { as: reader, params: { contestId } })).answer
    // A like, and the First Steps that it unlocks.
    expect(await standings(inside)).toMatchObject({
      data: [{ id: member.id, rank: 1, monthlyPoints: 25, totalPoints: 25 }],
      total: 1,
    })
    expect(await standings(outside)).toEqual({ data: [], total: 0 })
  })

  it('give each member their own row as in the list, and null to members without points', async () => {
    const contestId = await insertContest(t.deps, {
      startDate: asDay('2026-05-01'),
      endDate: asDay('2026-05-31'),
    })
    const totals = { 'o.first': [90, 2], 'o.second': [90, 1], 'o.equal': [90, 1], 'o.behind': [15, 1] }
    const members: TestMember[] = []
    for (const [name, [points = 0, shares = 0]] of Object.entries(totals)) {
      const member = await t.member(name)
      members.push(member)
      await t.deps.db.run(insertStanding, [contestId, member.id, points, shares])
    }
    const rankOf = (as: TestMember, id: string = contestId) =>
      t.call(getMyStanding, { as, params: { contestId: id } })
    const { data } = (await t.call(getStandings, { as: reader, params: { contestId } })).answer
    expect(data.map(({ rank }) => rank)).toEqual([1, 2, 2, 4])
    const found = await t.call(getStandings, {
      as: reader,
      params: { contestId },
      query: { search: 'EQUAL' },
    })
    expect(found.answer).toMatchObject({ data: [{ username: 'o.equal', rank: 2 }], total: 1 })
    for (const member of members) {
      const own = (await rankOf(member)).answer.data
      expect(own).toEqual(data.find(({ id }) => id === member.id))
    }
    expect((await rankOf(reader)).answer).toEqual({ data: null })
    expect((await rankOf(reader, 'nonsense')).status).toBe(400)
    expect((await rankOf(reader, '0197f000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  it('answer 404 for an unknown contest and 400 for a malformed id', async () => {
    const statusOf = async (contestId: string) =>
      (await t.call(getStandings, { as: reader, params: { contestId } })).status
    expect(await statusOf('0197f000-0000-7000-8000-000000000000')).toBe(404)
    expect(await statusOf('nonsense')).toBe(400)
  })
})

describe('the streak leaders', () => {
  const report = async (member: TestMember, at: string) => {
    t.clock.set(at)
    const postId = await insertPost(t.deps)
    await reportAs(t.deps, member, { postId, interactionType: 'like' })
  }
  const leaders = async () => (await t.call(getStreakLeaders, { as: reader })).answer.data

  it('list current streaks first, then past ones, and leave out members who never had one', {
    tags: ['streaks-only'],
  }, async () => {
    const known = (await leaders()).map(({ id }) => id)
    const [long, short, ended] = [
      await t.member('s.long'),
      await t.member('s.short'),
      await t.member('s.ended'),
    ]
    await t.member('s.never')
    for (const day of ['12', '13', '14', '15']) await report(ended, `2026-03-${day}T09:00:00Z`)
    for (const day of ['16', '17', '18']) await report(long, `2026-03-${day}T09:00:00Z`)
    await report(short, '2026-03-18T10:00:00Z')
    const own = (await leaders()).filter(({ id }) => !known.includes(id))
    expect(own).toMatchObject([
      { username: 's.long', currentStreak: 3, longestStreak: 3, rank: 1 },
      { username: 's.short', currentStreak: 1, longestStreak: 1, rank: 2 },
      { username: 's.ended', currentStreak: 0, longestStreak: 4, rank: 3 },
    ])
  })

  it('are at most ten, and equals share a rank', { tags: ['number-streaks'] }, async () => {
    for (let nth = 0; nth < 12; nth++) await report(await t.member(`s.more${nth}`), '2026-03-18T11:00:00Z')
    const all = await leaders()
    expect(all).toHaveLength(10)
    expect(all.slice(1, 6).map(({ rank }: { rank: number }) => rank)).toEqual([2, 2, 2, 2, 2])
  })
})
