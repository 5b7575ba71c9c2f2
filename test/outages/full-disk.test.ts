import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLive } from '#contract/health.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { metricsPath } from '#contract/metrics.ts'
import { listPosts } from '#contract/posts.schema.ts'
import { freePort } from '#sandbox/free-port.ts'
import { readConfig } from '#server/config.ts'
import { statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { samplesIn, seriesValue } from '#test/support/scrape.ts'
import { mountSmallDisk } from '#test/support/small-disk.ts'
import { clockOf, type Environment, type Product, startProduct } from '../crash/product-process.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const postCount = 400
const diskMegabytes = 250
const disk = mountSmallDisk(diskMegabytes)

let folder: string
let postgres: RunningPostgres | undefined
let origin: string
let environment: Environment
let product: Product | undefined
let member: TestMember
const posts: string[] = []
const answered: string[] = []

beforeAll(async () => {
  if (!disk) return
  folder = isEmbedded ? join(disk.folder, 'data') : await mkdtemp(join(tmpdir(), 'ovation-full-'))
  if (!isEmbedded) postgres = await startPostgres({ durable: true, parent: disk.folder })
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    ADMIN_EMAIL: 'admin@people.test',
    ADMIN_PASSWORD: 'correct horse battery staple',
    LOG_LEVEL: 'error',
    DATA_DIR: folder,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  await withDeps(async (deps) => {
    member = await insertMember(deps, 'ana.lima', 'user')
    for (let nth = 0; nth < postCount; nth++) posts.push(await insertPost(deps))
  })
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  await postgres?.stop()
  disk?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

test.runIf(disk)(
  'on a disk that is really full, writes are refused with 503, reads go on, and once there is room all goes on',
  { tags: ['outage-disk', 'f-07'], timeout: 180_000 },
  async () => {
    product = await startProduct(origin, environment)
    expect(await report()).toBe(200)
    disk?.fill()
    let last: number | null = 200
    while (last === 200 && posts.length > 1) last = await report()
    expect(last, `after ${answered.length} reports: ${product.output}`).toBe(503)
    expect(product.hasExited, product.output).toBe(false)
    expect(await statusOf(listPosts.path)).toBe(200)
    expect(await statusOf(isLive.path)).toBe(200)
    const samples = samplesIn(await (await fetch(`${origin}${metricsPath}`)).text())
    const counted = { route: reportInteraction.path, status: '503' }
    expect(seriesValue(samples, 'ovation_http_request_duration_seconds_count', counted)).toBeGreaterThan(0)

    disk?.free()
    await expect.poll(report, { timeout: 30_000, interval: 200 }).toBe(200)
    expect(await product.stop('SIGTERM'), product.output).toBe(0)
    await withDeps(async ({ db }) => {
      const read = statement<{ id: string }>('', 'select post_id as id from interactions')
      const stored = (await db.run(read, [])).map(({ id }) => id)
      expect(stored.toSorted()).toEqual(answered.toSorted())
      expect((await verify(db)).flatMap(({ violations }) => violations)).toEqual([])
    })
  },
)

/** The status of a report on the next post; null when the connection was lost. */
async function report(): Promise<number | null> {
  const postId = posts.at(-1) ?? ''
  const answer = await fetch(`${origin}${reportInteraction.path}`, {
    method: 'POST',
    headers: { cookie: member.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ postId, interactionType: 'like' }),
  }).catch(() => null)
  if (answer?.status === 200) answered.push(posts.pop() ?? '')
  return answer?.status ?? null
}

async function statusOf(path: string): Promise<number> {
  return (await fetch(`${origin}${path}`, { headers: { cookie: member.cookie } })).status
}

async function withDeps(work: (deps: Deps) => Promise<void>): Promise<void> {
  const opened = postgres ? null : await openDataFolder(folder)
  const db = opened?.db ?? openPostgres(postgres?.url ?? '', () => undefined)
  const clock = await clockOf(db)
  const deps = await createDeps({ config: readConfig(environment), db, log: createLog('silent'), clock })
  try {
    await work(deps)
  } finally {
    await deps.jobs.stop()
    await deps.live.close()
    await (opened?.close() ?? db.close())
  }
}
