import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatedUser } from '#contract/auth.schema.ts'
import { currentUser, getCurrentUser, updateProfile } from '#contract/users.schema.ts'
import { displayNameOf } from '#domain/names.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { disableMember } from '#test/support/fixtures.ts'
import { present } from '#test/support/present.ts'
import { insertSlackMember } from './store.ts'

const usernameTaken = { path: 'username', message: 'This username is taken' }
const emailTaken = { path: 'email', message: 'This email address belongs to another member' }

const readRow = statement<Record<string, unknown>>('test_read_user', 'select * from users where id = $1')
const listAudit = statement(
  'test_list_profile_audit',
  `select actor_id as "actorId", action, details, ip, created_at as at from audit_entries where subject = $1 order by id`,
)

let t: TestApp
let ana: TestMember
const announced: Announcement[] = []

beforeAll(async () => {
  t = await startTestApp({ limits: { perMember: 10_000 } })
  t.deps.live.listen((announcement) => announced.push(announcement))
})
beforeEach(async () => {
  ana = await t.member(`ana.${uuidv7()}`)
  announced.length = 0
})
afterAll(() => t.close())

const save = (body: unknown, as: TestMember | null = ana) => t.call(updateProfile, { as, body })
const me = async (as = ana) => (await t.call(getCurrentUser, { as })).answer.data
const rowOf = async ({ id }: TestMember) => (await t.deps.db.run(readRow, [id]))[0]
const auditOf = ({ id }: TestMember) => t.deps.db.run(listAudit, [id])
const set = (sql: string, { id }: TestMember) =>
  t.deps.db.run(statement('', `update users set ${sql} where id = $1`), [id])
const unique = () => uuidv7().slice(-12)

