import { deleteOldMemberAddresses, ownAddressMs } from '#server/access/addresses.ts'
import { oldestUse } from '#server/access/session.ts'
import { deleteExpiredSessions } from '#server/access/sessions.ts'
import { deleteOldTokens, tokensShownSince } from '#server/access/tokens.ts'
import { type FollowingClock, monotonicMs } from '#server/clock.ts'
import { deleteOldAnnouncements } from '#server/db/announced.ts'
import { col, query } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { DataFolder } from './data-folder.ts'
import { isCheckpointDue, tidyTables } from './upkeep.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const snapshotEveryMs = 15 * minuteMs
const firstSnapshotAfterMs = 15_000

const readClock = query({
  name: 'read_clock',
  sql: 'select clock_timestamp() as now',
  row: { now: col.instant },
})

export interface Maintenance {
  stop(): void
}

type Every = (ms: number, failure: string, work: () => Promise<unknown>) => () => Promise<unknown>

/** Starts the periodic housekeeping. A failure is logged, and the work is retried at the next interval. */
export function startMaintenance(deps: Deps, clock: FollowingClock, folder: DataFolder | null): Maintenance {
  const timers: NodeJS.Timeout[] = []
  const stopping = new AbortController()
  const every: Every = (ms, failure, work) => {
    const run = () =>
      work().catch((error) => {
        // A stop gives up what is under way.
        if (!stopping.signal.aborted) deps.log.error({ err: error }, failure)
      })
    timers.push(setInterval(run, ms).unref())
    return run
  }
  every(hourMs, 'could not delete expired sessions', () => {
    const now = deps.clock.now()
    return deleteExpiredSessions(deps.db, { now, ...oldestUse(now) })
  })
  every(hourMs, 'could not delete old addresses of members', () =>
    deleteOldMemberAddresses(deps.db, { before: new Date(deps.clock.now().getTime() - ownAddressMs) }),
  )
  every(hourMs, 'could not delete old access tokens', () =>
    deleteOldTokens(deps.db, { before: tokensShownSince(deps.clock.now()) }),
  )
  every(hourMs, 'could not delete old announcements', () => deleteOldAnnouncements(deps.db))
  if (folder) {
    const snapshot = every(snapshotEveryMs, 'could not write a snapshot', () =>
      folder.snapshot(deps.clock.now()),
    )
    // Not at once: users who waited for the start come first.
    timers.push(setTimeout(snapshot, firstSnapshotAfterMs).unref())
    scheduleUpkeep({ db: deps.db, folder, signal: stopping.signal }, every)
  } else {
    void every(minuteMs, "could not read the database's clock", () => followDatabase(deps, clock))()
  }
  return {
    stop: () => {
      timers.forEach(clearInterval)
      stopping.abort()
    },
  }
}

interface UpkeepOfFolder {
  readonly db: Deps['db']
  readonly folder: DataFolder
  readonly signal: AbortSignal
}

function scheduleUpkeep({ db, folder, signal }: UpkeepOfFolder, every: Every) {
  let isUnderWay = false
  let isFirst = true
  const tidy = async (all: boolean) => {
    if (isUnderWay) return
    isUnderWay = true
    await tidyTables({ db, signal }, { all }).finally(() => {
      isUnderWay = false
    })
  }
  every(minuteMs, 'could not write a checkpoint', async () => {
    if (await isCheckpointDue(db)) await folder.checkpoint()
  })
  every(minuteMs, 'could not vacuum the database', () => {
    const all = isFirst
    isFirst = false
    return tidy(all)
  })
  every(dayMs, 'could not vacuum the database', () => tidy(true))
}

async function followDatabase({ db }: Deps, clock: FollowingClock): Promise<void> {
  const askedAtMs = monotonicMs()
  const row = await readClock.first(db, {})
  if (row) clock.follow(row.now, monotonicMs() - askedAtMs)
}
