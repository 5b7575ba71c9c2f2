import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authenticatedUser, emergencySignIn } from '#contract/auth.schema.ts'
import {
  acceptInvitation,
  checkInvitation,
  inviteEmergencyAdmin,
  listEmergencyAdmins,
} from '#contract/invitations.schema.ts'
import { statement } from '#server/db/handle.ts'
import { listAuditActions } from '#server/features/audit/store.ts'
import { ensureEmergencyAdmin } from '#server/first-admin.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { insertTestSession } from '#test/support/session.ts'
import { findEmergencyAdmin } from './store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const first = 'ops@brightwater.example'
const firstPassword = 'vivid-kestrel-orbit-9'
const second = 'Nina.Berg@brightwater.example'
const password = 'seven quiet lanterns'
const over = {
  status: 410,
  error: { message: 'This link does not work any more. Ask an administrator for a new one.' },
}

let t: TestApp
let admin: TestMember

beforeEach(async () => {
  t = await startTestApp({ environment: { ADMIN_EMAIL: first, ADMIN_PASSWORD: firstPassword } })
  await ensureEmergencyAdmin(t.deps)
  t.clock.advance(hourMs)
  admin = await t.member('iris.admin', 'admin')
})

afterEach(() => t.close())

const invite = (email: string, as: TestMember | null = admin) =>
  t.call(inviteEmergencyAdmin, { as, body: { email } })
const check = (secret: string) => t.call(checkInvitation, { body: { secret } })
const accept = (secret: string, chosen = password) =>
  t.call(acceptInvitation, { body: { secret, password: chosen } })
const signIn = (email: string, typed = password) =>
  t.call(emergencySignIn, { body: { email, password: typed } })

async function secretFor(email: string, as: TestMember = admin): Promise<string> {
  const answer = await invite(email, as)
  expect(answer.status).toBe(200)
  return new URL(answer.answer.data.link).hash.slice(1)
}

async function set(id: string, change: string, value: string): Promise<void> {
  await t.deps.db.run(statement('', `update users set ${change} where id = $1`), [id, value])
}

function auditOf(action: string) {
  return t.deps.db.run(
    statement<{ actorId: string | null; subject: string; details: unknown; ip: string }>(
      '',
      'select actor_id as "actorId", subject, details, ip from audit_entries where action = $1 order by id',
    ),
    [action],
  )
}

