import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAutomationSettings } from '#contract/automation.schema.ts'
import {
  changeRole,
  changeStatus,
  getCurrentUser,
  listUsers,
  revokeSessions,
} from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember } from '#test/support/fixtures.ts'
import { insertTestSession } from '#test/support/session.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember
let ben: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
  ben = await t.member('ben.okafor')
})
afterAll(() => t.close())

beforeEach(async () => {
  await t.deps.db.run(
    statement(
      'test_one_enabled_admin',
      `update users set disabled_at = null, disabled_by = null, role = case when id = $1 then 'admin' else 'user' end`,
    ),
    [admin.id],
  )
  t.deps.live.announce({ changedUsers: [admin.id, ana.id, ben.id] })
})

const set = (member: { id: string }, disabled: unknown, as: TestMember | null = admin) =>
  t.call(changeStatus, { as, params: { id: member.id }, body: { disabled } })
const acts = () =>
  t.deps.db.run(
    statement<{ actor: string; action: string; subject: string; details: unknown }>(
      'test_status_acts',
      `select actor_id as actor, action, subject, details from audit_entries where action like 'member.%'
       order by created_at, id`,
    ),
    [],
  )
const sessionsOf = async ({ id }: TestMember) =>
  (await t.deps.db.run(statement('test_sessions_of', 'select id from sessions where user_id = $1'), [id]))
    .length
const signInAgain = async (member: TestMember) => ({
  ...member,
  cookie: await insertTestSession(t.deps, member.id),
})

describe('a member who is disabled', () => {
  it('is signed out everywhere at once and comes back when enabled, with one audit entry each', {
    tags: ['leavers-signed-out', 'sec-09'],
  }, async () => {
    const before = (await acts()).length
    const away = await signInAgain(ana)
    expect((await t.call(getCurrentUser, { as: away })).status).toBe(200)
    const reply = await set(ana, true)
    expect(reply.answer.data).toMatchObject({ id: ana.id, username: 'ana.lima', disabledBy: 'admin' })
    for (const as of [ana, away]) expect((await t.call(getCurrentUser, { as })).status).toBe(401)
    expect(await sessionsOf(ana)).toBe(0)
    expect((await set(ana, false)).answer.data).toMatchObject({ id: ana.id, disabledBy: null })
    expect((await t.call(getCurrentUser, { as: away })).status).toBe(401)
    expect((await t.call(getCurrentUser, { as: await signInAgain(ana) })).status).toBe(200)
    const entry = { actor: admin.id, subject: ana.id }
    const [free, held] = [{ disabledBy: null }, { disabledBy: 'admin' }]
    expect((await acts()).slice(before)).toEqual([
      { ...entry, action: 'member.disable', details: { before: free, after: held } },
      { ...entry, action: 'member.enable', details: { before: held, after: free } },
    ])
  })

  it('stays as they are when the same is asked again, without another audit entry', {
    tags: ['leavers-repeat'],
  }, async () => {
    await set(ben, true)
    const before = (await acts()).length
    expect(await set(ben, true)).toMatchObject({ status: 200, answer: { data: { disabledBy: 'admin' } } })
    await set(ben, false)
    expect(await set(ben, false)).toMatchObject({ status: 200, answer: { data: { disabledBy: null } } })
    expect(await acts()).toHaveLength(before + 1)
  })

  it('does not come back with a session from a sign-in that was under way', async () => {
    await set(ben, true)
    const late = await signInAgain(ben)
    expect((await t.call(getCurrentUser, { as: late })).status).toBe(401)
    await set(ben, false)
    expect((await t.call(getCurrentUser, { as: late })).status).toBe(401)
  })

  it('loses the rights of an admin with the same request', { tags: ['sec-08'] }, async () => {
    const second = await t.member('second.sam', 'admin')
    expect((await t.call(getAutomationSettings, { as: second })).status).toBe(200)
    await set(second, true)
    expect((await t.call(getAutomationSettings, { as: second })).status).toBe(401)
  })

  it('has to be enabled before their role can be changed', async () => {
    await set(ben, true)
    const give = () => t.call(changeRole, { as: admin, params: { id: ben.id }, body: { role: 'moderator' } })
    expect((await give()).status).toBe(404)
    await set(ben, false)
    expect((await give()).answer.data.role).toBe('moderator')
    expect((await t.call(revokeSessions, { as: admin, params: { id: ben.id } })).status).toBe(200)
  })
})

