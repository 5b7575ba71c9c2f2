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
// What a killed process leaves behind: a job that counts as under way, with nobody on it.
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

/** Ends as soon as `isThere` holds of the stored jobs; fails after 45 seconds. */
const until = (isThere: (stored: readonly StoredJob[]) => boolean) =>
  expect.poll(async () => isThere(await jobs()), { timeout: 45_000, interval: 50 }).toBe(true)

/** Another queue on the same database, as another process would have one. */
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

  it('leaves nothing behind when the transaction fails', async () => {
    const failing = t.deps.db.transaction(async (tx) => {
      await t.deps.jobs.enqueue(tx, 'contests.close', {})
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await jobs()).toEqual([])
  })

  it('refuses a queue that is not listed, and does not wait for the transaction that it is in', async () => {
    const unknown = t.deps.db.transaction((tx) =>
      // @ts-expect-error: not in the list
      t.deps.jobs.enqueue(tx, 'contests.open', {}),
    )
    await expect(unknown).rejects.toThrow()
  })

  it('takes a transaction and not the database', async () => {
    // @ts-expect-error: has transactions of its own
    await expect(t.deps.jobs.enqueue(t.deps.db, 'contests.close', {})).rejects.toThrow('in a transaction')
    expect(await jobs()).toEqual([])
  })

  it('is over long before anybody would give up waiting, after every start', async () => {
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
  it('does what was enqueued before and after it began, each job once', async () => {
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
    // One of them is the one that every start adds.
    expect(done).toBe(7)
  })

  it('notices a new job without looking for it', async () => {
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

  it('tries a failing job again and then lays it with the dead letters, with nothing but the message', async () => {
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

  it('does not try again what a handler gives up', async () => {
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

  it('keeps one schedule for what comes by the clock, in the time zone of the workspace', async () => {
    const stale = `insert into pgboss.schedule (name, key, cron, timezone) values ('dead', 'old', '* * * * *', 'UTC')`
    await t.deps.db.script(stale)
    await t.deps.jobs.work([], t.deps)
    await t.deps.jobs.stop()
    await t.deps.jobs.work([], t.deps)
    const timezone = 'Europe/Berlin'
    expect(await t.deps.db.run(listSchedules, [])).toEqual([
      { name: 'chat.contest-reminder', cron: '0 9 * * *', timezone, singletonKey: 'chat.contest-reminder' },
      { name: 'chat.leaderboard', cron: '0 9 * * 1', timezone, singletonKey: 'chat.leaderboard' },
      { name: 'chat.send', cron: '*/10 * * * *', timezone, singletonKey: 'chat.send' },
      { name: 'contests.close', cron: '*/10 * * * *', timezone, singletonKey: 'contests.close' },
      { name: 'deliveries.prune', cron: '30 3 * * *', timezone, singletonKey: 'deliveries.prune' },
    ])
  })
})

describe('what a killed process had under way', () => {
  it('is done again at the next start of the embedded database, and waits for its time on PostgreSQL', async () => {
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
      // Another instance may be at it.
      await until((stored) => stored.some(({ state }) => state === 'completed'))
      expect((await jobs()).find(({ id }) => id === orphan?.id)?.state).toBe('active')
    }
  })
})

describe('stop', () => {
  it('waits for the job under way and takes no other', async () => {
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

  // pg-boss by itself would wait for longer than this test may take.
  it('puts back what takes longer than it waits, and says so to whoever does it', {
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

  it('ends at once when nothing is under way', async () => {
    // It may wait longer than a test may take.
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
  /** The address of the server, or null on the embedded database, which is one process by its lock file. */
  const server = () => {
    const { db, config } = t.deps
    expect(config.databaseUrl === null).toBe(db.engine === 'pglite')
    return config.databaseUrl
  }

  it('two instances share the work, and do each job once', async () => {
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
    await until((stored) => stored.length === 12 && stored.every(({ state }) => state === 'completed'))
    await other.stop()
    expect(done).toHaveLength(12)
    expect(new Set(done.map(({ id }) => id)).size).toBe(12)
    expect(new Set(done.map(({ by }) => by))).toEqual(new Set(['one', 'two']))
  })

  it('two instances do one job at a time of a queue that is serial, the oldest first', async () => {
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
    // Ten with those of the start.
    expect(events).toHaveLength(20)
    expect(events.slice(0, 16)).toEqual(before.flatMap((id) => [id, id]))
  })

  it('work goes on after every connection was cut', async () => {
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

it('a queue that an older version made with another policy is made anew, once', async () => {
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

it('somebody works on every queue', () => {
  expect(jobHandlers.map(({ queue }) => queue).sort()).toEqual([...queueNames].sort())
})

it('every listed queue is there, as its entry says, whatever an older version had made of it', async () => {
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
      policy: name === 'chat.send' ? 'key_strict_fifo' : 'standard',
    })),
  )
})
