import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getBoardSettings, putBoardSettings } from '#contract/board-settings.schema.ts'
import { getCurrentContest } from '#contract/contests.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard, getMyRank, getStandings, getStreakLeaders } from '#contract/leaderboard.schema.ts'
import { changeRole, changeStatus, getCurrentUser } from '#contract/users.schema.ts'
import { asDay } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { closeEndedContests } from '#server/features/contests/commands.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember
let contestId: ContestId

// A Saturday.
beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-07T10:00:00Z'),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
  })
  admin = await t.member('the.admin', 'admin')
  ana = await t.member('ana.lima', 'moderator')
  ben = await t.member('ben.okafor')
  contestId = await insertContest(t.deps, { startDate: asDay('2026-03-01'), endDate: asDay('2026-03-09') })
})
afterAll(() => t.close())

const like = async (as: TestMember) => {
  t.clock.advance(1_000)
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
}
const names = (rows: readonly { readonly username: string }[]) => rows.map(({ username }) => username)
const boards = async () => {
  const board = async (window: 'all' | 'week') =>
    names((await t.call(getLeaderboard, { as: ben, query: { window } })).answer.data)
  const standings = (await t.call(getStandings, { as: ben, params: { contestId } })).answer.data
  const streaks = (await t.call(getStreakLeaders, { as: ben })).answer.data
  return {
    all: await board('all'),
    week: await board('week'),
    contest: names(standings),
    streaks: names(streaks),
  }
}
const everywhere = (...who: string[]) => ({
  all: who,
  week: who,
  contest: who,
  streaks: expect.arrayContaining(who),
})
const setLeftOut = (member: TestMember, leftOut: boolean) =>
  t.call(changeStatus, { as: admin, params: { id: member.id }, body: { leftOut } })
const save = (body: unknown, as: TestMember | null = admin) => t.call(putBoardSettings, { as, body })
const own = async (as: TestMember) => (await t.call(getCurrentUser, { as })).answer.data
const violations = async () => (await verify(t.deps.db)).flatMap((finding) => finding.violations)
const listActs = statement<{ action: string; details: unknown }>(
  'test_board_acts',
  `select action, details from audit_entries where action in ('boards.update', 'member.leave-out') order by created_at, id`,
)

describe('a member who is left out', () => {
  it('has no place on any board, earns all the same, and gets the place back', {
    tags: ['board-left-out'],
  }, async () => {
    await like(ana)
    await like(ana)
    await like(ben)
    expect(await boards()).toEqual(everywhere('ana.lima', 'ben.okafor'))
    const before = await own(ana)
    const answer = await setLeftOut(ana, true)
    expect(answer.answer.data).toMatchObject({ leftOut: true, isLeftOut: true, disabledBy: null })
    expect(await boards()).toEqual({ ...everywhere('ben.okafor'), streaks: ['ben.okafor'] })
    expect((await t.call(getMyRank, { as: ana })).answer.data).toBeNull()
    await like(ana)
    expect(await own(ana)).toMatchObject({ isLeftOut: true, totalPoints: before.totalPoints + 15 })
    const contest = present((await t.call(getCurrentContest, { as: ben })).answer.data)
    const sum = (await own(ana)).totalPoints + (await own(ben)).totalPoints
    expect(contest).toMatchObject({ totalParticipants: 1, totalPoints: sum })
    expect(await violations()).toEqual([])
    await setLeftOut(ana, false)
    expect(await boards()).toEqual(everywhere('ana.lima', 'ben.okafor'))
    expect(await own(ana)).toMatchObject({ isLeftOut: false })
    expect(await violations()).toEqual([])
    const details = (leftOut: boolean) => ({ before: { leftOut: !leftOut }, after: { leftOut } })
    expect(await t.deps.db.run(listActs, [])).toEqual([
      { action: 'member.leave-out', details: details(true) },
      { action: 'member.leave-out', details: details(false) },
    ])
  })

  it('wins no contest', { tags: ['board-left-out'] }, async () => {
    await setLeftOut(ana, true)
    const ended = await insertContest(t.deps, {
      startDate: asDay('2026-02-01'),
      endDate: asDay('2026-02-28'),
    })
    t.clock.set('2026-02-20T10:00:00Z')
    await like(ana)
    await like(ana)
    await like(ben)
    t.clock.set('2026-03-08T10:00:00Z')
    await closeEndedContests(t.deps)
    const findWinner = statement<{ userId: string }>(
      'test_winner_of',
      'select user_id as "userId" from monthly_winners where contest_id = $1',
    )
    expect(await t.deps.db.run(findWinner, [ended])).toEqual([{ userId: ben.id }])
    expect(await violations()).toEqual([])
    await setLeftOut(ana, false)
    expect(await violations()).toEqual([])
  })

  it.each([
    ['nothing', {}, 'disabled'],
    ['a word', { leftOut: 'yes' }, 'leftOut'],
  ])('is not made by %s', async (_, body, path) => {
    const { status, error } = await t.call(changeStatus, {
      as: admin,
      params: { id: ben.id },
      body: body as object,
    })
    expect([status, error.issues]).toEqual([400, [{ path, message: 'Must be true or false' }]])
  })
})

