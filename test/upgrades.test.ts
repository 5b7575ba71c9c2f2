import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { listActivities } from '#contract/activities.schema.ts'
import { emergencySignIn } from '#contract/auth.schema.ts'
import { getCurrentContest, listContests, listPreviousWinners } from '#contract/contests.schema.ts'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { listPosts } from '#contract/posts.schema.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import { listShares } from '#contract/shares.schema.ts'
import { getCurrentUser } from '#contract/users.schema.ts'
import { defaultLimits } from '#server/access/limits.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import { type Db, statement } from '#server/db/handle.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { nameNamelessMembers } from '#server/features/users/commands.ts'
import { ensureEmergencyAdmin } from '#server/first-admin.ts'
import { createLog } from '#server/log.ts'
import { restoreBackup } from '#server/ops/restore.ts'
import { createDeps } from '#server/start.ts'
import { verify } from '#server/verify.ts'
import { rawAnswer } from '#test/support/app.ts'
import { type AnswerTo, CheckedAnswer } from '#test/support/checked-answer.ts'
import { blankDump } from '#test/support/database.ts'
import { testClock } from '#test/support/moment.ts'
import { createDatabase } from '#test/support/postgres.ts'
import { password } from '../scripts/upgrade/password.ts'

const dumps = new URL('./upgrades/', import.meta.url)
const releases = (await readdir(dumps)).sort().map((file) => ({ file, release: Number.parseInt(file, 10) }))
const clock = testClock('2026-03-14T10:00:00.000Z')

// One database for all of them: to open one takes longer than to empty it.
let db: Db
let url: string | null = null
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-upgrades-'))
  const server = inject('postgresUrl')
  if (server !== null) {
    url = await createDatabase(server, `test_${randomUUID().replaceAll('-', '')}`)
    db = openPostgres(url, () => undefined)
  } else db = await openEmbedded(null, await blankDump())
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true, force: true })
})

test('there is data of every release up to the one before this', async () => {
  expect(releases.map(({ release }) => release)).toEqual(releases.map((_, nth) => nth))
  const migrations = await readdir(new URL('../src/server/db/migrations/', import.meta.url))
  const newest = migrations.filter((name) => name.endsWith('.sql')).length - 1
  expect(releases.length).toBeGreaterThanOrEqual(newest)
})

test.each(releases)(
  'data of release $release is migrated, verifies, and is served',
  {
    tags: ['upgrade-every-release', 'rel-06'],
  },
  async ({ file, release }) => {
    // The schema of the jobs stays: it is that of the package, and takes long to make.
    await db.script('drop schema public cascade; create schema public')
    const path = join(folder, `${file}.gz`)
    await writeFile(path, gzipSync(await readFile(new URL(file, dumps))))
    await restoreBackup(db, path)
    const deps = await start()
    const app = await buildApp(deps)
    try {
      expect(await isMigrated(db)).toBe(true)
      expect(await violations()).toEqual([])
      const call = await signedIn(app)
      expect((await call(getCurrentUser)).answer.data.email).toBe(password.email)
      const { data: board } = (await call(getLeaderboard)).answer
      expect(board.map(({ displayName, totalPoints }) => [displayName, totalPoints])).toEqual(
        boardOf(release),
      )
      // Only the newest release had posts that wait for their time.
      const waiting = release >= 13 ? 1 : 0
      const shown = (await call(listPosts)).answer.data.map(({ id }) => id.slice(-2))
      expect(shown).toHaveLength(3 - waiting)
      expect((await call(getCurrentContest)).answer.data?.title).toBe('Contest of 2026-03')
      expect((await call(listContests)).answer.data).toHaveLength(2)
      expect((await call(listPreviousWinners)).answer).toHaveLength(release >= 4 ? 1 : 0)
      for (const endpoint of [listActivities, listShares]) expect((await call(endpoint)).status).toBe(200)
      expect((await call(listDeliveries)).answer.data).toHaveLength(release >= 14 ? 2 : 0)
      expect(await whoWaitsInTheChat()).toEqual(waitingIn(release))
    } finally {
      await app.close()
      await deps.jobs.stop()
      await deps.live.close()
    }
  },
)

/** Before people had names to show, a notification said the username. It still does, under the newer key. */
function waitingIn(release: number): string[] {
  if (release < 5) return []
  return [release >= 8 ? 'Ben Okafor' : 'ben.okafor']
}

function boardOf(release: number): [string, number][] {
  const ana = 65 + (release >= 4 ? 40 : 0) + (release >= 5 ? 5 : 0)
  const ben = 30 + (release >= 4 ? 12 : 0) + (release >= 12 ? 5 : 0)
  return [
    ['Ana Lima', ana],
    ['Ben Okafor', ben],
  ]
}

/** What the first start after an upgrade does, without the socket. */
async function start(): Promise<Deps> {
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), databaseUrl: url }
  const log = createLog(config.logLevel)
  const deps = await createDeps({ config, db, log, clock, limits: defaultLimits })
  await nameNamelessMembers(deps)
  expect(await ensureEmergencyAdmin(deps)).toEqual({ email: password.email, password: null })
  return deps
}

/** Signs in with the password from before the upgrade. Returns what calls as that administrator. */
async function signedIn(app: Awaited<ReturnType<typeof buildApp>>) {
  const payload = { email: password.email, password: password.plain }
  const { method, path } = emergencySignIn
  const answer = await app.inject({ method, url: path, payload })
  const cookie = String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
  expect(answer.statusCode).toBe(200)
  return async <E extends ServedEndpoint>(endpoint: E): Promise<AnswerTo<E>> => {
    const read = await app.inject({ method: endpoint.method, url: endpoint.path, headers: { cookie } })
    return new CheckedAnswer(endpoint, rawAnswer(read))
  }
}

async function violations(): Promise<string[]> {
  return (await verify(db)).flatMap(({ name, violations: lines }) => lines.map((line) => `${name}: ${line}`))
}

async function whoWaitsInTheChat(): Promise<unknown[]> {
  const names = statement<{ name: unknown }>(
    '',
    `select notification ->> 'displayName' as name from chat_notifications where sent_at is null`,
  )
  return (await db.run(names, [])).map(({ name }) => name)
}
