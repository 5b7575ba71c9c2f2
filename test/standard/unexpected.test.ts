import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { freePort } from '#sandbox/free-port.ts'
import { readConfig } from '#server/config.ts'
import { statement } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { createLog } from '#server/log.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import {
  clockOf,
  type Environment,
  type Product,
  ProjectProcess,
  startProduct,
} from '../crash/product-process.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const postCount = 40
const main = 'src/server/main.ts'

let folder: string
let postgres: RunningPostgres | undefined
let origin: string
let environment: Environment
let product: Product | undefined
let member: TestMember
const posts: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-unexpected-'))
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
  await withDeps(async (deps) => {
    member = await insertMember(deps, 'ana.lima', 'user')
    for (let nth = 0; nth < postCount; nth++) posts.push(await insertPost(deps))
  })
}, 120_000)

afterEach(() => product?.stop('SIGKILL'))
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

test.each([
  ['a promise that nobody handles', 'SIGUSR2'],
  ['an error that nobody catches', 'SIGWINCH'],
] as const)(
  '%s is logged as fatal, ends the process with 1, and loses no answered write',
  { tags: ['f-18'], timeout: 120_000 },
  async (_, signal) => {
    const server = await startProduct(origin, environment, [
      '--import',
      './test/standard/reject-on-signal.ts',
      main,
    ])
    product = server
    const answered = await reportAll(async () => {
      server.child.kill(signal)
      await server.waitForExit()
    })
    expect(await server.waitForExit(), server.output).toBe(1)
    const fatal = server.output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
      .filter(({ level }) => level === 'fatal')
    expect(fatal).toMatchObject([{ msg: 'unexpected error', err: { message: 'a planted fault' } }])
    expect((await readdir(folder)).filter((name) => name.endsWith('.lock'))).toEqual([])
    await withDeps(async ({ db }) => {
      const rows = await db.run(
        statement<{ postId: string }>('', 'select post_id as "postId" from interactions'),
        [],
      )
      const stored = new Set(rows.map(({ postId }) => postId))
      expect(answered.filter((postId) => !stored.has(postId))).toEqual([])
      expect((await verify(db)).flatMap(({ violations }) => violations)).toEqual([])
    })
  },
)

test.runIf(isEmbedded)(
  'the embedded database says at each start what it cannot promise, and when it is damaged names the newest snapshot',
  { tags: ['f-03'], timeout: 120_000 },
  async () => {
    const server = await startProduct(origin, environment)
    product = server
    const warnings = server.output.split('\n').filter((line) => line.includes('Embedded database:'))
    expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', msg: expect.stringContaining('a power failure') },
    ])
    const before = await readdir(join(folder, 'snapshots'))
    expect(await server.stop('SIGTERM'), server.output).toBe(0)
    const snapshots = (await readdir(join(folder, 'snapshots'))).sort()
    expect(snapshots.length).toBeGreaterThan(before.length)
    await rm(join(folder, 'database', 'global'), { recursive: true })
    const damaged = new ProjectProcess([main], environment)
    expect(await damaged.waitForExit()).toBe(1)
    expect(damaged.output).toContain(
      `npm run restore -- ${join(folder, 'snapshots', snapshots.at(-1) ?? '')}`,
    )
  },
)

/** Reports until the server is gone, with the fault in the middle. Answers the posts of the answered reports. */
async function reportAll(plant: () => Promise<void>): Promise<string[]> {
  const answered: string[] = []
  const mine = posts.splice(0, postCount / 2)
  let planted: Promise<void> | undefined
  for (const [nth, postId] of mine.entries()) {
    const answer = await fetch(`${origin}${reportInteraction.path}`, {
      method: 'POST',
      headers: { cookie: member.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ postId, interactionType: 'like' }),
    }).catch(() => null)
    if (answer?.status === 200) answered.push(postId)
    if (nth === 5) planted = plant()
    if (answer === null) await sleep(20)
  }
  await planted
  expect(answered.length).toBeGreaterThan(5)
  return answered
}

async function withDeps(
  work: (deps: Awaited<ReturnType<typeof createDeps>>) => Promise<void>,
): Promise<void> {
  const opened = postgres ? null : await openDataFolder(folder)
  const db = opened?.db ?? openPostgres(postgres?.url ?? '', () => undefined)
  const deps = await createDeps({
    config: readConfig(environment),
    db,
    log: createLog('silent'),
    clock: await clockOf(db),
  })
  try {
    await work(deps)
  } finally {
    await deps.jobs.stop()
    await deps.live.close()
    await (opened?.close() ?? db.close())
  }
}
