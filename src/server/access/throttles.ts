import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'

export interface Backoff {
  readonly now: Date
  /** Consecutive attempts before the first pause. */
  readonly freeAttempts: number
  readonly longestPauseSeconds: number
  /** After this time without an attempt the count restarts. */
  readonly forgetAfterMs: number
}

const keptMs = 25 * 3_600_000

const byKey = { key: col.text }
const countUp = query({
  name: 'throttle_count',
  sql: `insert into throttles (key, attempts, window_started_at) values ($key, 1, $now)
   on conflict (key) do update set
     attempts = case when throttles.window_started_at <= $windowStart then 1 else throttles.attempts + 1 end,
     window_started_at =
       case when throttles.window_started_at <= $windowStart then $now else throttles.window_started_at end
   returning attempts, window_started_at as "windowStartedAt"`,
  params: { key: col.text, now: col.instant, windowStart: col.instant },
  row: { attempts: col.int, windowStartedAt: col.instant },
})
const reserve = query({
  name: 'throttle_reserve',
  sql: `insert into throttles (key, attempts, window_started_at) values ($key, 1, $now)
   on conflict (key) do update set
     attempts = case when throttles.window_started_at <= $forgetBefore then 1 else throttles.attempts + 1 end,
     window_started_at = $now,
     blocked_until = case
       when throttles.window_started_at <= $forgetBefore or throttles.attempts + 1 < $freeAttempts then null
       else $now + interval '1 second'
         * least($longestPauseSeconds, power(2, least(throttles.attempts + 1 - $freeAttempts, 30))::bigint)
     end
   where throttles.blocked_until is null or throttles.blocked_until <= $now
   returning attempts`,
  params: {
    key: col.text,
    now: col.instant,
    forgetBefore: col.instant,
    freeAttempts: col.int,
    longestPauseSeconds: col.int,
  },
  row: { attempts: col.int },
})
const findBlock = query({
  name: 'throttle_block',
  sql: 'select blocked_until as "blockedUntil" from throttles where key = $key',
  params: byKey,
  row: { blockedUntil: col.nullable(col.instant) },
})
/** Takes one attempt back from each key. */
export const returnAttempts = query({
  name: 'throttle_give_back',
  sql: 'update throttles set attempts = greatest(attempts - 1, 0) where key = any($keys)',
  params: { keys: col.texts },
})
export const deleteThrottle = query({
  name: 'throttle_delete',
  sql: 'delete from throttles where key = $key',
  params: byKey,
})
/** Answers a row only on the first use of the key: of all callers on all instances, exactly one gets it. */
export const claimOnce = query({
  name: 'throttle_claim',
  sql: `insert into throttles (key, attempts, window_started_at) values ($key, 1, $now)
   on conflict (key) do nothing returning key`,
  params: { key: col.text, now: col.instant },
  row: byKey,
})
const removeStale = query({
  name: 'throttle_delete_stale',
  sql: 'delete from throttles where window_started_at < $before',
  params: { before: col.instant },
})

/** Counts one attempt in the key's current window. Returns the count and when the window ends. */
export async function countAttempt(
  db: Db | Tx,
  key: string,
  { now, windowMs }: { now: Date; windowMs: number },
): Promise<{ attempts: number; endsAt: Date }> {
  const windowStart = new Date(now.getTime() - windowMs)
  const row = await countUp.first(db, { key, now, windowStart })
  if (!row) throw new Error('An attempt was not counted')
  return { attempts: row.attempts, endsAt: new Date(row.windowStartedAt.getTime() + windowMs) }
}

/**
 * Counts one attempt as failed in advance. Once the free attempts are used up, a pause follows each attempt and doubles
 * from one second. Returns null, or the end of the current pause; an attempt during a pause is not counted.
 */
export async function reserveAttempt(db: Db | Tx, key: string, backoff: Backoff): Promise<Date | null> {
  const forgetBefore = new Date(backoff.now.getTime() - backoff.forgetAfterMs)
  if (await reserve.first(db, { key, forgetBefore, ...backoff })) return null
  return (await findBlock.first(db, { key }))?.blockedUntil ?? backoff.now
}

/** Deletes counters that no longer limit anything. */
export async function deleteStaleThrottles(db: Db | Tx, now: Date): Promise<void> {
  await removeStale(db, { before: new Date(now.getTime() - keptMs) })
}
