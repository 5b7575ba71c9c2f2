import { setTimeout as sleep } from 'node:timers/promises'
import type { Db as BossDb, PgBoss } from 'pg-boss'
import { type Db, type StatementValue, statement, type Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Log } from '#server/log.ts'
import { type JobsDatabase, openBoss } from './boss.ts'
import { type JobHandler, runJob } from './handlers.ts'
import { getQueue, type JobData, type QueueName, queueNames } from './queues.ts'

// Polling finds jobs without a NOTIFY: retries after a pause, and those that a lost connection missed.
const usualPollSeconds = 6

export interface Jobs {
  /**
   * The only way to have something done in the background. The job exists if the transaction commits, and only then.
   * This or another instance runs it at least once, soon or, with `startAt`, within seconds of that instant.
   */
  enqueue<Name extends QueueName>(tx: Tx, queue: Name, data: JobData<Name>, startAt?: Date): Promise<void>
  /** Starts to run jobs and to follow the schedules. Until then jobs only wait. */
  work(handlers: readonly JobHandler[], deps: Deps): Promise<void>
  /** Accepts no new jobs, waits up to five seconds for running ones, and requeues those that are not done then. */
  stop(): Promise<void>
}

interface JobsOptions {
  /** For the schedules. */
  readonly timeZone: string
  /** How long a stop waits for running jobs. */
  readonly longestStopMs?: number
  readonly pollSeconds?: number
}

/** Makes the queues ready for `enqueue`. No job runs yet. */
export async function startJobs(
  database: JobsDatabase,
  log: Log,
  { timeZone, longestStopMs = 5_000, pollSeconds = usualPollSeconds }: JobsOptions,
): Promise<Jobs> {
  let boss = await openBoss(database, log, { isWorking: false })
  const stopping = new AbortController()
  return {
    enqueue: async (tx, queue, data, startAt) => {
      if (!tx.isTransaction) throw new Error('A job must be enqueued in a transaction')
      // A serial queue keeps the order of jobs with the same key; in other queues the key has no effect.
      const options = { db: withinTransaction(tx), singletonKey: queue }
      await boss.send(queue, data, startAt ? { ...options, startAfter: startAt } : options)
    },
    work: async (handlers, deps) => {
      const idleBoss = boss
      boss = await openBoss(database, log, { isWorking: true })
      await idleBoss.stop({ graceful: false })
      if (database.db.engine === 'pglite') await requeueOrphans(boss, database.db)
      await ensureSchedules(boss, timeZone)
      const context = { deps, stopping: stopping.signal, pollSeconds }
      for (const name of queueNames) {
        const { atStart } = getQueue(name)
        if (atStart) await boss.send(name, atStart, { singletonKey: name })
      }
      for (const handler of handlers) {
        const { workers = 1 } = getQueue(handler.queue)
        for (let n = 0; n < workers; n++) await startWorker(boss, handler, context)
      }
    },
    stop: async () => {
      stopping.abort()
      const finished = Promise.all(queueNames.map((name) => boss.offWork(name, { wait: true })))
      await Promise.race([finished, sleep(longestStopMs, undefined, { ref: false })])
      await boss.stop({ graceful: false })
    },
  }
}

function withinTransaction(tx: Tx): BossDb {
  return {
    executeSql: async (text, values = []) => ({
      rows: await tx.run<unknown>(statement('', text), values as StatementValue[]),
    }),
  }
}

interface WorkerContext {
  readonly deps: Deps
  readonly stopping: AbortSignal
  readonly pollSeconds: number
}

// One job at a time, so that each is completed separately and a stop waits for one only.
async function startWorker(boss: PgBoss, handler: JobHandler, context: WorkerContext): Promise<void> {
  const options = {
    batchSize: 1,
    perJobResults: true,
    includeMetadata: true,
    notifyPollingIntervalSeconds: context.pollSeconds,
  } as const
  let worker: string | null = null
  worker = await boss.work<object, unknown, typeof options>(handler.queue, options, async (jobs) => {
    const results = await Promise.all(jobs.map((job) => runJob(handler, job, context)))
    // There may be more jobs: pg-boss remembers at most one of the notifications that arrived meanwhile.
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

/** Requeues orphans. This process is the only one and has just started, so active jobs belonged to a killed one. */
async function requeueOrphans(boss: PgBoss, db: Db): Promise<void> {
  for (const { name, id } of await listActive(db, { names: queueNames })) {
    await boss.fail(name, id, { message: 'the process ended during this job' })
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
