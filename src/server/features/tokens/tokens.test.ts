import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authenticatedUser } from '#contract/auth.schema.ts'
import { getAutomationSettings, rotateHookSecret } from '#contract/automation.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { inviteEmergencyAdmin } from '#contract/invitations.schema.ts'
import { livePath } from '#contract/live.ts'
import { listReviewShares } from '#contract/review.schema.ts'
import { endOtherSessions, listOwnSessions } from '#contract/sessions.schema.ts'
import { listShares } from '#contract/shares.schema.ts'
import { getSocialpilotSetup } from '#contract/socialpilot.schema.ts'
import { createToken, endToken, listOwnTokens } from '#contract/tokens.schema.ts'
import { changeRole, changeStatus, listUsers, revokeSessions, updateProfile } from '#contract/users.schema.ts'
import type { TokenScope } from '#domain/access-tokens.ts'
import { deleteOldTokens, tokensShownSince } from '#server/access/tokens.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession, insertTestToken } from '#test/support/session.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const needsSession = 'This needs a session: sign in, because an access token may not do it'
const deadToken = 'This access token does not work: it is unknown, has expired or was ended'

let t: TestApp
let ana: TestMember
let admin: TestMember
let names = 0

beforeAll(async () => {
  t = await startTestApp()
})

beforeEach(async () => {
  ana = await t.member(`ana.${++names}`)
  admin = await t.member(`iris.${names}`, 'admin')
})

afterAll(() => t.close())

const form = { name: 'Nightly report', scopes: ['read'], expiresInDays: 30 }
const make = (as: TestMember, change: object = {}) =>
  t.call(createToken, { as, body: { ...form, ...change } })
const listOf = async (as: TestMember) => (await t.call(listOwnTokens, { as })).answer.data
const statusOf = async (as: TestMember) => (await t.call(authenticatedUser, { as })).status

/** The member through a token with these scopes. */
async function through(member: TestMember, ...scopes: TokenScope[]): Promise<TestMember> {
  return { ...member, token: await insertTestToken(t.deps, member.id, scopes) }
}

function auditOf({ id }: TestMember) {
  const lines = `select action, subject, details, ip from audit_entries where actor_id = $1 order by created_at, id`
  return t.deps.db.run(statement<{ action: string }>('', lines), [id])
}

test('a token is answered once, only its hash is kept, and making it is on record', {
  tags: ['access-tokens-made', 'sec-01'],
}, async () => {
  const made = await make(ana, { name: '  Nightly report ', scopes: ['report', 'read', 'read'] })
  expect(made.headers['cache-control']).toBe('no-store')
  const { data, token } = made.answer
  expect(token).toMatch(/^ovt_[\w-]{43}$/)
  const now = t.clock.now()
  const expiresAt = new Date(now.getTime() + 30 * dayMs).toISOString()
  const listed = {
    id: expect.any(String),
    name: 'Nightly report',
    scopes: ['read', 'report'],
    createdAt: now.toISOString(),
    expiresAt,
    lastUsedAt: null,
    isExpired: false,
  }
  expect(data).toEqual(listed)
  expect(await listOf(ana)).toEqual([listed])
  const kept = await t.deps.db.run(
    statement<{ row: string }>('', 'select t::text as row from access_tokens t where user_id = $1'),
    [ana.id],
  )
  const hash = createHash('sha256').update(token).digest('base64url')
  expect(kept[0]?.row).toContain(hash)
  expect(kept[0]?.row).not.toContain(token)
  const details = { name: 'Nightly report', scopes: 'read, report', expiresAt }
  expect(await auditOf(ana)).toEqual([
    { action: 'access-token.make', subject: ana.id, details, ip: '127.0.0.1' },
  ])
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(61) }, 'name', 'Must be at most 60 characters long'],
  [{ scopes: [] }, 'scopes', 'Choose at least one scope'],
  [{ scopes: 'read' }, 'scopes', 'Choose at least one scope'],
  [{ scopes: ['write'] }, 'scopes.0', 'Scope must be one of read, report, admin'],
  [{ expiresInDays: 0 }, 'expiresInDays', 'Must be a whole number from 1 to 365'],
  [{ expiresInDays: 366 }, 'expiresInDays', 'Must be a whole number from 1 to 365'],
  [{ expiresInDays: 1.5 }, 'expiresInDays', 'Must be a whole number from 1 to 365'],
])(
  'a token with %j is refused and names the field',
  { tags: ['access-tokens-made'] },
  async (change, path, message) => {
    const { status, error } = await make(ana, change)
    expect(status).toBe(400)
    expect(error.issues).toContainEqual({ path, message })
    expect(await listOf(ana)).toEqual([])
  },
)

