import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAnalytics, listTeamFigures } from '#contract/analytics.schema.ts'
import { type AnalyticsPeriod, analyticsPeriods, type TeamFigures } from '#contract/analytics.ts'
import { createAppeal } from '#contract/appeals.schema.ts'
import { reportInteraction, undoInteraction } from '#contract/interactions.schema.ts'
import { adjustPoints } from '#contract/ledger.schema.ts'
import { decideAppeal, takeBackReport } from '#contract/review.schema.ts'
import { changeTeamOf, createTeam, deleteTeam } from '#contract/teams.schema.ts'
import { changeStatus } from '#contract/users.schema.ts'
import { addDays, dayOf } from '#domain/days.ts'
import type { InteractionId, TeamId } from '#domain/ids.ts'
import { pointsPerActive, reportsOf } from '#domain/team-figures.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { statement } from '#server/db/handle.ts'
import { verify } from '#server/verify.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'

const zone = 'Pacific/Auckland'
const start = '2026-03-30T10:00:00Z'
const dayMs = 86_400_000

let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember
let cara: TestMember

beforeAll(async () => {
  t = await startTestApp({
    clock: testClock(start),
    environment: { WORKSPACE_TIME_ZONE: zone },
    limits: { perMember: 100_000, reportsPerMember: 100_000, readyReadsPerMember: 100_000 },
  })
  admin = await t.member('the.admin', 'admin')
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
  cara = await t.member('cara.ito')
})
afterAll(() => t.close())
beforeEach(reset)

async function reset(): Promise<void> {
  await t.deps.db.script(`begin; set local session_replication_role = replica;
    truncate interactions, ledger, activities, applause, shares, earned_achievements, take_backs, appeals, checks,
      adjustments, board_windows, window_scores, window_moves, window_parts, team_scores, team_totals;
    update users set total_points = 0, total_shares = 0, total_engagements = 0, current_streak = 0, longest_streak = 0,
      streak_last_day = null, achievement_codes = '{}', team_id = null, disabled_at = null, disabled_by = null,
      left_out = false, is_ranked = true;
    delete from teams;
    update points_configurations set is_active = false where action_type = 'achievement';
    update report_basis set version = version + 1;
    select rebuild_boards(), rebuild_member_directory(), rebuild_figures();
    commit`)
  t.clock.set(start)
  t.deps.cache.forgetAll()
  await signIn()
}

/** New sessions, because they end while time passes. */
async function signIn(): Promise<void> {
  const again = async (member: TestMember) => ({
    ...member,
    cookie: await insertTestSession(t.deps, member.id),
  })
  admin = await again(admin)
  ana = await again(ana)
  ben = await again(ben)
  cara = await again(cara)
}
async function pass(days: number): Promise<void> {
  t.clock.advance(days * dayMs)
  await signIn()
}

const report = async (as: TestMember, interactionType = 'like'): Promise<InteractionId> => {
  t.clock.advance(1_000)
  const body = { postId: await insertPost(t.deps), interactionType }
  return (await t.call(reportInteraction, { as, body })).answer.id
}
const undo = (as: TestMember, id: InteractionId) => t.call(undoInteraction, { as, params: { id } })
const takeBack = (id: InteractionId) =>
  t.call(takeBackReport, { as: admin, params: { id }, body: { reason: 'We could not find it' } })
const correct = (member: TestMember, amount: number) =>
  t.call(adjustPoints, { as: admin, body: { userId: member.id, amount, reason: 'Counted wrongly' } })
const make = async (name: string, ...members: readonly TestMember[]): Promise<TeamId> => {
  const body = { name, userIds: members.map(({ id }) => id) }
  return (await t.call(createTeam, { as: admin, body })).answer.data.id
}
const moveInto = (member: TestMember, teamId: TeamId | null) =>
  t.call(changeTeamOf, { as: admin, params: { id: member.id }, body: { teamId } })
const remove = (id: TeamId) => t.call(deleteTeam, { as: admin, params: { id } })
const setStatus = (member: TestMember, body: { disabled?: boolean; leftOut?: boolean }) =>
  t.call(changeStatus, { as: admin, params: { id: member.id }, body })

const read = async (query: Record<string, unknown> = {}): Promise<readonly TeamFigures[]> =>
  (await t.call(listTeamFigures, { as: admin, query })).answer.data
/** `Blue 1 of 2: 15 (1/0/0); before 0: 0 (0/0/0)` */
const told = ({ team, members, current, before }: TeamFigures) => {
  const reports = (of: typeof current) => `(${of.likes}/${of.comments}/${of.shares})`
  const name = team === null ? '-' : `${team.name}${team.isDeleted ? ' deleted' : ''}`
  return `${name} ${current.activeMembers} of ${members}: ${current.points} ${reports(current)}; before ${before.activeMembers}: ${before.points} ${reports(before)}`
}
const shown = async (query?: Record<string, unknown>) => (await read(query)).map(told)
const nothing = 'before 0: 0 (0/0/0)'
const violations = async () => (await verify(t.deps.db)).flatMap((finding) => finding.violations)

