import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/audit.schema.ts'
import { listTeamGroups, putTeamGroups, syncTeams, unlinkTeam } from '#contract/team-groups.schema.ts'
import {
  changeTeamOf,
  createTeam,
  deleteTeam,
  importTeams,
  listTeams,
  putTeamMembers,
  updateTeam,
} from '#contract/teams.schema.ts'
import { changeStatus } from '#contract/users.schema.ts'
import type { TeamId, UserId } from '#domain/ids.ts'
import type { Group } from '#sandbox/workplace/groups.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { ChatFailure } from '#server/integrations/slack/channel/client.ts'
import { importMembers } from '#server/integrations/slack/import/commands.ts'
import { verify } from '#server/verify.ts'
import type { TestMember } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { testClock } from '#test/support/moment.ts'
import { type ChatStage, startChatStage } from '#test/support/slack-chat.ts'
import { followGroups } from './commands.ts'

const now = '2026-03-11T10:00:00.000Z'
const putIdentity = statement('', 'update users set slack_team_id = $2, slack_user_id = $3 where id = $1')

let stage: ChatStage
let admin: TestMember
let ana: TestMember
let ben: TestMember
let cara: TestMember

async function open(options: Parameters<typeof startChatStage>[0] = {}) {
  stage = await startChatStage({ clock: testClock(now), ...options })
  const { t } = stage
  admin = await t.member('root.admin', 'admin')
  ;[ana, ben, cara] = (await Promise.all(['ana', 'ben', 'cara'].map((name) => t.member(name)))) as [
    TestMember,
    TestMember,
    TestMember,
  ]
  for (const [member, id] of [
    [ana, 'U0ANA'],
    [ben, 'U0BEN'],
    [cara, 'U0CARA'],
  ] as const)
    await join(member.id, id)
}

beforeEach(() => open())

afterEach(() => stage.close())

const join = (id: UserId, chatId: string) =>
  asFixture(() => stage.t.deps.db.run(putIdentity, [id, stage.workplace.teamId, chatId]))
const group = (id: string, name: string, ...people: string[]): Group => ({
  id,
  name,
  handle: name.toLowerCase(),
  people,
})
const setGroups = (...groups: Group[]) => stage.workplace.setGroups(groups)
const choose = async (...groups: string[]) =>
  (await stage.t.call(putTeamGroups, { as: admin, query: { preview: false }, body: { groups } })).answer.data
const preview = async (...groups: string[]) =>
  (await stage.t.call(putTeamGroups, { as: admin, query: { preview: true }, body: { groups } })).answer.data
const update = () => stage.t.call(syncTeams, { as: admin })
const run = (isLastTry = false) =>
  followGroups(stage.t.deps, { signal: new AbortController().signal, isLastTry })
const listed = async () => (await stage.t.call(listTeams, { as: admin })).answer
/** `Sales @sales: ana, ben`, by name. */
const teams = async () => {
  const names = new Map([admin, ana, ben, cara].map(({ id }) => [id, usernames.get(id) ?? '']))
  return (await listed()).data.map(({ name, group: followed, userIds = [] }) => {
    const members = userIds.map((id) => names.get(id) ?? '?').sort()
    const handle = followed ? ` @${followed.handle}${followed.lostAt ? ' (lost)' : ''}` : ''
    return `${name}${handle}: ${members.join(', ')}`
  })
}
const usernames = {
  get: (id: UserId) => ({ [ana.id]: 'ana', [ben.id]: 'ben', [cara.id]: 'cara', [admin.id]: 'root' })[id],
}
const idOf = async (name: string) => (await listed()).data.find((team) => team.name === name)?.id as TeamId
const make = (name: string, ...members: TestMember[]) =>
  stage.t.call(createTeam, { as: admin, body: { name, userIds: members.map(({ id }) => id) } })
const acts = async () =>
  (await stage.t.call(listAudit, { as: admin })).answer.data
    .filter(({ action }) => action.startsWith('team.'))
    .map(({ action, details }) => [action, details])
const fail = (error: string, times = 1, match = /usergroups\./) =>
  stage.workplace.fault({ match, times, body: { ok: false, error } })
const violations = async () => (await verify(stage.t.deps.db)).flatMap((finding) => finding.violations)

