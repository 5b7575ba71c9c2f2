import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLive, isReady } from '#contract/health.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { metricsPath } from '#contract/metrics.ts'
import { newPost } from '#contract/posts.schema.ts'
import { freePort } from '#sandbox/free-port.ts'
import { readConfig } from '#server/config.ts'
import { statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { type CuttableProxy, startCuttableProxy } from '#test/support/cuttable-proxy.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { hookSecret, postBody } from '#test/support/hooks.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { samplesIn, seriesValue } from '#test/support/scrape.ts'
import { clockOf, type Product, startProduct } from '../crash/product-process.ts'

const outageMs = 1_000 * Number(process.env.OVATION_OUTAGE_SECONDS ?? 3)
const isLong = process.env.OVATION_OUTAGE_SECONDS !== undefined
/** A busy machine may need longer than the product is allowed; the long run measures it. */
const longestRecoveryMs = isLong ? 10_000 : 45_000
const longestAnswerMs = isLong ? 5_000 : 45_000
const pauseMs = 1_500
const postCount = 100

let folder: string
let postgres: RunningPostgres
let proxy: CuttableProxy
let origin: string
let product: Product
let member: TestMember
let posts: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-outage-'))
  postgres = await startPostgres({ durable: true })
  const address = new URL(postgres.url)
  proxy = await startCuttableProxy(Number(address.port))
  address.port = String(proxy.port)
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    ADMIN_EMAIL: 'admin@people.test',
    ADMIN_PASSWORD: 'correct horse battery staple',
    LOG_LEVEL: 'error',
    WEBHOOK_SECRET: hookSecret,
    DATA_DIR: folder,
    DATABASE_URL: address.href,
  }
  product = await startProduct(origin, environment)
  const db = openDirectly()
  const config = readConfig(environment)
  const deps = await createDeps({ config, db, log: createLog('silent'), clock: await clockOf(db) })
  member = await insertMember(deps, 'ana.lima', 'user')
  posts = []
  for (let nth = 0; nth < postCount; nth++) posts.push(await insertPost(deps))
  await deps.jobs.stop()
  await deps.live.close()
  await db.close()
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  await proxy?.close()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const openDirectly = () => openPostgres(postgres.url, () => undefined)

test('without its database the product stays up, refuses writes with 503, and recovers by itself', {
  tags: ['outage-database', 'f-05', 'sec-49'],
  timeout: 120_000 + outageMs,
}, async () => {
  const answered: string[] = []
  const report = async () => {
    const postId = posts.pop() ?? ''
    const answer = await fetchInTime(reportInteraction.path, {
      method: 'POST',
      headers: { cookie: member.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ postId, interactionType: 'like' }),
    })
    if (answer.status === 200) answered.push(postId)
    return answer
  }
  expect((await report()).status).toBe(200)

  proxy.cut()
  const polling = { timeout: longestRecoveryMs, interval: 100 }
  // An answer about readiness is given again for a second.
  await expect.poll(async () => (await fetchInTime(isReady.path)).status, polling).toBe(503)
  const untilMs = performance.now() + outageMs
  do {
    for (const refused of [await report(), await deliver()]) {
      expect(refused.status).toBe(503)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await fetchInTime(isLive.path)).status).toBe(200)
    // The last good answer is given for a second more.
    const readiness = async () => (await fetchInTime(isReady.path)).status
    await expect.poll(readiness, { timeout: longestRecoveryMs, interval: 100 }).toBe(503)
    expect((await fetchInTime(isReady.path)).headers.has('retry-after')).toBe(true)
    expect(product.hasExited, product.output).toBe(false)
    await sleep(pauseMs)
  } while (performance.now() < untilMs)
  const samples = samplesIn(await (await fetchInTime(metricsPath)).text())
  expect(seriesValue(samples, 'ovation_database_up')).toBe(0)
  const counted = { route: reportInteraction.path, status: '503' }
  expect(seriesValue(samples, 'ovation_http_request_duration_seconds_count', counted)).toBeGreaterThan(0)

  proxy.restore()
  await expect.poll(async () => (await fetchInTime(isReady.path)).status, polling).toBe(200)
  await expect.poll(async () => (await report()).status, polling).toBe(200)
  // The same delivery again: nothing of it was kept, so it lands now, and once.
  expect(await (await deliver()).json()).toMatchObject({ success: true, duplicate: false })
  expect(await (await deliver()).json()).toMatchObject({ success: true })
  await expectOnePost()
  expect(await product.stop('SIGTERM'), product.output).toBe(0)
  await expectOnlyAnswered(answered)
})

function fetchInTime(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${origin}${path}`, { ...init, signal: AbortSignal.timeout(longestAnswerMs) })
}

function deliver(): Promise<Response> {
  return fetchInTime(newPost.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-secret': hookSecret,
      'webhook-id': 'during-the-outage',
    },
    body: JSON.stringify(postBody({ content: 'News of the outage.' })),
  })
}

async function expectOnePost(): Promise<void> {
  const db = openDirectly()
  const delivered = statement('test_delivered', "select 1 from posts where content = 'News of the outage.'")
  expect(await db.run(delivered, [])).toHaveLength(1)
  await db.close()
}

const listReported = statement<{ postId: string }>(
  'test_list_reported',
  'select post_id as "postId" from interactions where user_id = $1',
)

/** Every answered report is stored, no refused one is, and nothing is half done. */
async function expectOnlyAnswered(answered: readonly string[]): Promise<void> {
  const db = openDirectly()
  try {
    const stored = (await db.run(listReported, [member.id])).map(({ postId }) => postId)
    expect(stored.sort()).toEqual([...answered].sort())
    expect((await verify(db)).flatMap(({ violations }) => violations)).toEqual([])
  } finally {
    await db.close()
  }
}
