import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import {
  createContest,
  deleteContest,
  getTeamStandings,
  listPreviousWinners,
  updateContest,
} from '#contract/contests.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { createTeam, deleteTeam, updateTeam } from '#contract/teams.schema.ts'
import { changeStatus } from '#contract/users.schema.ts'
import type { ContestId, InteractionId, TeamId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { closeEndedContests } from '../contests/commands.ts'
import { keepWindows } from '../windows/commands.ts'
import { listWindows } from '../windows/store.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember
let cara: TestMember
let dan: TestMember
let blue: TeamId
let green: TeamId

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-10T10:00:00Z'),
    limits: { perMember: 100_000, reportsPerMember: 100_000 },
  })
  admin = await t.member('the.admin', 'admin')
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
  cara = await t.member('cara.ito')
  dan = await t.member('dan.weiss')
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set('2026-03-10T10:00:00Z')
  await t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate interactions, ledger, activities, applause, shares, earned_achievements, take_backs, appeals, checks,
      board_windows, window_scores, window_moves, window_parts, team_scores, team_totals, team_standings,
      monthly_winners, standings, standings_builds;
    update users set total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0, longest_streak = 0,
      streak_last_day = null, achievement_codes = '{}', team_id = null, left_out = false, is_ranked = true;
    delete from teams;
    delete from contests;
    update points_configurations set is_active = false where action_type = 'achievement';
    update report_basis set version = version + 1;
    select rebuild_boards(), rebuild_member_directory(), rebuild_figures();
    commit`)
  t.deps.cache.forgetAll()
  blue = await makeTeam('Blue', ana, ben)
  green = await makeTeam('Green', cara, dan)
})

const like = async (as: TestMember): Promise<InteractionId> => {
  t.clock.advance(1_000)
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const likes = async (...members: readonly TestMember[]) => {
  for (const member of members) await like(member)
}
const makeTeam = async (name: string, ...members: readonly TestMember[]) => {
  const body = { name, userIds: members.map(({ id }) => id) }
  return (await t.call(createTeam, { as: admin, body })).answer.data.id
}
const march = { title: 'March', startDate: '2026-03-01', endDate: '2026-03-31' }
const makeContest = async (body: object = {}): Promise<ContestId> => {
  const whole = { ...march, isBetweenTeams: true, ...body }
  return (await t.call(createContest, { as: admin, body: whole })).answer.data.id
}
const change = (id: ContestId, body: object) => t.call(updateContest, { as: admin, params: { id }, body })
const standings = async (id: ContestId) =>
  (await t.call(getTeamStandings, { as: ana, params: { id } })).answer
const lines = async (id: ContestId) =>
  (await standings(id)).data.map(({ rank, name, average, totalPoints, activeMembers, size, isDeleted }) =>
    [
      rank ?? '-',
      name,
      average,
      totalPoints,
      `${activeMembers} of ${size}`,
      ...(isDeleted ? ['gone'] : []),
    ].join(' '),
  )
const champions = async () =>
  (await t.call(listPreviousWinners, { as: ana })).answer.map(({ user, championTeam }) => [
    user.username,
    championTeam && `${championTeam.name} ${championTeam.average}`,
  ])
const end = async () => {
  t.clock.set('2026-04-01T00:10:00Z')
  await closeEndedContests(t.deps)
}
const violations = async () => (await verify(t.deps.db)).flatMap((finding) => finding.violations)

describe('a contest between teams', () => {
  it('has its teams by points for each active member, on its days only', {
    tags: ['contest-between-teams'],
  }, async () => {
    await likes(ana, ana, ben)
    const id = await makeContest({ startDate: '2026-03-11' })
    expect(await lines(id)).toEqual(['- Blue 0 0 0 of 2', '- Green 0 0 0 of 2'])
    t.clock.set('2026-03-11T10:00:00Z')
    await likes(ana, ben, cara, cara, dan)
    expect(await lines(id)).toEqual(['1 Green 22.5 45 2 of 2', '2 Blue 15 30 2 of 2'])
    expect(await standings(id)).toMatchObject({ total: 2, isFinal: false })
    expect(await violations()).toEqual([])
  })

  it('counts what was earned before it was made, and follows its days when it moves', async () => {
    await likes(ana, ben)
    t.clock.set('2026-03-12T10:00:00Z')
    await likes(cara, dan, dan)
    const id = await makeContest()
    expect(await lines(id)).toEqual(['1 Green 22.5 45 2 of 2', '2 Blue 15 30 2 of 2'])
    await change(id, { endDate: '2026-03-11' })
    expect(await lines(id)).toEqual(['1 Blue 15 30 2 of 2', '- Green 0 0 0 of 2'])
    await change(id, { startDate: '2026-03-11', endDate: '2026-03-20' })
    expect(await lines(id)).toEqual(['1 Green 22.5 45 2 of 2', '- Blue 0 0 0 of 2'])
    await keepWindows(t.deps, () => false)
    const kept = (await listWindows(t.deps.db, {})).filter(({ kind }) => kind === 'contest')
    expect(kept).toMatchObject([{ startDate: '2026-03-11', endDate: '2026-03-20', isWhole: true }])
    expect(await violations()).toEqual([])
  })

  it('leaves the points of a member where they earned them, and has no members who are left out', async () => {
    const id = await makeContest()
    await likes(ana, ben, cara, dan)
    await t.call(updateTeam, {
      as: admin,
      params: { id: blue },
      body: { userIds: [ana.id, ben.id, cara.id] },
    })
    await like(cara)
    expect(await lines(id)).toEqual(['1 Blue 15 45 3 of 3', '2 Green 15 30 2 of 1'])
    await t.call(changeStatus, { as: admin, params: { id: ben.id }, body: { leftOut: true } })
    expect(await lines(id)).toEqual(['1 Blue 15 30 2 of 3', '1 Green 15 30 2 of 1'])
    expect(await violations()).toEqual([])
  })

  it('is one for members alone unless somebody says so, and can become one between teams', async () => {
    await likes(ana, ben)
    const id = await makeContest({ isBetweenTeams: undefined })
    expect(await standings(id)).toEqual({ data: [], total: 0, isFinal: false })
    const { answer } = await change(id, { isBetweenTeams: true })
    expect(answer.data.isBetweenTeams).toBe(true)
    expect(await lines(id)).toEqual(['1 Blue 15 30 2 of 2', '- Green 0 0 0 of 2'])
    await change(id, { isBetweenTeams: false })
    expect(await lines(id)).toEqual([])
    await end()
    expect(await champions()).toEqual([['ana.lima', null]])
  })

  it('is refused with a clear error for anything but true and false', {
    tags: ['contest-between-teams'],
  }, async () => {
    const body = { ...march, isBetweenTeams: 'yes' }
    const { status, error } = await t.call(createContest, { as: admin, body })
    expect(status).toBe(400)
    expect(error?.issues).toMatchObject([{ path: 'isBetweenTeams', message: 'Must be true or false' }])
  })

  it('answers 404 for one that is unknown or deleted', async () => {
    const id = await makeContest()
    await t.call(deleteContest, { as: admin, params: { id } })
    for (const gone of [id, newId<'contest'>()])
      expect((await t.call(getTeamStandings, { as: ana, params: { id: gone } })).status).toBe(404)
  })
})

describe('the champion team', () => {
  it('is named beside the champion, once and for good', { tags: ['contest-teams-champion'] }, async () => {
    const id = await makeContest()
    await likes(ana, ana, ben, cara, dan)
    const late = await like(dan)
    await end()
    await closeEndedContests(t.deps)
    expect(await champions()).toEqual([['ana.lima', 'Blue 22.5']])
    const final = ['1 Blue 22.5 45 2 of 2', '1 Green 22.5 45 2 of 2']
    expect(await lines(id)).toEqual(final)
    expect(await standings(id)).toMatchObject({ isFinal: true })
    expect(await violations()).toEqual([])
    // Undone, renamed, left out and deleted afterwards, it stays what it was.
    expect((await t.call(undoInteraction, { as: dan, params: { id: late } })).status).not.toBe(200)
    await t.call(updateTeam, { as: admin, params: { id: green }, body: { name: 'Emerald' } })
    await t.call(changeStatus, { as: admin, params: { id: ana.id }, body: { leftOut: true } })
    await t.call(deleteTeam, { as: admin, params: { id: blue } })
    expect(await lines(id)).toEqual(['1 Blue 22.5 45 2 of 2 gone', '1 Emerald 22.5 45 2 of 2'])
    expect(await champions()).toEqual([['ana.lima', 'Blue 22.5']])
    await keepWindows(t.deps, () => false)
    expect((await listWindows(t.deps.db, {})).filter(({ kind }) => kind === 'contest')).toEqual([])
    expect(await violations()).toEqual([])
  })

  it('is the one that got there first, where two are equal', async () => {
    await makeContest()
    await likes(ana, cara, dan, ben)
    await end()
    expect(await champions()).toEqual([['ana.lima', 'Green 15']])
  })

  it('is told in the activities', {
    tags: ['contest-teams-champion'],
  }, async () => {
    await makeContest()
    await likes(ana, ben, cara, cara, dan)
    await end()
    const { data } = (await t.call(listActivities, { as: ana, query: { limit: 1 } })).answer
    expect(data[0]?.description).toBe('Cara Ito is the champion of March, and Green is the champion team')
  })

  it('is none where no team has two active members', async () => {
    const id = await makeContest()
    await likes(ana, cara)
    await end()
    expect(await champions()).toEqual([['ana.lima', null]])
    expect(await lines(id)).toEqual(['- Blue 15 15 1 of 2', '- Green 15 15 1 of 2'])
    expect(await violations()).toEqual([])
  })

  it('cannot be asked for once the contest has its champion', async () => {
    const id = await makeContest({ isBetweenTeams: false })
    await likes(ana, ben)
    await end()
    const { status, error } = await change(id, { isBetweenTeams: true })
    expect(status).toBe(400)
    expect(error?.issues).toMatchObject([{ path: 'isBetweenTeams' }])
  })

  it('stays in the standings of a contest that is deleted afterwards', async () => {
    const id = await makeContest()
    await likes(ana, ben)
    await end()
    await t.call(deleteContest, { as: admin, params: { id } })
    expect(await lines(id)).toEqual(['1 Blue 15 30 2 of 2', '- Green 0 0 0 of 2'])
  })
})