describe('the list of groups', () => {
  test('says of each what it would become, and who of it is here', { tags: ['groups-chosen'] }, async () => {
    await make('sales')
    await stage.t.call(changeStatus, { as: admin, params: { id: cara.id }, body: { disabled: true } })
    const [, bo] = stage.workplace.people
    setGroups(
      group('S2', 'Sales', 'U0ANA', 'U0BEN', bo?.id ?? '', 'U0NOBODY'),
      { ...group('S1', 'Design', 'U0CARA'), isListedBare: true },
      { ...group('S3', 'Old', 'U0ANA'), isDisabled: true },
    )
    const { data } = (await stage.t.call(listTeamGroups, { as: admin })).answer
    expect(data).toEqual([
      { id: 'S1', name: 'Design', handle: 'design', size: 1, present: 0, absent: ['U0CARA'], team: null },
      {
        id: 'S2',
        name: 'Sales',
        handle: 'sales',
        size: 4,
        present: 2,
        absent: [bo?.name, 'U0NOBODY'],
        team: { id: await idOf('sales'), name: 'sales', isFollowing: false },
      },
    ])
    await choose('S1')
    const again = (await stage.t.call(listTeamGroups, { as: admin })).answer.data
    expect(again[0]?.team).toMatchObject({ name: 'Design', isFollowing: true })
  })

  test('and everything else about groups is for administrators', async () => {
    const asked = [
      stage.t.call(listTeamGroups, { as: ana }),
      stage.t.call(putTeamGroups, { as: ana, query: { preview: true }, body: { groups: [] } }),
      stage.t.call(syncTeams, { as: ana }),
    ]
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 403])
    setGroups(group('S1', 'Sales', 'U0ANA'))
    await choose('S1')
    const { data, slack } = (await stage.t.call(listTeams, { as: ana })).answer
    expect([Object.keys(data[0] ?? {}).sort(), slack]).toEqual([['color', 'id', 'name', 'size'], undefined])
  })
})

describe('taking groups over', () => {
  test('is shown first, then makes teams and moves members, once', { tags: ['groups-chosen'] }, async () => {
    await make('sales', cara)
    await make('Hand', ben)
    setGroups(group('S1', 'Sales', 'U0ANA', 'U0BEN', 'U0NOBODY'), group('S2', 'Design', 'U0ANA'))
    const shown = await preview('S1', 'S2')
    expect(shown).toMatchObject({
      isPreview: true,
      newTeams: ['Design'],
      linkedTeams: ['sales'],
      unlinkedTeams: [],
      moved: 3,
      several: 1,
      inSeveral: [{ member: { username: 'ana' }, teams: ['Design', 'sales'], to: 'Design' }],
    })
    expect(shown.changes.map(({ member, from, to }) => [member.username, from, to]).sort()).toEqual([
      ['ana', null, 'Design'],
      ['ben', 'Hand', 'sales'],
      ['cara', 'sales', null],
    ])
    expect(await teams()).toEqual(['Hand: ben', 'sales: cara'])
    expect(await choose('S1', 'S2')).toMatchObject({ isPreview: false, moved: 3 })
    expect(await teams()).toEqual(['Design @design: ana', 'Hand: ', 'sales @sales: ben'])
    expect((await listed()).slack).toEqual({ isConfigured: true, inStepAt: now, several: 1, failure: null })
    expect(await choose('S1', 'S2')).toMatchObject({ moved: 0, newTeams: [], linkedTeams: [] })
    expect((await acts()).filter(([action]) => action !== 'team.create')).toEqual([
      ['team.groups', { newTeams: 1, linked: 1, unlinked: 0, joined: 2, left: 1 }],
    ])
    expect(await violations()).toEqual([])
  })

  test('unlinks the teams of groups that are chosen no more, which keep their members', async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'), group('S2', 'Design', 'U0BEN'))
    await choose('S1', 'S2')
    expect(await choose('S2')).toMatchObject({ unlinkedTeams: ['Sales'], moved: 0 })
    expect(await teams()).toEqual(['Design @design: ben', 'Sales: ana'])
    const params = { id: await idOf('Design') }
    expect((await stage.t.call(unlinkTeam, { as: admin, params })).status).toBe(200)
    expect((await stage.t.call(unlinkTeam, { as: admin, params })).status).toBe(409)
    expect(await teams()).toEqual(['Design: ben', 'Sales: ana'])
  })

  test('keeps the name and the colour that an administrator gave, and frees the group of a deleted team', async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'))
    await choose('S1')
    const params = { id: await idOf('Sales') }
    await stage.t.call(updateTeam, { as: admin, params, body: { name: 'Field', color: '#123456' } })
    setGroups({ ...group('S1', 'Sales EMEA', 'U0ANA', 'U0BEN'), handle: 'emea' })
    await update()
    expect(await teams()).toEqual(['Field @emea: ana, ben'])
    await stage.t.call(deleteTeam, { as: admin, params })
    expect(await teams()).toEqual([])
    expect(await choose('S1')).toMatchObject({ newTeams: ['Sales EMEA'], moved: 2 })
  })

  test('refuses a group that Slack does not have, and moves nobody', async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'), { ...group('S2', 'Old'), isDisabled: true })
    for (const groups of [['S1', 'S9'], ['S1', 'S2'], ['sales']]) {
      const body = { groups }
      const { status } = await stage.t.call(putTeamGroups, { as: admin, query: { preview: false }, body })
      expect(status).toBe(400)
    }
    expect(await teams()).toEqual([])
  })
})

