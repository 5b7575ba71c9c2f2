import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { applaud, listActivities } from '#contract/activities.schema.ts'
import { getAnalytics } from '#contract/analytics.schema.ts'
import { listBell } from '#contract/bell.schema.ts'
import { getCurrentContest, getRace, listPreviousWinners } from '#contract/contests.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getAround, getLeaderboard, getMovement } from '#contract/leaderboard.schema.ts'
import { adjustPoints } from '#contract/ledger.schema.ts'
import type { LiveMessage } from '#contract/live.ts'
import { getMemberCard } from '#contract/members.schema.ts'
import { changeStatus } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { markPlaces } from '#server/features/leaderboard/commands.ts'
import { verify } from '#server/verify.ts'
import type { TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'

const untilPushed = { timeout: 45_000 }
let t: ListeningApp
let admin: TestMember
/** Leads every list until she is disabled. */
let lea: TestMember
let ben: TestMember
let march: ContestId

beforeAll(async () => {
  t = await startListeningApp({ clock: testClock('2026-02-27T10:00:00.000Z'), limits: { perMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
  lea = await t.member('lea.stone')
  ben = await t.member('ben.okafor')
  await insertContest(t.deps, { startDate: asDay('2026-02-01'), endDate: asDay('2026-02-28') })
  march = await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-31') })
  await report(lea, 2)
  await report(ben)
  await moveTo('2026-03-09T10:00:00.000Z')
  await closeEndedContests(t.deps)
  await report(lea, 2)
  await report(ben)
  await moveTo('2026-03-10T10:00:00.000Z')
  await markPlaces(t.deps)
  await report(ben)
  await report(lea, 2)
  await t.call(applaud, { as: lea, params: { id: await lineOf(ben) } })
})
afterAll(async () => {
  expect((await verify(t.deps.db)).filter(({ violations }) => violations.length > 0)).toEqual([])
  await t.close()
})
beforeEach(async () => {
  await disable(lea, false)
})

/** Moves the clock, which ends sessions, and signs everybody in again. */
async function moveTo(moment: string): Promise<void> {
  t.clock.set(moment)
  const signedIn = async (member: TestMember) => ({
    ...member,
    cookie: await insertTestSession(t.deps, member.id),
  })
  admin = await signedIn(admin)
  lea = await signedIn(lea)
  ben = await signedIn(ben)
}

async function report(as: TestMember, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    t.clock.advance(1_000)
    const body = { postId: await insertPost(t.deps), interactionType: 'like' }
    expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
  }
}
const disable = (member: TestMember, disabled = true) =>
  t.call(changeStatus, { as: admin, params: { id: member.id }, body: { disabled } })
const textOf = async (path: string) => (await t.request('GET', path, ben)).text
const linesBy = async ({ id }: TestMember) =>
  (await t.call(listActivities, { as: admin, query: { limit: '100' } })).answer.data.filter(
    ({ userId }) => userId === id,
  )
const lineOf = async (member: TestMember) => present((await linesBy(member))[0]).id

describe('a disabled member', () => {
  it('is off every board and every list at the next read, and back on it when enabled', {
    tags: ['leavers-lists'],
  }, async () => {
    const lists = [
      '/api/leaderboard',
      '/api/leaderboard?search=lea',
      '/api/leaderboard?limit=1',
      '/api/leaderboard/around',
      '/api/leaderboard/streaks',
      `/api/leaderboard/${march}`,
      `/api/leaderboard/${march}?search=lea`,
      `/api/leaderboard/${march}/around`,
      `/api/contests/${march}/race`,
      '/api/users',
      '/api/users?page=1&search=lea',
      '/api/activities',
      '/api/activities?limit=20',
      `/api/activities?userId=${lea.id}`,
      '/api/social-feed-posts',
    ]
    const isOn = async (path: string) => (await textOf(path)).includes('"lea.stone"')
    for (const path of lists) expect(await isOn(path), path).toBe(true)
    await disable(lea)
    for (const path of lists) expect(await isOn(path), path).toBe(false)
    await disable(lea, false)
    for (const path of lists) expect(await isOn(path), path).toBe(true)
  })

  it('is not in the bell of others', { tags: ['leavers-lists'] }, async () => {
    const bell = async () => (await t.call(listBell, { as: ben })).answer.data
    const names = async () => (await bell()).map(({ user }) => user?.username)
    const applause = async () => (await bell()).filter(({ kind }) => kind === 'applause')
    expect(await names()).toContain('lea.stone')
    expect(await applause()).toHaveLength(1)
    await disable(lea)
    expect(await names()).not.toContain('lea.stone')
    expect(await applause()).toHaveLength(0)
  })

  it('frees their place, while the sums of the team keep what they earned', {
    tags: ['leavers-totals'],
  }, async () => {
    const contest = async () => present((await t.call(getCurrentContest, { as: ben })).answer.data)
    const race = async () => (await t.call(getRace, { as: ben, params: { id: march } })).answer.data.members
    const active = async () => (await t.call(getAnalytics, { as: admin })).answer.data
    const before = { contest: await contest(), analytics: await active() }
    expect(await race()).toHaveLength(2)
    await disable(lea)
    const { totalParticipants, totalMembers, totalPoints } = before.contest
    expect(await contest()).toMatchObject({
      totalParticipants: totalParticipants - 1,
      totalMembers: totalMembers - 1,
      totalPoints,
    })
    expect((await race()).map(({ username }) => username)).toEqual(['ben.okafor'])
    const { answer: around } = await t.call(getAround, { as: ben })
    expect(around.data).toMatchObject({ own: { rank: 1 }, above: [], below: [] })
    const after = await active()
    const { totalUsers, period } = before.analytics
    expect(after.totalUsers).toBe(totalUsers - 1)
    expect(after.period.current).toEqual({
      ...period.current,
      activeMembers: period.current.activeMembers - 1,
    })
    expect(after.period.topMembers.map(({ id }) => id)).not.toContain(lea.id)
  })

  it('has no card, no calendar, no link and no mark, and their activities cannot be applauded', {
    tags: ['leavers-lists'],
  }, async () => {
    const line = await lineOf(lea)
    const code = statement<{ code: string }>(
      'test_code_of',
      'select tracking_code as code from users where id = $1',
    )
    const [link] = await t.deps.db.run(code, [lea.id])
    const visit = () => t.request('GET', `/go/${link?.code}`)
    const clap = () => t.call(applaud, { as: ben, params: { id: line } })
    const marks = async () => (await t.call(getMovement, { as: ben })).answer.data.map(({ id }) => id)
    const card = () => t.call(getMemberCard, { as: ben, params: { id: lea.id } })
    expect((await visit()).status).toBe(302)
    expect(await marks()).toContain(lea.id)
    await disable(lea)
    // Without built pages, as here, an unknown address is answered with 503.
    expect([404, 503]).toContain((await visit()).status)
    expect((await card()).status).toBe(404)
    expect((await t.request('GET', `/api/users/${lea.id}/days`, ben)).status).toBe(404)
    expect((await clap()).status).toBe(404)
    expect(await marks()).not.toContain(lea.id)
    await disable(lea, false)
    expect((await card()).status).toBe(200)
    expect((await clap()).status).toBe(200)
  })

  it('does not applaud any more', { tags: ['leavers-lists'] }, async () => {
    const counts = async () => (await linesBy(ben)).map(({ applause }) => applause.count)
    expect(Math.max(...(await counts()))).toBe(1)
    await disable(lea)
    expect(Math.max(...(await counts()))).toBe(0)
    const { answer } = await t.call(applaud, { as: admin, params: { id: await lineOf(ben) } })
    expect(answer.data.count).toBe(1)
  })

  it('stays the champion that they were', { tags: ['leavers-winners'] }, async () => {
    await disable(lea)
    const { answer } = await t.call(listPreviousWinners, { as: ben })
    expect(answer).toMatchObject([{ month: 2, user: { username: 'lea.stone' } }])
  })

  it('leaves the open board of others at once, and their own socket is closed', {
    tags: ['leavers-live'],
  }, async () => {
    const back = await t.member('back.bo')
    await report(back)
    const heard: LiveMessage[] = []
    const address = `${t.origin.replace('http', 'ws')}/ws`
    const watching = new WebSocket(address, { headers: { cookie: ben.cookie } })
    watching.on('message', (data) => heard.push(JSON.parse(String(data))))
    const own = new WebSocket(address, { headers: { cookie: back.cookie } })
    const closed = new Promise((resolve) => own.on('close', resolve))
    const boards = () => heard.filter((message) => message.type === 'LEADERBOARD_UPDATE')
    try {
      await expect.poll(() => own.readyState, untilPushed).toBe(WebSocket.OPEN)
      await expect.poll(() => heard.length, untilPushed).toBeGreaterThan(0)
      await disable(back)
      expect(await closed).toBe(1008)
      await expect.poll(() => JSON.stringify(boards().at(-1) ?? ''), untilPushed).toContain('ben.okafor')
      expect(JSON.stringify(boards().at(-1))).not.toContain('back.bo')
      const touched = () => heard.flatMap((message) => (message.type === 'TOUCHED' ? message.topics : []))
      await expect
        .poll(touched, untilPushed)
        .toEqual(expect.arrayContaining(['members', 'totals', 'streaks', 'activities', 'contests']))
    } finally {
      watching.terminate()
      own.terminate()
    }
  })
})

it('a disabled member whose points are corrected does not become the leader of the team', {
  tags: ['leavers-lists'],
}, async () => {
  for (const name of ['third.tia', 'fourth.finn']) await report(await t.member(name))
  const add = async (member: TestMember, amount: number) => {
    const body = { userId: member.id, amount, reason: 'Points of the trade fair' }
    expect((await t.call(adjustPoints, { as: admin, body })).status).toBe(200)
  }
  const held = async (member: TestMember) => {
    const codes = statement<{ held: string[] }>(
      'test_held_by',
      'select achievement_codes as held from users where id = $1',
    )
    return present((await t.deps.db.run(codes, [member.id]))[0]).held
  }
  await disable(lea)
  await add(lea, 2_000)
  expect(await held(lea)).not.toContain('team_leader')
  await add(ben, 1_000)
  expect(await held(ben)).toContain('team_leader')
})

it('a champion who was recorded while a better member was disabled stays the champion', {
  tags: ['leavers-winners'],
}, async () => {
  await disable(lea)
  await moveTo('2026-04-02T10:00:00.000Z')
  await closeEndedContests(t.deps)
  await disable(lea, false)
  const { answer } = await t.call(listPreviousWinners, { as: await t.member('reader') })
  expect(answer[0]).toMatchObject({ month: 3, user: { username: 'ben.okafor' } })
  const { answer: board } = await t.call(getLeaderboard, { as: await t.member('reader') })
  expect(board.data[0]?.username).toBe('lea.stone')
})
