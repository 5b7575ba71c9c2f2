import type { Limits } from './access/limits.ts'
import type { Secrets } from './access/secrets.ts'
import type { SessionReader } from './access/session.ts'
import type { Cache } from './cache/cache.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Db } from './db/handle.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Hub } from './live/hub.ts'
import type { Relay } from './live/relay.ts'
import type { Log } from './log.ts'

/** What the process made once and every feature is given. */
export interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly db: Db
  readonly log: Log
  /** Where a command announces what it committed. */
  readonly live: Relay
  /** Where a command leaves, in its transaction, what is to be done in the background. */
  readonly jobs: Jobs
  readonly hub: Hub
  readonly sessions: SessionReader
  readonly limits: Limits
  readonly cache: Cache
  readonly secrets: Secrets
}