describe('an invitation', () => {
  test('makes a second emergency administrator, who signs in with the password that they chose', {
    tags: ['emergency-second', 'emergency-list'],
  }, async () => {
    const answer = await invite(` ${second} `)
    const expiresAt = new Date(t.clock.now().getTime() + hourMs).toISOString()
    expect(answer.answer.data.expiresAt).toBe(expiresAt)
    expect(answer.answer.data.link).toMatch(/^http:\/\/localhost:3000\/admin-invitation#[\w-]{43}$/)
    const secret = new URL(answer.answer.data.link).hash.slice(1)
    expect(await check(secret)).toMatchObject({ answer: { data: { email: second, expiresAt } } })
    expect(await accept(secret)).toMatchObject({ status: 200, answer: { data: { email: second } } })
    const signedIn = await signIn(second)
    expect(signedIn.status).toBe(200)
    const cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? ''
    const listed = await t.call(listEmergencyAdmins, { as: { ...admin, cookie } })
    expect(listed.answer).toMatchObject({
      isSignInOpen: true,
      data: [{ email: first }, { email: second, username: 'nina.berg', displayName: 'Nina Berg' }],
    })
  })

  test('is on record, with who invited whom, and its acceptance too', {
    tags: ['emergency-invitation-audit'],
  }, async () => {
    const secret = await secretFor(second)
    const details = { email: second, expiresAt: new Date(t.clock.now().getTime() + hourMs).toISOString() }
    const ip = '127.0.0.1'
    expect(await auditOf('emergency-admin.invite')).toEqual([
      { actorId: admin.id, subject: second, details, ip },
    ])
    await accept(secret)
    expect(await auditOf('emergency-admin.accept')).toEqual([
      {
        actorId: null,
        subject: expect.any(String),
        details: { email: second, invitedBy: admin.displayName },
        ip,
      },
    ])
    expect((await listAuditActions(t.deps.db, {})).map(({ action }) => action.split('.')[0])).toContain(
      'emergency-admin',
    )
  })

  test('is stored as a hash only', async () => {
    const secret = await secretFor(second)
    const rows = await t.deps.db.run(
      statement('', 'select to_jsonb(i) as row from emergency_invitations i'),
      [],
    )
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('works once, for an hour, and not after a newer one for the same address', {
    tags: ['emergency-link-once'],
  }, async () => {
    const used = await secretFor(second)
    await accept(used)
    const expired = await secretFor('late@brightwater.example')
    const replaced = await secretFor('twice@brightwater.example')
    const newer = await secretFor('TWICE@brightwater.example')
    expect(await check(newer)).toMatchObject({ status: 200 })
    t.clock.advance(hourMs - 1)
    expect(await check(expired)).toMatchObject({ status: 200 })
    t.clock.advance(1)
    for (const secret of [used, expired, replaced, 'nobody-made-this']) {
      t.clock.advance(hourMs)
      expect(await check(secret)).toMatchObject(over)
      expect(await accept(secret)).toMatchObject(over)
    }
    expect(await signIn('late@brightwater.example')).toMatchObject({ status: 401 })
  })

  test('is accepted by one of two at once', { tags: ['emergency-link-once'] }, async () => {
    const secret = await secretFor(second)
    const tries = [accept(secret), accept(secret, 'another good password')]
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 410])
  })

  test('leaves one open link when the same address is invited twice at once', async () => {
    await Promise.all([invite(second), invite(second.toLowerCase())])
    const count = 'select count(*)::int as open from emergency_invitations'
    expect(await t.deps.db.run(statement('', count), [])).toEqual([{ open: 1 }])
  })

  test('ends when its inviter loses the role or is disabled', async () => {
    const secret = await secretFor(second)
    await set(admin.id, 'role = $2', 'moderator')
    expect(await check(secret)).toMatchObject(over)
    await set(admin.id, "role = 'admin', disabled_at = $2::timestamptz", t.clock.now().toISOString())
    expect(await accept(secret)).toMatchObject(over)
  })

  test('refuses a bad password at its field, and stays open', {
    tags: ['emergency-link-password', 'sec-12'],
  }, async () => {
    const secret = await secretFor(second)
    for (const [chosen, message] of [
      ['', 'Password is required'],
      ['fourteen chars', 'The password must be at least 15 characters long'],
      [second, 'The password is too easy to guess: it is made of common words or sequences'],
    ] as const) {
      expect(await accept(secret, chosen)).toMatchObject({
        status: 400,
        error: { issues: [{ path: 'password', message }] },
      })
    }
    expect(await accept(secret)).toMatchObject({ status: 200 })
  })

  test('cannot be guessed: after six tries in a minute an address has to wait', async () => {
    for (let count = 0; count < 6; count++) expect(await check(`guess-${count}`)).toMatchObject(over)
    const refused = await check('guess-7')
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } })
    expect(await accept('guess-8')).toMatchObject({ status: 429 })
  })

  test('that works may be looked at as often as one likes', async () => {
    const secret = await secretFor(second)
    for (let count = 0; count < 8; count++) expect((await check(secret)).status).toBe(200)
  })
})

