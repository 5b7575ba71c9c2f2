import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { ensureEmergencyAdmin } from '#server/first-admin.ts'
import { insertTestSession, startTestApp, type TestApp } from '#test/support/app.ts'
import { findEmergencyAccount } from './store.ts'

const email = 'ops@brightwater.example'
const password = 'correct 🐎 battery staple'
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

let t: TestApp
let lastAddress = 0
let address = ''

beforeAll(async () => {
  t = await startTestApp({ environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
  await ensureEmergencyAdmin(t.deps)
})

// Every test comes from an address of its own and finds the hour's counters empty.
beforeEach(() => {
  t.clock.advance(2 * hourMs)
  address = `10.1.0.${++lastAddress}`
})

afterAll(() => t.close())

describe('emergency sign-in does', () => {
  test('answer a token and set a cookie that differ and hang on one session', async () => {
    const { token, cookie, setCookie } = await signIn()
    expect(setCookie).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(cookie).not.toContain(token)
    expect(await meBy({ cookie })).toMatchObject({ status: 200, json: { data: { email, role: 'admin' } } })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 200 })
    await t.deps.db.run(statement('', 'delete from sessions where bearer_hash = $1'), [hashOf(token)])
    t.clock.advance(5_000)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
  })

  test('keep only hashes of both secrets', async () => {
    const { token, cookie } = await signIn()
    const rows = await t.deps.db.run(statement('', 'select * from sessions'), [])
    const dump = JSON.stringify(rows)
    expect(dump).toContain(hashOf(token))
    expect(dump).toContain(hashOf(cookie.slice('sid='.length)))
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(cookie.slice('sid='.length))
  })

  test('take the address in any case and with spaces around it, and the password unchanged', async () => {
    expect(await post({ email: `  ${email.toUpperCase()} `, password })).toMatchObject({ status: 200 })
    expect(await post({ email, password: ` ${password}` })).toMatchObject({ status: 401 })
    expect(await post({ email, password: password.toUpperCase() })).toMatchObject({ status: 401 })
  })

  test('make the hash stronger when it was made with less work', async () => {
    const weak = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await t.deps.db.run(statement('', 'update users set password_hash = $1 where email = $2'), [weak, email])
    await signIn()
    const stored = await findEmergencyAccount(t.deps.db, email)
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    await signIn()
  })

  test('make a fresh session, ignore a planted cookie and end the session that the browser had', async () => {
    const planted = 'sid=attacker-chosen-value'
    const first = await signIn({ cookie: planted })
    expect(first.cookie).not.toBe(planted)
    expect(await meBy({ cookie: planted })).toMatchObject({ status: 401 })
    const second = await signIn({ cookie: first.cookie })
    expect(second.cookie).not.toBe(first.cookie)
    expect(await meBy({ cookie: first.cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${first.token}` })).toMatchObject({ status: 401 })
    expect(await meBy({ cookie: second.cookie })).toMatchObject({ status: 200 })
  })

  test('put success and failure on record, without what was typed', async () => {
    await signIn()
    await post({ email, password: 'canary-of-a-password' })
    const rows = await auditOf(address)
    expect(rows.map(({ action }) => action)).toEqual(['sign-in.done', 'sign-in.refused'])
    expect(rows[0]).toMatchObject({ actorId: await adminId(), details: { way: 'emergency' } })
    expect(rows[1]).toMatchObject({ actorId: null, subject: await adminId(), details: { way: 'emergency' } })
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('give the cookie its host prefix and Secure on https', async () => {
    const config = { publicUrl: 'https://ovation.example.net' }
    const secure = await startTestApp({ config, environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } })
    try {
      await ensureEmergencyAdmin(secure.deps)
      const answer = await secure.call('POST', '/api/auth/login', null, { email, password })
      expect(answer.headers['set-cookie']).toMatch(
        /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    } finally {
      await secure.close()
    }
  })
})

describe('emergency sign-in refuses', () => {
  test('unknown address, wrong password, lost rights, disabled and chat accounts with the same words', async () => {
    const member = await t.member('ana.lima', 'admin')
    const right = (await findEmergencyAccount(t.deps.db, email))?.passwordHash ?? ''
    const others = [
      ['demoted@brightwater.example', "is_emergency = true, role = 'user'"],
      ['disabled@brightwater.example', "is_emergency = true, role = 'admin', disabled_at = now()"],
      ['unflagged@brightwater.example', "is_emergency = false, role = 'admin'"],
    ]
    for (const [other = '', state] of others) {
      const { id } = await t.member('somebody')
      const update = `update users set ${state}, email = $2, password_hash = $3 where id = $1`
      await t.deps.db.run(statement('', update), [id, other, right])
    }
    const tries = [
      { email, password: 'not the password' },
      { email: 'nobody@brightwater.example', password },
      { email: `${member.id}@people.test`, password },
      ...others.map(([other = '']) => ({ email: other, password })),
    ]
    const answers = await Promise.all(
      tries.map((body, index) => post(body, {}, `10.2.0.${index}`)),
    )
    for (const { status, text } of answers) {
      expect({ status, text }).toEqual({ status: 401, text: '{"message":"Invalid email or password"}' })
    }
  })

  test('wrong types and sizes with a 400 that names the field', async () => {
    const bad: [unknown, string][] = [
      [{ email: [], password }, 'email'],
      [{ email: {}, password }, 'email'],
      [{ email, password: ['x'] }, 'password'],
      [{ email, password: null }, 'password'],
      [{ email, password: '' }, 'password'],
      [{ email, password: 'x'.repeat(1_025) }, 'password'],
      [{ email: 'not-an-address', password }, 'email'],
      [{ password }, 'email'],
    ]
    for (const [body, field] of bad) {
      const { status, json } = await post(body)
      expect({ status, path: json.issues[0].path }).toEqual({ status: 400, path: field })
    }
    expect(await post('just text')).toMatchObject({ status: 415 })
    expect(await post({ email: 'x'.repeat(1_000_000), password })).toMatchObject({ status: 413 })
    expect(await post([])).toMatchObject({ status: 400 })
  })

  test('every call when it is switched off', async () => {
    const off = await startTestApp({ environment: { EMERGENCY_LOGIN: 'off', ADMIN_PASSWORD: password } })
    try {
      const answer = await off.call('POST', '/api/auth/login', null, { email, password })
      expect(answer).toMatchObject({ status: 404, json: { message: 'Not found' } })
    } finally {
      await off.close()
    }
  })
})

describe('the throttle', () => {
  test('refuses the seventh try of a minute from one address, right or wrong, and says how long', async () => {
    const wrong = { email: 'nobody@brightwater.example', password }
    const statuses = []
    for (let count = 0; count < 6; count++) {
      statuses.push((await post({ ...wrong, email: `nobody${count}@brightwater.example` })).status)
      t.clock.advance(1_000)
    }
    expect(statuses).toEqual(Array(6).fill(401))
    const seventh = await post(wrong)
    expect(seventh.status).toBe(429)
    expect(seventh.headers['retry-after']).toBe('54')
    expect(seventh.json).toEqual({ message: 'Too many attempts. Please wait before you try again.' })
    expect(await post({ email, password })).toMatchObject({ status: 429 })
    expect(await post({ email, password }, {}, '10.9.9.9')).toMatchObject({ status: 200 })
    t.clock.advance(54_000)
    expect(await post({ email, password })).toMatchObject({ status: 200 })
  })

  test('lets exactly one of two simultaneous tries at the limit pass', async () => {
    for (let count = 0; count < 5; count++) await wrongFor(`nobody${count}@brightwater.example`)
    const both = await Promise.all(['a', 'b'].map((name) => wrongFor(`${name}@brightwater.example`)))
    expect(both.map(({ status }) => status).sort()).toEqual([401, 429])
  })

  test('does not count sign-ins that succeed', async () => {
    for (let count = 0; count < 8; count++) expect(await post({ email, password })).toMatchObject({ status: 200 })
  })

  test('refuses the 31st failure of an hour from one address', async () => {
    for (let count = 0; count < 30; count++) {
      expect(await wrongFor(`nobody${count}@brightwater.example`)).toMatchObject({ status: 401 })
      t.clock.advance(11_000)
    }
    const refused = await post({ email, password })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBe(3_600 - 30 * 11)
    t.clock.advance((3_600 - 30 * 11) * 1_000)
    expect(await post({ email, password })).toMatchObject({ status: 200 })
  })

  test('makes one address wait longer after each failure with one account, from the fifth on, and forgets on success', async () => {
    const waits = []
    for (let count = 0; count < 8; count++) {
      // Past the minute's limit and past the pause before.
      t.clock.advance(3 * minuteMs)
      expect(await wrongFor(email)).toMatchObject({ status: 401 })
      const blocked = await post({ email, password })
      waits.push(blocked.status === 429 ? Number(blocked.headers['retry-after']) : blocked.status)
      if (blocked.status === 200) break
    }
    // The right password at once after the first failure succeeds and wipes the count.
    expect(waits).toEqual([200])
    for (let count = 0; count < 4; count++) {
      t.clock.advance(3 * minuteMs)
      await wrongFor(email)
    }
    const pauses = []
    for (let count = 0; count < 4; count++) {
      t.clock.advance(3 * minuteMs)
      await wrongFor(email)
      pauses.push(Number((await post({ email, password })).headers['retry-after']))
    }
    expect(pauses).toEqual([1, 2, 4, 8])
    expect(await post({ email, password }, {}, '10.9.9.8')).toMatchObject({ status: 200 })
    t.clock.advance(8_000)
    expect(await post({ email, password })).toMatchObject({ status: 200 })
  })

  test('refuses an account after 100 failures of an hour from many addresses, but not for ever', async () => {
    const victim = 'victim@brightwater.example'
    const insert = `insert into throttles (key, attempts, window_started_at) values ($1, 99, $2)`
    const key = `password account ${hashOf(victim)}`
    await t.deps.db.run(statement('', insert), [key, t.clock.now().toISOString()])
    expect(await post({ email: victim, password }, {}, '10.3.0.1')).toMatchObject({ status: 401 })
    expect(await post({ email: victim.toUpperCase(), password }, {}, '10.3.0.2')).toMatchObject({ status: 429 })
    t.clock.advance(hourMs)
    expect(await post({ email: victim, password }, {}, '10.3.0.3')).toMatchObject({ status: 401 })
  })

  test('does not believe X-Forwarded-For, and counts an IPv6 customer as one', async () => {
    const statuses = []
    for (let count = 0; count < 7; count++) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}` }
      statuses.push((await post({ email: `x${count}@b.example`, password }, headers)).status)
    }
    expect(statuses.at(-1)).toBe(429)
    const overIpv6 = []
    for (let count = 0; count < 7; count++) {
      overIpv6.push((await post({ email: `y${count}@b.example`, password }, {}, `2001:db8:1:2::${count + 1}`)).status)
    }
    expect(overIpv6.at(-1)).toBe(429)
    expect(await post({ email: 'z@b.example', password }, {}, '2001:db8:1:3::1')).toMatchObject({ status: 401 })
  })

  test('believes X-Forwarded-For of a proxy that is named', async () => {
    const behind = await startTestApp({ environment: { TRUST_PROXY: '10.0.0.0/8' } })
    try {
      for (let count = 0; count < 7; count++) {
        const answer = await behind.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          remoteAddress: '10.0.0.1',
          headers: { 'x-forwarded-for': `203.0.113.${count}` },
          payload: { email: `x${count}@b.example`, password },
        })
        expect(answer.statusCode).toBe(401)
      }
    } finally {
      await behind.close()
    }
  })
})

