import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { statement } from '#server/db/handle.ts'
import { jobHandlers } from '#server/job-handlers.ts'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { GiveUp, type JobHandler } from './handlers.ts'
import { startJobs } from './jobs.ts'
import { getQueue, queueNames } from './queues.ts'

interface StoredJob {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly output: unknown
  readonly retryCount: number
}

const listJobs = statement<StoredJob>(
  'test_list_jobs',
  `select id::text as id, name, state::text as state, output, retry_count as "retryCount" from pgboss.job
   where name in ('contests.close', 'dead') order by created_on`,
)
const retryOnceAtOnce = statement(
  'test_retry_once_at_once',
  'update pgboss.job set retry_delay = 0, retry_backoff = false, retry_limit = 1',
)
const listSendJobs = statement<{ id: string; state: string; policy: string; singletonKey: string | null }>(
  'test_list_jobs_to_the_chat',
  `select id::text as id, state::text as state, policy, singleton_key as "singletonKey" from pgboss.job
   where name = 'chat.send' order by created_on`,
)
const listSchedules = statement<{ name: string; cron: string; timezone: string; singletonKey: string }>(
  'test_list_schedules',
  `select name, cron, timezone, options ->> 'singletonKey' as "singletonKey" from pgboss.schedule order by name`,
)
// Simulates what a killed process leaves behind: an active job that nobody runs.
const takeAll = statement(
  'test_take_all_jobs',
  `update pgboss.job set state = 'active', started_on = created_on where state = 'created'`,
)

let t: TestApp

beforeEach(async () => {
  t = await startTestApp({ config: { timeZone: 'Europe/Berlin' } })
})

afterEach(() => t.close())

const jobs = () => t.deps.db.run(listJobs, [])
const enqueue = () => t.deps.db.transaction((tx) => t.deps.jobs.enqueue(tx, 'contests.close', {}))

/** Waits until `isThere` is true for the stored jobs; fails after 45 seconds. */
const until = (isThere: (stored: readonly StoredJob[]) => boolean) =>
  expect.poll(async () => isThere(await jobs()), { interval: 50 }).toBe(true)

/** Another instance's `Jobs` on the same database. */
const another = (options: { longestStopMs?: number; pollSeconds?: number }) => {
  const { db, config, log } = t.deps
  return startJobs({ db, databaseUrl: config.databaseUrl }, log, { timeZone: 'UTC', ...options })
}

const closing = (handle: () => Promise<void>): readonly JobHandler[] => [{ queue: 'contests.close', handle }]

