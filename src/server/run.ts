import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { topicNames } from '#contract/topics.ts'
import type { Limits } from './access/limits.ts'
import { buildApp } from './app.ts'
import { type FollowingClock, monotonicMs, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import { keepFolded } from './db/folding.ts'
import type { Db } from './db/handle.ts'
import { hasPendingMigrations } from './db/migrate.ts'
import { col, query } from './db/query.ts'
import type { Deps } from './deps.ts'
import { figureFolding } from './features/analytics/commands.ts'
import { endEmergencySessions } from './features/auth/commands.ts'
import { boardFolding } from './features/boards/commands.ts'
import { nameNamelessMembers } from './features/users/commands.ts'
import { watchEarnings } from './features/webhooks/commands.ts'
import { windowFolding } from './features/windows/commands.ts'
import { type EmergencyAdmin, ensureEmergencyAdmin } from './first-admin.ts'
import { type ClosingApp, closeEachAnswered, closingInTime } from './http/closing.ts'
import { jobHandlers } from './job-handlers.ts'
import { hasOtherInstances } from './live/relay.ts'
import { closeEndedSessions, watchSessions } from './live/session-watch.ts'
import { createLog, type Log } from './log.ts'
import type { DataFolder } from './ops/data-folder.ts'
import { startMaintenance } from './ops/maintenance.ts'
import { createDeps } from './start.ts'

export interface RunningServer {
  readonly deps: Deps
  readonly port: number
  readonly emergencyAdmin: EmergencyAdmin
  /** Finishes running requests and jobs, closes the sockets and then the database. */
  stop(): Promise<void>
}

const embeddedWarning =
  'Embedded database: committed data survives a crash or kill of this process. The engine does not flush writes to ' +
  'the disk, so a power failure or a crash of the operating system can lose recent writes or damage the data. ' +
  'Snapshots are written soon after the start, every 15 minutes and at stop. For data that survives power loss, set ' +
  'DATABASE_URL to a PostgreSQL server.'

// After a restart every open window connects at the same moment. Whom the system has no room for tries again a second
// later at the soonest. It allows 4,096 by itself on Linux; Node would ask for 511.
const connectionsWaiting = 4_096
// The process has nine seconds to stop, and the last snapshot or the handing over needs some of them.
const graceMs = 4_000
// A balancer asks every second or two who is ready.
const handOverMs = 3_000
const longestQuestionMs = 500
// A last snapshot that takes longer is given up: the closed database is whole without it.
const longestStopMs = 8_500

interface Options {
  readonly limits?: Limits
  /** Lets a test set the time. */
  readonly clock?: FollowingClock
  /** An open embedded database to use instead of the one in the data folder. */
  readonly data?: DataFolder
  /** How long the background work waits once requests are taken. */
  readonly workAfterMs?: number
}

/** Starts the whole product and resolves once it takes requests. Throws when the database cannot be opened. */
export async function runServer(
  config: Config,
  { limits, clock = systemClock(), data, workAfterMs = 0 }: Options = {},
): Promise<RunningServer> {
  const log = createLog(config.logLevel)
  const folder = config.databaseUrl === null ? (data ?? (await openFolder(config))) : null
  if (folder) log.warn(embeddedWarning)
  const db = folder?.db ?? (await openServer(config, log))
  // A migration cannot be undone, so a snapshot is taken first.
  if (folder && (await hasPendingMigrations(folder.db))) await folder.snapshot(clock.now())
  const deps = await createDeps({ config, db, log, clock, ...(limits && { limits }) })
  const [emergencyAdmin, app] = await Promise.all([
    ensureEmergencyAdmin(deps),
    buildApp(deps),
    nameNamelessMembers(deps),
    endEmergencySessions(deps),
    config.databaseUrl === null ? null : prepareServer(deps, config.databaseUrl),
  ])
  const closeServer = closingInTime(app, {
    log,
    graceMs,
  })
  deps.metrics.watchProcess()
  const maintenance = startMaintenance(deps, clock, folder)
  const watch = watchSessions(deps)
  await app.listen({ host: config.host, port: config.port, backlog: connectionsWaiting })
  // After a crash there may be many jobs, and users come first.
  if (workAfterMs > 0) await sleep(workAfterMs)
  const endRetries = await startWorkers(deps)
  const endEarnings = watchEarnings(deps)
  const endFolding = [windowFolding, boardFolding, figureFolding].map((each) => keepFolded(deps, each))
  const { port } = app.server.address() as AddressInfo
  return {
    deps,
    port,
    emergencyAdmin,
    stop: async () => {
      const endsAtMs = monotonicMs() + longestStopMs
      maintenance.stop()
      watch.stop()
      endRetries()
      endEarnings()
      for (const end of endFolding) end()
      await handOver(deps, app)
      // A failed or late step must not keep the snapshot from being written and the database from being closed.
      await Promise.all([
        closeServer(),
        deps.jobs.stop().catch((error) => log.error({ err: error }, 'could not stop the jobs')),
      ])
      await deps.live.close().catch((error) => log.warn({ err: error }, 'could not close the relay'))
      await deps.reads.close().catch((error) => log.warn({ err: error }, 'could not close the replica'))
      await closeDatabase(deps, folder, endsAtMs)
    },
  }
}

/** Leaves new requests to the other instances, if there are any. */
async function handOver({ config, db, hub, lifecycle, log }: Deps, app: ClosingApp): Promise<void> {
  if (config.databaseUrl === null) return
  const others = hasOtherInstances(db).catch(() => false)
  // A database that hangs must not use up the time to stop.
  if (!(await Promise.race([others, sleep(longestQuestionMs, false, { ref: false })]))) return
  lifecycle.isStopping = true
  log.info('stops soon, and leaves new requests to the other instances')
  await Promise.all([closeEachAnswered(app, handOverMs), hub.close()])
}

const workRetryMs = 2_000

/**
 * Starts the background jobs. Requests are answered already, so a failure of the database now is no reason to end: it is
 * tried again until it succeeds. Returns how to give that up.
 */
async function startWorkers(deps: Deps): Promise<() => void> {
  let timer: NodeJS.Timeout | null = null
  let hasEnded = false
  const attempt = async () => {
    timer = null
    try {
      await deps.jobs.work(jobHandlers, deps)
    } catch (error) {
      deps.log.warn({ err: error }, 'could not start the jobs yet')
      if (!hasEnded) timer = setTimeout(attempt, workRetryMs)
    }
  }
  await attempt()
  return () => {
    hasEnded = true
    if (timer !== null) clearTimeout(timer)
  }
}

// Neither engine's code is loaded without need.
async function openFolder({ dataDir }: Config): Promise<DataFolder> {
  const { openDataFolder } = await import('./ops/data-folder.ts')
  return openDataFolder(dataDir)
}

async function openServer({ databaseUrl }: Config, log: Log): Promise<Db> {
  const { openPostgres } = await import('./db/postgres.ts')
  return openPostgres(databaseUrl ?? '', (error) => log.warn({ err: error }, 'idle connection lost'))
}

async function prepareServer(deps: Deps, databaseUrl: string): Promise<void> {
  await Promise.all([warnIfNotDurable(deps), deps.live.connect(databaseUrl, () => dropCaches(deps))])
}

const readDurability = query({
  name: 'read_durability',
  sql: `select name from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'`,
  row: { name: col.text },
})

async function warnIfNotDurable({ db, log }: Deps): Promise<void> {
  for (const { name } of await readDurability(db, {})) {
    log.warn(
      { setting: name },
      'this PostgreSQL setting is off, so a power failure can lose writes or damage the data',
    )
  }
}

// Announcements may have been missed, so nothing that is cached in memory can be trusted.
function dropCaches(deps: Deps): void {
  deps.sessions.forgetAll()
  deps.cache.forgetAll()
  deps.missed.forget()
  deps.live.announce({ topics: topicNames, hasNewSecret: true })
  closeEndedSessions(deps).catch((error) => deps.log.warn({ err: error }, 'could not check the sessions'))
}

async function closeDatabase(
  { db, clock, log }: Deps,
  folder: DataFolder | null,
  endsAtMs: number,
): Promise<void> {
  if (!folder) return db.close()
  await folder
    .close({ now: clock.now(), withinMs: Math.max(0, Math.floor(endsAtMs - monotonicMs())) })
    .catch((error) => log.error({ err: error }, 'could not write the last snapshot'))
}
