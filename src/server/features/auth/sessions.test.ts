import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { authenticatedUser, emergencySignIn, signOut } from '#contract/auth.schema.ts'
import { revokeSessions } from '#contract/users.schema.ts'
import { statement } from '#server/db/handle.ts'
import { type EmergencyStage, email, password, startEmergencyStage } from '#test/support/emergency-sign-in.ts'
import { insertTestSession } from '#test/support/session.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

let stage: EmergencyStage
let t: EmergencyStage['t']
let call: EmergencyStage['call']
let post: EmergencyStage['post']
let signIn: EmergencyStage['signIn']

beforeAll(async () => {
  stage = await startEmergencyStage()
  ;({ t, call, post, signIn } = stage)
})

beforeEach(() => void stage.startAfresh())

afterAll(() => t.close())

describe('sessions', () => {
  test('a bearer is accepted in the Authorization header only', { tags: ['sec-04'] }, async () => {
    const { token } = await signIn()
    expect(await call(authenticatedUser, {}, { query: { auth_token: token } })).toMatchObject({ status: 401 })
    expect(await call(authenticatedUser, {}, { query: { token: token } })).toMatchObject({ status: 401 })
    expect(await meBy({ cookie: `sid=${token}` })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 200 })
  })

  test('an emergency session ends an hour after its last use', { tags: ['sec-04'] }, async () => {
    const { cookie, token } = await signIn()
    for (let count = 0; count < 3; count++) {
      t.clock.advance(59 * minuteMs)
      expect(await meBy({ cookie })).toMatchObject({ status: 200 })
    }
    t.clock.advance(61 * minuteMs)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
  })

  test('an emergency session ends eight hours after sign-in even if it is in use', {
    tags: ['sec-04'],
  }, async () => {
    const { cookie, token } = await signIn()
    for (let count = 0; count < 15; count++) {
      t.clock.advance(31 * minuteMs)
      expect(await meBy({ cookie })).toMatchObject({ status: 200 })
    }
    t.clock.advance(16 * minuteMs)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
  })

  test('a chat session lives on while it is used every 29 days, for 180 days in all', {
    tags: ['sessions-life', 'sec-09'],
  }, async () => {
    const idle = await t.member('idle.ida')
    t.clock.advance(30 * dayMs)
    expect(await meBy({ cookie: idle.cookie })).toMatchObject({ status: 200 })
    t.clock.advance(30 * dayMs + 1)
    expect(await meBy({ cookie: idle.cookie })).toMatchObject({ status: 401 })
    const busy = await t.member('busy.bo')
    for (let count = 0; count < 6; count++) {
      t.clock.advance(29 * dayMs)
      expect(await meBy({ cookie: busy.cookie })).toMatchObject({ status: 200 })
    }
    t.clock.advance(6 * dayMs - 1)
    expect(await meBy({ cookie: busy.cookie })).toMatchObject({ status: 200 })
    t.clock.advance(1)
    expect(await meBy({ cookie: busy.cookie })).toMatchObject({ status: 401 })
  })

  test('a stale bearer does not block a valid cookie, and a valid bearer takes precedence', {
    tags: ['sec-05'],
  }, async () => {
    const member = await t.member('cookie.carla')
    expect(await meBy({ cookie: member.cookie, authorization: 'Bearer long-gone' })).toMatchObject({
      status: 200,
      answer: { data: { id: member.id } },
    })
    expect(await meBy({ authorization: 'Bearer long-gone' })).toMatchObject({ status: 401 })
    const { token } = await signIn()
    expect(await meBy({ cookie: member.cookie, authorization: `Bearer ${token}` })).toMatchObject({
      answer: { data: { email } },
    })
  })

  test('that arrive together are read and touched in one batch', async () => {
    const team = await Promise.all(Array.from({ length: 20 }, (_, n) => t.member(`together.${n}`)))
    t.clock.advance(2 * minuteMs)
    const run = vi.spyOn(t.deps.db, 'run')
    const answers = await Promise.all([...team, ...team].map(({ cookie }) => meBy({ cookie })))
    expect(answers.map(({ answer }) => answer.data.id)).toEqual([...team, ...team].map(({ id }) => id))
    const names = run.mock.calls.map(([{ name }]) => name)
    expect(names.filter((name) => /session/.test(name)).sort()).toEqual([
      'sessions_by_cookie_hash',
      'touch_session',
    ])
    const list = statement<{ at: Date }>(
      '',
      'select last_seen_at as at from sessions where user_id = any($1::uuid[])',
    )
    const seen = await t.deps.db.run(list, [team.map(({ id }) => id)])
    expect(seen).toEqual(team.map(() => ({ at: t.clock.now() })))
  })

  test('a lost role takes effect at the next request', { tags: ['rights-lost-role', 'sec-08'] }, async () => {
    const admin = await t.member('falling.fred', 'admin')
    const target = await t.member('target.tom')
    expect(await t.call(revokeSessions, { as: admin, params: { id: target.id } })).toMatchObject({
      status: 200,
    })
    await t.deps.db.run(statement('', "update users set role = 'user' where id = $1"), [admin.id])
    expect(await t.call(revokeSessions, { as: admin, params: { id: target.id } })).toMatchObject({
      status: 403,
    })
  })

  test('a thousand sessions have a thousand different secrets', { tags: ['sec-01'] }, async () => {
    const { id } = await t.member('many.maria')
    const cookies = new Set<string>()
    for (let count = 0; count < 1_000; count++) cookies.add(await insertTestSession(t.deps, id))
    expect(cookies.size).toBe(1_000)
  })

  test('no answer under /api may be cached', { tags: ['sec-10'] }, async () => {
    const { cookie } = await signIn()
    const answers = [
      await call(authenticatedUser, { cookie }),
      await call(authenticatedUser),
      await t.request('GET', '/api/nothing'),
      await post({ email: 1 }),
    ]
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(4).fill('no-store'))
  })
})

