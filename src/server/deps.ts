import type { Limits } from './access/limits.ts'
import type { Secrets } from './access/secrets.ts'
import type { SessionReader } from './access/session.ts'
import type { Cache } from './cache/cache.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/handle.ts'
import type { Reads } from './db/replica.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Hub } from './live/hub.ts'
import type { Missed } from './live/missed.ts'
import type { Relay } from './live/relay.ts'
import type { Log } from './log.ts'
import type { Metrics } from './ops/metrics.ts'

/** The dependencies that the process creates once and passes to every feature. */
export interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly db: Db
  /** Reads lists that no cache keeps, from the replica where there is one. */
  readonly reads: Reads
  readonly log: Log
  /** Announces changes. A command calls `tx.announce` instead. */
  readonly live: Relay
  /** Commands enqueue background work here, in their transaction. */
  readonly jobs: Jobs
  readonly hub: Hub
  readonly missed: Missed
  readonly sessions: SessionReader
  readonly limits: Limits
  readonly cache: Cache
  readonly secrets: Secrets
  readonly metrics: Metrics
  /** Once the process is stopping it still answers, but is not ready any more. */
  readonly lifecycle: { isStopping: boolean }
}
