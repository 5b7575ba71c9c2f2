import { type Db as BossDb, fromPglite, PgBoss } from 'pg-boss'
import type { EmbeddedDatabase } from '#server/db/embedded.ts'
import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { assertOutsideTransaction } from '#server/db/transaction.ts'
import type { Log } from '#server/log.ts'
import { describe } from './handlers.ts'
import { deadLetterQueue, getQueue, queueNames } from './queues.ts'

/** Where jobs are stored: in the embedded database, or in the same PostgreSQL over separate connections. */
export interface JobsDatabase {
  readonly db: Db
  /** Needed on PostgreSQL. */
  readonly databaseUrl: string | null
}

const daySeconds = 86_400
const connectTimeoutMs = 3_000
const workingPoolSize = 4
const unknownJobId = '00000000-0000-0000-0000-000000000000'

/** Longer than the defaults, which would keep an idle process busy with queries. */
const idleSettings = {
  queueCacheIntervalSeconds: 300,
  bamIntervalSeconds: 600,
  flowIntervalSeconds: 600,
  clockMonitorIntervalSeconds: 600,
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 15,
}
// An embedded process requeues orphaned jobs at its start. On PostgreSQL another instance has to notice them.
const orphanCheckSeconds = { pglite: 300, postgres: 30 }

/** Starts pg-boss on a database, installs its missing tables there, and makes every queue known to it. */
export async function openBoss(
  database: JobsDatabase,
  log: Log,
  { isWorking }: { isWorking: boolean },
): Promise<PgBoss> {
  const checkSeconds = orphanCheckSeconds[database.db.engine]
  const boss = new PgBoss({
    ...connectionTo(database, isWorking),
    ...idleSettings,
    superviseIntervalSeconds: checkSeconds,
    monitorIntervalSeconds: checkSeconds,
    schedule: isWorking,
    supervise: isWorking,
    useListenNotify: isWorking,
  })
  boss.on('error', (error) => log.warn({ reason: describe(error).reason }, 'job queue error'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'job queue warning'))
  await boss.start()
  await ensureQueues(boss, database.db)
  return boss
}

function connectionTo({ db, databaseUrl }: JobsDatabase, isWorking: boolean) {
  if (db.engine === 'pglite') {
    // Our own maintenance vacuums the engine, and it cannot rebuild an index concurrently.
    return {
      db: guardedPglite(db as EmbeddedDatabase),
      backend: 'pglite',
      monitorVacuum: false,
      reindex: false,
    } as const
  }
  if (databaseUrl === null) throw new Error('Background jobs need the address of the PostgreSQL server')
  return {
    connectionString: databaseUrl,
    max: isWorking ? workingPoolSize : 1,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'ovation jobs',
  }
}

/** A query that bypasses an open transaction would deadlock with it, so it throws instead. */
function guardedPglite({ client }: EmbeddedDatabase): BossDb {
  const pglite = fromPglite(client)
  return {
    ...pglite,
    executeSql: async (text, values) => {
      assertOutsideTransaction()
      return pglite.executeSql(text, values)
    },
  }
}

async function ensureQueues(boss: PgBoss, db: Db): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, wanted] of wantedQueues()) {
    const found = present.get(name)
    const isAsWanted = Object.entries(wanted).every(
      ([option, value]) => found?.[option as keyof typeof found] === value,
    )
    if (isAsWanted) continue
    const { policy, ...settings } = wanted
    if (found && found.policy !== policy) await replaceQueue(db, { name, policy, wanted })
    await (found ? boss.updateQueue(name, settings) : boss.createQueue(name, wanted))
    // Looking for any job makes the queue known to this process; inside a transaction it could not be looked up.
    await boss.findJobs(name, { id: unknownJobId })
  }
}

/**
 * pg-boss cannot change the policy of a queue, so this deletes the queue with its jobs and creates it again. It is one
 * statement: when several instances start at once, one of them does it, and none sees the queue missing.
 */
const replaceQueue = query({
  name: 'replace_job_queue',
  sql: `with stale as materialized (
       select name from pgboss.queue where name = $name and policy <> $policy for update
     ), deleted as materialized (select name, pgboss.delete_queue(name) from stale),
     created as materialized (select pgboss.create_queue(name, $wanted) from deleted)
     select count(*)::int as replaced from created`,
  params: { name: col.text, policy: col.text, wanted: col.jsonb<WantedQueue>() },
  row: { replaced: col.int },
})

/** The options of a queue for pg-boss. */
type WantedQueue = ReturnType<typeof wantedQueues>[number][1]

function wantedQueues() {
  const deadLetters = [deadLetterQueue, { policy: 'standard', retentionSeconds: 30 * daySeconds }] as const
  const listed = queueNames.map((name) => {
    const { isSerial, retryLimit, retryDelay, retryDelayMax, expireInSeconds } = getQueue(name)
    const wanted = {
      policy: isSerial ? 'key_strict_fifo' : 'standard',
      retryLimit,
      retryDelay,
      retryDelayMax,
      retryBackoff: true,
      expireInSeconds,
      deleteAfterSeconds: daySeconds,
      deadLetter: deadLetterQueue,
      notify: true,
    }
    return [name, wanted] as const
  })
  return [deadLetters, ...listed]
}
