import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { listOwnLedger } from '#contract/ledger.schema.ts'
import { submitShare } from '#contract/shares.schema.ts'
import type { WebhookMessage } from '#contract/webhooks.ts'
import type { PostId } from '#domain/ids.ts'
import { freePort } from '#sandbox/free-port.ts'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createWebhook } from '#server/features/webhooks/commands.ts'
import { createLog } from '#server/log.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { preparedDump } from '#test/support/database.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { clockOf, type Environment, type Product, startProduct } from './product-process.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const actsOfEach = 3
// On PostgreSQL, the active jobs of a killed instance are requeued only when they expire.
const settlingMs = isEmbedded ? 120_000 : 240_000

let folder: string
let postgres: RunningPostgres | undefined
let hook: CatchHook
let origin: string
let environment: Environment
let product: Product | undefined
let admin: TestMember
let member: TestMember
let posts: PostId[] = []
const shareIds: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-webhooks-'))
  if (!isEmbedded) postgres = await startPostgres({ durable: true })
  hook = await startCatchHook()
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: 'correct horse battery staple',
    ALLOWED_PRIVATE_HOSTS: new URL(hook.url).host,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  if (isEmbedded) await (await openEmbedded(join(folder, 'database'), await preparedDump())).close()
  await withDatabase(async (db) => {
    const config = readConfig(environment)
    const deps = await createDeps({ config, db, log: createLog('silent'), clock: await clockOf(db) })
    admin = await insertMember(deps, 'iris.admin', 'admin')
    member = await insertMember(deps, 'ana.lima', 'user')
    posts = []
    for (let n = 0; n < 2 * actsOfEach; n++) posts.push(await insertPost(deps))
    const events = ['share.submitted', 'member.earned'] as const
    await createWebhook(deps, { member: admin, ip: '127.0.0.1' }, { url: hook.url, events })
    await deps.jobs.stop()
    await deps.live.close()
  })
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  await Promise.all([hook.close(), postgres?.stop()])
  await rm(folder, { recursive: true, force: true })
})

it('a webhook is told of everything that was committed before a kill, each with one delivery', {
  tags: ['outgoing-webhook-crash'],
  timeout: 180_000 + settlingMs,
}, async () => {
  // Killed before anything can be sent: the receiver does not answer, and the ledger was not looked at yet.
  product = await startProduct(origin, environment)
  hook.fault({ match: /./, times: actsOfEach, mode: 'hang' })
  await act()
  await product.stop('SIGKILL')
  hook.clearFaults()
  // Killed after a message arrived, before it is recorded as delivered.
  product = await startProduct(origin, environment)
  hook.fault({ match: /./, times: 1, mode: 'late', delayMs: 5_000 })
  const before = hook.journal().length
  await act()
  while (hook.journal().length === before) await sleep(5)
  await product.stop('SIGKILL')
  hook.clearFaults()
  product = await startProduct(origin, environment)
  await expect.poll(hasToldAll, { timeout: settlingMs, interval: 250 }).toBe(true)
  expect(await product.stop('SIGTERM'), product.output).toBe(0)
  await expectEachOnce()
})

/** Submits shares and reports, each of which is answered. */
async function act(): Promise<void> {
  for (let n = 0; n < actsOfEach; n++) {
    const share = { platform: 'linkedin', customMessage: `Look at this, ${newId()}` }
    const { data } = await post<{ data: { id: string } }>(submitShare.path, share)
    shareIds.push(data.id)
    await post(reportInteraction.path, { postId: posts.pop(), interactionType: 'like' })
  }
}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { cookie: member.cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

const messages = () => hook.journal().map(({ body }) => JSON.parse(String(body)) as WebhookMessage)

/** Whether every entry of points has arrived that the member can see, and no delivery waits any more. */
async function hasToldAll(): Promise<boolean> {
  const get = async (path: string, { cookie }: TestMember) =>
    ((await (await fetch(`${origin}${path}`, { headers: { cookie } })).json()) as { data: unknown[] }).data
  const entries = await get(listOwnLedger.path, member)
  const told = messages().flatMap((each) => (each.type === 'member.earned' ? [each.data.entryId] : []))
  const pending = await get(`${listDeliveries.path}?outcome=pending`, admin)
  return new Set(told).size >= entries.length && pending.length === 0
}

const listRows = statement<{ of: string; outcome: string }>(
  'test_list_webhook_deliveries',
  `select coalesce(body->'data'->>'shareId', body->'data'->>'entryId') as of, outcome from deliveries`,
)
const listEntries = statement<{ id: string }>(
  'test_list_entries',
  'select id::text as id from ledger where amount <> 0',
)

async function expectEachOnce(): Promise<void> {
  const { deliveries, entries, violations } = await withDatabase(async (db) => ({
    deliveries: await db.run(listRows, []),
    entries: (await db.run(listEntries, [])).map(({ id }) => id),
    violations: (await verify(db)).flatMap((each) => each.violations),
  }))
  expect(deliveries.map(({ of }) => of).sort()).toEqual([...shareIds, ...entries].sort())
  expect(new Set(deliveries.map(({ outcome }) => outcome))).toEqual(new Set(['delivered']))
  const arrived = messages().map((each) =>
    each.type === 'member.earned'
      ? each.data.entryId
      : each.type === 'share.submitted'
        ? each.data.shareId
        : '',
  )
  expect(new Set(arrived)).toEqual(new Set([...shareIds, ...entries]))
  expect(violations).toEqual([])
}

/** Opens the database while no server uses it, runs `work` and closes it again. */
async function withDatabase<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
  const opened = isEmbedded ? await openDataFolder(folder) : null
  const db = opened?.db ?? openPostgres(postgres?.url ?? '', () => undefined)
  try {
    return await work(db)
  } finally {
    await (opened ?? db).close()
  }
}
