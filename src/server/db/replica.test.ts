import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportPath, listPostReach } from '#contract/analytics.ts'
import { listAudit } from '#contract/audit.ts'
import { listDeliveries } from '#contract/deliveries.ts'
import { pathTo } from '#contract/endpoint.ts'
import { getLeaderboard, getStandings } from '#contract/leaderboard.ts'
import { listLedgerOf, ownLedgerFile } from '#contract/ledger.ts'
import { listPosts } from '#contract/posts.ts'
import { listShares, submitShare } from '#contract/shares.ts'
import { changeRole, listUsers } from '#contract/users.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { countKnownMigrations, migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import { createDeps } from '#server/start.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { insertContest } from '#test/support/fixtures.ts'
import { testClock } from '#test/support/moment.ts'
import { createDatabase, type RunningPostgres, startPostgres, startReplica } from '#test/support/postgres.ts'

interface Instance {
  readonly deps: Deps
  readonly app: Awaited<ReturnType<typeof buildApp>>
  /** What the log says of replicas. */
  readonly log: readonly string[]
}

const name = 'lists'
let primary: RunningPostgres
let replica: RunningPostgres
let onPrimary: pg.Client
let onReplica: pg.Client
const instances: Instance[] = []
let one: Instance
let two: Instance
let cara: TestMember
let dana: TestMember
let ana: TestMember

const addressOf = ({ url }: RunningPostgres) => url.replace(/[^/]*$/, name)

beforeAll(async () => {
  primary = await startPostgres()
  await createDatabase(primary.url, name)
  onPrimary = await connect(primary)
  // The schema is there before the replica, as in an installation that gets one later.
  one = await startInstance(addressOf(primary))
  replica = await startReplica(primary)
  onReplica = await connect(replica)
  one = await startInstance(addressOf(replica))
  two = await startInstance(addressOf(replica))
  cara = await insertMember(one.deps, 'cara.ito', 'admin')
  dana = await insertMember(one.deps, 'dana.reyes', 'admin')
  ana = await insertMember(one.deps, 'ana.lima', 'user')
})

afterAll(async () => {
  for (const { app, deps } of instances) {
    await app.close()
    await deps.jobs.stop()
    await deps.live.close()
    await deps.reads.close()
    await deps.db.close()
  }
  await onReplica.end().catch(() => undefined)
  await onPrimary.end()
  await replica.stop()
  await primary.stop()
})

async function connect(server: RunningPostgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: addressOf(server) })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function startInstance(reads: string): Promise<Instance> {
  const lines: string[] = []
  const write = (line: string) => {
    if (/the replica failed|lists are read/.test(JSON.parse(line).msg)) lines.push(line)
  }
  const log = createLog('warn', { write })
  const db = openPostgres(addressOf(primary), () => undefined)
  const environment = { DATABASE_URL: addressOf(primary), DATABASE_READ_URL: reads }
  const deps = await createDeps({ config: readConfig(environment), db, log, clock: testClock() })
  const app = await buildApp(deps)
  await deps.live.connect(addressOf(primary), () => undefined)
  const instance = { deps, app, log: lines }
  instances.push(instance)
  return instance
}

const countsOf = ({ deps }: Instance) => ({ replica: 0, primary: 0, repeated: 0, ...deps.reads.counts })

const get = async ({ app }: Instance, url: string, { cookie }: TestMember) => {
  const { statusCode, payload } = await app.inject({ method: 'GET', url, headers: { cookie } })
  expect([url, statusCode]).toEqual([url, 200])
  return payload
}

/** Asks until the replica has answered, and returns that answer. */
async function fromReplica(instance: Instance, url: string, as: TestMember): Promise<string> {
  let answer = ''
  const ask = async () => {
    const before = countsOf(instance).replica
    answer = await get(instance, url, as)
    return countsOf(instance).replica > before
  }
  await expect.poll(ask).toBe(true)
  return answer
}

/** Asks once, and expects that the primary has answered. */
async function fromPrimary(instance: Instance, url: string, as: TestMember): Promise<string> {
  const before = countsOf(instance)
  const answer = await get(instance, url, as)
  expect(countsOf(instance)).toEqual({ ...before, primary: before.primary + 1 })
  return answer
}

/** Asks until the log says why the primary answers, and expects that it says so once. */
async function saysOnce(instance: Instance, reason: string): Promise<void> {
  const said = () => instance.log.filter((line) => line.includes(reason)).length
  const ask = async () => {
    await fromPrimary(instance, audit, cara)
    return said()
  }
  await expect.poll(ask).toBe(1)
  await fromPrimary(instance, audit, cara)
  expect(said()).toBe(1)
}