describe('changing one’s own profile', () => {
  test('returns the updated account with exactly the documented fields', async () => {
    const before = await me()
    const username = `Ana Lima ${unique()}`
    const { status, answer } = await save({
      username: `  ${username} `,
      email: ` ${username.slice(-12)}@B.test `,
    })
    expect(status).toBe(200)
    expect(Object.keys(answer)).toEqual(['data'])
    expect(Object.keys(answer.data).sort()).toEqual(Object.keys(currentUser.shape).sort())
    const displayName = displayNameOf({ username, ownName: null, chatName: null })
    const derived = { displayName, defaultDisplayName: displayName }
    expect(answer.data).toEqual({ ...before, ...derived, username, email: `${username.slice(-12)}@B.test` })
    expect(await me()).toEqual(answer.data)
    expect((await t.call(authenticatedUser, { as: ana })).answer).toEqual(answer)
  })

  test('keeps an address that is not sent, and clears it with null or empty text', async () => {
    const username = `ana.${unique()}`
    const { email } = await me()
    expect((await save({ username })).answer.data).toMatchObject({ username, email })
    for (const none of ['', '  ', null]) {
      await save({ username, email: `${username}@b.test` })
      expect((await me()).email).toBe(`${username}@b.test`)
      expect((await save({ username, email: none })).answer.data.email).toBeNull()
    }
  })

  test('changes no other field, whatever the body contains', { tags: ['sec-39'] }, async () => {
    const other = await t.member('other')
    const before = await rowOf(ana)
    const { status } = await save({
      username: `ana.${unique()}`,
      email: `${unique()}@b.test`,
      id: other.id,
      userId: other.id,
      role: 'admin',
      totalPoints: 9,
      currentStreak: 9,
      slackUserId: 'U1',
      slackTeamId: 'T1',
      passwordHash: 'x',
      avatar: 'x',
      isEmergency: true,
      isEmailFixed: true,
      trackingCode: 'x',
      createdAt: '2001-01-01T00:00:00Z',
    })
    expect(status).toBe(200)
    const after = await rowOf(ana)
    const changed = Object.keys(after ?? {}).filter((name) => `${after?.[name]}` !== `${before?.[name]}`)
    expect(changed.sort()).toEqual(['display_name', 'email', 'email_given_at', 'username'])
    expect(await me(other)).toMatchObject({ username: 'other', role: 'user' })
  })

  test.each([
    ['José'.normalize('NFD'), 'José'],
    ['\ud55c\uae00'.normalize('NFD'), '\ud55c\uae00'],
    [' 🎉 party ', '🎉 party'],
    ['"; drop table users; --', '"; drop table users; --'],
    ['🎉'.repeat(64), '🎉'.repeat(64)],
    ['é'.repeat(64).normalize('NFD'), 'é'.repeat(64)],
  ])('stores the name %j normalised', { tags: ['sec-44'] }, async (given, kept) => {
    expect((await save({ username: given })).answer.data.username).toBe(kept)
    await save({ username: `ana.${unique()}` })
  })

  test.each([
    ['username', {}],
    ['username', { username: '' }],
    ['username', { username: '   ' }],
    ['username', { username: null }],
    ['username', { username: ['ana'] }],
    ['username', { username: 7 }],
    ['username', { username: 'x'.repeat(65) }],
    ['username', { username: 'ana\u202egnp.exe' }],
    ['username', { username: 'ana\u200blima' }],
    ['username', { username: 'ana\nlima' }],
    ['email', { username: 'ana', email: 'ana' }],
    ['email', { username: 'ana', email: 'ana@b.test, bo@b.test' }],
    ['email', { username: 'ana', email: 'a na@b.test' }],
    ['email', { username: 'ana', email: `${'x'.repeat(250)}@b.test` }],
    ['email', { username: 'ana', email: ['ana@b.test'] }],
    ['email', { username: 'ana', email: {} }],
    ['email', { username: 'ana', email: 7 }],
  ])(
    'refuses a wrong %s with one issue that names it, and changes nothing: %j',
    { tags: ['form-profile-fields', 'sec-44'] },
    async (path, body) => {
      const before = await rowOf(ana)
      const { status, error } = await save(body)
      expect(status).toBe(400)
      expect(error.issues).toEqual([{ path, message: expect.any(String) }])
      expect(await rowOf(ana)).toEqual(before)
      expect([await auditOf(ana), announced]).toEqual([[], []])
    },
  )

  test('refuses a name with letters of two alphabets in one word, unless the member has it already', {
    tags: ['form-profile-alphabets', 'sec-44'],
  }, async () => {
    const mixed = `\u0430dmin.${unique()}`
    const message = 'Must not mix Latin, Cyrillic and Greek letters in one word'
    expect(await save({ username: mixed })).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'username', message }] },
    })
    expect(await save({ username: ana.username, displayName: '\u0430dmin' })).toMatchObject({
      status: 400,
      error: { issues: [{ path: 'displayName', message }] },
    })
    expect([await auditOf(ana), announced]).toEqual([[], []])
    await set(`username = '${mixed}'`, ana)
    expect((await save({ username: mixed, displayName: 'Ana' })).answer.data.username).toBe(mixed)
  })

  test.each(['\u{e0061}\u{e006e}\u{e0061}', 'ana\u180e', 'a\u034fna'])(
    'refuses a name that cannot be told from another: %j',
    { tags: ['sec-44'] },
    async (username) => {
      const { status, error } = await save({ username })
      const message = 'Username must not contain invisible characters'
      expect([status, error.issues]).toEqual([400, [{ path: 'username', message }]])
    },
  )

  test.each(['Ольга Иванова', 'Ελένη', 'محمد علي', 'דנה כהן', '李小龙', '김민준', 'Jörg Łukasz', 'ana ❤️'])(
    'takes an honest name: %s',
    async (username) => {
      expect((await save({ username })).answer.data.username).toBe(username)
      await save({ username: `ana.${unique()}` })
    },
  )

  test('explains what is wrong with a name', async () => {
    const said = async (username: string) => (await save({ username })).error.issues?.[0]?.message
    expect(await said(' ')).toBe('Username is required')
    expect(await said('x'.repeat(65))).toBe('Must be at most 64 characters long')
    expect(await said('ana\u200b')).toBe('Username must not contain invisible characters')
  })

  test('is for members only', async () => {
    expect((await save({ username: 'nobody' }, null)).status).toBe(401)
    await disableMember(t.deps, ana.id)
    expect((await save({ username: 'nobody' })).status).toBe(401)
  })
})