describe('the table of disabled members', () => {
  const page = async (query: string, as = admin) => (await t.call(listUsers, { as, query })).answer
  const names = async (query: string) => (await page(query)).data.map(({ username }) => username)

  it('lists only them, by whom, and the usual one does not', { tags: ['leavers-listed'] }, async () => {
    await set(ana, true)
    await disableMember(t.deps, ben.id)
    const found = await page('page=1&disabled=true')
    expect(found.data).toMatchObject([
      { username: 'ana.lima', disabledBy: 'admin' },
      // Disabled before it was noted by whom.
      { username: 'ben.okafor', disabledBy: 'admin' },
    ])
    expect(found).toMatchObject({ total: 2, byRole: { user: 2, moderator: 0, admin: 0 } })
    expect(await names('disabled=true')).toEqual(['ana.lima', 'ben.okafor'])
    expect(await names('page=1&disabled=true&search=BEN')).toEqual(['ben.okafor'])
    for (const query of ['', 'page=1']) {
      const { data } = await page(query)
      expect(data.map(({ username }) => username)).not.toContain('ana.lima')
      for (const { disabledBy } of data) expect(disabledBy).toBeNull()
    }
  })

  it('is only for admins', { tags: ['rights-disable'] }, async () => {
    const moderator = await t.member('mo.diaz', 'moderator')
    for (const as of [await t.member('member.max'), moderator]) {
      for (const query of ['disabled=true', 'page=1&disabled=true'])
        expect((await t.call(listUsers, { as, query })).status).toBe(403)
    }
    expect((await t.call(listUsers, { as: admin, query: 'page=1&disabled=yes' })).status).toBe(400)
  })
})

describe('the API refuses', () => {
  it('to disable oneself', { tags: ['leavers-last-admin'] }, async () => {
    await t.member('other.olga', 'admin')
    const answer = await set(admin, true)
    expect(answer.status).toBe(409)
    expect(answer.error.issues).toEqual([{ path: 'disabled', message: 'You cannot disable yourself' }])
    expect((await t.call(getCurrentUser, { as: admin })).status).toBe(200)
  })

  it('one of two admins who disable each other at once, every time', {
    tags: ['leavers-last-admin', 'sec-41'],
  }, async () => {
    for (let round = 0; round < 15; round++) {
      const [one, other] = [
        await t.member(`one.${round}`, 'admin'),
        await t.member(`other.${round}`, 'admin'),
      ]
      await t.deps.db.run(
        statement('test_only_these', `update users set role = 'user' where id not in ($1, $2)`),
        [one.id, other.id],
      )
      const answers = await Promise.all([set(other, true, one), set(one, true, other)])
      const refused = answers.filter(({ status }) => status !== 200)
      expect(refused).toHaveLength(1)
      expect([401, 409]).toContain(refused[0]?.status)
      expect(await countAdmins()).toBe(1)
    }
  })

  it('one of a demotion and a disabling that would leave no admin, every time', {
    tags: ['leavers-last-admin', 'sec-41'],
  }, async () => {
    for (let round = 0; round < 15; round++) {
      const [one, other] = [
        await t.member(`left.${round}`, 'admin'),
        await t.member(`right.${round}`, 'admin'),
      ]
      await t.deps.db.run(
        statement('test_only_these', `update users set role = 'user' where id not in ($1, $2)`),
        [one.id, other.id],
      )
      const demote = t.call(changeRole, { as: other, params: { id: one.id }, body: { role: 'user' } })
      const answers = await Promise.all([set(other, true, one), demote])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await countAdmins()).toBe(1)
    }
  })

  it.each([['yes'], [null], [1], [undefined]])('the state %j', async (disabled) => {
    expect(await set(ana, disabled)).toMatchObject({ status: 400, error: { issues: [{ path: 'disabled' }] } })
  })

  it('an unknown member and a malformed id', async () => {
    expect((await set({ id: '01890a5d-ac96-774b-bcce-b302099a8057' }, true)).status).toBe(404)
    expect((await set({ id: 'ana' }, true)).status).toBe(400)
  })

  it('everybody except admins', { tags: ['rights-disable'] }, async () => {
    const moderator = await t.member('mo.nair', 'moderator')
    const member = await t.member('member.mia')
    for (const as of [member, moderator]) expect((await set(ben, true, as)).status).toBe(403)
    expect((await set(ben, true, null)).status).toBe(401)
  })
})

async function countAdmins(): Promise<number> {
  const admins = statement(
    'test_enabled_admins',
    "select id from users where role = 'admin' and disabled_at is null",
  )
  return (await t.deps.db.run(admins, [])).length
}