test('a name of 60 characters and both ends of the days are accepted', {
  tags: ['access-tokens-made'],
}, async () => {
  expect((await make(ana, { name: 'é'.repeat(60), expiresInDays: 1 })).status).toBe(200)
  expect((await make(ana, { name: 'x', expiresInDays: 365 })).status).toBe(200)
})

test('only administrators and moderators make a token with the scope admin', {
  tags: ['access-tokens-scopes'],
}, async () => {
  const message = 'Only administrators and moderators may give a token the scope admin'
  expect(await make(ana, { scopes: ['read', 'admin'] })).toMatchObject({
    status: 403,
    error: { message, issues: [{ path: 'scopes', message }] },
  })
  expect(await listOf(ana)).toEqual([])
  const moderator = await t.member(`mo.${names}`, 'moderator')
  expect((await make(moderator, { scopes: ['admin'] })).status).toBe(200)
  expect((await make(admin, { scopes: ['admin'] })).status).toBe(200)
})

test('nobody has more than 20 live tokens, however fast they make them', {
  tags: ['access-tokens-limit'],
}, async () => {
  const answers = await Promise.all(Array.from({ length: 25 }, () => make(ana, { expiresInDays: 1 })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused.map(({ error }) => error.message)).toEqual(
    Array(5).fill('You have 20 access tokens. End one of them first.'),
  )
  await t.call(endToken, { as: ana, params: { id: present((await listOf(ana))[0]).id } })
  expect((await make(ana)).status).toBe(200)
  expect((await make(ana)).status).toBe(409)
  t.clock.advance(dayMs)
  expect((await make(ana)).status).toBe(200)
})

test('each scope does what it says and nothing more', { tags: ['access-tokens-scopes'] }, async () => {
  const [read, report] = [await through(admin, 'read'), await through(admin, 'report')]
  const full = await through(admin, 'admin')
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  expect(await t.call(reportInteraction, { as: read, body })).toMatchObject({
    status: 403,
    error: { message: 'This needs an access token with the scope report' },
  })
  expect(await t.call(updateProfile, { as: read, body: { username: admin.username } })).toMatchObject({
    status: 403,
  })
  expect(await t.call(reportInteraction, { as: report, body })).toMatchObject({ status: 200 })
  for (const endpoint of [getAutomationSettings, listReviewShares]) {
    expect(await t.call(endpoint, { as: report })).toMatchObject({
      status: 403,
      error: { message: 'This needs an access token with the scope admin' },
    })
    expect(await t.call(endpoint, { as: full })).toMatchObject({ status: 200 })
  }
})

test('without the scope admin, an administrator sees through a token only what every member sees', {
  tags: ['access-tokens-scopes'],
}, async () => {
  const fieldsFor = async (as: TestMember) =>
    Object.keys(present((await t.call(listUsers, { as })).answer.data[0])).sort()
  const plain = await fieldsFor(ana)
  expect(plain).not.toContain('email')
  expect(await fieldsFor(await through(admin, 'report'))).toEqual(plain)
  expect(await fieldsFor(await through(admin, 'admin'))).toEqual(await fieldsFor(admin))
  expect(
    (await t.call(listUsers, { as: await through(admin, 'read'), query: { disabled: true } })).status,
  ).toBe(403)
  expect((await t.call(listShares, { as: await through(admin, 'read') })).status).toBe(200)
})

test('no token, whatever its scopes, reaches what is about access', {
  tags: ['access-tokens-session'],
}, async () => {
  const as = await through(admin, 'read', 'report', 'admin')
  const refusals = [
    await t.call(listOwnSessions, { as }),
    await t.call(endOtherSessions, { as }),
    await t.call(listOwnTokens, { as }),
    await make(as),
    await t.call(endToken, { as, params: { id: present((await listOf(admin))[0]).id } }),
    await t.call(revokeSessions, { as, params: { id: ana.id } }),
    await t.call(inviteEmergencyAdmin, { as, body: { email: 'keeper@brightwater.example' } }),
    await t.call(rotateHookSecret, { as }),
    await t.call(getSocialpilotSetup, { as }),
    { status: (await t.request('GET', livePath, as)).status, error: { message: needsSession } },
  ]
  for (const { status, error } of refusals) {
    expect([status, error.message]).toEqual([403, needsSession])
  }
  expect(await listOf(admin)).toHaveLength(1)
  expect(await statusOf(ana)).toBe(200)
})

test('a dead token is refused, and no cookie stands in for it', {
  tags: ['access-tokens-dead'],
}, async () => {
  const { token } = (await make(ana, { expiresInDays: 1 })).answer
  const meWith = async (bearer: string) => {
    const headers = { cookie: ana.cookie, authorization: `Bearer ${bearer}` }
    const answer = await t.app.inject({ url: authenticatedUser.path, headers })
    return [answer.statusCode, answer.json().message]
  }
  expect(await meWith(token)).toEqual([200, undefined])
  for (const wrong of [
    'ovt_',
    `ovt_${'x'.repeat(43)}`,
    `${token}x`,
    'ovt_ with spaces',
    `${token} `.repeat(2),
  ]) {
    expect(await meWith(wrong), wrong).toEqual([401, deadToken])
  }
  expect((await meWith('stale-bearer'))[0]).toBe(200)
  t.clock.advance(dayMs - 1)
  expect((await meWith(token))[0]).toBe(200)
  t.clock.advance(1)
  expect(await meWith(token)).toEqual([401, deadToken])
})

test('guesses of tokens count against the address, and calls with a token against the member', {
  tags: ['access-tokens-dead'],
}, async () => {
  const strict = await startTestApp({ limits: { perAddress: 3, perMember: 5 } })
  try {
    const ben = await strict.member('ben.okafor')
    const good = { ...ben, token: await insertTestToken(strict.deps, ben.id, ['read']) }
    const wrong = { ...ben, token: 'ovt_wrong' }
    const calls = async (as: TestMember, count: number) => {
      const statuses: number[] = []
      for (let done = 0; done < count; done++) {
        statuses.push((await strict.call(authenticatedUser, { as })).status)
      }
      return statuses
    }
    // A credential that worked before goes on working behind an address that guesses.
    expect(await calls(good, 1)).toEqual([200])
    expect(await calls(wrong, 4)).toEqual([401, 401, 401, 429])
    expect(await calls(good, 2)).toEqual([200, 200])
    expect(await calls(ben, 1)).toEqual([429])
  } finally {
    await strict.close()
  }
})

test('a write with a token needs no browser headers, because no browser sends tokens by itself', async () => {
  const { token = '' } = await through(ana, 'report')
  const headers = { authorization: `Bearer ${token}`, origin: 'https://elsewhere.example' }
  const { method, path: url } = updateProfile
  const answer = await t.app.inject({ method, url, headers, payload: { username: ana.username } })
  expect(answer.statusCode).toBe(200)
})

test('a member ends their own token at once, on record, and nobody else does', {
  tags: ['access-tokens-ended'],
}, async () => {
  const { token, data } = (await make(ana)).answer
  const script = { ...ana, token }
  expect(await statusOf(script)).toBe(200)
  const params = { id: data.id }
  expect(await t.call(endToken, { as: admin, params })).toMatchObject({
    status: 404,
    error: { message: 'This access token was not found' },
  })
  expect(await statusOf(script)).toBe(200)
  expect(await t.call(endToken, { as: ana, params })).toMatchObject({ status: 204 })
  expect([await statusOf(script), await statusOf(ana)]).toEqual([401, 200])
  expect(await listOf(ana)).toEqual([])
  expect(await t.call(endToken, { as: ana, params })).toMatchObject({ status: 404 })
  expect((await auditOf(ana)).at(-1)).toMatchObject({
    action: 'access-token.end',
    details: { name: 'Nightly report' },
  })
})

test('signing out everywhere else ends the tokens too', { tags: ['access-tokens-leaver'] }, async () => {
  const script = await through(ana, 'read')
  expect(await statusOf(script)).toBe(200)
  expect(await t.call(endOtherSessions, { as: ana })).toMatchObject({
    answer: { data: { endedSessions: 0, endedTokens: 1 } },
  })
  expect([await statusOf(script), await statusOf(ana)]).toEqual([401, 200])
  expect(await listOf(ana)).toEqual([])
})

test('an administrator who signs a member out ends their tokens too', {
  tags: ['access-tokens-leaver'],
}, async () => {
  const script = await through(ana, 'report')
  expect(await statusOf(script)).toBe(200)
  await t.call(revokeSessions, { as: admin, params: { id: ana.id } })
  expect(await statusOf(script)).toBe(401)
  expect(await auditOf(admin)).toMatchObject([
    { action: 'sessions.revoke', details: { sessions: 1, tokens: 1 } },
  ])
})

test('a disabled member has no token left, also after they are enabled again', {
  tags: ['access-tokens-leaver'],
}, async () => {
  const script = await through(ana, 'report')
  expect(await statusOf(script)).toBe(200)
  const params = { id: ana.id }
  await t.call(changeStatus, { as: admin, params, body: { disabled: true } })
  expect(await statusOf(script)).toBe(401)
  await t.call(changeStatus, { as: admin, params, body: { disabled: false } })
  expect(await statusOf(script)).toBe(401)
})

test('the scope admin stops working with the role, and the others go on', {
  tags: ['access-tokens-leaver'],
}, async () => {
  const leaver = await t.member(`lea.${names}`, 'admin')
  const script = await through(leaver, 'admin')
  expect((await t.call(getAutomationSettings, { as: script })).status).toBe(200)
  await t.call(changeRole, { as: admin, params: { id: leaver.id }, body: { role: 'user' } })
  expect(await t.call(getAutomationSettings, { as: script })).toMatchObject({ status: 403 })
  expect(await t.call(listReviewShares, { as: script })).toMatchObject({ status: 403 })
  expect(await statusOf(script)).toBe(200)
})

test('the last use is noted, at most once a minute', { tags: ['access-tokens-listed'] }, async () => {
  const script = await through(ana, 'read')
  const lastUse = async () => present((await listOf(ana))[0]).lastUsedAt
  expect(await lastUse()).toBeNull()
  const first = t.clock.now().toISOString()
  await statusOf(script)
  expect(await lastUse()).toBe(first)
  t.clock.advance(minuteMs)
  await statusOf(script)
  expect(await lastUse()).toBe(first)
  t.clock.advance(5_000)
  await statusOf(script)
  expect(await lastUse()).toBe(t.clock.now().toISOString())
})

test('an expired token is listed as expired for 30 days and then deleted', {
  tags: ['access-tokens-listed'],
}, async () => {
  await make(ana, { name: 'Short', expiresInDays: 1 })
  await make(ana, { name: 'Long', expiresInDays: 365 })
  const shown = async () => (await listOf(ana)).map(({ name, isExpired }) => [name, isExpired])
  const clean = () => asFixture(() => deleteOldTokens(t.deps.db, { before: tokensShownSince(t.clock.now()) }))
  const kept = async () =>
    (await t.deps.db.run(statement('', 'select 1 from access_tokens where user_id = $1'), [ana.id])).length
  expect(await shown()).toEqual([
    ['Long', false],
    ['Short', false],
  ])
  t.clock.advance(dayMs)
  ana = { ...ana, cookie: await insertTestSession(t.deps, ana.id) }
  await clean()
  expect(await shown()).toEqual([
    ['Long', false],
    ['Short', true],
  ])
  t.clock.advance(30 * dayMs)
  ana = { ...ana, cookie: await insertTestSession(t.deps, ana.id) }
  expect(await shown()).toEqual([['Long', false]])
  await clean()
  expect(await kept()).toBe(1)
})

test('what is done through a token says so in the audit trail', {
  tags: ['access-tokens-audit'],
}, async () => {
  const token = await insertTestToken(t.deps, admin.id, ['admin'], 'Deploy')
  const as = { ...admin, token }
  const params = { id: ana.id }
  await t.call(changeRole, { as, params, body: { role: 'moderator' } })
  await t.call(changeStatus, { as, params, body: { disabled: true } })
  await t.call(rotateHookSecret, { as })
  await t.call(changeRole, {
    as: admin,
    params: { id: (await t.member(`x.${names}`)).id },
    body: { role: 'moderator' },
  })
  const [role, status, refused, bySession] = await auditOf(admin)
  expect(role).toMatchObject({
    action: 'role.update',
    details: { token: 'Deploy', after: { role: 'moderator' } },
  })
  expect(status).toMatchObject({ action: 'member.disable', details: { token: 'Deploy' } })
  expect(refused).toMatchObject({ action: 'access.refused', details: { token: 'Deploy' } })
  expect(bySession).toMatchObject({ details: { after: { role: 'moderator' } } })
  expect(JSON.stringify(bySession)).not.toContain('token')
})