describe('a team that follows a group', () => {
  test('takes in and lets go whoever Slack does, also who joins later, on every page', {
    tags: ['groups-followed'],
  }, async () => {
    setGroups(group('S1', 'Sales', 'U0ANA', 'U0LATER'))
    await choose('S1')
    const many = Array.from({ length: 2_500 }, (_, nth) => `U0X${nth}`)
    setGroups({ ...group('S1', 'Sales', ...many, 'U0BEN', 'U0LATER'), isListedBare: true })
    await join(cara.id, 'U0LATER')
    await run()
    expect(await teams()).toEqual(['Sales @sales: ben, cara'])
    const asked = stage.workplace.journal().filter(({ path }) => path === '/api/usergroups.users.list')
    expect(asked.map(({ body }) => (body as { cursor?: unknown }).cursor)).toEqual(
      [undefined, 1000, 2000].map((each) => (each === undefined ? undefined : expect.anything())),
    )
  })

  test('leaves members who are disabled where they are until they are enabled', async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'))
    await choose('S1')
    const disable = (member: TestMember, disabled: boolean) =>
      stage.t.call(changeStatus, { as: admin, params: { id: member.id }, body: { disabled } })
    await disable(ana, true)
    await disable(ben, true)
    setGroups(group('S1', 'Sales', 'U0BEN'))
    await run()
    expect(await teams()).toEqual(['Sales @sales: ana'])
    await disable(ana, false)
    await disable(ben, false)
    await run()
    expect(await teams()).toEqual(['Sales @sales: ben'])
    expect(await violations()).toEqual([])
  })

  test('keeps somebody who is in a second group too, until they leave the first', async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'))
    await choose('S1')
    setGroups(group('S1', 'Sales', 'U0ANA'), group('S2', 'Design', 'U0ANA', 'U0BEN'))
    await choose('S1', 'S2')
    expect(await teams()).toEqual(['Design @design: ben', 'Sales @sales: ana'])
    expect((await listed()).slack?.several).toBe(1)
    setGroups(group('S1', 'Sales'), group('S2', 'Design', 'U0ANA', 'U0BEN'))
    await run()
    expect(await teams()).toEqual(['Design @design: ana, ben', 'Sales @sales: '])
  })

  test('keeps its members when its group is gone or disabled, with the day, until it is back', {
    tags: ['groups-lost'],
  }, async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'), group('S2', 'Design', 'U0BEN'))
    await choose('S1', 'S2')
    setGroups({ ...group('S1', 'Sales'), isDisabled: true })
    expect((await update()).answer.data).toMatchObject({ moved: 0, lostTeams: ['Design', 'Sales'] })
    const lostAt = (await listed()).data.map((team) => team.group?.lostAt)
    expect(lostAt).toEqual([now, now])
    expect(await teams()).toEqual(['Design @design (lost): ben', 'Sales @sales (lost): ana'])
    stage.t.clock.advance(86_400_000)
    await run()
    expect((await listed()).data.map((team) => team.group?.lostAt)).toEqual([now, now])
    // Chosen again with the others, it stays as it is.
    setGroups(group('S2', 'Design', 'U0ANA', 'U0BEN'))
    expect(await choose('S1', 'S2')).toMatchObject({ moved: 0, lostTeams: ['Sales'] })
    expect(await teams()).toEqual(['Design @design: ben', 'Sales @sales (lost): ana'])
    setGroups(group('S1', 'Sales', 'U0CARA'), group('S2', 'Design', 'U0ANA', 'U0BEN'))
    await run()
    expect(await teams()).toEqual(['Design @design: ana, ben', 'Sales @sales: cara'])
    expect((await acts())[0]).toEqual(['team.sync', { joined: 2, left: 0 }])
  })

  test('cannot be changed by hand, and says that Slack does it', {
    tags: ['groups-by-hand'],
  }, async () => {
    await make('Hand', ben)
    setGroups(group('S1', 'Sales', 'U0ANA'))
    await choose('S1')
    const [sales, hand] = [await idOf('Sales'), await idOf('Hand')]
    const { t } = stage
    const as = admin
    const refused = [
      t.call(changeTeamOf, { as, params: { id: ana.id }, body: { teamId: null } }),
      t.call(changeTeamOf, { as, params: { id: ana.id }, body: { teamId: hand } }),
      t.call(changeTeamOf, { as, params: { id: ben.id }, body: { teamId: sales } }),
      t.call(putTeamMembers, { as, params: { id: sales }, body: { userIds: [] } }),
      t.call(putTeamMembers, { as, params: { id: hand }, body: { userIds: [ana.id, ben.id] } }),
      t.call(updateTeam, { as, params: { id: sales }, body: { userIds: [ana.id, ben.id] } }),
      t.call(createTeam, { as, body: { name: 'New', userIds: [ana.id] } }),
    ]
    const message =
      'The members of Sales follow the user group @sales in Slack. Change them there, or unlink the team'
    for (const { status, error } of await Promise.all(refused))
      expect([status, error?.message]).toEqual([409, message])
    // What changes nothing is no change by hand.
    const same = await t.call(putTeamMembers, { as, params: { id: sales }, body: { userIds: [ana.id] } })
    expect(same.status).toBe(200)
    const csv = 'username,team\nana,Hand\nben,Sales\nana,Sales\ncara,Hand'
    const done = (await t.call(importTeams, { as, query: { preview: false }, body: { csv } })).answer.data
    expect(done).toMatchObject({ moved: 1, skipped: 3 })
    expect(done.skippedLines.map(({ line, reason }) => [line, reason])).toEqual([
      [2, message],
      [3, message],
      [4, 'Line 2 names the same member'],
    ])
    expect(await teams()).toEqual(['Hand: ben, cara', 'Sales @sales: ana'])
  })
})

