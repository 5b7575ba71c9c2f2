import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asDay } from '#domain/days.ts'
import { freePort } from '#sandbox/free-port.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createLog } from '#server/log.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { insertContest, insertPost } from '#test/support/fixtures.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { History, type StoredReport } from './history.ts'
import {
  clockOf,
  type Elapsed,
  type Environment,
  type Product,
  ProjectProcess,
  startProduct,
} from './product-process.ts'
import { type Writing, writeUntilStopped } from './writers.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const cycles = Number(process.env.OVATION_CRASH_CYCLES ?? 2)
// Stopping the server while it still starts is a race, so the full run repeats it.
const earlyStops = process.env.OVATION_TEST_ALL === '1' ? 3 : 1
const timeLimitMs = 180_000 + cycles * 60_000
// In processor time of all threads. A busy machine needs up to twice as much for the same work. A normal start takes a
// third of the first limit.
const mostStartCpuMs = 15_000
const mostRefusalCpuMs = 6_000
const writers = 8
// Enough that no member reaches the limit on reports before the server is killed.
const membersPerWriter = 4
const postCount = 150
const mostWritesACycle = 150
const leastWritesACycle = 6
const longestWritingMs = 60_000

let folder: string
let postgres: RunningPostgres | undefined
let origin: string
let environment: Environment
let product: Product | undefined
let members: TestMember[]
let posts: string[]
const history = new History()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-crash-'))
  // A separate server, because that of the other tests trades durability for speed.
  if (!isEmbedded) postgres = await startPostgres({ durable: true })
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  environment = {
    PORT: String(port),
    PUBLIC_URL: origin,
    ADMIN_EMAIL: 'admin@people.test',
    ADMIN_PASSWORD: 'correct horse battery staple',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  await fillDatabase()
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Writes members with sessions, posts and a running contest, before the server first starts. */
async function fillDatabase(): Promise<void> {
  const opened = isEmbedded
    ? await openDataFolder(folder)
    : { db: openServerDatabase(), close: () => Promise.resolve() }
  const config = readConfig(environment)
  const { db } = opened
  const deps = await createDeps({ config, db, log: createLog('silent'), clock: await clockOf(db) })
  members = []
  for (let nth = 0; nth < writers * membersPerWriter; nth++) {
    members.push(await insertMember(deps, `member.${nth}`, 'user'))
  }
  posts = []
  for (let nth = 0; nth < postCount; nth++) posts.push(await insertPost(deps))
  await insertContest(deps, { startDate: asDay('2020-01-01'), endDate: asDay('2099-12-31') })
  await deps.jobs.stop()
  await deps.live.close()
  await opened.close()
  if (!isEmbedded) await db.close()
}

describe('a server that is killed while it writes', () => {
  it(`keeps every answered write, leaves no partial one and restarts with little work, after ${cycles} kills`, {
    tags: ['inv-20', 'f-01', 'rel-10'],
    timeout: timeLimitMs,
  }, async () => {
    const restarts: Elapsed[] = []
    for (let cycle = 1; cycle <= cycles; cycle++) {
      product = await startProduct(origin, environment)
      if (cycle > 1) restarts.push(product.readyAfter)
      if (cycle > 1) expect(await differences(), `after kill ${cycle - 1}`).toEqual([])
      await writeAndKill(product)
    }
    product = await startProduct(origin, environment)
    restarts.push(product.readyAfter)
    expect(await differences(), 'after the last kill').toEqual([])
    const { answered, unanswered } = history
    const engine = isEmbedded ? 'PGlite' : 'PostgreSQL'
    console.log(
      `${cycles} kills on ${engine}: ${answered} writes answered, ${unanswered} cut off; ready again after ` +
        `${restarts.map(formatElapsed).join(', ')} ms (in brackets: processor time)`,
    )
    expect(answered).toBeGreaterThanOrEqual(cycles * leastWritesACycle)
    expect(unanswered, 'writes that a kill interrupted').toBeGreaterThan(0)
    expect(Math.max(...restarts.map(({ cpuMs }) => cpuMs))).toBeLessThanOrEqual(mostStartCpuMs)
  })
})

function formatElapsed({ wallMs, cpuMs }: Elapsed): string {
  return `${wallMs} (${cpuMs})`
}

async function writeAndKill(server: Product): Promise<void> {
  const writing: Writing = { origin, posts, history, isStopping: false }
  const finished = Array.from({ length: writers }, (_, nth) =>
    writeUntilStopped(writing, members.slice(nth * membersPerWriter, (nth + 1) * membersPerWriter)),
  )
  const targetCount = history.answered + leastWritesACycle + Math.floor(Math.random() * mostWritesACycle)
  const untilMs = performance.now() + longestWritingMs
  while (history.answered < targetCount && performance.now() < untilMs) await sleep(5)
  expect(server.hasExited, server.output).toBe(false)
  writing.isStopping = true
  await server.stop('SIGKILL')
  await Promise.all(finished)
  if (isEmbedded) await copyData()
}

// The data as the kill left it, before the next start repairs anything. Only one process can open the folder itself.
const copy = () => join(folder, 'copy')

async function copyData(): Promise<void> {
  await rm(copy(), { recursive: true, force: true })
  await cp(join(folder, 'database'), copy(), { recursive: true })
}

const openServerDatabase = () => openPostgres(postgres?.url ?? '', () => undefined)

const listReports = statement<StoredReport>(
  'test_list_reports',
  `select id, user_id as "userId", post_id as "postId", type, undone_at is not null as "isUndone" from interactions`,
)

/** Lists where the database contradicts the answers that clients received, or itself. */
async function differences(): Promise<string[]> {
  const db: Db = isEmbedded ? await openEmbedded(copy()) : openServerDatabase()
  try {
    const findings = await verify(db)
    const violations = findings.flatMap((each) => each.violations.map((line) => `${each.name}: ${line}`))
    return [...violations, ...history.settle(await db.run(listReports, []))]
  } finally {
    await db.close()
  }
}

if (isEmbedded) {
  describe('a second process on the same folder', () => {
    it('exits at once, names the first process and does not disturb it', {
      tags: ['f-04'],
      timeout: timeLimitMs,
    }, async () => {
      const second = new ProjectProcess(['src/server/main.ts'], {
        ...environment,
        PORT: String(await freePort()),
      })
      expect(await second.waitForExit()).toBe(1)
      const { elapsed } = second
      expect(second.output).toContain(`data directory in use by pid ${product?.child.pid}`)
      console.log(`a second process exited after ${formatElapsed(elapsed)} ms`)
      expect(elapsed.cpuMs).toBeLessThanOrEqual(mostRefusalCpuMs)
      const cookie = members[0]?.cookie ?? ''
      expect((await fetch(`${origin}/api/user`, { headers: { cookie } })).status).toBe(200)
    })
  })
}

const runVerify = async () => {
  const command = new ProjectProcess(['scripts/verify.ts'], environment)
  return { code: await command.waitForExit(), output: command.output }
}

describe('the verify command', { timeout: timeLimitMs }, () => {
  if (isEmbedded) {
    it('says that the server must be stopped first', async () => {
      const { code, output } = await runVerify()
      expect(code).toBe(1)
      expect(output).toContain(`data directory in use by pid ${product?.child.pid}`)
      expect(output).toMatch(/stop the server/i)
    })
  }

  it('the server stops cleanly as soon as it is ready, before everything else has started', async () => {
    expect(await product?.stop('SIGTERM'), product?.output).toBe(0)
    for (let time = 1; time <= earlyStops; time++) {
      product = await startProduct(origin, environment)
      expect(await product.stop('SIGTERM'), product.output).toBe(0)
    }
  })

  it('finds no violation after the kills and stops', { tags: ['inv-07'] }, async () => {
    const { code, output } = await runVerify()
    expect(output).toContain('verified: no violation')
    expect(output).toContain('✓ member totals: 0')
    expect(code).toBe(0)
  })

  it('names a planted violation and exits with 1', async () => {
    const opened = isEmbedded ? await openDataFolder(folder) : null
    const db = opened?.db ?? openServerDatabase()
    await db.script(`update users set total_points = total_points + 1 where username = 'member.0'`)
    await (opened ?? db).close()
    const { code, output } = await runVerify()
    expect(code).toBe(1)
    expect(output).toContain(`member ${members[0]?.id} has`)
    expect(output).toContain('✗ sum of totals: 1')
  })
})
