import { type Db as BossDb, fromPglite, PgBoss } from 'pg-boss'
import type { EmbeddedDatabase } from '#server/db/embedded.ts'
import type { Db } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { assertOutsideTransaction } from '#server/db/transaction.ts'
import type { Log } from '#server/log.ts'
import { describe } from './handlers.ts'
import { deadLetterQueue, getQueue, queueNames } from './queues.ts'

/** Where jobs are kept: the embedded database itself, or connections of their own to the same PostgreSQL. */
export interface JobsDatabase {
  readonly db: Db
  /** Needed on PostgreSQL. */
  readonly databaseUrl: string | null
}

const daySeconds = 86_400
const connectTimeoutMs = 3_000
const workingPoolSize = 4
const noJob = '00000000-0000-0000-0000-000000000000'

/** Longer than the defaults, which would keep an idle process busy with questions. */
const idleSettings = {
  queueCacheIntervalSeconds: 300,
  bamIntervalSeconds: 600,
  flowIntervalSeconds: 600,
  clockMonitorIntervalSeconds: 600,
  cronMonitorIntervalSeconds: 45,
  cronWorkerIntervalSeconds: 15,
}
// An embedded process releases at its start what a killed one held. On PostgreSQL another instance has to notice.
const takeoverSeconds = { pglite: 300, postgres: 30 }

/** Opens the queue on a database, installs what is missing there, and makes every queue known to it. */
export async function openBoss(
  where: JobsDatabase,
  log: Log,
  { isWorking }: { isWorking: boolean },
): Promise<PgBoss> {
  const checkSeconds = takeoverSeconds[where.db.engine]
  const boss = new PgBoss({
    ...connectionTo(where, isWorking),
    ...idleSettings,
    superviseIntervalSeconds: checkSeconds,
    monitorIntervalSeconds: checkSeconds,
    schedule: isWorking,
    supervise: isWorking,
    useListenNotify: isWorking,
  })
  boss.on('error', (error) => log.warn({ reason: describe(error).reason }, 'the queue of background jobs'))
  boss.on('warning', ({ message }) => log.warn({ reason: message }, 'the queue of background jobs'))
  await boss.start()
  await ensureQueues(boss, where.db)
  return boss
}

function connectionTo({ db, databaseUrl }: JobsDatabase, isWorking: boolean) {
  if (db.engine === 'pglite') {
    // The engine vacuums by a job of ours, and has nothing that rebuilds an index beside the work.
    return {
      db: embedded(db as EmbeddedDatabase),
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

/** A question beside an open transaction would wait for it for ever, and it for the question: it throws instead. */
function embedded({ client }: EmbeddedDatabase): BossDb {
  const inner = fromPglite(client)
  return {
    ...inner,
    executeSql: async (text, values) => {
      assertOutsideTransaction()
      return inner.executeSql(text, values)
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
    // Asking for any job makes the queue known to this process: inside a transaction it could not be looked up.
    await boss.findJobs(name, { id: noJob })
  }
}

/**
 * pg-boss cannot change the policy of a queue, so it is deleted, with its jobs, and created anew. In one statement: of
 * instances that start at once one does it, and no instance sees the queue missing.
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

/** What pg-boss is told of a queue. */
type WantedQueue = ReturnType<typeof wantedQueues>[number][1]

function wantedQueues() {
  const letters = [deadLetterQueue, { policy: 'standard', retentionSeconds: 30 * daySeconds }] as const
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
  return [letters, ...listed]
}
