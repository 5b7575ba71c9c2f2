import { deleteExpiredSessions } from '#server/access/sessions.ts'
import { type FollowingClock, monotonicMs } from '#server/clock.ts'
import { col, query } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import type { DataFolder } from './data-folder.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const snapshotEveryMs = 15 * minuteMs
const firstSnapshotAfterMs = 15_000
const vacuumAfterWrites = 2_000

const readClock = query({
  name: 'read_clock',
  sql: 'select clock_timestamp() as now',
  row: { now: col.instant },
})

export interface Maintenance {
  stop(): void
}

/** What has to be done from time to time, whatever people do. Failures are logged and tried again next time. */
export function startMaintenance(deps: Deps, clock: FollowingClock, folder: DataFolder | null): Maintenance {
  const timers: NodeJS.Timeout[] = []
  const every = (ms: number, what: string, work: () => Promise<unknown>) => {
    const run = () => work().catch((error) => deps.log.error({ err: error }, what))
    timers.push(setInterval(run, ms).unref())
    return run
  }
  every(hourMs, 'could not delete expired sessions', () =>
    deleteExpiredSessions(deps.db, { now: deps.clock.now() }),
  )
  if (folder) {
    const snapshot = every(snapshotEveryMs, 'could not write a snapshot', () =>
      folder.snapshot(deps.clock.now()),
    )
    // Not at once: people who waited for the start come first.
    timers.push(setTimeout(snapshot, firstSnapshotAfterMs).unref())
    keepTidy(deps, every)
  } else {
    void every(minuteMs, 'could not read the clock of the database', () => followDatabase(deps, clock))()
  }
  return { stop: () => timers.forEach(clearInterval) }
}

// The embedded engine has no background workers: without this, dead rows pile up and plans rest on empty tables.
function keepTidy(
  { db, live, log }: Deps,
  every: (ms: number, what: string, work: () => Promise<unknown>) => unknown,
) {
  let writes = 0
  const tidy = async () => {
    writes = 0
    await db.script('vacuum (analyze)')
  }
  every(dayMs, 'could not tidy the database', tidy)
  live.listen(() => {
    writes++
    if (writes >= vacuumAfterWrites)
      tidy().catch((error) => log.error({ err: error }, 'could not tidy the database'))
  })
}

async function followDatabase({ db }: Deps, clock: FollowingClock): Promise<void> {
  const askedAtMs = monotonicMs()
  const row = await readClock.first(db, {})
  if (row) clock.follow(row.now, monotonicMs() - askedAtMs)
}
