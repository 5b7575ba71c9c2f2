import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '#sandbox/free-port.ts'
import { readConfig } from '#server/config.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { createLog } from '#server/log.ts'
import { isSnapshot, openDataFolder, restoreSnapshot } from '#server/ops/data-folder.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { History, type StoredReport } from './history.ts'
import { clockOf, type Environment, type Product, startProduct } from './product-process.ts'
import { type Writing, writeUntilStopped } from './writers.ts'

const isEmbedded = process.env.OVATION_TEST_ENGINE !== 'postgres'
const writers = 4
const postCount = 100
const leastWrites = 12

let folder: string
let restored: string
let environment: Environment
let product: Product | undefined
let early: TestMember[]
let late: TestMember[]
let posts: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-snapshots-'))
  restored = await mkdtemp(join(tmpdir(), 'ovation-restored-'))
  const port = await freePort()
  environment = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADMIN_EMAIL: 'admin@people.test',
    ADMIN_PASSWORD: 'correct horse battery staple',
    LOG_LEVEL: 'warn',
    DATA_DIR: folder,
  }
  if (!isEmbedded) return
  await withDatabase(folder, async (db) => {
    const config = readConfig(environment)
    const deps = await createDeps({ config, db, log: createLog('silent'), clock: await clockOf(db) })
    const insertMany = (name: string) =>
      Promise.all(Array.from({ length: 2 * writers }, (_, n) => insertMember(deps, `${name}.${n}`, 'user')))
    early = await insertMany('early')
    late = await insertMany('late')
    posts = await Promise.all(Array.from({ length: postCount }, () => insertPost(deps)))
    await deps.jobs.stop()
    await deps.live.close()
  })
}, 120_000)

afterAll(async () => {
  await product?.stop('SIGKILL')
  for (const each of [folder, restored]) await rm(each, { recursive: true, force: true })
})

it.runIf(isEmbedded)(
  'a snapshot that is written while members write is whole, also when the next one is cut off by a kill',
  { tags: ['snapshot-unnoticed', 'f-03'], timeout: 120_000 },
  async () => {
    product = await startProduct(origin(), environment, ['test/crash/snapshot-process.ts'])
    const before = await writeAs(early)
    await before.untilAnswered(leastWrites)
    await before.stop()
    const during = await writeAs(late)
    await during.untilAnswered(leastWrites)
    product.child.kill('SIGUSR2')
    const snapshot = await newestOf(isSnapshot)
    product.child.kill('SIGUSR2')
    await newestOf((name) => name.endsWith('.partial'))
    during.writing.isStopping = true
    await product.stop('SIGKILL')
    await during.stop()

    await restoreSnapshot(restored, snapshot)
    expect(await differences(restored, before.writing.history, early), 'restored').toEqual([])
    expect(await differences(folder, before.writing.history, early), 'killed').toEqual([])
    expect(await differences(folder, during.writing.history, late), 'killed').toEqual([])
    const left = await readdir(join(folder, 'snapshots'))
    expect(left.filter((name) => name.endsWith('.partial'))).toEqual([])
  },
)

const origin = () => environment.PUBLIC_URL ?? ''

/** The path of the newest such file in the folder of the snapshots, once there is one. */
async function newestOf(isWanted: (name: string) => boolean): Promise<string> {
  const list = async () => (await readdir(join(folder, 'snapshots'))).filter(isWanted).sort()
  await expect.poll(list, { interval: 2, timeout: 30_000 }).not.toEqual([])
  return join(folder, 'snapshots', (await list()).at(-1) ?? '')
}

async function writeAs(members: readonly TestMember[]) {
  const history = new History()
  const writing: Writing = { origin: origin(), posts, history, isStopping: false }
  const finished = Array.from({ length: writers }, (_, nth) =>
    writeUntilStopped(writing, members.slice(2 * nth, 2 * nth + 2)),
  )
  return {
    writing,
    untilAnswered: (count: number) =>
      expect.poll(() => history.answered, { interval: 5, timeout: 30_000 }).toBeGreaterThanOrEqual(count),
    stop: async () => {
      writing.isStopping = true
      await Promise.all(finished)
    },
  }
}

const listReports = statement<StoredReport>(
  'test_list_reports',
  `select id, user_id as "userId", post_id as "postId", type, undone_at is not null as "isUndone" from interactions`,
)

/** Where a database contradicts itself, or the answers that these members received. */
function differences(from: string, history: History, members: readonly TestMember[]): Promise<string[]> {
  const ids = new Set<string>(members.map(({ id }) => id))
  return withDatabase(from, async (db) => {
    const findings = await verify(db)
    const violations = findings.flatMap((each) => each.violations.map((line) => `${each.name}: ${line}`))
    const stored = (await db.run(listReports, [])).filter(({ userId }) => ids.has(userId))
    return [...violations, ...history.settle(stored)]
  })
}

async function withDatabase<Result>(from: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const opened = await openDataFolder(from)
  try {
    return await work(opened.db)
  } finally {
    await opened.close()
  }
}