describe('a username that somebody else has', () => {
  test.each([
    ['as it is', 'émile.zola', 'émile.zola'],
    ['in another case', 'Jörg', 'JÖRG'],
    ['in another Unicode form', 'zoë.adams', 'zoë.adams'.normalize('NFD')],
    ['in another case and form', 'renée', 'RENÉE'.normalize('NFD')],
    ['with other small letters of one capital', 'odysseus.ΟΔΥΣΣΕΥΣ', 'odysseus.οδυσσευσ'],
    ['with a small letter of two capitals', 'straße', 'STRASSE'],
    ['with blanks around it', 'blank.ana', '  blank.ana '],
    ['in letters that look like it', 'copa', '\u0441\u043e\u0440\u0430'],
    ['in Latin letters that look like it', '\u0440\u0435\u0441\u0443', 'pecy'],
    ['in capitals that look like it', 'HOTEP', '\u041d\u041e\u0422\u0415\u0420'],
  ])(
    '%s is refused and nothing is written',
    { tags: ['form-profile-taken', 'sec-44'] },
    async (_how, theirs, wanted) => {
      await t.member(theirs)
      const before = await rowOf(ana)
      const { status, error } = await save({ username: wanted, email: `${unique()}@b.test` })
      expect(status).toBe(409)
      expect(error).toEqual({ message: usernameTaken.message, issues: [usernameTaken] })
      expect(await rowOf(ana)).toEqual(before)
      expect([await auditOf(ana), announced]).toEqual([[], []])
    },
  )

  test('is refused even when that member is disabled', async () => {
    const gone = await t.member(`gone.${unique()}`)
    await disableMember(t.deps, gone.id)
    expect((await save({ username: gone.username })).error.issues).toEqual([usernameTaken])
  })

  test('does not include the member’s own, which can be saved again in any case', async () => {
    const upper = ana.username.toUpperCase()
    expect((await save({ username: ana.username })).status).toBe(200)
    expect((await save({ username: upper })).answer.data.username).toBe(upper)
  })

  test('stays with both members who arrived with it, and does not stop them from changing their address', async () => {
    const namesake = await t.member(ana.username)
    const email = `${unique()}@b.test`
    expect((await save({ username: ana.username, email }, namesake)).answer.data.email).toBe(email)
    expect((await save({ username: ana.username.toUpperCase() })).status).toBe(200)
  })

  test('goes to one of ten members who ask for it at once', async () => {
    const username = `wanted.${unique()}`
    const members = await Promise.all(Array.from({ length: 10 }, (_, n) => t.member(`crowd.${n}`)))
    const answers = await Promise.all(
      members.map((member, n) => save({ username: n % 2 ? username : username.toUpperCase() }, member)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    for (const each of answers) if (each.status === 409) expect(each.error.issues).toEqual([usernameTaken])
  })
})

describe('an email address that somebody else has', () => {
  test('is refused in any case, together with a taken name', {
    tags: ['form-profile-taken', 'sec-44'],
  }, async () => {
    const other = await t.member(`other.${unique()}`)
    const email = present((await me(other)).email)
    for (const wanted of [email, email.toUpperCase()]) {
      const { status, error } = await save({ username: ana.username, email: wanted })
      expect([status, error]).toEqual([409, { message: emailTaken.message, issues: [emailTaken] }])
    }
    const { error } = await save({ username: other.username, email })
    expect(error.issues).toEqual([usernameTaken, emailTaken])
    expect((await me()).username).toBe(ana.username)
  })

  test('goes to one of ten members who ask for it at once', async () => {
    const email = `${unique()}@b.test`
    const members = await Promise.all(Array.from({ length: 10 }, () => t.member(`crowd.${unique()}`)))
    const answers = await Promise.all(
      members.map((member) => save({ username: member.username, email }, member)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    for (const each of answers) if (each.status === 409) expect(each.error.issues).toEqual([emailTaken])
  })

  test('is refused even while a newcomer is taking it', async () => {
    const { db, clock } = t.deps
    const email = `${unique()}@b.test`
    const [taken, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const newcomer = db.transaction(async (tx) => {
      const ids = { id: newId<'user'>(), teamId: 'T1', userId: `U${unique()}`, trackingCode: unique() }
      const account = { username: 'newcomer', email, avatar: null, isExpected: false }
      const names = { displayName: 'Newcomer', chatName: null }
      await insertSlackMember(tx, { ...ids, ...account, ...names, now: clock.now() })
      tx.announce({ topics: ['members'] })
      taken.resolve()
      await asked.promise
    })
    await taken.promise
    const answer = save({ username: ana.username, email })
    // Here the write itself has to wait for the newcomer. The embedded database runs one transaction at a time anyway.
    if (db.engine === 'postgres') {
      const sql = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(() => db.run(statement('', sql), [])).toHaveLength(1)
    }
    asked.resolve()
    await newcomer
    expect(await answer).toMatchObject({ status: 409, error: { issues: [emailTaken] } })
    expect(await auditOf(ana)).toEqual([])
  })
})

describe('the address of the emergency account', () => {
  test('cannot change, because its owner signs in with it; the name can', async () => {
    expect((await me()).isEmailFixed).toBe(false)
    await set('is_emergency = true', ana)
    t.deps.live.announce({ changedUsers: [ana.id] })
    const { email, isEmailFixed } = await me()
    expect(isEmailFixed).toBe(true)
    const message = 'This address is the emergency sign-in and cannot be changed here'
    for (const other of ['else@b.test', '', null]) {
      const answer = await save({ username: `ana.${unique()}`, email: other })
      expect(answer).toMatchObject({ status: 409, error: { message, issues: [{ path: 'email', message }] } })
    }
    const username = `duty.${unique()}`
    expect((await save({ username, email })).answer.data).toMatchObject({ username, email })
    expect((await save({ username: `${username}.2` })).answer.data).toMatchObject({ email })
  })

  test('is accepted unchanged in a form that only settings allow, and nowhere else', {
    tags: ['profile-body'],
  }, async () => {
    const email = `${unique()}@localhost`
    const username = `duty.${unique()}`
    expect((await save({ username, email })).error.issues).toMatchObject([{ path: 'email' }])
    await set(`is_emergency = true, email = '${email}'`, ana)
    t.deps.live.announce({ changedUsers: [ana.id] })
    expect((await save({ username, email })).answer.data).toMatchObject({ username, email })
    expect((await save({ username, email: `x${email}` })).status).toBe(409)
  })
})

describe('the audit trail', () => {
  test('has one entry for each change: who, what, before and after', async () => {
    const { email } = await me()
    const after = { username: `ana.${unique()}`, email: `${unique()}@b.test` }
    await save(after)
    await save(after)
    await save({ username: after.username })
    const before = { username: ana.username, email, displayName: null }
    const entry = { actorId: ana.id, action: 'profile.update', ip: '127.0.0.1', at: t.clock.now() }
    expect(await auditOf(ana)).toEqual([
      { ...entry, details: { before, after: { ...after, displayName: null } } },
    ])
    expect(announced).toEqual([{ topics: ['members'], changedUsers: [ana.id] }])
  })

  test('has the changed address, which is announced only to its member', async () => {
    await save({ username: ana.username, email: null })
    expect(await auditOf(ana)).toMatchObject([{ details: { after: { email: null } } }])
    expect(announced).toEqual([{ topics: ['account'], members: [ana.id] }])
    expect((await me()).email).toBeNull()
  })
})