/** The sums of the lines, and the same of the tab. */
async function sums(days: AnalyticsPeriod) {
  const lines = await read({ days })
  const { totalUsers, period } = (await t.call(getAnalytics, { as: admin, query: { days } })).answer.data
  const add = (figureOf: (line: TeamFigures) => number) =>
    lines.reduce((sum, line) => sum + figureOf(line), 0)
  const ofLines = (of: 'current' | 'before') => ({
    activeMembers: add((line) => line[of].activeMembers),
    points: add((line) => line[of].points),
    reports: add((line) => reportsOf(line[of])),
  })
  const ofTab = ({ activeMembers, points, reports }: typeof period.current) => ({
    activeMembers,
    points: Object.values(points).reduce((sum, each) => sum + each, 0),
    reports,
  })
  return {
    lines: { members: add(({ members }) => members), current: ofLines('current'), before: ofLines('before') },
    tab: { members: totalUsers, current: ofTab(period.current), before: ofTab(period.before) },
  }
}

/**
 * Every period adds up, and what is kept is what its sources say. A deleted team without anything in the period is not
 * listed, whatever it has in the one before.
 */
async function expectSound(): Promise<void> {
  for (const days of analyticsPeriods) {
    const { lines, tab } = await sums(days)
    const { points: _, reports: __, ...before } = tab.before
    expect(lines).toMatchObject({ ...tab, before })
  }
  expect(await violations()).toEqual([])
}

