import { type Db, statement, type Tx } from '#server/db/handle.ts'

export interface Window {
  readonly now: Date
  readonly windowMs: number
}

export interface Backoff {
  readonly now: Date
  /** Attempts in a row before the first pause. */
  readonly freeAttempts: number
  readonly longestPauseSeconds: number
  /** After so long without an attempt it starts from nothing. */
  readonly forgetAfterMs: number
}

const keptMs = 25 * 3_600_000

const countUp = statement<{ attempts: number; windowStartedAt: Date }>(
  'throttle_count',
  `insert into throttles (key, attempts, window_started_at) values ($1, 1, $2::timestamptz)
   on conflict (key) do update set
     attempts = case when throttles.window_started_at <= $3::timestamptz then 1 else throttles.attempts + 1 end,
     window_started_at =
       case when throttles.window_started_at <= $3::timestamptz then $2::timestamptz else throttles.window_started_at end
   returning attempts::int as attempts, window_started_at as "windowStartedAt"`,
)
const reserve = statement<{ attempts: number }>(
  'throttle_reserve',
  `insert into throttles (key, attempts, window_started_at) values ($1, 1, $2::timestamptz)
   on conflict (key) do update set
     attempts = case when throttles.window_started_at <= $3::timestamptz then 1 else throttles.attempts + 1 end,
     window_started_at = $2::timestamptz,
     blocked_until = case
       when throttles.window_started_at <= $3::timestamptz or throttles.attempts + 1 < $4::int then null
       else $2::timestamptz + interval '1 second'
         * least($5::int, power(2, least(throttles.attempts + 1 - $4::int, 30))::bigint)
     end
   where throttles.blocked_until is null or throttles.blocked_until <= $2::timestamptz
   returning attempts::int as attempts`,
)
const findBlock = statement<{ blockedUntil: Date | null }>(
  'throttle_block',
  'select blocked_until as "blockedUntil" from throttles where key = $1',
)
const giveBack = statement(
  'throttle_give_back',
  'update throttles set attempts = greatest(attempts - 1, 0) where key = any($1::text[])',
)
const remove = statement('throttle_delete', 'delete from throttles where key = $1')
const claim = statement<{ key: string }>(
  'throttle_claim',
  `insert into throttles (key, attempts, window_started_at) values ($1, 1, $2) on conflict (key) do nothing returning key`,
)
const removeStale = statement('throttle_delete_stale', 'delete from throttles where window_started_at < $1')

/** Counts one attempt in the window that the key's first attempt opened. Answers the count and when the window ends. */
export async function countAttempt(
  db: Db | Tx,
  key: string,
  { now, windowMs }: Window,
): Promise<{ attempts: number; endsAt: Date }> {
  const windowStart = new Date(now.getTime() - windowMs)
  const [row] = await db.run(countUp, [key, now.toISOString(), windowStart.toISOString()])
  if (!row) throw new Error('An attempt was not counted')
  return { attempts: row.attempts, endsAt: new Date(row.windowStartedAt.getTime() + windowMs) }
}

/**
 * Counts one attempt as failed beforehand, with a pause after it that doubles from one second once the free ones are
 * used up. Answers null, or until when the key is paused; a paused attempt is not counted.
 */
export async function reserveAttempt(db: Db | Tx, key: string, backoff: Backoff): Promise<Date | null> {
  const { now, freeAttempts, longestPauseSeconds, forgetAfterMs } = backoff
  const forgetBefore = new Date(now.getTime() - forgetAfterMs)
  const values = [key, now.toISOString(), forgetBefore.toISOString(), freeAttempts, longestPauseSeconds]
  const [counted] = await db.run(reserve, values)
  if (counted) return null
  const [row] = await db.run(findBlock, [key])
  return row?.blockedUntil ?? now
}

/** Takes one attempt back from each key, for attempts that turned out to be welcome. */
export async function returnAttempts(db: Db | Tx, keys: readonly string[]): Promise<void> {
  await db.run(giveBack, [[...keys]])
}

export async function deleteThrottle(db: Db | Tx, key: string): Promise<void> {
  await db.run(remove, [key])
}

/** Whether this is the first use of the key; at once on all instances, exactly one caller hears yes. */
export async function claimOnce(db: Db | Tx, key: string, now: Date): Promise<boolean> {
  const rows = await db.run(claim, [key, now.toISOString()])
  return rows.length > 0
}

/** Forgets counters that no longer limit anything. */
export async function deleteStaleThrottles(db: Db | Tx, now: Date): Promise<void> {
  await db.run(removeStale, [new Date(now.getTime() - keptMs).toISOString()])
}