describe('enqueue', () => {
  it('keeps the job when the transaction commits', async () => {
    await enqueue()
    expect(await jobs()).toMatchObject([{ name: 'contests.close', state: 'created' }])
  })

  it('leaves nothing behind when the transaction fails', { tags: ['inv-13'] }, async () => {
    const failing = t.deps.db.transaction(async (tx) => {
      await t.deps.jobs.enqueue(tx, 'contests.close', {})
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await jobs()).toEqual([])
  })

  it('refuses an unknown queue, without waiting for its own transaction', async () => {
    const unknown = t.deps.db.transaction((tx) =>
      // @ts-expect-error: not in the list
      t.deps.jobs.enqueue(tx, 'contests.open', {}),
    )
    await expect(unknown).rejects.toThrow()
  })

  it('requires a transaction', async () => {
    // @ts-expect-error: the database itself is not a transaction
    await expect(t.deps.jobs.enqueue(t.deps.db, 'contests.close', {})).rejects.toThrow('in a transaction')
    expect(await jobs()).toEqual([])
  })

  it('does not deadlock in one transaction with another instance, after every start', async () => {
    const again = await startJobs({ db: t.deps.db, databaseUrl: t.deps.config.databaseUrl }, t.deps.log, {
      timeZone: 'UTC',
    })
    const both = t.deps.db.transaction(async (tx) => {
      await again.enqueue(tx, 'contests.close', {})
      await t.deps.jobs.enqueue(tx, 'contests.close', {})
      return 'done'
    })
    expect(await both).toBe('done')
    await again.stop()
    expect(await jobs()).toHaveLength(2)
  })
})

describe('work', () => {
  it('runs jobs that were enqueued before and after its start, each once', async () => {
    let done = 0
    await enqueue()
    await t.deps.jobs.work(
      closing(async () => {
        done++
      }),
      t.deps,
    )
    for (let nth = 0; nth < 5; nth++) await enqueue()
    await until((stored) => stored.length === 7 && stored.every(({ state }) => state === 'completed'))
    // Every start enqueues one of them.
    expect(done).toBe(7)
  })

  it('notices a new job without polling', async () => {
    const told = await another({ pollSeconds: 600 })
    const seen = Promise.withResolvers<void>()
    let isFirst = true
    await told.work(
      closing(async () => {
        if (!isFirst) seen.resolve()
        isFirst = false
      }),
      t.deps,
    )
    await until((stored) => stored.every(({ state }) => state === 'completed'))
    await t.deps.db.transaction((tx) => told.enqueue(tx, 'contests.close', {}))
    await seen.promise
    await told.stop()
  })

  it('retries a failing job and then moves it to the dead letters, with only the message of its error', {
    tags: ['inv-14'],
  }, async () => {
    await enqueue()
    await t.deps.db.run(retryOnceAtOnce, [])
    const [doomed] = await jobs()
    let tries = 0
    await t.deps.jobs.work(
      [
        {
          queue: 'contests.close',
          handle: async (_deps, _data, { id }) => {
            if (id !== doomed?.id) return
            tries++
            throw Object.assign(new Error('no answer'), { headers: { authorization: 'Bearer s3cret' } })
          },
        },
      ],
      t.deps,
    )
    await until((stored) => stored.some(({ name }) => name === 'dead'))
    expect(tries).toBe(2)
    const stored = await jobs()
    expect(stored.find(({ id }) => id === doomed?.id)).toMatchObject({
      state: 'failed',
      retryCount: 1,
      output: { message: 'no answer' },
    })
    expect(stored.find(({ name }) => name === 'dead')).toMatchObject({
      state: 'created',
      output: { message: 'no answer' },
    })
    expect(JSON.stringify(stored)).not.toContain('s3cret')
  })

  it('does not retry a job after a GiveUp', async () => {
    let tries = 0
    await t.deps.jobs.work(
      closing(async () => {
        tries++
        throw new GiveUp('the channel is gone')
      }),
      t.deps,
    )
    await until((stored) => stored.some(({ name }) => name === 'dead'))
    expect(tries).toBe(1)
  })

  it('lets a handler open transactions and enqueue in them', async () => {
    let isFirst = true
    await t.deps.jobs.work(
      closing(async () => {
        if (isFirst) await enqueue()
        isFirst = false
      }),
      t.deps,
    )
    await until((stored) => stored.length === 2 && stored.every(({ state }) => state === 'completed'))
  })

  it('keeps one schedule for each scheduled queue, in the time zone of the workspace', {
    tags: ['sec-09'],
  }, async () => {
    const stale = `insert into pgboss.schedule (name, key, cron, timezone) values ('dead', 'old', '* * * * *', 'UTC')`
    await t.deps.db.script(stale)
    await t.deps.jobs.work([], t.deps)
    await t.deps.jobs.stop()
    await t.deps.jobs.work([], t.deps)
    const timezone = 'Europe/Berlin'
    expect(await t.deps.db.run(listSchedules, [])).toEqual([
      { name: 'backups.write', cron: '15 2 * * *', timezone, singletonKey: 'backups.write' },
      { name: 'chat.contest-reminder', cron: '0 9 * * *', timezone, singletonKey: 'chat.contest-reminder' },
      { name: 'chat.direct', cron: '*/5 * * * *', timezone, singletonKey: 'chat.direct' },
      { name: 'chat.groups', cron: '40 * * * *', timezone, singletonKey: 'chat.groups' },
      { name: 'chat.leaderboard', cron: '0 9 * * 1', timezone, singletonKey: 'chat.leaderboard' },
      { name: 'chat.members', cron: '30 4 * * *', timezone, singletonKey: 'chat.members' },
      { name: 'chat.presses', cron: '* * * * *', timezone, singletonKey: 'chat.presses' },
      { name: 'chat.send', cron: '*/10 * * * *', timezone, singletonKey: 'chat.send' },
      { name: 'chat.update', cron: '*/10 * * * *', timezone, singletonKey: 'chat.update' },
      { name: 'contests.build', cron: '* * * * *', timezone, singletonKey: 'contests.build' },
      { name: 'contests.close', cron: '*/10 * * * *', timezone, singletonKey: 'contests.close' },
      { name: 'deliveries.prune', cron: '30 3 * * *', timezone, singletonKey: 'deliveries.prune' },
      { name: 'direct.daily', cron: '10 9 * * *', timezone, singletonKey: 'direct.daily' },
      { name: 'direct.passes', cron: '50 * * * *', timezone, singletonKey: 'direct.passes' },
      { name: 'direct.zones', cron: '*/10 * * * *', timezone, singletonKey: 'direct.zones' },
      { name: 'leaderboard.mark', cron: '1 0 * * *', timezone, singletonKey: 'leaderboard.mark' },
      { name: 'leaderboard.windows', cron: '5 * * * *', timezone, singletonKey: 'leaderboard.windows' },
      { name: 'leaders.count', cron: '20 * * * *', timezone, singletonKey: 'leaders.count' },
      { name: 'mail.send', cron: '*/5 * * * *', timezone, singletonKey: 'mail.send' },
      { name: 'posts.publish', cron: '* * * * *', timezone, singletonKey: 'posts.publish' },
      { name: 'quests.complete', cron: '* * * * *', timezone, singletonKey: 'quests.complete' },
      { name: 'surges.seek', cron: '*/5 * * * *', timezone, singletonKey: 'surges.seek' },
      { name: 'verify.run', cron: '45 2 * * *', timezone, singletonKey: 'verify.run' },
      { name: 'webhooks.earnings', cron: '* * * * *', timezone, singletonKey: 'webhooks.earnings' },
    ])
  })
})

describe('the running job of a killed process', () => {
  it('runs again at the next start of the embedded database, and waits until it expires on PostgreSQL', async () => {
    await enqueue()
    await t.deps.db.run(takeAll, [])
    const [orphan] = await jobs()
    await t.deps.jobs.work(
      closing(async () => undefined),
      t.deps,
    )
    if (t.deps.db.engine === 'pglite') {
      await until((stored) => stored.find(({ id }) => id === orphan?.id)?.state === 'completed')
    } else {
      // Another instance may still run it.
      await until((stored) => stored.some(({ state }) => state === 'completed'))
      expect((await jobs()).find(({ id }) => id === orphan?.id)?.state).toBe('active')
    }
  })
})

describe('stop', () => {
  it('waits for the running job and takes no other', async () => {
    const begun = Promise.withResolvers<void>()
    let done = 0
    await t.deps.jobs.work(
      closing(async () => {
        begun.resolve()
        await sleep(700)
        await t.deps.db.run(listJobs, [])
        done++
      }),
      t.deps,
    )
    await begun.promise
    await enqueue()
    await t.deps.jobs.stop()
    expect(done).toBe(1)
    expect((await jobs()).map(({ state }) => state)).toEqual(['completed', 'created'])
  })

  // Without its own limit, pg-boss would wait for longer than this test may take.
  it('requeues a job that takes longer than it waits, and aborts its signal', {
    timeout: 25_000,
  }, async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    const hasty = await another({ longestStopMs: 300 })
    await hasty.work(
      [
        {
          queue: 'contests.close',
          handle: async (_deps, _data, { signal }) => {
            begun.resolve(signal)
            await sleep(60_000, undefined, { ref: false, signal })
          },
        },
      ],
      t.deps,
    )
    const signal = await begun.promise
    await hasty.stop()
    expect(signal.aborted).toBe(true)
    expect(await jobs()).toMatchObject([{ state: 'retry' }])
  })

  it('ends at once when no job is running', async () => {
    // Its limit is longer than a test may take.
    const patient = await another({ longestStopMs: 600_000 })
    await patient.work(
      closing(async () => undefined),
      t.deps,
    )
    await until((stored) => stored.every(({ state }) => state === 'completed'))
    await patient.stop()
  })
})