describe('the figures of teams', () => {
  it('are not there without a team', { tags: ['admin-analytics-by-team'] }, async () => {
    await report(ana)
    expect(await read()).toEqual([])
    await remove(await make('Blue'))
    expect(await read()).toEqual([])
  })

  it('have the members, who of them reported, and what counts for the team', {
    tags: ['admin-analytics-by-team', 'admin-analytics-teams-add-up'],
  }, async () => {
    await make('Blue', ana, ben)
    await make('Green')
    for (const type of ['like', 'comment', 'share']) await report(ana, type)
    await report(cara)
    expect(await shown()).toEqual([
      `Blue 1 of 2: 65 (1/1/1); ${nothing}`,
      `Green 0 of 0: 0 (0/0/0); ${nothing}`,
      `- 1 of 2: 15 (1/0/0); ${nothing}`,
    ])
    await expectSound()
  })

  it('are of the chosen period and of the one before', { tags: ['admin-analytics-by-team'] }, async () => {
    await make('Blue', ana, ben)
    await report(ana)
    await report(ben)
    await pass(6)
    await report(ben)
    expect(await shown({ days: 7 })).toEqual([
      `Blue 2 of 2: 45 (3/0/0); ${nothing}`,
      `- 0 of 2: 0 (0/0/0); ${nothing}`,
    ])
    await pass(1)
    expect((await shown({ days: 7 }))[0]).toBe('Blue 1 of 2: 15 (1/0/0); before 2: 30 (2/0/0)')
    await pass(6)
    expect((await shown({ days: 7 }))[0]).toBe('Blue 0 of 2: 0 (0/0/0); before 2: 45 (3/0/0)')
    await pass(7)
    expect((await shown({ days: 7 }))[0]).toBe(`Blue 0 of 2: 0 (0/0/0); ${nothing}`)
    expect((await shown({ days: 30 }))[0]).toBe(`Blue 2 of 2: 45 (3/0/0); ${nothing}`)
    await pass(150)
    expect((await shown({ days: 90 }))[0]).toBe('Blue 0 of 2: 0 (0/0/0); before 2: 45 (3/0/0)')
    await expectSound()
    await pass(30)
    expect((await shown({ days: 90 }))[0]).toBe(`Blue 0 of 2: 0 (0/0/0); ${nothing}`)
  })

  it('leave points where they were earned, and count members where they are', {
    tags: ['admin-analytics-by-team', 'admin-analytics-teams-add-up'],
  }, async () => {
    const blue = await make('Blue', ana, ben)
    const green = await make('Green', cara)
    await report(ana)
    const second = await report(ana, 'comment')
    await read()
    await moveInto(ana, green)
    expect(await shown({ sort: 'name' })).toEqual([
      `Blue 0 of 1: 35 (1/1/0); ${nothing}`,
      `Green 1 of 2: 0 (0/0/0); ${nothing}`,
      `- 0 of 1: 0 (0/0/0); ${nothing}`,
    ])
    await undo(ana, second)
    await report(ana, 'share')
    expect(await shown({ sort: 'name' })).toEqual([
      `Blue 0 of 1: 15 (1/0/0); ${nothing}`,
      `Green 1 of 2: 30 (0/0/1); ${nothing}`,
      `- 0 of 1: 0 (0/0/0); ${nothing}`,
    ])
    await moveInto(ana, null)
    await moveInto(ana, blue)
    await moveInto(ben, null)
    expect(await shown({ sort: 'name' })).toEqual([
      `Blue 1 of 1: 15 (1/0/0); ${nothing}`,
      `Green 0 of 1: 30 (0/0/1); ${nothing}`,
      `- 0 of 2: 0 (0/0/0); ${nothing}`,
    ])
    await expectSound()
  })

  it('of a deleted team stay as long as something of the period counts for it', {
    tags: ['admin-analytics-teams-deleted'],
  }, async () => {
    const blue = await make('Blue', ana)
    const empty = await make('Empty')
    await make('Green', ben)
    await report(ana)
    await remove(blue)
    await remove(empty)
    expect(await shown({ days: 7 })).toEqual([
      `Blue deleted 0 of 0: 15 (1/0/0); ${nothing}`,
      `Green 0 of 1: 0 (0/0/0); ${nothing}`,
      `- 1 of 3: 0 (0/0/0); ${nothing}`,
    ])
    await pass(7)
    expect(await shown({ days: 7 })).toEqual([
      `Green 0 of 1: 0 (0/0/0); ${nothing}`,
      `- 0 of 3: 0 (0/0/0); before 1: 0 (0/0/0)`,
    ])
  })

  it('count no disabled member, but the points, and everybody who is left out of boards', {
    tags: ['admin-analytics-by-team', 'admin-analytics-teams-add-up'],
  }, async () => {
    await make('Blue', ana, ben)
    await report(ana)
    await report(ben)
    await setStatus(ana, { leftOut: true })
    expect((await shown())[0]).toBe(`Blue 2 of 2: 30 (2/0/0); ${nothing}`)
    await setStatus(ben, { disabled: true })
    expect((await shown())[0]).toBe(`Blue 1 of 1: 30 (2/0/0); ${nothing}`)
    await expectSound()
    await setStatus(ben, { disabled: false })
    expect((await shown())[0]).toBe(`Blue 2 of 2: 30 (2/0/0); ${nothing}`)
    await expectSound()
  })

  it('follow what is taken back and given back, and corrections', {
    tags: ['admin-analytics-teams-add-up'],
  }, async () => {
    const blue = await make('Blue', ana)
    const id = await report(ana)
    await correct(ana, 40)
    await pass(2)
    await moveInto(ana, null)
    await takeBack(id)
    expect(await shown()).toEqual([`Blue 0 of 0: 40 (0/0/0); ${nothing}`, `- 0 of 4: 0 (0/0/0); ${nothing}`])
    const body = { interactionId: id, text: 'It is there' }
    const appeal = (await t.call(createAppeal, { as: ana, body })).answer.data
    const decision = { decision: 'given_back', reason: 'Found it' }
    await t.call(decideAppeal, { as: admin, params: { id: appeal.id }, body: decision })
    expect(await shown()).toEqual([`Blue 0 of 0: 55 (1/0/0); ${nothing}`, `- 1 of 4: 0 (0/0/0); ${nothing}`])
    await moveInto(ana, blue)
    await correct(ana, -50)
    expect((await shown())[0]).toBe(`Blue 1 of 1: 5 (1/0/0); ${nothing}`)
    await expectSound()
  })

  it('come a page at a time, in the wanted order, with those of no team at the end', {
    tags: ['admin-analytics-teams-order'],
  }, async () => {
    for (let at = 0; at < 26; at++) await make(`Team ${String.fromCharCode(65 + at)}`)
    await make('Blue', ana)
    await report(ana)
    const { answer } = await t.call(listTeamFigures, { as: admin, query: { page: 1 } })
    expect([answer.total, answer.data.length, answer.data[0]?.team?.name]).toEqual([28, 25, 'Blue'])
    const last = await read({ page: 2, sort: 'name', direction: 'asc' })
    expect(last.map(({ team }) => team?.name ?? null)).toEqual(['Team Y', 'Team Z', null])
    expect(await read({ page: 3 })).toEqual([])
    const firstBy = async (query: Record<string, unknown>) => (await read(query))[0]?.team?.name
    expect(await firstBy({ sort: 'name', direction: 'desc' })).toBe('Team Z')
    expect(await firstBy({ sort: 'points', direction: 'asc' })).toBe('Team A')
    expect((await t.call(listTeamFigures, { as: admin, query: { sort: 'color' } })).status).toBe(400)
    expect((await t.call(listTeamFigures, { as: ana })).status).toBe(403)
  })
})