describe('the address of an invitation', () => {
  test.each(['', 'nina', 'nina@', `${'x'.repeat(250)}@b.example`])('like %s is refused', async (email) => {
    expect(await invite(email)).toMatchObject({ status: 400, error: { issues: [{ path: 'email' }] } })
  })

  test('is nobody else’s: a member’s is refused, also one that they gave themselves', {
    tags: ['emergency-taken'],
  }, async () => {
    const member = await t.member('ana.lima', 'admin')
    await set(member.id, 'email = $2', second)
    const message = 'This address belongs to a member. Only they can set a password for their account.'
    expect(await invite(second.toUpperCase())).toMatchObject({
      status: 409,
      error: { message, issues: [{ path: 'email', message }] },
    })
    await set(member.id, "is_emergency = true, slack_team_id = 'T1', slack_user_id = $2", 'U1')
    expect(await invite(second)).toMatchObject({ status: 409 })
  })

  test('that a member takes after the invitation is not given to the link', async () => {
    const secret = await secretFor(second)
    const member = await t.member('ana.lima')
    await set(member.id, 'email = $2', second)
    expect(await accept(secret)).toMatchObject(over)
    expect(await signIn(second)).toMatchObject({ status: 401 })
  })

  test('may be the inviter’s own: the link sets a password for their account', {
    tags: ['emergency-own'],
  }, async () => {
    await set(admin.id, "slack_team_id = 'T1', slack_user_id = 'U1', email = $2", second)
    const phone = { ...admin, cookie: await insertTestSession(t.deps, admin.id) }
    const secret = await secretFor(second)
    expect(await accept(secret)).toMatchObject({ status: 200 })
    expect(await signIn(second)).toMatchObject({ status: 200 })
    expect(await t.call(authenticatedUser, { as: phone })).toMatchObject({
      answer: { data: { id: admin.id, email: second, isEmailFixed: true } },
    })
  })

  test('of an emergency administrator who forgot the password gets a new one, which ends their sessions', {
    tags: ['emergency-forgotten'],
  }, async () => {
    const old = await signIn(first, firstPassword)
    const cookie = String(old.headers['set-cookie']).split(';', 1)[0] ?? ''
    expect(await t.call(authenticatedUser, { as: { ...admin, cookie } })).toMatchObject({ status: 200 })
    const secret = await secretFor(first)
    expect(await accept(secret)).toMatchObject({ status: 200 })
    expect(await t.call(authenticatedUser, { as: { ...admin, cookie } })).toMatchObject({ status: 401 })
    expect(await signIn(first, firstPassword)).toMatchObject({ status: 401 })
    expect(await signIn(first)).toMatchObject({ status: 200 })
  })

  test('of a disabled account, or of one that is no administrator any more, is refused', {
    tags: ['emergency-taken'],
  }, async () => {
    await accept(await secretFor(second))
    const listed = await t.call(listEmergencyAdmins, { as: admin })
    const { id = '' } = listed.answer.data.find(({ email }) => email === second) ?? {}
    const secret = await secretFor(second)
    await set(id, 'role = $2', 'user')
    expect(await invite(second)).toMatchObject({
      status: 409,
      error: { message: 'This account is no administrator. Change its role first.' },
    })
    expect(await accept(secret)).toMatchObject(over)
    await set(id, "role = 'admin', disabled_at = $2::timestamptz", t.clock.now().toISOString())
    expect(await invite(second)).toMatchObject({
      status: 409,
      error: { message: 'This account is disabled. Enable it first.' },
    })
    expect((await t.call(listEmergencyAdmins, { as: admin })).answer.data).toMatchObject([{ email: first }])
  })
})

test('the environment’s account stays the first one, whoever gets a password later', {
  tags: ['emergency-first'],
}, async () => {
  const before = await findEmergencyAdmin.first(t.deps.db, {})
  expect(before?.email).toBe(first)
  await accept(await secretFor(second))
  await set(admin.id, "slack_team_id = 'T1', slack_user_id = 'U1', email = $2", 'iris@brightwater.example')
  await t.deps.db.run(statement('', "update users set created_at = '2020-01-01' where id = $1"), [admin.id])
  await accept(await secretFor('iris@brightwater.example'))
  expect((await findEmergencyAdmin.first(t.deps.db, {}))?.id).toBe(before?.id)
  const config = { ...t.deps.config, adminPassword: 'a-quite-different-passage' }
  expect(await ensureEmergencyAdmin({ ...t.deps, config })).toEqual({ email: first, password: null })
  expect(await signIn(first, 'a-quite-different-passage')).toMatchObject({ status: 200 })
  expect(await signIn(second)).toMatchObject({ status: 200 })
  expect(await signIn('iris@brightwater.example')).toMatchObject({ status: 200 })
})

test('nobody is invited while the emergency sign-in is switched off, and no link works', {
  tags: ['emergency-off'],
}, async () => {
  const secret = await secretFor(second)
  // The same object is what the routes read.
  Object.assign(t.deps.config, { isEmergencySignInOpen: false })
  expect(await invite(second)).toMatchObject({
    status: 409,
    error: { message: 'The emergency sign-in is switched off (EMERGENCY_LOGIN=off)' },
  })
  expect(await check(secret)).toMatchObject(over)
  expect(await accept(secret)).toMatchObject(over)
  expect(await t.call(listEmergencyAdmins, { as: admin })).toMatchObject({ answer: { isSignInOpen: false } })
})

test('only administrators invite, and see who is one', async () => {
  for (const as of [null, await t.member('ana.lima'), await t.member('tomasz', 'moderator')]) {
    const status = as ? 403 : 401
    expect(await invite(second, as)).toMatchObject({ status })
    expect(await t.call(listEmergencyAdmins, { as })).toMatchObject({ status })
  }
})