describe('when Slack does not answer', () => {
  beforeEach(async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'))
    await choose('S1')
    setGroups(group('S1', 'Sales', 'U0BEN'))
  })

  test.each([
    ['missing_scope', 'The bot lacks the permission usergroups:read (missing_scope)'],
    ['token_revoked', 'The bot token was revoked (token_revoked)'],
    [
      'plan_upgrade_required',
      'The plan of this workspace in Slack has no user groups (plan_upgrade_required)',
    ],
    ['internal_error', 'Slack had an internal error (internal_error)'],
  ])(
    'with %s nobody moves, and the screen says why until it works',
    {
      tags: ['groups-failure'],
    },
    async (code, reason) => {
      fail(code, 2)
      const refused = await update()
      expect([refused.status, refused.error?.message]).toEqual([502, expect.stringContaining(`${reason}. `)])
      const { slack } = await listed()
      expect(slack).toMatchObject({ inStepAt: now, failure: { at: now, reason } })
      const shown = await stage.t.call(listTeamGroups, { as: admin })
      expect([shown.status, shown.error?.message]).toEqual([502, refused.error?.message])
      expect(await teams()).toEqual(['Sales @sales: ana'])
      await run()
      expect((await listed()).slack?.failure).toBeNull()
      expect(await teams()).toEqual(['Sales @sales: ben'])
    },
  )

  test('the job tries again later where that may help, and goes on within the hour at the latest', async () => {
    fail('internal_error', 2)
    await expect(run()).rejects.toThrow(ChatFailure)
    await run(true)
    fail('token_revoked', 1, /auth\.test/)
    await run()
    expect((await listed()).slack?.failure?.reason).toContain('token_revoked')
    expect(await teams()).toEqual(['Sales @sales: ana'])
  })

  test('the job waits when Slack limits the rate, and an administrator is told', async () => {
    const fault = { status: 429, headers: { 'retry-after': '1' }, body: { ok: false } }
    stage.workplace.fault({ match: /usergroups\.list/, times: 2, ...fault })
    const told = await update()
    expect([told.status, told.error?.message]).toEqual([
      502,
      'Slack is limiting requests (ratelimited). Try again in a few minutes.',
    ])
    await run()
    expect(await teams()).toEqual(['Sales @sales: ben'])
  })

  test('half a group moves nobody', async () => {
    setGroups({
      ...group('S1', 'Sales', ...Array.from({ length: 1_500 }, (_, nth) => `U0X${nth}`)),
      isListedBare: true,
    })
    stage.workplace.fault({
      match: /usergroups\.users\.list/,
      times: 1,
      body: { ok: true, users: ['U0BEN'], response_metadata: { next_cursor: '1000' } },
    })
    stage.workplace.fault({ match: /usergroups\.users\.list/, times: 1, mode: 'reset' })
    await expect(run()).rejects.toThrow(ChatFailure)
    expect(await teams()).toEqual(['Sales @sales: ana'])
  })

  test('a token without the scope is told so', async () => {
    await stage.close()
    await open({ botScopes: ['chat:write', 'users:read'] })
    const { status, error } = await stage.t.call(listTeamGroups, { as: admin })
    expect([status, error?.message]).toEqual([
      502,
      'The bot lacks the permission usergroups:read (missing_scope). Add the bot scope usergroups:read to the app in Slack, and install it again.',
    ])
  })

  test('without a token the calls say which setting is missing', async () => {
    await stage.close()
    await open({ environment: { SLACK_BOT_TOKEN: '' } })
    for (const asked of [
      await stage.t.call(listTeamGroups, { as: admin }),
      await stage.t.call(putTeamGroups, { as: admin, query: { preview: false }, body: { groups: [] } }),
      await update(),
    ])
      expect([asked.status, asked.error?.issues]).toEqual([
        409,
        [{ path: 'SLACK_BOT_TOKEN', message: 'Is not set' }],
      ])
    expect((await listed()).slack?.isConfigured).toBe(false)
    await run()
    expect(stage.requestCount('usergroups.list')).toBe(0)
  })
})

