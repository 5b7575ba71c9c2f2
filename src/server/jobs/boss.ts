import { type Db as BossDb, fromPglite, PgBoss } from 'pg-boss'
import type { EmbeddedDatabase } from '#server/db/embedded.ts'
import type { Db } from '#server/db/handle.ts'
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
const takeoverSeconds = { pglite: 300, postgres: 60 }

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
  await ensureQueues(boss)
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

async function ensureQueues(boss: PgBoss): Promise<void> {
  const present = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const [name, options] of wantedQueues()) {
    const found = present.get(name)
    const isAsWanted = Object.entries(options).every(
      ([option, value]) => found?.[option as keyof typeof found] === value,
    )
    if (isAsWanted) continue
    await (found ? boss.updateQueue(name, options) : boss.createQueue(name, options))
    // Asking for any job makes the queue known to this process: inside a transaction it could not be looked up.
    await boss.findJobs(name, { id: noJob })
  }
}

function wantedQueues() {
  const letters: [string, object] = [deadLetterQueue, { retentionSeconds: 30 * daySeconds }]
  const listed = queueNames.map((name): [string, object] => {
    const { retryLimit, retryDelay, retryDelayMax, expireInSeconds } = getQueue(name)
    const retries = { retryLimit, retryDelay, retryDelayMax, retryBackoff: true, expireInSeconds }
    return [name, { ...retries, deleteAfterSeconds: daySeconds, deadLetter: deadLetterQueue, notify: true }]
  })
  return [letters, ...listed]
}
