import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAutomationSettings } from '#contract/automation.schema.ts'
import { changeRole } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { changeRole as changeRoleOf } from './commands.ts'

let t: TestApp
let admin: TestMember
let ana: TestMember

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
  admin = await t.member('cara.ito', 'admin')
  ana = await t.member('ana.lima')
})
afterAll(() => t.close())

beforeEach(async () => {
  await t.deps.db.run(
    statement(
      'test_only_one_admin',
      "update users set role = case when id = $1 then 'admin' else 'user' end",
    ),
    [admin.id],
  )
  t.deps.live.announce({ changedUsers: [admin.id, ana.id] })
})

const give = (member: { id: string }, body: unknown, as: TestMember | null = admin) =>
  t.call(changeRole, { as, params: { id: member.id }, body })
const roleOf = async ({ id }: TestMember) => {
  const found = await t.deps.db.run(
    statement<{ role: string }>('test_role_of', 'select role from users where id = $1'),
    [id],
  )
  return found[0]?.role
}
const auditEntries = () =>
  t.deps.db.run(
    statement<{ actor: string; subject: string; details: unknown }>(
      'test_role_acts',
      `select actor_id as actor, subject, details from audit_entries where action = 'role.update'
       order by created_at, id`,
    ),
    [],
  )

describe('the emergency account', () => {
  it('counts as the last administrator only while it can sign in', {
    tags: ['emergency-last-admin'],
  }, async () => {
    const makeEmergency = statement('', `update users set role = 'admin', is_emergency = true where id = $1`)
    const emergency = await t.member('ops.desk')
    await t.deps.db.run(makeEmergency, [emergency.id])
    const acting = { member: { id: admin.id }, ip: '127.0.0.1' }
    const change = { userId: admin.id, role: 'user' } as const
    const closed = { ...t.deps, config: { ...t.deps.config, isEmergencySignInOpen: false } }
    await expect(changeRoleOf(closed, acting, change)).rejects.toThrow('At least one admin is required')
    expect(await roleOf(admin)).toBe('admin')
    const joined = statement('', 'update users set slack_team_id = $2, slack_user_id = $3 where id = $1')
    await t.deps.db.run(joined, [emergency.id, 'T1', 'UOPS'])
    await changeRoleOf(closed, acting, change)
    expect(await roleOf(admin)).toBe('user')
    await t.deps.db.run(statement('', `update users set role = 'admin' where id = $1`), [admin.id])
    await t.deps.db.run(statement('', 'update users set slack_user_id = null where id = $1'), [emergency.id])
    await changeRoleOf(t.deps, acting, change)
    expect(await roleOf(admin)).toBe('user')
    await t.deps.db.run(statement('', 'update users set is_emergency = false where id = $1'), [emergency.id])
  })
})

describe('a role', () => {
  it('can be changed, applies from the next request on, and the change adds one audit entry', {
    tags: ['admin-users-role-saved'],
  }, async () => {
    const countBefore = (await auditEntries()).length
    expect((await t.call(getAutomationSettings, { as: ana })).status).toBe(403)
    const reply = await give(ana, { role: 'admin' })
    expect(reply.status).toBe(200)
    expect(reply.answer.data).toMatchObject({ id: ana.id, username: 'ana.lima', role: 'admin' })
    expect((await t.call(getAutomationSettings, { as: ana })).status).toBe(200)
    expect((await auditEntries()).slice(countBefore)).toEqual([
      {
        actor: admin.id,
        subject: ana.id,
        details: { before: { role: 'user' }, after: { role: 'admin' } },
      },
    ])
    expect((await give(ana, { role: 'user' })).status).toBe(200)
    expect((await t.call(getAutomationSettings, { as: ana })).status).toBe(403)
  })

  it('that the member already has is returned and not written again', async () => {
    const countBefore = (await auditEntries()).length
    expect((await give(ana, { role: 'user' })).answer.data.role).toBe('user')
    expect(await auditEntries()).toHaveLength(countBefore)
  })

  it('can be given up by an administrator while there is another one', async () => {
    await give(ana, { role: 'admin' })
    expect((await give(admin, { role: 'moderator' })).status).toBe(200)
    expect((await give(ana, { role: 'user' }, admin)).status).toBe(403)
    expect(await roleOf(ana)).toBe('admin')
  })
})

describe('the API refuses', () => {
  it('to take the role from the last administrator', {
    tags: ['admin-users-last-admin', 'sec-41'],
  }, async () => {
    const answer = await give(admin, { role: 'user' })
    expect(answer.status).toBe(409)
    expect(answer.error.issues).toEqual([
      { path: 'role', message: 'At least one admin is required: make somebody else an admin first' },
    ])
    expect(await roleOf(admin)).toBe('admin')
  })

  it('to count a disabled account as the remaining administrator', async () => {
    await give(ana, { role: 'admin' })
    const disable = statement('test_disable', 'update users set disabled_at = created_at where id = $1')
    await t.deps.db.run(disable, [ana.id])
    expect((await give(admin, { role: 'user' })).status).toBe(409)
    expect((await give(ana, { role: 'user' })).status).toBe(404)
    await t.deps.db.run(statement('test_enable', 'update users set disabled_at = null where id = $1'), [
      ana.id,
    ])
  })

  it('one of two administrators who take the role from each other at once, every time', {
    tags: ['wrong-last-admins', 'sec-41'],
  }, async () => {
    for (let round = 0; round < 25; round++) {
      await give(ana, { role: 'admin' })
      const answers = await Promise.all([
        give(ana, { role: 'user' }, admin),
        give(admin, { role: 'user' }, ana),
      ])
      const admins = [await roleOf(admin), await roleOf(ana)].filter((role) => role === 'admin')
      expect(admins).toHaveLength(1)
      expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200])
      if ((await roleOf(ana)) === 'admin') await give(admin, { role: 'admin' }, ana)
    }
  })

  it('a change based on a stale role, and returns the current one', {
    tags: ['wrong-role-twice'],
  }, async () => {
    await give(ana, { role: 'moderator', seen: { role: 'user' } })
    const late = await give(ana, { role: 'admin', seen: { role: 'user' } })
    expect(late.status).toBe(409)
    expect(late.error).toMatchObject({
      issues: [{ path: 'role', message: 'Somebody else changed this meanwhile' }],
      current: { role: 'moderator' },
    })
    expect(await roleOf(ana)).toBe('moderator')
  })

  it.each([['owner'], [['admin']], [null], [''], [7], [undefined]])(
    'the role %j',
    { tags: ['rights-roles', 'sec-40'] },
    async (role) => {
      const answer = await give(ana, { role })
      expect(answer.status).toBe(400)
      expect(answer.error.issues).toMatchObject([{ path: 'role' }])
      expect(await roleOf(ana)).toBe('user')
    },
  )

  it('an unknown member and a malformed id', async () => {
    expect((await give({ id: '01890a5d-ac96-774b-bcce-b302099a8057' }, { role: 'user' })).status).toBe(404)
    expect((await give({ id: 'ana' }, { role: 'user' })).status).toBe(400)
  })

  it('everybody except admins', { tags: ['rights-change-role', 'sec-40'] }, async () => {
    const moderator = await t.member('mo.diaz', 'moderator')
    for (const as of [ana, moderator]) expect((await give(ana, { role: 'admin' }, as)).status).toBe(403)
    expect((await give(ana, { role: 'admin' }, null)).status).toBe(401)
    expect(await roleOf(ana)).toBe('user')
  })
})