describe('at the same moment', () => {
  test('two runs, a take-over and changes by hand leave every member in one place, and the sums right', async () => {
    await make('Hand', cara)
    setGroups(group('S1', 'Sales', 'U0ANA', 'U0BEN'), group('S2', 'Design', 'U0CARA'))
    await choose('S1')
    const hand = await idOf('Hand')
    setGroups(group('S1', 'Sales', 'U0BEN'), group('S2', 'Design', 'U0CARA'))
    const announcements: Announcement[] = []
    stage.t.deps.db.listen((announcement) => announcements.push(announcement))
    await Promise.all([
      run(),
      run(),
      choose('S1', 'S2'),
      ...[null, hand, null].map((teamId) =>
        stage.t.call(changeTeamOf, { as: admin, params: { id: cara.id }, body: { teamId } }),
      ),
    ])
    await run()
    expect(await teams()).toEqual(['Design @design: cara', 'Hand: ', 'Sales @sales: ben'])
    expect(announcements.flatMap(({ topics }) => topics)).toContain('teams')
    expect(await violations()).toEqual([])
  })

  test('a run whose answer is older than that of a finished run changes nothing', async () => {
    setGroups(group('S1', 'Sales', 'U0ANA'))
    await choose('S1')
    setGroups(group('S1', 'Sales', 'U0BEN'))
    stage.workplace.fault({ match: /usergroups\.list/, times: 1, mode: 'late', delayMs: 400 })
    const late = run()
    await expect.poll(() => stage.requestCount('usergroups.list')).toBeGreaterThan(1)
    setGroups(group('S1', 'Sales', 'U0CARA'))
    stage.t.clock.advance(1_000)
    await run()
    await late
    expect(await teams()).toEqual(['Sales @sales: cara'])
  })

  test('an import of members is followed by their teams', async () => {
    setGroups(group('S1', 'Sales', ...stage.workplace.people.map(({ id }) => id)))
    expect(await choose('S1')).toMatchObject({ moved: 0 })
    await importMembers(stage.t.deps, { signal: new AbortController().signal })
    await run()
    expect((await listed()).data[0]?.size).toBe(stage.workplace.people.length)
  })
})

test('ten thousand people follow their groups in one run', async () => {
  const insertMany = statement(
    '',
    `insert into users (id, slack_team_id, slack_user_id, username, display_name, tracking_code, reached_at, created_at)
     select gen_random_uuid(), $1, 'U0M' || nth, 'member.' || nth, 'Member ' || nth, 'code' || nth, $2, $2
     from generate_series(1, 10000) nth`,
  )
  await asFixture(() => stage.t.deps.db.run(insertMany, [stage.workplace.teamId, now]))
  const half = (from: number) => Array.from({ length: 5_000 }, (_, nth) => `U0M${from + nth}`)
  setGroups(group('S1', 'Sales', ...half(1)), group('S2', 'Design', ...half(5_001)))
  expect(await choose('S1', 'S2')).toMatchObject({ moved: 10_000, several: 0 })
  setGroups(group('S1', 'Sales', ...half(5_001)), group('S2', 'Design', ...half(1)))
  await run()
  expect((await listed()).data.map(({ name, size }) => [name, size])).toEqual([
    ['Design', 5_000],
    ['Sales', 5_000],
  ])
  expect(await run()).toBeUndefined()
  expect((await acts())[0]).toEqual(['team.sync', { joined: 10_000, left: 0 }])
  expect(await violations()).toEqual([])
})
