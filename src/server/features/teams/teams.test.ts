import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { listAudit } from '#contract/audit.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { getMemberCard } from '#contract/members.schema.ts'
import {
  changeTeamOf,
  createTeam,
  deleteTeam,
  getTeam,
  getTeamBoard,
  listTeams,
  putTeamMembers,
  updateTeam,
} from '#contract/teams.schema.ts'
import { changeStatus, getCurrentUser } from '#contract/users.schema.ts'
import { type BoardWindow, boardWindows } from '#domain/board-windows.ts'
import type { InteractionId, TeamId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { keepWindows } from '../windows/commands.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember
let cara: TestMember
let dan: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock('2026-03-30T10:00:00Z'),
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
  t.clock.set('2026-03-30T10:00:00Z')
  await t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate interactions, ledger, activities, applause, shares, earned_achievements, take_backs, appeals, checks,
      board_windows, window_scores, window_moves, window_parts, team_scores, team_totals;
    update users set total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0, longest_streak = 0,
      streak_last_day = null, achievement_codes = '{}', team_id = null;
    delete from teams;
    update points_configurations set is_active = false where action_type = 'achievement';
    update report_basis set version = version + 1;
    select rebuild_boards(), rebuild_member_directory(), rebuild_figures();
    commit`)
  t.deps.cache.forgetAll()
})

const like = async (as: TestMember): Promise<InteractionId> => {
  t.clock.advance(1_000)
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const make = async (name: string, ...members: readonly TestMember[]): Promise<TeamId> => {
  const body = { name, userIds: members.map(({ id }) => id) }
  return (await t.call(createTeam, { as: admin, body })).answer.data.id
}
const setLeftOut = (member: TestMember, leftOut: boolean) =>
  t.call(changeStatus, { as: admin, params: { id: member.id }, body: { leftOut } })
const moveInto = (member: TestMember, teamId: TeamId | null) =>
  t.call(changeTeamOf, { as: admin, params: { id: member.id }, body: { teamId } })
const board = async (window: BoardWindow = 'week') => {
  const { data } = (await t.call(getTeamBoard, { as: ana, query: { window } })).answer
  return data.map(({ rank, name, average, totalPoints, activeMembers, size }) =>
    [rank ?? '-', name, average, totalPoints, `${activeMembers} of ${size}`].join(' '),
  )
}
const violations = async () => (await verify(t.deps.db)).flatMap((finding) => finding.violations)
const codeOf = (failed: { readonly error?: { readonly issues?: readonly { readonly path: string }[] } }) =>
  failed.error?.issues?.map(({ path }) => path)

describe('the board of teams', () => {
  it('orders teams by points for each active member, with total and size', {
    tags: ['teams-on-board'],
  }, async () => {
    await make('Sales', ana, ben, cara)
    await make('Design', dan, admin)
    for (const who of [ana, ana, ana, ben, dan, admin, admin, admin, admin]) await like(who)
    expect(await board()).toEqual(['1 Design 37.5 75 2 of 2', '2 Sales 30 60 2 of 3'])
    expect(await violations()).toEqual([])
  })

  it('gives a team with fewer than two active members no place, and equal teams the same one', {
    tags: ['teams-on-board'],
  }, async () => {
    await make('Sales', ana, ben)
    await make('Design', cara, dan)
    await make('Quiet')
    await make('Alone', admin)
    for (const who of [ana, ben, cara, dan, admin, admin]) await like(who)
    expect(await board()).toEqual([
      '1 Design 15 30 2 of 2',
      '1 Sales 15 30 2 of 2',
      '- Alone 30 30 1 of 1',
      '- Quiet 0 0 0 of 0',
    ])
  })

  it('covers each window, and all of them equal the ledger when they are built anew', async () => {
    const sales = await make('Sales', ana, ben)
    t.clock.set('2026-02-10T10:00:00Z')
    await like(ana)
    await like(ben)
    t.clock.set('2026-03-28T10:00:00Z')
    await like(ana)
    t.clock.set('2026-03-30T10:00:00Z')
    await like(ben)
    await like(ana)
    const expected = {
      week: ['1 Sales 15 30 2 of 2'],
      month: ['1 Sales 22.5 45 2 of 2'],
      quarter: ['1 Sales 37.5 75 2 of 2'],
      all: ['1 Sales 37.5 75 2 of 2'],
    }
    const boards = async () =>
      Object.fromEntries(await Promise.all(boardWindows.map(async (window) => [window, await board(window)])))
    expect(await boards()).toEqual(expected)
    // As after a restore, which leaves all of it to be made anew.
    await t.deps.db.script(
      'truncate board_windows, window_scores, window_moves, window_parts, team_scores, team_totals; select rebuild_boards()',
    )
    t.deps.cache.forgetAll()
    await keepWindows(t.deps, () => false)
    expect(await boards()).toEqual(expected)
    expect(await violations()).toEqual([])
    const page = await t.call(getTeam, { as: cara, params: { id: sales }, query: { window: 'month' } })
    expect(page.answer.data).toMatchObject({
      rank: 1,
      average: 22.5,
      members: [
        { username: 'ana.lima', points: 30, engagements: 2 },
        { username: 'ben.okafor', points: 15, engagements: 1 },
      ],
    })
  })

  it('leaves out who has no place on boards, and takes them back in', async () => {
    // Who is disabled is signed out.
    const eve = await t.member('eve.brown')
    await make('Sales', ana, ben, eve)
    for (const who of [ana, ben, ben, eve]) await like(who)
    await setLeftOut(ben, true)
    expect(await board()).toEqual(['1 Sales 15 30 2 of 3'])
    await like(ben)
    await setLeftOut(ben, false)
    expect(await board()).toEqual(['1 Sales 25 75 3 of 3'])
    await t.call(changeStatus, { as: admin, params: { id: eve.id }, body: { disabled: true } })
    expect(await board()).toEqual(['1 Sales 30 60 2 of 2'])
    await t.call(changeStatus, { as: admin, params: { id: eve.id }, body: { disabled: false } })
    expect(await board()).toEqual(['1 Sales 25 75 3 of 3'])
    expect(await violations()).toEqual([])
  })
})

describe('points', () => {
  it('stay with the team for which they were earned, also when they are taken back later', {
    tags: ['points-stay-with-team'],
  }, async () => {
    const sales = await make('Sales', ana, ben)
    const design = await make('Design', cara, dan)
    for (const who of [ben, cara, dan]) await like(who)
    const report = await like(ana)
    await moveInto(ana, design)
    await like(ana)
    expect(await board()).toEqual(['1 Design 15 45 3 of 3', '2 Sales 15 30 2 of 1'])
    await t.call(undoInteraction, { as: ana, params: { id: report } })
    expect(await board()).toEqual(['1 Design 15 45 3 of 3', '- Sales 15 15 1 of 1'])
    await moveInto(ana, null)
    await like(ana)
    expect(await board()).toEqual(['1 Design 15 45 3 of 2', '- Sales 15 15 1 of 1'])
    expect((await t.call(getTeam, { as: ana, params: { id: sales } })).answer.data.size).toBe(1)
    expect(await violations()).toEqual([])
  })

  it('of a team that is deleted stay with its members, who are in none then', {
    tags: ['points-stay-with-team'],
  }, async () => {
    const sales = await make('Sales', ana, ben)
    await like(ana)
    const deleted = await t.call(deleteTeam, { as: admin, params: { id: sales } })
    expect(deleted.answer.data).toEqual({ formerMembers: 2 })
    expect(await board()).toEqual([])
    expect((await t.call(getCurrentUser, { as: ana })).answer.data).toMatchObject({
      team: null,
      totalPoints: 15,
    })
    expect((await t.call(getTeam, { as: ana, params: { id: sales } })).status).toBe(404)
    expect((await t.call(deleteTeam, { as: admin, params: { id: sales } })).status).toBe(404)
    await make('sales', cara)
    expect(await board()).toEqual(['- sales 0 0 0 of 1'])
    expect(await violations()).toEqual([])
  })
})

describe('a team', () => {
  it('is made, changed, listed, and named on the cards of its members', async () => {
    const id = await make('Sales', ana)
    const body = { name: ' Sales  North ', color: '#AB12CD' }
    const changed = await t.call(updateTeam, { as: admin, params: { id }, body })
    const team = { id, name: 'Sales North', color: '#ab12cd' }
    expect(changed.answer.data).toEqual({ ...team, size: 1, userIds: [ana.id] })
    expect((await t.call(listTeams, { as: admin })).answer.data).toEqual([
      { ...team, size: 1, userIds: [ana.id] },
    ])
    expect((await t.call(listTeams, { as: ben })).answer.data).toEqual([{ ...team, size: 1 }])
    expect((await t.call(getMemberCard, { as: ben, params: { id: ana.id } })).answer.data.team).toEqual(team)
    expect((await t.call(getCurrentUser, { as: ana })).answer.data.team).toEqual(team)
    expect((await t.call(getCurrentUser, { as: ben })).answer.data.team).toBeNull()
  })

  it('gets its members replaced, each of whom is in one team alone', async () => {
    const sales = await make('Sales', ana, ben)
    const design = await make('Design', cara)
    const params = { id: design }
    const body = { userIds: [ben.id, dan.id, ben.id] }
    const put = await t.call(putTeamMembers, { as: admin, params, body })
    expect(new Set(put.answer.data.userIds)).toEqual(new Set([ben.id, dan.id]))
    const { data } = (await t.call(listTeams, { as: admin })).answer
    expect(data.map(({ name, size, userIds }) => [name, size, userIds?.length])).toEqual([
      ['Design', 2, 2],
      ['Sales', 1, 1],
    ])
    const renamed = await t.call(updateTeam, { as: admin, params: { id: sales }, body: { userIds: [] } })
    expect(renamed.answer.data).toMatchObject({ name: 'Sales', size: 0, userIds: [] })
    expect(await violations()).toEqual([])
  })

  it('is named in the audit trail, also for a change of its members', async () => {
    const id = await make('Sales')
    await t.call(putTeamMembers, { as: admin, params: { id }, body: { userIds: [ana.id] } })
    const { data } = (await t.call(listAudit, { as: admin })).answer
    const own = data.filter(({ subject }) => subject === id)
    expect(own.map(({ action, subjectName }) => `${action} ${subjectName}`).sort()).toEqual([
      'team.create Sales',
      'team.members Sales',
    ])
  })

  it('has a name of its own, and changes only what its editor has seen', async () => {
    const id = await make('Sales')
    await make('Design')
    const taken = await t.call(updateTeam, { as: admin, params: { id }, body: { name: 'DESIGN' } })
    expect([taken.status, codeOf(taken)]).toEqual([409, ['name']])
    const made = await t.call(createTeam, { as: admin, body: { name: 'sales' } })
    expect([made.status, codeOf(made)]).toEqual([409, ['name']])
    const body = { name: 'Sold', seen: { name: 'Sells' } }
    const stale = await t.call(updateTeam, { as: admin, params: { id }, body })
    expect([stale.status, codeOf(stale)]).toEqual([409, ['name']])
  })

  test.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{}, 'name'],
    [{ name: 'Ops', color: 'blue' }, 'color'],
    [{ name: 'Ops', userIds: 'everybody' }, 'userIds'],
    [{ name: 'Ops', userIds: ['somebody'] }, 'userIds.0'],
    [{ name: 'Ops', userIds: [newId()] }, 'userIds'],
  ])('is not made of %j', async (body, field) => {
    const refused = await t.call(createTeam, { as: admin, body })
    expect([refused.status, codeOf(refused)]).toEqual([400, [field]])
    expect((await t.call(listTeams, { as: admin })).answer.data).toEqual([])
  })

  it('is made and changed by administrators alone', async () => {
    const id = await make('Sales', ana)
    const asked = [
      t.call(createTeam, { as: ana, body: { name: 'Ours' } }),
      t.call(updateTeam, { as: ana, params: { id }, body: { name: 'Ours' } }),
      t.call(deleteTeam, { as: ana, params: { id } }),
      t.call(putTeamMembers, { as: ana, params: { id }, body: { userIds: [] } }),
      t.call(changeTeamOf, { as: ana, params: { id: ana.id }, body: { teamId: null } }),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  })

  it('that is unknown is refused with the field', async () => {
    const refused = await moveInto(ana, newId<'team'>())
    expect([refused.status, codeOf(refused)]).toEqual([400, ['teamId']])
    const nobody = await t.call(changeTeamOf, {
      as: admin,
      params: { id: newId<'user'>() },
      body: { teamId: null },
    })
    expect(nobody.status).toBe(404)
    const params = { id: newId<'team'>() }
    expect((await t.call(putTeamMembers, { as: admin, params, body: { userIds: [] } })).status).toBe(404)
    expect((await t.call(getTeamBoard, { as: ana, query: { window: 'year' } as never })).status).toBe(400)
  })
})
