import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { insertTestSession } from '#test/support/session.ts'
import { oldestUse, sessionLifeMs } from './session.ts'
import { deleteExpiredSessions } from './sessions.ts'

const countSessions = statement<{ count: number }>('', 'select count(*)::int from sessions')
const lifeMs = sessionLifeMs.emergency.absolute
const idleMs = sessionLifeMs.slack.idle
let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

it('a session ends at the instant of its expiry, and only expired sessions are deleted', async () => {
  const { id } = await t.member('iris.admin', 'admin')
  await t.deps.db.script('delete from sessions')
  const startMs = t.clock.now().getTime()
  const early = await insertTestSession(t.deps, id, 'emergency')
  t.clock.set(new Date(startMs + lifeMs - 1_000))
  const late = await insertTestSession(t.deps, id, 'emergency')
  await t.deps.db.script('update sessions set last_seen_at = expires_at')
  const statusOf = async (cookie: string) =>
    (await t.app.inject({ url: '/api/auth/me', headers: { cookie } })).statusCode
  const seenAt = async (ageMs: number) => {
    t.clock.set(new Date(startMs + ageMs))
    await clearExpired()
    const [left] = await t.deps.db.run(countSessions, [])
    return [await statusOf(early), await statusOf(late), left?.count]
  }
  expect(await seenAt(lifeMs - 1)).toEqual([200, 200, 2])
  expect(await seenAt(lifeMs)).toEqual([401, 200, 2])
  expect(await seenAt(lifeMs + 1)).toEqual([401, 200, 1])
})

it('sessions that were not used for too long are deleted, even if their age would allow more', async () => {
  const { id } = await t.member('idle.ida')
  await t.deps.db.script('delete from sessions')
  const startMs = t.clock.now().getTime()
  await insertTestSession(t.deps, id)
  const leftAfter = async (ageMs: number) => {
    t.clock.set(new Date(startMs + ageMs))
    await clearExpired()
    const [left] = await t.deps.db.run(countSessions, [])
    return left?.count
  }
  expect(await leftAfter(idleMs)).toBe(1)
  expect(await leftAfter(idleMs + 1)).toBe(0)
})

it('a session in use is read again before its cached copy is too old, while requests go on with that', async () => {
  const { id } = await t.member('busy.bo')
  const random = vi.spyOn(Math, 'random').mockReturnValue(1)
  const cookie = await insertTestSession(t.deps, id)
  const status = async () =>
    (await t.app.inject({ url: '/api/achievements', headers: { cookie } })).statusCode
  expect([await status(), await status()]).toEqual([200, 200])
  // Nothing is announced, so only a read can tell.
  await t.deps.db.script('delete from sessions')
  t.clock.advance(3_000)
  expect(await status()).toBe(200)
  t.clock.advance(1_000)
  expect(await status()).toBe(200)
  // Without a read ahead, the copy would be used for five seconds of the process's own clock.
  await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 3_000, interval: 50 })
  random.mockRestore()
})

async function clearExpired(): Promise<void> {
  const now = t.clock.now()
  // Sessions that are over show nowhere, so nothing has to be announced.
  await asFixture(() => deleteExpiredSessions(t.deps.db, { now, ...oldestUse(now) }))
}