describe('the settings of the boards', () => {
  it('begin with weeks from Monday and a place for everybody', { tags: ['board-week-start'] }, async () => {
    const { data } = (await t.call(getBoardSettings, { as: admin })).answer
    expect(data).toEqual({ weekStartsOn: 1, leaveOutRoles: [] })
  })

  it('leave roles out, and follow a role that changes', { tags: ['board-left-out'] }, async () => {
    const { answer } = await save({ leaveOutRoles: ['moderator', 'admin'] })
    expect(answer.data).toEqual({ weekStartsOn: 1, leaveOutRoles: ['moderator', 'admin'] })
    expect((await boards()).all).toEqual(['ben.okafor'])
    expect(await own(ana)).toMatchObject({ isLeftOut: true })
    await t.call(changeRole, { as: admin, params: { id: ben.id }, body: { role: 'moderator' } })
    await t.call(changeRole, { as: admin, params: { id: ana.id }, body: { role: 'user' } })
    expect((await boards()).all).toEqual(['ana.lima'])
    expect(await violations()).toEqual([])
    await t.call(changeRole, { as: admin, params: { id: ben.id }, body: { role: 'user' } })
    await save({ leaveOutRoles: [] })
    expect((await boards()).all).toEqual(['ana.lima', 'ben.okafor'])
    expect(await violations()).toEqual([])
  })

  it('let a week begin on another day, with what was earned since', {
    tags: ['board-week-start'],
  }, async () => {
    // Sunday 8 March; the reports were on Saturday.
    expect((await boards()).week).toEqual(['ana.lima', 'ben.okafor'])
    await save({ weekStartsOn: 7 })
    expect((await boards()).week).toEqual([])
    await like(ben)
    expect((await boards()).week).toEqual(['ben.okafor'])
    await save({ weekStartsOn: 6 })
    expect((await boards()).week).toEqual(['ana.lima', 'ben.okafor'])
    await save({ weekStartsOn: 1 })
    expect((await boards()).week).toEqual(['ana.lima', 'ben.okafor'])
    expect(await violations()).toEqual([])
  })

  it.each([
    ['weekStartsOn', { weekStartsOn: 0 }, 'Must be a day from 1 for Monday to 7 for Sunday'],
    ['weekStartsOn', { weekStartsOn: '1' }, 'Must be a day from 1 for Monday to 7 for Sunday'],
    ['leaveOutRoles', { leaveOutRoles: 'admin' }, 'Must be a list of roles'],
    ['leaveOutRoles.0', { leaveOutRoles: ['boss'] }, 'Role must be one of user, moderator, admin'],
  ])('refuse %s as in %j, and name it', async (path, body, message) => {
    const { status, error } = await save(body)
    expect([status, error.issues]).toEqual([400, [{ path, message }]])
  })

  it('are for administrators', async () => {
    expect((await save({ weekStartsOn: 2 }, ben)).status).toBe(403)
    expect((await save({ weekStartsOn: 2 }, null)).status).toBe(401)
  })
})