describe('sessions', () => {
  test('a bearer counts in the Authorization header only', async () => {
    const { token } = await signIn()
    expect(await get(`/api/auth/me?auth_token=${token}`)).toMatchObject({ status: 401 })
    expect(await get(`/api/auth/me?token=${token}`)).toMatchObject({ status: 401 })
    expect(await meBy({ cookie: `sid=${token}` })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 200 })
  })

  test('an emergency session ends an hour after its last use', async () => {
    const { cookie, token } = await signIn()
    for (let count = 0; count < 3; count++) {
      t.clock.advance(59 * minuteMs)
      expect(await meBy({ cookie })).toMatchObject({ status: 200 })
    }
    t.clock.advance(61 * minuteMs)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
  })

  test('an emergency session ends eight hours after sign-in, however much it is used', async () => {
    const { cookie, token } = await signIn()
    for (let count = 0; count < 15; count++) {
      t.clock.advance(31 * minuteMs)
      expect(await meBy({ cookie })).toMatchObject({ status: 200 })
    }
    t.clock.advance(16 * minuteMs)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
  })

  test('a chat session ends after a week unused and after thirty days in any case', async () => {
    const idle = await t.member('idle.ida')
    t.clock.advance(7 * dayMs + 1)
    expect(await meBy({ cookie: idle.cookie })).toMatchObject({ status: 401 })
    const busy = await t.member('busy.bo')
    for (let count = 0; count < 5; count++) {
      t.clock.advance(6 * dayMs - 1)
      expect(await meBy({ cookie: busy.cookie })).toMatchObject({ status: 200 })
    }
    t.clock.advance(dayMs)
    expect(await meBy({ cookie: busy.cookie })).toMatchObject({ status: 401 })
  })

  test('a stale bearer does not lock out a valid cookie, and a valid one wins over it', async () => {
    const member = await t.member('cookie.carla')
    expect(await meBy({ cookie: member.cookie, authorization: 'Bearer long-gone' })).toMatchObject({
      status: 200,
      json: { data: { id: member.id } },
    })
    expect(await meBy({ authorization: 'Bearer long-gone' })).toMatchObject({ status: 401 })
    const { token } = await signIn()
    expect(await meBy({ cookie: member.cookie, authorization: `Bearer ${token}` })).toMatchObject({
      json: { data: { email } },
    })
  })

  test('a lost role counts at the very next request', async () => {
    const admin = await t.member('falling.fred', 'admin')
    const target = await t.member('target.tom')
    const url = `/api/admin/users/${target.id}/revoke-sessions`
    expect(await t.call('POST', url, admin)).toMatchObject({ status: 200 })
    await t.deps.db.run(statement('', "update users set role = 'user' where id = $1"), [admin.id])
    expect(await t.call('POST', url, admin)).toMatchObject({ status: 403 })
  })

  test('a thousand sessions have a thousand different secrets', async () => {
    const { id } = await t.member('many.maria')
    const cookies = new Set<string>()
    for (let count = 0; count < 1_000; count++) cookies.add(await insertTestSession(t.deps, id))
    expect(cookies.size).toBe(1_000)
  })

  test('no answer under /api may be stored', async () => {
    const { cookie } = await signIn()
    const answers = [
      await get('/api/auth/me', { cookie }),
      await get('/api/auth/me'),
      await get('/api/nothing'),
      await post({ email: 1 }),
    ]
    expect(answers.map(({ headers }) => headers['cache-control'])).toEqual(Array(4).fill('no-store'))
  })
})

