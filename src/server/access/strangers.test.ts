import { afterEach, describe, expect, test } from 'vitest'
import { isLive } from '#contract/health.schema.ts'
import { listEmergencyAdmins } from '#contract/invitations.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { startTestApp, type TestApp, type TestMember } from '#test/support/app.ts'

let t: TestApp
afterEach(() => t.close())

const nextAddress = '198.51.100.7'
const madeUp = (nth: number) => ({ cookie: `sid=made-up-${nth}` })
async function read(headers: Record<string, string>, remoteAddress = '203.0.113.9'): Promise<number> {
  const { statusCode } = await t.app.inject({ url: getCurrentUser.path, headers, remoteAddress })
  return statusCode
}
async function useUp(calls: number): Promise<number[]> {
  const statuses: number[] = []
  for (let nth = 0; nth < calls; nth++) statuses.push(await read(madeUp(nth)))
  return statuses
}
/** Without the table every lookup of a session fails. */
async function withoutSessions(work: () => Promise<void>): Promise<void> {
  await t.deps.db.script('alter table sessions rename to sessions_away')
  await work().finally(() => t.deps.db.script('alter table sessions_away rename to sessions'))
}

test('made-up sessions from one address are looked up a hundred times a minute, then refused unseen', {
  tags: ['hostile-session-made-up', 'sec-66'],
}, async () => {
  t = await startTestApp()
  expect(new Set(await useUp(100))).toEqual(new Set([401]))
  await withoutSessions(async () => {
    expect(new Set(await useUp(200))).toEqual(new Set([429]))
    expect(await read({ authorization: 'Bearer made-up' })).toBe(429)
    // The other address shows that a lookup would have failed.
    expect(await read(madeUp(1), nextAddress)).toBe(500)
  })
  const refused = await t.app.inject({
    url: getCurrentUser.path,
    headers: madeUp(1),
    remoteAddress: '203.0.113.9',
  })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

describe('behind an address that has used them up', () => {
  const seenBefore = async (member: TestMember) => expect(await read({ cookie: member.cookie })).toBe(200)

  test('members who were there before go on working, also where the database decides each time', {
    tags: ['hostile-session-neighbours'],
  }, async () => {
    t = await startTestApp({ limits: { perAddress: 5 } })
    const [ana, iris] = [await t.member('ana.lima'), await t.member('iris.admin', 'admin')]
    for (const member of [ana, iris]) await seenBefore(member)
    await useUp(6)
    // Longer than any session is cached.
    t.clock.advance(60_000)
    await seenBefore(ana)
    const administer = { url: listEmergencyAdmins.path, headers: { cookie: iris.cookie } }
    const answer = await t.app.inject({ ...administer, remoteAddress: '203.0.113.9' })
    expect(answer.statusCode).toBe(200)
  })

  test('a stale bearer does not block a member with a good cookie', {
    tags: ['hostile-session-neighbours'],
  }, async () => {
    t = await startTestApp({ limits: { perAddress: 5 } })
    const { cookie } = await t.member('ana.lima')
    for (let nth = 0; nth < 20; nth++) expect(await read({ cookie, authorization: 'Bearer stale' })).toBe(200)
  })

  test('a session that has ended is known no longer', { tags: ['hostile-session-made-up'] }, async () => {
    t = await startTestApp({ limits: { perAddress: 2 } })
    const ana = await t.member('ana.lima')
    await seenBefore(ana)
    await t.deps.db.script('delete from sessions')
    t.clock.advance(60_000)
    await useUp(2)
    expect([await read({ cookie: ana.cookie }), await read({ cookie: ana.cookie })]).toEqual([429, 429])
    await withoutSessions(async () => expect(await read({ cookie: ana.cookie })).toBe(429))
  })

  test('members at other addresses are let in, and health is answered', {
    tags: ['hostile-session-neighbours'],
  }, async () => {
    t = await startTestApp({ limits: { perAddress: 2 } })
    await useUp(3)
    const { cookie } = await t.member('ana.lima')
    expect(await read({ cookie }, nextAddress)).toBe(200)
    expect((await t.call(isLive)).status).toBe(200)
  })
})