const send = async (
  { app }: Instance,
  { method, path }: typeof submitShare,
  as: TestMember,
  payload: object,
) => app.inject({ method: method as 'POST', url: path, headers: { cookie: as.cookie }, payload })

const shareOf = (customMessage: string) => ({ platform: 'linkedin', customMessage })

/** Gives Ana a role, which is noted in the audit trail. Nothing announces new entries of that. */
async function giveRole(role: string, by: TestMember): Promise<void> {
  const url = pathTo(changeRole.path, { id: ana.id })
  const { statusCode } = await one.app.inject({
    method: changeRole.method,
    url,
    headers: { cookie: by.cookie },
    payload: { role },
  })
  expect(statusCode).toBe(200)
}

const heard = ({ deps }: Instance, id: string) =>
  new Promise<void>((resolve) => {
    deps.live.listen(({ writers = [] }) => writers.some((each) => each === id) && resolve())
  })

async function paused(work: () => Promise<void>): Promise<void> {
  await onReplica.query('select pg_wal_replay_pause()')
  const state = async () =>
    (await onReplica.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state
  await expect.poll(state).toBe('paused')
  try {
    await work()
  } finally {
    await onReplica.query('select pg_wal_replay_resume()')
  }
}

const audit = listAudit.path

describe('a list', () => {
  test('of each kind is read from the replica', { tags: ['operate-replica-lists'] }, async () => {
    const contestId = await insertContest(one.deps, {
      startDate: '2026-05-01',
      endDate: '2026-05-31',
    } as never)
    const addresses: [string, RegExp][] = [
      [`${listUsers.path}?page=1`, /member_directory|users/],
      [`${listUsers.path}?page=1&search=ana`, /member_directory|users/],
      [`${listShares.path}?page=1`, /shares/],
      [`${listShares.path}?limit=5`, /shares/],
      [audit, /audit_entries/],
      [listDeliveries.path, /deliveries/],
      [listPostReach.path, /posts/],
      [`${getLeaderboard.path}?limit=7`, /board_entries/],
      [`${getLeaderboard.path}?search=ana`, /board_entries/],
      [`${pathTo(getStandings.path, { contestId })}?limit=7`, /board_entries/],
      ['/api/activities?limit=7', /activities/],
      [`${listPosts.path}?page=1`, /posts/],
      [`${listPosts.path}?platform=linkedin`, /posts/],
      [pathTo(listLedgerOf.path, { userId: ana.id }), /ledger/],
      [ownLedgerFile, /ledger/],
      [pathTo(exportPath, { file: 'points.csv' }), /ledger/],
    ]
    for (const [url, table] of addresses) {
      await onReplica.query('select pg_stat_clear_snapshot()')
      await fromReplica(one, url, cara)
      const { rows } = await onReplica.query(
        `select query from pg_stat_activity where application_name = 'ovation lists' and query !~ 'pg_is_in_recovery'`,
      )
      expect([url, rows.some(({ query }) => table.test(query))]).toEqual([url, true])
    }
    expect(countsOf(one).repeated).toBe(0)
    expect(one.log.filter((line) => line.includes('the replica failed'))).toEqual([])
    expect(await one.deps.metrics.text(null)).toMatch(/ovation_list_reads_total\{from="replica"\} \d/)
  })

  test('that is kept ready is read from the primary, and nobody asks the replica meanwhile', async () => {
    const before = countsOf(two)
    for (const url of [
      getLeaderboard.path,
      listPosts.path,
      `${listPosts.path}?limit=7`,
      '/api/activities',
      '/api/user',
    ])
      await get(two, url, ana)
    expect(countsOf(two)).toEqual(before)
  })
})

describe('while the replica stands still', () => {
  test('whoever wrote something sees it at once, on each instance', {
    tags: ['operate-replica-own'],
  }, async () => {
    for (const instance of [one, two]) await fromReplica(instance, audit, cara)
    await paused(async () => {
      const isKnown = heard(two, cara.id)
      await giveRole('moderator', cara)
      expect(await fromPrimary(one, audit, cara)).toContain('"moderator"')
      await isKnown
      expect(await fromPrimary(two, audit, cara)).toContain('"moderator"')
    })
    expect(await fromReplica(one, audit, cara)).toContain('"moderator"')
  })

  test('the others see it too, at the latest when the answers of the replica are too old', {
    tags: ['operate-replica-age'],
  }, async () => {
    await fromReplica(two, audit, dana)
    await paused(async () => {
      await giveRole('user', cara)
      const newest = async () => JSON.parse(await get(two, audit, dana)).data[0].details.after.role
      await expect.poll(newest).toBe('user')
      await fromPrimary(two, audit, dana)
    })
  })

  test('whoever reads again after a live message sees what it announced', {
    tags: ['operate-replica-own'],
  }, async () => {
    const url = `${listShares.path}?page=1`
    await fromReplica(two, url, dana)
    await paused(async () => {
      const isTouched = new Promise<void>((resolve) => {
        two.deps.live.listen(({ topics = [] }) => topics.includes('shares') && resolve())
      })
      await send(one, submitShare, ana, shareOf('Read while it stands still'))
      await isTouched
      expect(await fromPrimary(two, url, dana)).toContain('Read while it stands still')
    })
    expect(await fromReplica(two, url, dana)).toContain('Read while it stands still')
  })
})

describe('a replica that is of no use', () => {
  test('in the middle of a read: the list is read from the primary, and the log says so once', {
    tags: ['operate-replica-failed'],
  }, async () => {
    const before = countsOf(one)
    for (let failures = 1; failures <= 2; failures++) {
      await fromReplica(one, audit, cara)
      await onPrimary.query('begin; lock table audit_entries in access exclusive mode')
      // A commit, which takes the lock to the replica.
      await one.deps.db.script('create table if not exists taken_along (); drop table taken_along')
      await expect
        .poll(() => countOnReplica(`pg_locks where mode = 'AccessExclusiveLock'`))
        .toBeGreaterThan(0)
      const answer = get(one, audit, cara)
      const waiting = `pg_stat_activity where wait_event_type = 'Lock' and application_name = 'ovation lists'`
      await expect.poll(() => countOnReplica(waiting)).toBe(1)
      await onReplica.query(`select pg_terminate_backend(pid) from ${waiting}`)
      await onPrimary.query('rollback')
      expect(await answer).toContain('"moderator"')
      expect(countsOf(one).repeated).toBe(before.repeated + failures)
    }
    expect(one.log.filter((line) => line.includes('the replica failed'))).toHaveLength(1)
  })

  test('another version of the schema', { tags: ['operate-replica-failed'] }, async () => {
    await onPrimary.query('create table kept as select * from schema_migrations where number = 17')
    await onPrimary.query('delete from schema_migrations where number = 17')
    await expect.poll(() => countOnReplica('schema_migrations where number = 17')).toBe(0)
    one.deps.reads.noteWrite(cara.id)
    await fromPrimary(one, audit, cara)
    await onPrimary.query('insert into schema_migrations select * from kept; drop table kept')
    await fromReplica(one, audit, cara)
  })

  test('the primary itself', { tags: ['operate-replica-failed'] }, async () => {
    const three = await startInstance(addressOf(primary))
    await saysOnce(three, 'not a replica')
  })

  test('a replica of another database', { tags: ['operate-replica-failed'] }, async () => {
    const other = await createDatabase(primary.url, 'other')
    const db = openPostgres(other, () => undefined)
    await migrate(db)
    await db.close()
    const onReplicaToo = new URL(replica.url)
    onReplicaToo.pathname = '/other'
    await expect.poll(() => hasSchema(onReplicaToo.href)).toBe(true)
    const three = await startInstance(onReplicaToo.href)
    await saysOnce(three, 'a replica of another database')
  })

  test('one that has been promoted', { tags: ['operate-replica-failed'] }, async () => {
    const another = await startReplica(primary)
    const three = await startInstance(addressOf(another))
    await fromReplica(three, audit, cara)
    const client = await connect(another)
    await client.query('select pg_promote()')
    await client.end()
    await giveRole('moderator', cara)
    three.deps.reads.noteWrite(cara.id)
    expect(await fromPrimary(three, audit, cara)).toContain('"moderator"')
    await another.stop()
  })

  test('one that has been killed', { tags: ['operate-replica-failed'] }, async () => {
    await fromReplica(one, audit, cara)
    await replica.stop()
    for (let n = 0; n < 3; n++) expect(await get(one, audit, cara)).toContain('"moderator"')
    const { replica: before } = countsOf(one)
    await giveRole('user', dana)
    expect(JSON.parse(await get(one, audit, dana)).data[0].details.after).toEqual({ role: 'user' })
    expect(countsOf(one).replica).toBe(before)
  })
})

/** Whether the migrations of a database have arrived at the replica. */
async function hasSchema(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query('select count(*)::int as count from schema_migrations')
    return rows[0].count === (await countKnownMigrations())
  } catch {
    return false
  } finally {
    await client.end()
  }
}

async function countOnReplica(from: string): Promise<number> {
  return (await onReplica.query(`select count(*)::int as count from ${from}`)).rows[0].count
}
