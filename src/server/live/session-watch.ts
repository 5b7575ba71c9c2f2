import type { SessionId } from '#domain/ids.ts'
import { oldestUse } from '#server/access/session.ts'
import { listAliveSessions } from '#server/access/sessions.ts'
import { deleteStaleThrottles } from '#server/access/throttles.ts'
import type { Deps } from '#server/deps.ts'

type Needs = Pick<Deps, 'db' | 'clock' | 'hub' | 'log'>

/** How often each check runs. */
export interface WatchPace {
  readonly expiryMs: number
  readonly revalidationMs: number
  readonly clearingMs: number
}

export const usualPace: WatchPace = { expiryMs: 2_000, revalidationMs: 5 * 60_000, clearingMs: 3_600_000 }

/**
 * Closes the sockets of expired sessions, regularly asks the database whether the others are still valid, and deletes
 * the counters of old sign-in attempts. Start it once for each process.
 */
export function watchSessions(deps: Needs, pace: WatchPace = usualPace): { stop(): void } {
  const { clock, log } = deps
  const logFailure = (work: Promise<void>) =>
    void work.catch((error: unknown) => log.warn({ err: error }, 'could not check the sessions'))
  const timers = [
    setInterval(() => logFailure(closeOverdueSessions(deps)), pace.expiryMs),
    setInterval(() => logFailure(closeEndedSessions(deps)), pace.revalidationMs),
    setInterval(() => logFailure(deleteStaleThrottles(deps.db, clock.now())), pace.clearingMs),
  ]
  for (const timer of timers) timer.unref()
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

/** Closes the sockets of sessions that are too old, or that nobody uses any more. */
async function closeOverdueSessions(deps: Needs): Promise<void> {
  const now = deps.clock.now()
  deps.hub.closeExpired(now)
  // A request may have used the session since, in another process too, and only the database knows.
  await closeEndedOf(deps, deps.hub.unusedSessions(oldestUse(now)))
}

/** Closes the sockets of sessions that the database no longer has, in case an announcement was missed. */
export function closeEndedSessions(deps: Needs): Promise<void> {
  return closeEndedOf(deps, deps.hub.openSessions())
}

async function closeEndedOf({ db, clock, hub }: Needs, open: readonly SessionId[]): Promise<void> {
  if (open.length === 0) return
  const now = clock.now()
  const rows = await listAliveSessions(db, { ids: open, now, ...oldestUse(now) })
  const alive = new Set(rows.map(({ id }) => id))
  hub.noteSeen(rows)
  hub.closeSessions(open.filter((id) => !alive.has(id)))
}
