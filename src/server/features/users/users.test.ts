import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { currentUser } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { insertTestSession } from '#test/support/session.ts'

let t: TestApp
let admin: TestMember

beforeAll(async () => {
  // Ten hours behind UTC: at 10:00 UTC it has only just become the 11th of March there.
  t = await startTestApp({
    clock: testClock('2026-03-11T10:00:00.000Z'),
    config: { timeZone: 'Pacific/Honolulu' },
  })
  admin = await t.member('ada.admin', 'admin')
})

afterAll(() => t.close())

describe('the current user', () => {
  test('is the same under both addresses, with exactly the documented fields', async () => {
    const member = await t.member('ana.lima')
    const { status, json } = await t.call('GET', '/api/user', member)
    expect(status).toBe(200)
    expect(Object.keys(json)).toEqual(['data'])
    expect(Object.keys(json.data).sort()).toEqual(Object.keys(currentUser.shape).sort())
    expect(json.data).toMatchObject({
      id: member.id,
      username: 'ana.lima',
      role: 'user',
      totalPoints: 0,
      currentStreak: 0,
      hasReportedToday: false,
      createdAt: '2026-03-11T10:00:00.000Z',
    })
    expect((await t.call('GET', '/api/auth/me', member)).json).toEqual(json)
  })

  test.each([
    ['2026-03-11', { currentStreak: 4, hasReportedToday: true }],
    ['2026-03-10', { currentStreak: 4, hasReportedToday: false }],
    ['2026-03-09', { currentStreak: 0, hasReportedToday: false }],
  ])('with a last report on %s has the streak of the workspace day', async (lastDay, expected) => {
    const member = await t.member('streak.stan')
    const update =
      'update users set current_streak = 4, longest_streak = 9, streak_last_day = $2 where id = $1'
    await t.deps.db.run(statement('', update), [member.id, lastDay])
    const { json } = await t.call('GET', '/api/user', member)
    expect(json.data).toMatchObject({ ...expected, longestStreak: 9 })
  })

  test('has a day that ends at midnight of the workspace, not of the server', async () => {
    const member = await t.member('night.nora')
    const update =
      "update users set current_streak = 2, longest_streak = 2, streak_last_day = '2026-03-10' where id = $1"
    await t.deps.db.run(statement('', update), [member.id])
    t.clock.set('2026-03-11T09:59:59.999Z')
    expect((await t.call('GET', '/api/user', member)).json.data.hasReportedToday).toBe(true)
    t.clock.set('2026-03-11T10:00:00.000Z')
    expect((await t.call('GET', '/api/user', member)).json.data.hasReportedToday).toBe(false)
  })

  test.each(['/api/user', '/api/auth/me'])(
    'at %s is refused to signed-out callers and to a hook secret',
    async (url) => {
      expect(await t.call('GET', url)).toMatchObject({ status: 401, json: { message: 'Please sign in' } })
      const secret = t.deps.secrets.webhooks[0] ?? ''
      const answer = await t.app.inject({ url, headers: { 'x-webhook-secret': secret } })
      expect(answer.statusCode).toBe(401)
    },
  )

  test('is unavailable at once when the account is disabled', async () => {
    const member = await t.member('gone.gus')
    await disableMember(t.deps, member.id)
    expect(await t.call('GET', '/api/user', member)).toMatchObject({ status: 401 })
  })
})

describe('revoking sessions', () => {
  test('ends all sessions of the member, returns their number and adds an audit entry', async () => {
    const member = await t.member('revoked.rita')
    const second = await insertTestSession(t.deps, member.id)
    expect(await t.call('GET', '/api/user', member)).toMatchObject({ status: 200 })
    const answer = await t.call('POST', `/api/admin/users/${member.id}/revoke-sessions`, admin)
    expect(answer).toMatchObject({ status: 200, json: { data: { revokedSessions: 2 } } })
    expect(await t.call('GET', '/api/user', member)).toMatchObject({ status: 401 })
    expect(await t.call('GET', '/api/user', { ...member, cookie: second })).toMatchObject({ status: 401 })
    expect(await t.call('GET', '/api/user', admin)).toMatchObject({ status: 200 })
    const entries = await t.deps.db.run(
      statement(
        '',
        'select actor_id as "actorId", action, details, ip, created_at as at from audit_entries where subject = $1',
      ),
      [member.id],
    )
    const at = t.clock.now()
    expect(entries).toEqual([
      { actorId: admin.id, action: 'sessions.revoke', details: { sessions: 2 }, ip: '127.0.0.1', at },
    ])
  })

  test('succeeds for a member without sessions', async () => {
    const member = await t.member('quiet.quinn')
    const url = `/api/admin/users/${member.id}/revoke-sessions`
    await t.call('POST', url, admin)
    expect(await t.call('POST', url, admin)).toMatchObject({ json: { data: { revokedSessions: 0 } } })
  })

  test('refuses an unknown id with 404 and a malformed one with 400, and records nothing', async () => {
    const before = await countAudit()
    const unknown = '0190a0a0-0000-7000-8000-000000000000'
    expect(await t.call('POST', `/api/admin/users/${unknown}/revoke-sessions`, admin)).toMatchObject({
      status: 404,
    })
    const malformed = await t.call('POST', '/api/admin/users/me/revoke-sessions', admin)
    expect(malformed).toMatchObject({ status: 400, json: { issues: [{ path: 'id' }] } })
    expect(await countAudit()).toBe(before)
  })

  test('is for admins only', async () => {
    const member = await t.member('plain.pat')
    const moderator = await t.member('mod.mia', 'moderator')
    const url = `/api/admin/users/${admin.id}/revoke-sessions`
    expect(await t.call('POST', url)).toMatchObject({ status: 401 })
    expect(await t.call('POST', url, member)).toMatchObject({ status: 403 })
    expect(await t.call('POST', url, moderator)).toMatchObject({ status: 403 })
    expect(await t.call('GET', '/api/user', admin)).toMatchObject({ status: 200 })
  })
})

async function countAudit(): Promise<number> {
  const count = statement<{ all: number }>('', 'select count(*)::int as all from audit_entries')
  const [row] = await t.deps.db.run(count, [])
  return row?.all ?? -1
}

describe('the list of members', () => {
  test('shows members only names and pictures, shows admins all fields, and is sorted by name', {
    tags: ['rights-member-list'],
  }, async () => {
    const list = async (as: TestMember) => (await t.call('GET', '/api/users', as)).json.data
    const moderator = await t.member('Mo.dane', 'moderator')
    const seen = await list(moderator)
    const forAll = ['avatar', 'displayName', 'id', 'username']
    for (const member of seen) expect(Object.keys(member).sort()).toEqual(forAll)
    const names = seen.map(({ displayName }: { displayName: string }) => displayName.toLowerCase())
    expect(names).toEqual([...names].sort())
    const all = await list(admin)
    expect(all.map(({ id }: { id: string }) => id)).toEqual(seen.map(({ id }: { id: string }) => id))
    const own = ['hasReportedToday', 'isEmailFixed', 'ownDisplayName', 'defaultDisplayName']
    const shown = Object.keys(currentUser.shape).filter((field) => !own.includes(field))
    expect(Object.keys(all[0]).sort()).toEqual(shown.sort())
    expect(all).toContainEqual(expect.objectContaining({ username: 'Mo.dane', role: 'moderator' }))
    expect((await t.call('GET', '/api/users')).status).toBe(401)
  })
})