describe('signing out', () => {
  test('ends cookie and bearer, clears the cookie, and succeeds when nobody is signed in', {
    tags: ['sec-03', 'sec-07'],
  }, async () => {
    const { cookie, token } = await signIn()
    const answer = await call(signOut, { cookie })
    expect(answer).toMatchObject({ status: 200, answer: { message: 'Signed out' } })
    expect(answer.headers['set-cookie']).toMatch(/^sid=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
    expect(await call(signOut, { cookie })).toMatchObject({ status: 200 })
    expect(await call(signOut)).toMatchObject({ status: 200 })
  })

  test('ends the sessions of the bearer and of the cookie when they differ, and no other', async () => {
    const { token } = await signIn()
    const member = await t.member('two.tina')
    const other = await insertTestSession(t.deps, member.id)
    await call(signOut, { cookie: member.cookie, authorization: `Bearer ${token}` })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
    expect(await meBy({ cookie: member.cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ cookie: other })).toMatchObject({ status: 200 })
  })
})

describe('writes from another site', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'http://localhost:3000.evil.test' },
    { origin: 'http://localhost:300' },
    { origin: 'https://localhost:3000' },
    { origin: 'http://localhost:3000/' },
    { origin: 'null' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'none' },
  ]

  test.each(foreign)(
    'with the headers %o are refused, for the cookie and for signing in',
    { tags: ['sec-26', 'sec-29'] },
    async (headers) => {
      const member = await t.member('csrf.cora')
      expect(await call(signOut, { ...headers, cookie: member.cookie })).toMatchObject({
        status: 403,
      })
      expect(await meBy({ cookie: member.cookie })).toMatchObject({ status: 200 })
      const sessionsBefore = await countSessions()
      expect(await post({ email, password }, headers)).toMatchObject({ status: 403 })
      expect(await countSessions()).toBe(sessionsBefore)
    },
  )

  const own: Record<string, string>[] = [
    {},
    { origin: 'http://localhost:3000' },
    { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' },
  ]

  test.each(own)(
    'are not confused with our own, which have the headers %o',
    { tags: ['sec-26'] },
    async (headers) => {
      const member = await t.member('own.olaf')
      expect(await call(signOut, { ...headers, cookie: member.cookie })).toMatchObject({
        status: 200,
      })
      expect(await meBy({ cookie: member.cookie })).toMatchObject({ status: 401 })
    },
  )

  test('do not include a request with a valid bearer', { tags: ['sec-26'] }, async () => {
    const { token } = await signIn()
    const headers = { origin: 'https://evil.test', authorization: `Bearer ${token}` }
    expect(await call(signOut, headers)).toMatchObject({ status: 200 })
  })

  test('are refused even with an invalid bearer beside the cookie', { tags: ['sec-26'] }, async () => {
    const member = await t.member('trick.tara')
    const headers = { origin: 'https://evil.test', authorization: 'Bearer nonsense', cookie: member.cookie }
    expect(await call(signOut, headers)).toMatchObject({ status: 403 })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot hide as %s',
    { tags: ['sec-27'] },
    async (type) => {
      const answer = await call(
        emergencySignIn,
        { 'content-type': type },
        { payload: JSON.stringify({ email, password }) },
      )
      expect(answer.status).toBe(415)
    },
  )

  test('get no CORS permission to read answers', { tags: ['sec-28'] }, async () => {
    const preflight = await t.app.inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    })
    const read = await call(authenticatedUser, { origin: 'https://evil.test' })
    for (const { headers } of [preflight, read]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

const meBy = (headers: Record<string, string>) => call(authenticatedUser, headers)

async function countSessions(): Promise<number> {
  const [row] = await t.deps.db.run(
    statement<{ all: number }>('', 'select count(*)::int as all from sessions'),
    [],
  )
  return row?.all ?? -1
}