describe('on PostgreSQL', () => {
  /** The address of the server, or null on the embedded database, whose lock file allows only one process. */
  const server = () => {
    const { db, config } = t.deps
    expect(config.databaseUrl === null).toBe(db.engine === 'pglite')
    return config.databaseUrl
  }

  it('two instances share the work and run each job once', { tags: ['f-16'] }, async () => {
    const databaseUrl = server()
    if (databaseUrl === null) return
    const { db, config, log } = t.deps
    const other = await startJobs({ db, databaseUrl }, log, config)
    const done: { by: string; id: string }[] = []
    const handlersOf = (by: string): readonly JobHandler[] => [
      {
        queue: 'contests.close',
        handle: async (_deps, _data, { id }) => {
          done.push({ by, id })
          await sleep(50)
        },
      },
    ]
    await t.deps.jobs.work(handlersOf('one'), t.deps)
    await other.work(handlersOf('two'), t.deps)
    await db.transaction(async (tx) => {
      for (let nth = 0; nth < 10; nth++) await t.deps.jobs.enqueue(tx, 'contests.close', {})
    })
    // At least ten and one of each start; the schedule may add another.
    await until((stored) => stored.length >= 12 && stored.every(({ state }) => state === 'completed'))
    await other.stop()
    expect(done.map(({ id }) => id).sort()).toEqual((await jobs()).map(({ id }) => id).sort())
    expect(new Set(done.map(({ by }) => by))).toEqual(new Set(['one', 'two']))
  })

  it('two instances run one job at a time of a serial queue, oldest first', async () => {
    const databaseUrl = server()
    if (databaseUrl === null) return
    const { db, config, log } = t.deps
    const other = await startJobs({ db, databaseUrl }, log, config)
    const events: string[] = []
    const handlers: readonly JobHandler[] = [
      {
        queue: 'chat.send',
        handle: async (_deps, _data, { id }) => {
          events.push(id)
          await sleep(50)
          events.push(id)
        },
      },
    ]
    for (let nth = 0; nth < 8; nth++) await db.transaction((tx) => other.enqueue(tx, 'chat.send', {}))
    const before = (await db.run(listSendJobs, [])).map(({ id }) => id)
    await Promise.all([t.deps.jobs.work(handlers, t.deps), other.work(handlers, t.deps)])
    await expect
      .poll(async () => (await db.run(listSendJobs, [])).every(({ state }) => state === 'completed'), {
        timeout: 45_000,
        interval: 50,
      })
      .toBe(true)
    await other.stop()
    // Ten jobs, because each of the two starts enqueued one.
    expect(events).toHaveLength(20)
    expect(events.slice(0, 16)).toEqual(before.flatMap((id) => [id, id]))
  })

  it('work continues after every connection was cut', async () => {
    if (server() === null) return
    await t.deps.jobs.work(
      closing(async () => undefined),
      t.deps,
    )
    await until((stored) => stored.every(({ state }) => state === 'completed'))
    const cut = statement(
      'test_cut_connections',
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'ovation jobs' and datname = current_database()`,
    )
    expect((await t.deps.db.run(cut, [])).length).toBeGreaterThan(1)
    await enqueue()
    await until((stored) => stored.length === 2 && stored.every(({ state }) => state === 'completed'))
  })
})

it('a queue that an older version created with another policy is created again, once', async () => {
  const { db } = t.deps
  await db.script(`update pgboss.queue set policy = 'standard' where name = 'chat.send';
    insert into pgboss.job (name, data, policy) values ('chat.send', '{}', 'standard')`)
  const instances = await Promise.all([another({}), another({})])
  for (const jobs of instances) await db.transaction((tx) => jobs.enqueue(tx, 'chat.send', {}))
  const last = await another({})
  await Promise.all([...instances, last].map((jobs) => jobs.stop()))
  const serial = { state: 'created', policy: 'key_strict_fifo', singletonKey: 'chat.send' }
  expect(await db.run(listSendJobs, [])).toMatchObject([serial, serial])
})

it('every queue has a handler', () => {
  expect(jobHandlers.map(({ queue }) => queue).sort()).toEqual([...queueNames].sort())
})

it('every listed queue exists with the options of its entry, whatever an older version had set', async () => {
  const listQueues = statement<{ name: string; letters: string | null; tries: number; policy: string }>(
    'test_list_queues',
    `select name, dead_letter as letters, retry_limit as tries, policy from pgboss.queue
     where name not like '\\_\\_%' and name <> 'dead' order by name`,
  )
  await t.deps.db.script("update pgboss.queue set dead_letter = null, retry_limit = 77, policy = 'short'")
  const { config, log, db } = t.deps
  const next = await startJobs({ db, databaseUrl: config.databaseUrl }, log, config)
  await next.stop()
  expect(await db.run(listQueues, [])).toEqual(
    [...queueNames].sort().map((name) => ({
      name,
      letters: 'dead',
      tries: getQueue(name).retryLimit,
      policy: getQueue(name).isSerial ? 'key_strict_fifo' : 'standard',
    })),
  )
})
