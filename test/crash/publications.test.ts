import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listPosts } from '#contract/posts.schema.ts'
import type { PostPage } from '#contract/posts.ts'
import { freePort } from '#sandbox/free-port.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { savePost } from '#server/features/posts/commands.ts'
import { createLog } from '#server/log.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { preparedDump } from '#test/support/database.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { processNow } from '#test/support/process-now.ts'
import { clockOf, type Environment, type Product, startProduct } from './product-process.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const postCount = 200
const spreadMs = 20_000
/** How many are out when the server is killed, in the middle of the others. */
const killedAt = [30, 150]
/** On PostgreSQL the server's clock follows that of the database, which is this machine's, with a small error. */
const clockErrorMs = isEmbedded ? 0 : 250
// A schedule looks every minute for what a lost job has left, and a busy machine starts slowly.
const settlingMs = 150_000
const pageSize = 100

let folder: string
let postgres: RunningPostgres | undefined
let origin: string
let environment: Environment
let product: Product | undefined
let member: TestMember
/** When each post was first seen in the feed. */
const seenAt = new Map<string, number>()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-publications-'))
  if (!isEmbedded) postgres = await startPostgres({ durable: true })
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: 'correct horse battery staple',
    // Nobody answers there, so the notifications stay in the outbox, where they can be counted.
    SLACK_API_URL: 'http://127.0.0.1:9/',
    SLACK_BOT_TOKEN: 'xoxb-1',
    SLACK_CHANNEL_ID: 'C0TEST',
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  if (isEmbedded) await (await openEmbedded(join(folder, 'database'), await preparedDump())).close()
  await schedulePosts()
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Posts for random times around now, scheduled before. Nothing published them: no server ran. */
async function schedulePosts(): Promise<void> {
  await withDatabase(async (db) => {
    const clock = await clockOf(db)
    const deps = await createDeps({ config: readConfig(environment), db, log: createLog('silent'), clock })
    member = await insertMember(deps, 'ana.lima', 'user')
    const nowMs = clock.now().getTime()
    const now = new Date(nowMs - spreadMs - 1)
    await db.transaction(async (tx) => {
      for (let nth = 0; nth < postCount; nth++) {
        const scheduledAt = new Date(nowMs + (2 * Math.random() - 1) * spreadMs)
        const wanted = {
          platform: 'linkedin' as const,
          content: `Post ${nth}`,
          authorName: 'Brightwater',
          campaignTags: [],
          postUrl: `https://posts.test/${nth}`,
          scheduledAt,
        }
        await savePost(deps, tx, { wanted, now, restoresDeleted: false })
      }
    })
    await deps.jobs.stop()
    await deps.live.close()
  })
}

it('publishes each of 200 scheduled posts once, none early and none never, however often it is killed', {
  tags: ['posts-published-once', 'posts-published-on-time'],
  timeout: 120_000 + settlingMs,
}, async () => {
  for (const target of killedAt) {
    product = await startProduct(origin, environment)
    while (seenAt.size < target) await look()
    expect(product.hasExited, product.output).toBe(false)
    await product.stop('SIGKILL')
  }
  product = await startProduct(origin, environment)
  await expect.poll(async () => (await look()).size, { timeout: settlingMs, interval: 100 }).toBe(postCount)
  expect(await product.stop('SIGTERM'), product.output).toBe(0)
  await expectEachOnce()
})

/** Reads the feed as a member, and notes which posts are new there. */
async function look(): Promise<ReadonlyMap<string, number>> {
  let cursor: string | null = null
  do {
    const query: string = `limit=${pageSize}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const answer = await fetch(`${origin}${listPosts.path}?${query}`, { headers: { cookie: member.cookie } })
    // Too many reads: the next look will do.
    if (answer.status === 429) break
    const page = (await answer.json()) as PostPage
    const nowMs = serverTimeMs()
    for (const { id } of page.data) if (!seenAt.has(id)) seenAt.set(id, nowMs)
    cursor = page.nextCursor
  } while (cursor !== null)
  await sleep(50)
  return seenAt
}

/** The time of day by the server's clock; this process's own stands elsewhere. */
function serverTimeMs(): number {
  return isEmbedded ? processNow().getTime() : performance.timeOrigin + performance.now()
}

interface Stored {
  readonly id: string
  readonly scheduledAt: Date
  readonly publishedAt: Date | null
  readonly lines: number
  readonly notifications: number
}

const listStored = statement<Stored>(
  'test_list_publications',
  `select id::text as id, original_post_date as "scheduledAt", published_at as "publishedAt",
     (select count(*)::int from activities a where a.subject_id = p.id and a.type = 'platform_update') as lines,
     (select count(*)::int from chat_notifications n where n.key = 'new_post ' || p.id) as notifications
   from posts p`,
)

async function expectEachOnce(): Promise<void> {
  const { stored, violations } = await withDatabase(async (db) => ({
    stored: await db.run(listStored, []),
    violations: (await verify(db)).flatMap((each) => each.violations),
  }))
  expect(stored).toHaveLength(postCount)
  const late: number[] = []
  for (const { id, scheduledAt, publishedAt, lines, notifications } of stored) {
    expect([id, lines, notifications]).toEqual([id, 1, 1])
    late.push(Number(publishedAt) - Number(scheduledAt))
    expect(seenAt.get(id), `${id} in the feed`).toBeGreaterThanOrEqual(Number(scheduledAt) - clockErrorMs)
  }
  expect(Math.min(...late)).toBeGreaterThanOrEqual(0)
  const sorted = [...late].sort((a, b) => a - b)
  console.log(
    `${killedAt.length} kills on ${isEmbedded ? 'PGlite' : 'PostgreSQL'}: ${stored.length} posts published once, ` +
      `half of them within ${sorted[postCount / 2]} ms of their time, the last within ${sorted.at(-1)} ms`,
  )
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
