import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatedUser, emergencySignIn } from '#contract/auth.schema.ts'
import { admitPasswordAttempt } from '#server/access/throttle.ts'
import { buildApp } from '#server/app.ts'
import { statement } from '#server/db/handle.ts'
import { ensureEmergencyAdmin } from '#server/first-admin.ts'
import { createDeps } from '#server/start.ts'
import { startTestApp } from '#test/support/app.ts'
import { type EmergencyStage, email, password, startEmergencyStage } from '#test/support/emergency-sign-in.ts'
import { endEmergencySessions } from './commands.ts'
import { findEmergencyAccount } from './store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let stage: EmergencyStage
let t: EmergencyStage['t']
let call: EmergencyStage['call']
let post: EmergencyStage['post']
let signIn: EmergencyStage['signIn']
let address = ''

beforeAll(async () => {
  stage = await startEmergencyStage()
  ;({ t, call, post, signIn } = stage)
})

beforeEach(() => {
  address = stage.startAfresh()
})

afterAll(() => t.close())

describe('an emergency sign-in', () => {
  test('answers a token and sets a cookie that ends with the browser, both for one session', {
    tags: ['sessions-life', 'sec-03', 'sec-01', 'sec-02'],
  }, async () => {
    const { token, cookie, setCookie } = await signIn()
    expect(setCookie).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(cookie).not.toContain(token)
    expect(await meBy({ cookie })).toMatchObject({ status: 200, answer: { data: { email, role: 'admin' } } })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 200 })
    await t.deps.db.run(statement('', 'delete from sessions where bearer_hash = $1'), [hashOf(token)])
    t.clock.advance(5_000)
    expect(await meBy({ cookie })).toMatchObject({ status: 401 })
    expect(await meBy({ authorization: `Bearer ${token}` })).toMatchObject({ status: 401 })
  })

  test('stores only hashes of both secrets', { tags: ['sec-01'] }, async () => {
    const { token, cookie } = await signIn()
    const rows = await t.deps.db.run(statement('', 'select * from sessions'), [])
    const dump = JSON.stringify(rows)
    expect(dump).toContain(hashOf(token))
    expect(dump).toContain(hashOf(cookie.slice('sid='.length)))
    expect(dump).not.toContain(token)
    expect(dump).not.toContain(cookie.slice('sid='.length))
  })

  test('ignores case and surrounding spaces of the address, and takes the password unchanged', async () => {
    expect(await post({ email: `  ${email.toUpperCase()} `, password })).toMatchObject({ status: 200 })
    expect(await post({ email, password: ` ${password}` })).toMatchObject({ status: 401 })
    expect(await post({ email, password: password.toUpperCase() })).toMatchObject({ status: 401 })
  })

  test('upgrades a hash that was made with less work', { tags: ['sec-11'] }, async () => {
    const weak = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await t.deps.db.run(statement('', 'update users set password_hash = $1 where email = $2'), [weak, email])
    await signIn()
    const stored = await findEmergencyAccount.first(t.deps.db, { email })
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    await signIn()
  })

  test('opens a new session, ignores a planted cookie and ends the browser’s earlier session', {
    tags: ['sec-06'],
  }, async () => {
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

  test('records success and failure without the password', { tags: ['sec-17', 'sec-69'] }, async () => {
    await signIn()
    await post({ email, password: 'canary-of-a-password' })
    const rows = await auditOf(address)
    expect(rows.map(({ action }) => action)).toEqual(['sign-in.done', 'sign-in.refused'])
    expect(rows[0]).toMatchObject({ actorId: await adminId(), details: { way: 'emergency' } })
    expect(rows[1]).toMatchObject({ actorId: null, subject: await adminId(), details: { way: 'emergency' } })
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('sets the host prefix and Secure on the cookie under https', { tags: ['sec-02'] }, async () => {
    const config = { publicUrl: 'https://ovation.example.net' }
    const secure = await startTestApp({
      config,
      environment: { ADMIN_EMAIL: email, ADMIN_PASSWORD: password },
    })
    try {
      await ensureEmergencyAdmin(secure.deps)
      const answer = await secure.call(emergencySignIn, { body: { email, password } })
      expect(answer.headers['set-cookie']).toMatch(
        /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      )
    } finally {
      await secure.close()
    }
  })
})

describe('emergency sign-in refuses', () => {
  test('unknown addresses, wrong passwords, lost rights, disabled and chat accounts with the same words', {
    tags: ['rights-emergency', 'sec-15', 'sec-17'],
  }, async () => {
    const member = await t.member('ana.lima', 'admin')
    const right = (await findEmergencyAccount.first(t.deps.db, { email }))?.passwordHash ?? ''
    const others = [
      ['demoted@brightwater.example', "is_emergency = true, role = 'user'"],
      ['disabled@brightwater.example', "is_emergency = true, role = 'admin', disabled_at = created_at"],
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
    const answers = await Promise.all(tries.map((body, index) => post(body, {}, `10.2.0.${index}`)))
    for (const { status, text } of answers) {
      expect({ status, text }).toEqual({ status: 401, text: '{"message":"Invalid email or password"}' })
    }
  })

  test('wrong types and sizes with a 400 that names the field', { tags: ['sec-18'] }, async () => {
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
      const { status, error } = await post(body)
      expect({ status, path: error.issues?.[0]?.path }).toEqual({ status: 400, path: field })
    }
    expect(await post('just text')).toMatchObject({ status: 415 })
    expect(await post({ email: 'x'.repeat(1_000_000), password })).toMatchObject({ status: 413 })
    expect(await post([])).toMatchObject({ status: 400 })
  })

  test('open sessions at a start at which it is switched off, and no others', {
    tags: ['emergency-ends-when-off', 'sec-17'],
  }, async () => {
    const { cookie } = await signIn()
    const member = await t.member('olu.chat')
    expect((await meBy({ cookie })).status).toBe(200)
    await endEmergencySessions(t.deps)
    expect((await meBy({ cookie })).status).toBe(200)
    await endEmergencySessions({ ...t.deps, config: { ...t.deps.config, isEmergencySignInOpen: false } })
    expect((await meBy({ cookie })).status).toBe(401)
    expect((await meBy({ cookie: member.cookie })).status).toBe(200)
    const [entry] = await t.deps.db.run(
      statement<{ details: { sessions: number } }>(
        '',
        `select details from audit_entries where action = 'sessions.end-emergency'`,
      ),
      [],
    )
    expect(entry?.details.sessions).toBeGreaterThan(0)
  })

  test('every call while emergency sign-in is switched off', { tags: ['sec-17'] }, async () => {
    const off = await startTestApp({ environment: { EMERGENCY_LOGIN: 'off', ADMIN_PASSWORD: password } })
    try {
      const answer = await off.call(emergencySignIn, { body: { email, password } })
      expect(answer).toMatchObject({ status: 404, error: { message: 'Not found' } })
    } finally {
      await off.close()
    }
  })
})

describe('the throttle', () => {
  test('refuses the seventh attempt in a minute from one address, right or wrong, and says how long to wait', {
    tags: ['sec-13'],
  }, async () => {
    for (let count = 0; count < 5; count++) {
      await fail(`nobody${count}@brightwater.example`)
      t.clock.advance(1_000)
    }
    expect(await post({ email: 'nobody@brightwater.example', password })).toMatchObject({ status: 401 })
    t.clock.advance(1_000)
    const seventh = await post({ email: 'nobody@brightwater.example', password })
    expect(seventh.status).toBe(429)
    expect(seventh.headers['retry-after']).toBe('54')
    expect(seventh.error).toEqual({ message: 'Too many attempts. Please wait before you try again.' })
    expect(await post({ email, password })).toMatchObject({ status: 429 })
    expect(await post({ email, password }, {}, '10.9.9.9')).toMatchObject({ status: 200 })
    t.clock.advance(54_000)
    expect(await post({ email, password })).toMatchObject({ status: 200 })
  })

  test('admits exactly one of two simultaneous attempts at the limit', { tags: ['sec-13'] }, async () => {
    for (let count = 0; count < 5; count++) await fail(`nobody${count}@brightwater.example`)
    const tries = ['a', 'b'].map((name) => post({ email: `${name}@brightwater.example`, password }))
    expect((await Promise.all(tries)).map(({ status }) => status).sort()).toEqual([401, 429])
  })

  test('applies on every instance, even on one that starts later', {
    tags: ['sec-13', 'operate-instances-limits'],
  }, async () => {
    for (let count = 0; count < 6; count++) await fail(`nobody${count}@brightwater.example`)
    const { config, db, log, clock } = t.deps
    const started = await createDeps({ config, db, log, clock })
    const instance = await buildApp(started)
    const payload = { email, password }
    const answer = await instance.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: address,
      payload,
    })
    expect(answer.statusCode).toBe(429)
    await instance.close()
    await started.hub.close()
  })

  test('does not count sign-ins that succeed', async () => {
    for (let count = 0; count < 7; count++)
      expect(await post({ email, password })).toMatchObject({ status: 200 })
  })

  test('refuses the 31st failure in an hour from one address', { tags: ['sec-13'] }, async () => {
    for (let count = 0; count < 30; count++) {
      await fail(`nobody${count}@brightwater.example`)
      t.clock.advance(11_000)
    }
    const refused = await post({ email, password })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBe(3_600 - 30 * 11)
    t.clock.advance((3_600 - 30 * 11) * 1_000)
    expect(await post({ email, password })).toMatchObject({ status: 200 })
  })

  test('delays one address for one account after five failures in a row, and resets on success', {
    tags: ['sec-13'],
  }, async () => {
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 5; count++) {
        await fail(email)
        t.clock.advance(61_000)
      }
      await fail(email)
      const blocked = await post({ email, password })
      expect(blocked).toMatchObject({ status: 429, headers: { 'retry-after': '2' } })
      t.clock.advance(2_000)
      expect(await post({ email, password })).toMatchObject({ status: 200 })
    }
  })

  test('refuses an account after 100 failures in an hour from many addresses, but not permanently', {
    tags: ['sec-13'],
  }, async () => {
    const victim = 'victim@brightwater.example'
    for (let count = 0; count < 99; count++) await fail(victim, `10.4.0.${count}`)
    expect(await post({ email: victim, password }, {}, '10.3.0.1')).toMatchObject({ status: 401 })
    expect(await post({ email: victim.toUpperCase(), password }, {}, '10.3.0.2')).toMatchObject({
      status: 429,
    })
    t.clock.advance(hourMs)
    expect(await post({ email: victim, password }, {}, '10.3.0.3')).toMatchObject({ status: 401 })
  })

  test('lets the owner in from a known address however many failures strangers make, and limits that one too', {
    tags: ['emergency-unlockable', 'sec-13'],
  }, async () => {
    const owner = '10.5.0.1'
    expect(await post({ email, password }, {}, owner)).toMatchObject({ status: 200 })
    t.clock.advance(80 * 24 * hourMs)
    for (let count = 0; count < 100; count++) await fail(email, `10.6.0.${count}`)
    expect(await post({ email, password }, {}, '10.6.1.1')).toMatchObject({ status: 429 })
    expect(await post({ email, password }, {}, owner)).toMatchObject({ status: 200 })
    expect(await post({ email: `other.${email}`, password }, {}, owner)).toMatchObject({ status: 401 })
    for (let count = 0; count < 5; count++) await fail(email, owner)
    expect(await post({ email, password }, {}, owner)).toMatchObject({ status: 429 })
    t.clock.advance(91 * 24 * hourMs)
    for (let count = 0; count < 100; count++) await fail(email, `10.6.0.${count}`)
    expect(await post({ email, password }, {}, owner)).toMatchObject({ status: 429 })
  })

  test('ignores X-Forwarded-For, and counts one IPv6 network as one address', {
    tags: ['sec-14'],
  }, async () => {
    for (let count = 0; count < 6; count++) {
      await fail(`x${count}@b.example`)
      await fail(`y${count}@b.example`, `2001:db8:1:2::${count + 1}`)
    }
    const forwarded = { 'x-forwarded-for': '203.0.113.7' }
    expect(await post({ email, password }, forwarded)).toMatchObject({ status: 429 })
    expect(await post({ email, password }, {}, '2001:db8:1:2:ffff::9')).toMatchObject({ status: 429 })
    expect(await post({ email, password }, {}, '2001:db8:1:3::1')).toMatchObject({ status: 200 })
  })

  test('trusts X-Forwarded-For from a configured proxy', { tags: ['sec-14'] }, async () => {
    const behind = await startTestApp({ environment: { TRUST_PROXY: '10.0.0.0/8' } })
    const from = (client: string) =>
      behind.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '10.0.0.1',
        headers: { 'x-forwarded-for': client },
        payload: { email, password },
      })
    try {
      for (let count = 0; count < 6; count++) {
        const now = behind.clock.now()
        await admitPasswordAttempt(behind.deps.db, { ip: '203.0.113.1', account: `x${count}`, now })
      }
      expect((await from('203.0.113.1')).statusCode).toBe(429)
      expect((await from('203.0.113.2')).statusCode).toBe(401)
    } finally {
      await behind.close()
    }
  })
})

/** Counts a failed attempt without hashing a password. */
async function fail(account: string, ip = address): Promise<void> {
  await admitPasswordAttempt(t.deps.db, { ip, account, now: t.clock.now() })
}

const meBy = (headers: Record<string, string>) => call(authenticatedUser, headers)

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
  return (await findEmergencyAccount.first(t.deps.db, { email }))?.id ?? ''
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}
