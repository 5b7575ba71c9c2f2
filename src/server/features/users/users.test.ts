import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticatedUser } from '#contract/auth.schema.ts'
import { currentUser, getCurrentUser, listUsers, revokeSessions } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { present } from '#test/support/present.ts'
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
    const { status, answer } = await t.call(getCurrentUser, { as: member })
    expect(status).toBe(200)
    expect(Object.keys(answer)).toEqual(['data'])
    expect(Object.keys(answer.data).sort()).toEqual(Object.keys(currentUser.shape).sort())
    expect(answer.data).toMatchObject({
      id: member.id,
      username: 'ana.lima',
      role: 'user',
      totalPoints: 0,
      currentStreak: 0,
      hasReportedToday: false,
      todayNeeds: 'report',
      hasStreakRules: false,
      createdAt: '2026-03-11T10:00:00.000Z',
    })
    expect((await t.call(authenticatedUser, { as: member })).answer).toEqual(answer)
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
    const { answer } = await t.call(getCurrentUser, { as: member })
    expect(answer.data).toMatchObject({ ...expected, longestStreak: 9 })
  })

  test('has a day that ends at midnight of the workspace, not of the server', async () => {
    const member = await t.member('night.nora')
    const update =
      "update users set current_streak = 2, longest_streak = 2, streak_last_day = '2026-03-10' where id = $1"
    await t.deps.db.run(statement('', update), [member.id])
    t.clock.set('2026-03-11T09:59:59.999Z')
    expect((await t.call(getCurrentUser, { as: member })).answer.data.hasReportedToday).toBe(true)
    t.clock.set('2026-03-11T10:00:00.000Z')
    expect((await t.call(getCurrentUser, { as: member })).answer.data.hasReportedToday).toBe(false)
  })

  test.each([getCurrentUser, authenticatedUser])(
    'at $path is refused to signed-out callers and to a hook secret',
    async (endpoint) => {
      expect(await t.call(endpoint)).toMatchObject({ status: 401, error: { message: 'Please sign in' } })
      const secret = t.deps.secrets.webhooks[0] ?? ''
      const answer = await t.app.inject({ url: endpoint.path, headers: { 'x-webhook-secret': secret } })
      expect(answer.statusCode).toBe(401)
    },
  )

  test('is unavailable at once when the account is disabled', { tags: ['sec-08'] }, async () => {
    const member = await t.member('gone.gus')
    await disableMember(t.deps, member.id)
    expect(await t.call(getCurrentUser, { as: member })).toMatchObject({ status: 401 })
  })
})

describe('revoking sessions', () => {
  test('ends all sessions of the member, returns their number and adds an audit entry', {
    tags: ['sec-09'],
  }, async () => {
    const member = await t.member('revoked.rita')
    const second = await insertTestSession(t.deps, member.id)
    expect(await t.call(getCurrentUser, { as: member })).toMatchObject({ status: 200 })
    const answer = await t.call(revokeSessions, { as: admin, params: { id: member.id } })
    expect(answer).toMatchObject({ status: 200, answer: { data: { revokedSessions: 2 } } })
    expect(await t.call(getCurrentUser, { as: member })).toMatchObject({ status: 401 })
    expect(await t.call(getCurrentUser, { as: { ...member, cookie: second } })).toMatchObject({ status: 401 })
    expect(await t.call(getCurrentUser, { as: admin })).toMatchObject({ status: 200 })
    const entries = await t.deps.db.run(
      statement(
        '',
        'select actor_id as "actorId", action, details, ip, created_at as at from audit_entries where subject = $1',
      ),
      [member.id],
    )
    const at = t.clock.now()
    expect(entries).toEqual([
      {
        actorId: admin.id,
        action: 'sessions.revoke',
        details: { sessions: 2, tokens: 0 },
        ip: '127.0.0.1',
        at,
      },
    ])
  })

  test('succeeds for a member without sessions', async () => {
    const member = await t.member('quiet.quinn')
    const revoke = () => t.call(revokeSessions, { as: admin, params: { id: member.id } })
    await revoke()
    expect(await revoke()).toMatchObject({ answer: { data: { revokedSessions: 0 } } })
  })

  test('refuses an unknown id with 404 and a malformed one with 400, and records nothing', async () => {
    const before = await countAudit()
    const unknown = '0190a0a0-0000-7000-8000-000000000000'
    expect(await t.call(revokeSessions, { as: admin, params: { id: unknown } })).toMatchObject({
      status: 404,
    })
    const malformed = await t.call(revokeSessions, { as: admin, params: { id: 'me' } })
    expect(malformed).toMatchObject({ status: 400, error: { issues: [{ path: 'id' }] } })
    expect(await countAudit()).toBe(before)
  })

  test('is for admins only', async () => {
    const member = await t.member('plain.pat')
    const moderator = await t.member('mod.mia', 'moderator')
    const revoke = (as?: TestMember) => t.call(revokeSessions, { as, params: { id: admin.id } })
    expect(await revoke()).toMatchObject({ status: 401 })
    expect(await revoke(member)).toMatchObject({ status: 403 })
    expect(await revoke(moderator)).toMatchObject({ status: 403 })
    expect(await t.call(getCurrentUser, { as: admin })).toMatchObject({ status: 200 })
  })
})

async function countAudit(): Promise<number> {
  const count = statement<{ all: number }>('', 'select count(*)::int as all from audit_entries')
  const [row] = await t.deps.db.run(count, [])
  return row?.all ?? -1
}

describe('the list of members', () => {
  test('shows members only names and pictures, shows admins all fields, and is sorted by name', {
    tags: ['rights-member-list', 'sec-43'],
  }, async () => {
    const list = async (as: TestMember) => (await t.call(listUsers, { as })).answer.data
    const moderator = await t.member('Mo.dane', 'moderator')
    const seen = await list(moderator)
    const forAll = ['avatar', 'displayName', 'id', 'username']
    for (const member of seen) expect(Object.keys(member).sort()).toEqual(forAll)
    const names = seen.map(({ displayName }) => displayName.toLowerCase())
    expect(names).toEqual([...names].sort())
    const all = await list(admin)
    expect(all.map(({ id }) => id)).toEqual(seen.map(({ id }) => id))
    const own = [
      'hasReportedToday',
      'todayNeeds',
      'hasStreakRules',
      'isEmailFixed',
      'ownDisplayName',
      'defaultDisplayName',
      'trackableLink',
    ]
    const shown = Object.keys(currentUser.shape).filter((field) => !own.includes(field))
    expect(Object.keys(present(all[0])).sort()).toEqual([...shown, 'disabledBy'].sort())
    expect(all).toContainEqual(expect.objectContaining({ username: 'Mo.dane', role: 'moderator' }))
    expect((await t.call(listUsers)).status).toBe(401)
  })
})
