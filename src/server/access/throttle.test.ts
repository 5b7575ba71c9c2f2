import { afterAll, beforeAll, expect, test } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { admitPasswordAttempt, forgiveAttempt, rememberAddress } from './throttle.ts'
import { claimOnce, deleteStaleThrottles } from './throttles.ts'

const hourMs = 3_600_000
let t: TestApp

beforeAll(async () => {
  t = await startTestApp()
})

afterAll(() => t.close())

test('exactly as many simultaneous attempts pass as the limit allows', { tags: ['sec-13'] }, async () => {
  const tries = Array.from({ length: 20 }, (_, index) => attempt('10.0.0.1', `account-${index}`))
  const outcomes = await Promise.allSettled(tries)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
})

test('an attempt that was not checked is not counted', async () => {
  for (let count = 0; count < 10; count++) {
    const admitted = await attempt('10.0.0.2', 'somebody')
    await forgiveAttempt(t.deps.db, admitted, 'not judged')
  }
  await attempt('10.0.0.2', 'somebody')
})

test('returning an attempt leaves the attempts of others counted', async () => {
  for (let count = 0; count < 6; count++) await attempt('10.0.0.6', `somebody-${count}`)
  await forgiveAttempt(t.deps.db, await attempt('10.0.0.7', 'somebody else'), 'not judged')
  await expect(attempt('10.0.0.6', 'somebody')).rejects.toThrow('Too many attempts')
})

test('one address cannot use up the hourly limit of an account', async () => {
  for (let count = 0; count < 40; count++) {
    await attempt('10.0.0.3', 'victim').catch(() => undefined)
    t.clock.advance(80_000)
  }
  const rows = await t.deps.db.run(
    statement<{ attempts: number }>(
      '',
      "select attempts from throttles where key like 'password account %' and attempts > 20",
    ),
    [],
  )
  expect(rows).toEqual([{ attempts: 30 }])
})

test('pauses after failures never exceed a quarter of an hour', { tags: ['sec-13'] }, async () => {
  const pauses: number[] = []
  for (let count = 0; count < 25; count++) {
    t.clock.advance(901_000)
    await attempt('10.0.0.4', 'patient')
    const refusal = await attempt('10.0.0.4', 'patient').catch((error: unknown) => error)
    if (refusal instanceof Error)
      pauses.push((refusal as { retryAfterSeconds?: number }).retryAfterSeconds ?? 0)
  }
  expect(Math.max(...pauses)).toBe(900)
  expect(pauses.at(-1)).toBe(900)
})

test('only one of many callers can claim a key', async () => {
  const now = t.clock.now()
  const claim = () => claimOnce.first(t.deps.db, { key: 'a key', now })
  const claims = await Promise.all(Array.from({ length: 10 }, claim))
  expect(claims.filter(Boolean)).toHaveLength(1)
})

test('old counters are deleted and recent ones kept', async () => {
  t.clock.advance(48 * hourMs)
  await rememberAddress(t.deps.db, { ip: '10.0.0.8', account: 'owner', now: t.clock.now() })
  t.clock.advance(89 * 24 * hourMs)
  await attempt('10.0.0.5', 'fresh')
  await deleteStaleThrottles(t.deps.db, t.clock.now())
  const rows = await t.deps.db.run(statement<{ key: string }>('', 'select key from throttles'), [])
  expect(rows.map(({ key }) => key.replace(/(account|pair|kept) \S+/, '$1')).sort()).toEqual([
    'kept 10.0.0.8',
    'password account',
    'password hour 10.0.0.5',
    'password minute 10.0.0.5',
    'password pair 10.0.0.5',
  ])
  t.clock.advance(2 * 24 * hourMs)
  await deleteStaleThrottles(t.deps.db, t.clock.now())
  expect(await t.deps.db.run(statement('', 'select key from throttles'), [])).toEqual([])
})

function attempt(ip: string, account: string) {
  return admitPasswordAttempt(t.deps.db, { ip, account, now: t.clock.now() })
}
