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
const restart = query({
  name: 'throttle_restart',
  sql: `update throttles set attempts = 0, window_started_at = $now from (
     select key, attempts from throttles where key = $key and window_started_at <= $windowStart for update
   ) as old where throttles.key = old.key returning old.attempts as earlier`,
  params: { key: col.text, now: col.instant, windowStart: col.instant },
  row: { earlier: col.int },
})
const countBeside = query({
  name: 'throttle_count_beside',
  sql: `insert into throttles (key, attempts, window_started_at) values ($key, 0, $now)
   on conflict (key) do update set attempts = throttles.attempts + 1 returning attempts`,
  params: { key: col.text, now: col.instant },
  row: { attempts: col.int },
})
const keep = query({
  name: 'throttle_keep',
  sql: `insert into throttles (key, attempts, window_started_at) values ($key, 0, $now)
   on conflict (key) do update set window_started_at = $now`,
  params: { key: col.text, now: col.instant },
})
const findKept = query({
  name: 'throttle_find',
  sql: 'select key from throttles where key = $key and window_started_at > $since',
  params: { key: col.text, since: col.instant },
  row: byKey,
})
const keptPrefix = 'kept '
const removeStale = query({
  name: 'throttle_delete_stale',
  sql: `delete from throttles
   where window_started_at < case when starts_with(key, '${keptPrefix}') then $keptBefore else $before end`,
  params: { before: col.instant, keptBefore: col.instant },
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

/**
 * For what is recorded once in a while. Null if the key was recorded within the window: then this time is counted.
 * Otherwise the number of times that were counted since, and the caller records this one.
 */
export async function countUnrecorded(
  db: Db | Tx,
  key: string,
  { now, windowMs }: { now: Date; windowMs: number },
): Promise<number | null> {
  const windowStart = new Date(now.getTime() - windowMs)
  const restarted = await restart.first(db, { key, now, windowStart })
  if (restarted) return restarted.earlier
  const { attempts } = await countBeside.one(db, { key, now })
  return attempts === 0 ? 0 : null
}

const rememberedMs = 90 * 24 * 3_600_000

/** Remembers a key for 90 days. */
export function remember(db: Db | Tx, key: string, now: Date): Promise<unknown> {
  return keep(db, { key: keptPrefix + key, now })
}

export async function isRemembered(db: Db | Tx, key: string, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - rememberedMs)
  return (await findKept.first(db, { key: keptPrefix + key, since })) !== null
}

/** Deletes counters that no longer limit anything. */
export async function deleteStaleThrottles(db: Db | Tx, now: Date): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await removeStale(db, { before: ago(keptMs), keptBefore: ago(rememberedMs) })
}
