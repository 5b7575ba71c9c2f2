import { defaultLimits, type Limits } from './access/limits.ts'
import { Secrets } from './access/secrets.ts'
import { SessionReader } from './access/session.ts'
import { Cache } from './cache/cache.ts'
import type { Clock } from './clock.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/handle.ts'
import { migrate } from './db/migrate.ts'
import { openReads } from './db/replica.ts'
import type { Deps } from './deps.ts'
import { startJobs } from './jobs/jobs.ts'
import { Hub } from './live/hub.ts'
import { Missed } from './live/missed.ts'
import { Relay } from './live/relay.ts'
import { touchPush } from './live/touch-push.ts'
import type { Log } from './log.ts'
import { Metrics } from './ops/metrics.ts'
import { ownVersion } from './version.ts'

interface Parts {
  readonly config: Config
  readonly db: Db
  readonly log: Log
  readonly clock?: Clock
  readonly limits?: Limits
}

/**
 * Creates the dependencies of all features: migrates the database, reads the secrets and connects the parts. Jobs wait
 * in their queues until `jobs.work` is called.
 */
export async function createDeps({
  config,
  db,
  log,
  clock = systemClock(),
  limits = defaultLimits,
}: Parts): Promise<Deps> {
  await migrate(db)
  const [jobs, secrets] = await Promise.all([
    startJobs({ db, databaseUrl: config.databaseUrl }, log, config),
    Secrets.open({ db, clock, config }),
  ])
  const sessions = new SessionReader({ db, clock, config, limits, secrets })
  const cache = new Cache({ clock, timeZone: config.timeZone })
  const missed = new Missed({ db, clock, timeZone: config.timeZone })
  const hub = new Hub(limits)
  const live = new Relay(db, log)
  live.listen(missed.hear)
  live.listen((announcement) => {
    const { topics = [], members, endedSessions = [], changedUsers = [], messages = [] } = announcement
    cache.touch(topics, members)
    cache.forgetMembers(changedUsers)
    if (endedSessions.length + changedUsers.length > 0) sessions.forget(endedSessions, changedUsers)
    hub.closeSessions(endedSessions)
    if (announcement.hasNewSecret) {
      secrets.read().catch((error: unknown) => log.warn({ err: error }, 'could not reload the secrets'))
    }
    for (const message of messages) {
      hub.broadcast(message.type, Buffer.from(JSON.stringify(message)), members)
    }
  })
  live.listen(touchPush(hub))
  const reads = await openReads({ db, url: config.databaseReadUrl, live, log })
  const metrics = new Metrics({
    version: ownVersion(),
    db,
    cache: cache.counts,
    reads: reads.counts,
    live: hub,
    limits,
  })
  const lifecycle = { isStopping: false }
  const means = { config, clock, db, reads, log, limits, secrets }
  return { ...means, sessions, cache, hub, missed, live, jobs, metrics, lifecycle }
}
