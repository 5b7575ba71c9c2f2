import { setTimeout as sleep } from 'node:timers/promises'
import type { Db as BossDb, PgBoss } from 'pg-boss'
import { type Db, type StatementValue, statement, type Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Log } from '#server/log.ts'
import { type JobsDatabase, openBoss } from './boss.ts'
import { type JobHandler, runJob } from './handlers.ts'
import { getQueue, type JobData, type QueueName, queueNames } from './queues.ts'

// For what no notification tells of: new tries after a pause, and whatever a lost connection missed.
const usualPollSeconds = 5

export interface Jobs {
  /**
   * The one way to have something done in the background: the job exists if the transaction commits, and only then.
   * It is done at least once, soon, by this or another instance.
   */
  enqueue<Name extends QueueName>(tx: Tx, queue: Name, data: JobData<Name>): Promise<void>
  /** Begins to do the work, and to follow the schedules. Without it jobs only wait. */
  work(handlers: readonly JobHandler[], deps: Deps): Promise<void>
  /** Takes nothing new, waits up to five seconds for what is under way, and puts back what is not done then. */
  stop(): Promise<void>
}

interface JobsOptions {
  /** Of the schedules. */
  readonly timeZone: string
  /** How long a stop waits for what is under way. */
  readonly longestStopMs?: number
  readonly pollSeconds?: number
}

/** Makes the queues ready for `enqueue`. Nothing is worked on yet. */
export async function startJobs(
  where: JobsDatabase,
  log: Log,
  { timeZone, longestStopMs = 5_000, pollSeconds = usualPollSeconds }: JobsOptions,
): Promise<Jobs> {
  let boss = await openBoss(where, log, { isWorking: false })
  const stopping = new AbortController()
  return {
    enqueue: async (tx, queue, data) => {
      if (!tx.isTransaction) throw new Error('A job is enqueued in a transaction')
      // A serial queue keeps order among the jobs of one key; elsewhere the key has no effect.
      await boss.send(queue, data, { db: through(tx), singletonKey: queue })
    },
    work: async (handlers, deps) => {
      const waiting = boss
      boss = await openBoss(where, log, { isWorking: true })
      await waiting.stop({ graceful: false })
      if (where.db.engine === 'pglite') await releaseOrphans(boss, where.db)
      await ensureSchedules(boss, timeZone)
      const around = { deps, stopping: stopping.signal, pollSeconds }
      for (const name of queueNames) {
        const { atStart } = getQueue(name)
        if (atStart) await boss.send(name, atStart, { singletonKey: name })
      }
      for (const handler of handlers) await attach(boss, handler, around)
    },
    stop: async () => {
      stopping.abort()
      const finished = Promise.all(queueNames.map((name) => boss.offWork(name, { wait: true })))
      await Promise.race([finished, sleep(longestStopMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

function through(tx: Tx): BossDb {
  return {
    executeSql: async (text, values = []) => ({
      rows: await tx.run<unknown>(statement('', text), values as StatementValue[]),
    }),
  }
}

interface Around {
  readonly deps: Deps
  readonly stopping: AbortSignal
  readonly pollSeconds: number
}

// One at a time: each is settled by itself, and a stop waits for one only.
async function attach(boss: PgBoss, handler: JobHandler, around: Around): Promise<void> {
  const options = {
    batchSize: 1,
    perJobResults: true,
    includeMetadata: true,
    notifyPollingIntervalSeconds: around.pollSeconds,
  } as const
  let worker: string | null = null
  worker = await boss.work<object, unknown, typeof options>(handler.queue, options, async (jobs) => {
    const results = await Promise.all(jobs.map((job) => runJob(handler, job, around)))
    // There may be more: of the notifications that came meanwhile at most one is remembered.
    if (worker !== null) boss.notifyWorker(worker)
    return results
  })
}

const listActive = query({
  name: 'list_active_jobs',
  sql: `select name, id from pgboss.job where state = 'active' and name = any($names)`,
  params: { names: col.texts },
  row: { name: col.text, id: col.uuid },
})

/** This process is the only one and has just begun: what counts as under way belonged to one that was killed. */
async function releaseOrphans(boss: PgBoss, db: Db): Promise<void> {
  for (const { name, id } of await listActive(db, { names: queueNames })) {
    await boss.fail(name, id, { message: 'the process ended while this was under way' })
  }
}

async function ensureSchedules(boss: PgBoss, timeZone: string): Promise<void> {
  const wanted = queueNames.flatMap((name) => {
    const { cron } = getQueue(name)
    return cron === undefined ? [] : [{ name, cron }]
  })
  for (const { name, key } of await boss.getSchedules()) {
    if (!wanted.some((each) => each.name === name && key === '')) await boss.unschedule(name, key)
  }
  for (const { name, cron } of wanted) {
    await boss.schedule(name, cron, {}, { tz: timeZone, missed: 'once', singletonKey: name })
  }
}