const steps = [
  'report',
  'report',
  'undo',
  'take back',
  'correct',
  'move',
  'disable',
  'wait',
  'delete',
] as const
const step = fc.record({
  kind: fc.constantFrom(...steps),
  pick: fc.nat(99),
  type: fc.constantFrom(...interactionTypes),
  days: fc.constantFrom(0, 1, 6, 25),
})

it('the lines add up to the tab, and agree with a recount, whatever happened', {
  tags: ['admin-analytics-teams-add-up'],
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (story) => {
      await reset()
      const teams = [await make('Blue', ana, ben), await make('Green', cara), await make('Red')]
      const reports: { id: InteractionId; by: number }[] = []
      const memberAt = (at: number) => present([ana, ben, cara][at % 3])
      for (const { kind, pick, type, days } of story) {
        const as = memberAt(pick)
        const done = reports[pick % Math.max(reports.length, 1)]
        const team = present(teams[pick % 2])
        if (kind === 'report') {
          const body = { postId: await insertPost(t.deps), interactionType: type }
          const reply = await t.call(reportInteraction, { as, body })
          if (reply.status === 200) reports.push({ id: reply.answer.id, by: pick })
        } else if (kind === 'undo' && done) await undo(memberAt(done.by), done.id)
        else if (kind === 'take back' && done) await takeBack(done.id)
        else if (kind === 'correct') await correct(as, (pick % 50) - 20)
        else if (kind === 'move') await moveInto(as, pick % 5 === 0 ? null : team)
        else if (kind === 'disable') await setStatus(as, { disabled: pick % 2 === 0 })
        else if (kind === 'wait') await pass(days)
        else if (kind === 'delete' && pick % 4 === 0) await remove(team)
        // A disabled member has no session any more.
        if (kind === 'disable') await signIn()
        if (pick % 7 === 0) await read()
      }
      for (const days of analyticsPeriods) expect(await linesOf(days)).toEqual(await recounted(days))
      await expectSound()
    }),
    { numRuns: 8, endOnFailure: true },
  )
})

async function linesOf(days: AnalyticsPeriod) {
  return (await read({ days, sort: 'name', direction: 'asc' })).map(({ team, members, current, before }) => ({
    id: team?.id ?? null,
    members,
    active: current.activeMembers,
    activeBefore: before.activeMembers,
    points: current.points,
    pointsBefore: before.points,
    reports: reportsOf(current),
    reportsBefore: reportsOf(before),
    average: pointsPerActive(current),
  }))
}

/** The same from reports, ledger and members alone. */
async function recounted(days: AnalyticsPeriod) {
  const to = dayOf(t.clock.now(), zone)
  const from = addDays(to, 1 - days)
  const activeOf = (first: string, last: string) => `(select count(distinct i.user_id)::int
     from interactions i join users u on u.id = i.user_id where undone_at is null and taken_back_at is null
       and disabled_at is null and i.day between ${first} and ${last} and u.team_id is not distinct from t.id)`
  const pointsOf = (first: string, last: string) => `(select coalesce(sum(amount), 0)::int from ledger l
     where l.day between ${first} and ${last} and l.team_id is not distinct from t.id)`
  const countOf = (first: string, last: string) => `(select count(*)::int
     from interactions i join ledger l on l.subject_id = i.id and reason = 'interaction'
     where undone_at is null and taken_back_at is null and i.day between ${first} and ${last}
       and l.team_id is not distinct from t.id)`
  const rows = await t.deps.db.run(
    statement<Awaited<ReturnType<typeof linesOf>>[number] & { isDeleted: boolean }>(
      '',
      `select t.id, deleted_at is not null as "isDeleted", (select count(*)::int from users
           where team_id is not distinct from t.id and disabled_at is null) as members,
         ${activeOf('$1::date', '$2::date')} as active, ${activeOf('$3::date', '$1::date - 1')} as "activeBefore",
         ${pointsOf('$1::date', '$2::date')} as points, ${pointsOf('$3::date', '$1::date - 1')} as "pointsBefore",
         ${countOf('$1::date', '$2::date')} as reports, ${countOf('$3::date', '$1::date - 1')} as "reportsBefore"
       from (select id, name, deleted_at from teams union all select null, null, null) t order by name nulls last`,
    ),
    [from, to, addDays(from, -days)],
  )
  if (!rows.some(({ id, isDeleted }) => id !== null && !isDeleted)) return []
  return rows
    .filter(({ isDeleted, points, reports }) => !isDeleted || points !== 0 || reports !== 0)
    .map(({ isDeleted: _, ...row }) => ({
      ...row,
      average: row.active === 0 ? null : Math.round((row.points / row.active) * 10) / 10,
    }))
}
