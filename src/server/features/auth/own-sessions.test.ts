import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authenticatedUser } from '#contract/auth.schema.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from '#contract/sessions.schema.ts'
import { sessionLifeMs } from '#server/access/session.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'
import { present } from '#test/support/present.ts'
import { insertTestSession } from '#test/support/session.ts'

const minuteMs = 60_000

let t: TestApp
let ana: TestMember
let names = 0

beforeAll(async () => {
  t = await startTestApp()
})

beforeEach(async () => {
  ana = await t.member(`ana.${++names}`)
})

afterAll(() => t.close())

/** A further browser in which a member is signed in. */
async function elsewhere(member: TestMember, browser: string | null = null): Promise<TestMember> {
  return { ...member, cookie: await insertTestSession(t.deps, member.id, 'slack', browser) }
}

const listOf = async (as: TestMember) => (await t.call(listOwnSessions, { as })).answer.data
const statusOf = async (as: TestMember) => (await t.call(authenticatedUser, { as })).status

function auditOf({ id }: TestMember) {
  return t.deps.db.run(
    statement<{ action: string }>(
      '',
      'select action, actor_id as "actorId", subject, details, ip from audit_entries where actor_id = $1',
    ),
    [id],
  )
}

test('members see their own valid sessions, the last used first, and which one asks', {
  tags: ['sessions-listed'],
}, async () => {
  const startedAt = t.clock.now()
  const other = await t.member('other.olga')
  const phone = await elsewhere(ana, 'Safari on iPhone')
  t.clock.advance(5 * minuteMs)
  const sessions = await listOf(phone)
  const createdAt = startedAt.toISOString()
  expect(sessions).toEqual([
    {
      id: expect.any(String),
      createdAt,
      lastSeenAt: t.clock.now().toISOString(),
      browser: 'Safari on iPhone',
      isCurrent: true,
    },
    {
      id: expect.any(String),
      createdAt,
      lastSeenAt: createdAt,
      browser: 'Unknown browser',
      isCurrent: false,
    },
  ])
  t.clock.advance(5 * minuteMs)
  expect((await listOf(ana)).map(({ browser }) => browser)).toEqual(['Unknown browser', 'Safari on iPhone'])
  expect(await listOf(other)).toHaveLength(1)
})

test('sessions that are over are not listed', { tags: ['sessions-listed'] }, async () => {
  await insertTestSession(t.deps, ana.id, 'emergency')
  t.clock.advance(sessionLifeMs.emergency.idle)
  expect(await listOf(ana)).toHaveLength(2)
  t.clock.advance(1)
  expect(await listOf(ana)).toHaveLength(1)
})

test('a session that a member ends is over at once, and on record', {
  tags: ['sessions-end-one'],
}, async () => {
  const phone = await elsewhere(ana, 'Chrome on Android')
  const announced: Announcement[] = []
  t.deps.live.listen((announcement) => announced.push(announcement))
  expect(await statusOf(phone)).toBe(200)
  const { id } = present((await listOf(ana)).find(({ browser }) => browser === 'Chrome on Android'))
  const answer = await t.call(endOwnSession, { as: ana, params: { id } })
  expect(answer).toMatchObject({ status: 204 })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect([await statusOf(phone), await statusOf(ana)]).toEqual([401, 200])
  expect(announced).toContainEqual({ topics: ['sessions'], members: [ana.id], endedSessions: [id] })
  expect(await t.call(endOwnSession, { as: ana, params: { id } })).toMatchObject({
    status: 404,
    error: { message: 'This session was not found' },
  })
  expect(await auditOf(ana)).toEqual([
    {
      action: 'sessions.end',
      actorId: ana.id,
      subject: ana.id,
      details: { browser: 'Chrome on Android' },
      ip: '127.0.0.1',
    },
  ])
})

test('the session that asks may end itself, which clears the cookie', {
  tags: ['sessions-end-one'],
}, async () => {
  const { id } = present((await listOf(ana)).find(({ isCurrent }) => isCurrent))
  const answer = await t.call(endOwnSession, { as: ana, params: { id } })
  expect(answer).toMatchObject({ status: 204 })
  expect(answer.headers['set-cookie']).toMatch(/^sid=; Max-Age=0; Path=\//)
  expect(await statusOf(ana)).toBe(401)
})

test('nobody ends the session of another member, not even an administrator', {
  tags: ['sessions-own-only'],
}, async () => {
  const admin = await t.member('iris.admin', 'admin')
  const { id } = present((await listOf(ana))[0])
  expect(await t.call(endOwnSession, { as: admin, params: { id } })).toMatchObject({ status: 404 })
  expect(await t.call(endOwnSession, { params: { id } })).toMatchObject({ status: 401 })
  expect(await t.call(endOwnSession, { as: ana, params: { id: 'x' } })).toMatchObject({ status: 400 })
  expect(await statusOf(ana)).toBe(200)
  expect(await auditOf(admin)).toEqual([])
})

test('signing out everywhere else ends all own sessions but the one that asks', {
  tags: ['sessions-end-others'],
}, async () => {
  const other = await t.member('other.oscar')
  const [phone, tablet] = [await elsewhere(ana), await elsewhere(ana)]
  const answer = await t.call(endOtherSessions, { as: ana })
  expect(answer).toMatchObject({ status: 200, answer: { data: { endedSessions: 2 } } })
  expect(answer.headers['set-cookie']).toBeUndefined()
  const statuses = await Promise.all([ana, phone, tablet, other].map(statusOf))
  expect(statuses).toEqual([200, 401, 401, 200])
  expect(await t.call(endOtherSessions, { as: ana })).toMatchObject({
    answer: { data: { endedSessions: 0 } },
  })
  expect(await auditOf(ana)).toMatchObject([{ action: 'sessions.end-others', details: { sessions: 2 } }])
})

test('a session whose end was not announced here sees and ends nothing', async () => {
  const phone = await elsewhere(ana)
  expect(await statusOf(phone)).toBe(200)
  const [listed] = (await listOf(ana)).filter(({ isCurrent }) => !isCurrent)
  const { id } = present(listed)
  await t.deps.db.run(statement('', 'delete from sessions where id = $1'), [id])
  expect(await t.call(listOwnSessions, { as: phone })).toMatchObject({ status: 401 })
  expect(await t.call(endOtherSessions, { as: phone })).toMatchObject({ status: 401 })
  expect(await t.call(endOwnSession, { as: phone, params: { id } })).toMatchObject({ status: 401 })
  expect(await statusOf(ana)).toBe(200)
})
