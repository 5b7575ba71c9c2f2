import { afterEach, describe, expect, test } from 'vitest'
import { emergencySignIn } from '#contract/auth.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { asId } from '#domain/ids.ts'
import { passwordFault } from '#domain/passwords.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { ConfigError } from './config.ts'
import { statement } from './db/handle.ts'
import { ensureEmergencyAdmin } from './first-admin.ts'

const email = 'ops@brightwater.example'
const password = 'vivid-kestrel-orbit-9'

let apps: TestApp[] = []

afterEach(async () => {
  await Promise.all(apps.map((app) => app.close()))
  apps = []
})

describe('on a new database', () => {
  test('a password is generated, returned once, and works', { tags: ['sec-12'] }, async () => {
    const t = await start({})
    const made = await ensureEmergencyAdmin(t.deps)
    expect(made.password).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    expect(passwordFault(made.password ?? '', made)).toBeNull()
    expect(await signIn(t, made.email, made.password)).toBe(200)
    expect(await ensureEmergencyAdmin(t.deps)).toEqual({ email: made.email, password: null })
  })

  test('no account has a well-known password', { tags: ['sec-12'] }, async () => {
    const t = await start({})
    const { email: address } = await ensureEmergencyAdmin(t.deps)
    for (const guess of ['admin', 'password', 'changeme']) expect(await signIn(t, address, guess)).toBe(401)
  })

  test('address and password come from the environment, with every character unchanged', async () => {
    const odd = ` ${'🐎'.repeat(62)} `
    const t = await start({ ADMIN_EMAIL: 'Ops@Brightwater.Example', ADMIN_PASSWORD: odd })
    expect(await ensureEmergencyAdmin(t.deps)).toEqual({ email, password: null })
    expect(await signIn(t, email, odd)).toBe(200)
    expect(await signIn(t, email, odd.trim())).toBe(401)
  })

  test('two instances that start together create one account', async () => {
    const t = await start({})
    const made = await Promise.all([ensureEmergencyAdmin(t.deps), ensureEmergencyAdmin(t.deps)])
    const passwords = made.flatMap(({ password: one }) => one ?? [])
    expect(passwords).toHaveLength(1)
    expect(await signIn(t, made[0].email, passwords[0] ?? '')).toBe(200)
    const count = statement<{ all: number }>('', 'select count(*)::int as all from users')
    expect(await t.deps.db.run(count, [])).toEqual([{ all: 1 }])
  })

  test('invalid values are refused with the name of the variable', { tags: ['sec-12'] }, async () => {
    const t = await start({ ADMIN_EMAIL: 'admin@localhost', ADMIN_PASSWORD: 'Admin@localhost' })
    const refusal = await ensureEmergencyAdmin(t.deps).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ConfigError)
    expect(refusal).toMatchObject({
      lines: [
        'ADMIN_EMAIL must be an email address',
        'ADMIN_PASSWORD is too easy to guess: it is made of common words or sequences',
      ],
    })
  })

  test("a member's address is not taken over", async () => {
    const t = await start({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
    const member = await t.member('ana.lima')
    await t.deps.db.run(statement('', 'update users set email = $2 where id = $1'), [
      member.id,
      email.toUpperCase(),
    ])
    await expect(ensureEmergencyAdmin(t.deps)).rejects.toThrow(/^ADMIN_EMAIL already belongs to a member/)
    expect(await signIn(t, email, password)).toBe(401)
  })
})

describe('on a database that has an emergency admin', () => {
  test('the same password changes nothing', async () => {
    const t = await start({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
    await ensureEmergencyAdmin(t.deps)
    const before = await hashes(t)
    await ensureEmergencyAdmin(t.deps)
    expect(await hashes(t)).toEqual(before)
  })

  test('another ADMIN_PASSWORD replaces the old one, ends its sessions and restores lost rights', async () => {
    const t = await start({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
    await ensureEmergencyAdmin(t.deps)
    const login = await t.call(emergencySignIn, { body: { email, password } })
    const cookie = String(login.headers['set-cookie']).split(';', 1)[0] ?? ''
    const id = asId<'user'>('00000000-0000-7000-8000-000000000000')
    const old = { id, username: '', displayName: '', cookie }
    expect(await t.call(getCurrentUser, { as: old })).toMatchObject({ status: 200 })
    const demote = statement(
      '',
      "update users set role = 'user', disabled_at = $1::timestamptz, disabled_by = 'admin'",
    )
    await t.deps.db.run(demote, [t.clock.now().toISOString()])
    const renewed = 'a-quite-different-passage'
    const config = { ...t.deps.config, adminPassword: renewed }
    expect(await ensureEmergencyAdmin({ ...t.deps, config })).toEqual({ email, password: null })
    expect(await t.call(getCurrentUser, { as: old })).toMatchObject({ status: 401 })
    expect(await signIn(t, email, password)).toBe(401)
    expect(await signIn(t, email, renewed)).toBe(200)
  })

  test('without ADMIN_PASSWORD the account does not change', async () => {
    const t = await start({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
    await ensureEmergencyAdmin(t.deps)
    const config = { ...t.deps.config, adminPassword: null }
    await ensureEmergencyAdmin({ ...t.deps, config })
    expect(await signIn(t, email, password)).toBe(200)
  })
})

async function start(environment: Record<string, string>): Promise<TestApp> {
  const t = await startTestApp({ environment })
  apps.push(t)
  return t
}

async function signIn(t: TestApp, address: string, secret: string | null): Promise<number> {
  const { status } = await t.call(emergencySignIn, { body: { email: address, password: secret } })
  t.clock.advance(3_600_000)
  return status
}

function hashes(t: TestApp) {
  return t.deps.db.run(statement('', 'select password_hash from users order by id'), [])
}