describe('signing out', () => {
  test('ends cookie and bearer, clears the cookie, and is fine when nobody is signed in', async () => {
    const { cookie, token } = await signIn()
    const answer = await send('/api/auth/logout', { cookie })
    expect(answer).toMatchObject({ status: 200, json: { message: 'Signed out' } })
    expect(answer.headers['set-cookie']).toMatch(/^sid=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
    expect(await send('/api/auth/logout', { cookie })).toMatchObject({ status: 200 })
    expect(await send('/api/auth/logout')).toMatchObject({ status: 200 })
  })

  test('leaves the sessions of the bearer and of the cookie when they differ, and no other', async () => {
    const { token } = await signIn()
    const member = await t.member('two.tina')
    const other = await insertTestSession(t.deps, member.id)
    await send('/api/auth/logout', { cookie: member.cookie, authorization: `Bearer ${token}` })
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

  test.each(foreign)('with the headers %o are refused, for the cookie and for signing in', async (headers) => {
    const member = await t.member('csrf.cora')
    expect(await send('/api/auth/logout', { ...headers, cookie: member.cookie })).toMatchObject({ status: 403 })
    expect(await meBy({ cookie: member.cookie })).toMatchObject({ status: 200 })
    const sessionsBefore = await countSessions()
    expect(await post({ email, password }, headers)).toMatchObject({ status: 403 })
    expect(await countSessions()).toBe(sessionsBefore)
  })

  test.each([{}, { origin: 'http://localhost:3000' }, { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }])(
    'are told apart from our own, which come with the headers %o',
    async (headers: Record<string, string>) => {
      const member = await t.member('own.olaf')
      expect(await send('/api/auth/logout', { ...headers, cookie: member.cookie })).toMatchObject({ status: 200 })
      expect(await meBy({ cookie: member.cookie })).toMatchObject({ status: 401 })
    },
  )

  test('do not concern a request that is known by its bearer', async () => {
    const { token } = await signIn()
    const headers = { origin: 'https://evil.test', authorization: `Bearer ${token}` }
    expect(await send('/api/auth/logout', headers)).toMatchObject({ status: 200 })
  })

  test('are not let through by an invalid bearer beside the cookie', async () => {
    const member = await t.member('trick.tara')
    const headers = { origin: 'https://evil.test', authorization: 'Bearer nonsense', cookie: member.cookie }
    expect(await send('/api/auth/logout', headers)).toMatchObject({ status: 403 })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'cannot hide as %s',
    async (type) => {
      const answer = await send('/api/auth/login', { 'content-type': type }, JSON.stringify({ email, password }))
      expect(answer.status).toBe(415)
    },
  )

  test('get no permission to read answers', async () => {
    const preflight = await inject({
      method: 'OPTIONS',
      url: '/api/auth/login',
      headers: { origin: 'https://evil.test', 'access-control-request-method': 'POST' },
    })
    const read = await get('/api/auth/me', { origin: 'https://evil.test' })
    for (const { headers } of [preflight, read]) {
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
    }
  })
})

async function inject(options: InjectOptions) {
  const answer = await t.app.inject({ remoteAddress: address, ...options })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.payload,
    json: isJson ? answer.json() : null,
  }
}

function get(url: string, headers: Record<string, string> = {}) {
  return inject({ method: 'GET', url, headers })
}

const meBy = (headers: Record<string, string>) => get('/api/auth/me', headers)

function send(url: string, headers: Record<string, string> = {}, payload?: string) {
  return inject({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) })
}

function post(body: unknown, headers: Record<string, string> = {}, from = address) {
  const payload = body as NonNullable<InjectOptions['payload']>
  return inject({ method: 'POST', url: '/api/auth/login', headers, payload, remoteAddress: from })
}

function wrongFor(account: string) {
  return post({ email: account, password: 'not the password' })
}

async function signIn(headers: Record<string, string> = {}) {
  const answer = await post({ email, password }, headers)
  expect(answer.status).toBe(200)
  const setCookie = String(answer.headers['set-cookie'])
  return { token: String(answer.json.token), setCookie, cookie: setCookie.split(';', 1)[0] ?? '' }
}

function auditOf(ip: string) {
  return t.deps.db.run(
    statement<{ action: string; actorId: string | null }>(
      '',
      'select action, actor_id as "actorId", subject, details from audit_entries where ip = $1 order by id',
    ),
    [ip],
  )
}

async function adminId(): Promise<string> {
  return (await findEmergencyAccount(t.deps.db, email))?.id ?? ''
}

async function countSessions(): Promise<number> {
  const [row] = await t.deps.db.run(statement<{ all: number }>('', 'select count(*)::int as all from sessions'), [])
  return row?.all ?? -1
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
