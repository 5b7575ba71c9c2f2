import { afterAll, beforeAll, expect, it } from 'vitest'
import { socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { changeHookSecret } from '#server/features/automation/commands.ts'
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { insertMember } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'
import { createDatabase, type RunningPostgres, startPostgres } from '#test/support/postgres.ts'

interface Instance {
  readonly deps: Deps
  readonly app: Awaited<ReturnType<typeof buildApp>>
}

const mostRelayMs = 45_000

let postgres: RunningPostgres
let one: Instance
let two: Instance
/** Receives no announcements from the other instances. */
let deaf: Instance

beforeAll(async () => {
  postgres = await startPostgres({ durable: false })
  const url = await createDatabase(postgres.url, 'hook_secret')
  ;[one, two, deaf] = await Promise.all([startInstance(url), startInstance(url), startInstance(url)])
  for (const { deps } of [one, two]) await deps.live.connect(url, () => undefined)
})

afterAll(async () => {
  for (const { app, deps } of [one, two, deaf]) {
    await app.close()
    await deps.jobs.stop()
    await deps.live.close()
    await deps.db.close()
  }
  await postgres.stop()
})

async function startInstance(url: string): Promise<Instance> {
  const db = openPostgres(url, () => undefined)
  const config = readConfig({ DATABASE_URL: url })
  const deps = await createDeps({ config, db, log: createLog('silent'), clock: testClock() })
  return { deps, app: await buildApp(deps) }
}

async function deliver({ app }: Instance, secret: string): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: socialpilotEvent.path,
    headers: { authorization: `Bearer ${secret}` },
    payload: { event: 'post.scheduled', share_id: 'test' },
  })
  return answer.statusCode
}

it('every instance accepts a new secret and the one before it, even an instance that missed the announcement', {
  tags: ['sec-46'],
}, async () => {
  const [old = ''] = one.deps.secrets.webhooks
  const member = await insertMember(one.deps, 'cara.ito', 'admin')
  const { secret } = await changeHookSecret(one.deps, { member, ip: '127.0.0.1' })
  expect([await deliver(one, secret), await deliver(one, old)]).toEqual([200, 200])
  const heardOf = () => two.deps.secrets.webhooks[0]
  await expect.poll(heardOf, { timeout: mostRelayMs, interval: 20 }).toBe(secret)
  expect([await deliver(two, secret), await deliver(two, old)]).toEqual([200, 200])
  expect(deaf.deps.secrets.webhooks).toEqual([old])
  await expect.poll(() => deliver(deaf, secret), { timeout: mostRelayMs, interval: 100 }).toBe(200)
  expect(await deliver(deaf, old)).toBe(200)
  expect(await deliver(deaf, 'whsec_bm9ib2R5LWtub3dzLXRoaXMtb25l')).toBe(401)
})

it('instances that change the secret at the same time agree on the result', async () => {
  const member = await insertMember(one.deps, 'mo.diaz', 'admin')
  const acting = { member, ip: '127.0.0.1' }
  await Promise.all([one, two, one].map(({ deps }) => changeHookSecret(deps, acting)))
  const secretsOf = ({ deps }: Instance) => deps.secrets.webhooks
  const areSame = () => String(secretsOf(one)) === String(secretsOf(two))
  await expect.poll(areSame, { timeout: mostRelayMs, interval: 20 }).toBe(true)
  for (const secret of secretsOf(one)) expect(await deliver(two, secret)).toBe(200)
})
