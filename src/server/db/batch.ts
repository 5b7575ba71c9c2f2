import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '#server/clock.ts'
import type { Db, Tx } from './handle.ts'
import type { Query } from './query.ts'

interface Batch<Key, Result> {
  readonly keys: Set<Key>
  readonly results: Promise<ReadonlyMap<Key, Result>>
  readonly markFull: () => void
}

export interface Pace {
  /** So many keys are read at once at most, so that no statement takes long. */
  readonly mostKeys?: number
  /**
   * From the start of one read to that of the next, at most. The pause grows with the keys of the last read, so nobody
   * waits where few ask; and a read for which there are enough keys never waits.
   */
  readonly longestPauseMs?: number
  /** By how much each key makes the pause longer. */
  readonly pausePerKeyMs?: number
}

const usuallyMost = 500
const usualPausePerKeyMs = 5

/**
 * Gathers reads that arrive in the same turn of the event loop into one, for example when a live message makes every
 * browser reload, and those that arrive while one is under way into the next one. The work starts after the last of these
 * calls, so each caller sees everything that was committed before its call. It answers the result of each key; those
 * without one get undefined. Callers with the same key may share a result.
 */
export function gathered<Key extends string, Result>(
  work: (db: Db | Tx, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Result>>,
  { mostKeys = usuallyMost, longestPauseMs = 0, pausePerKeyMs = usualPausePerKeyMs }: Pace = {},
): (db: Db | Tx, key: Key) => Promise<Result | undefined> {
  const open = new WeakMap<Db | Tx, Batch<Key, Result>>()
  const latest = new WeakMap<Db | Tx, Batch<Key, Result>>()
  let nextMs = 0
  return async (db, key) => {
    const batch = withRoom(open.get(db)) ?? begin(db)
    batch.keys.add(key)
    if (batch.keys.size >= mostKeys) batch.markFull()
    return (await batch.results).get(key)
  }

  function begin(db: Db | Tx): Batch<Key, Result> {
    const keys = new Set<Key>()
    const before = latest.get(db)
    const full = Promise.withResolvers<void>()
    const read = async () => {
      await Promise.allSettled([before?.results])
      const waitMs = nextMs - monotonicMs()
      if (waitMs > 0) await Promise.race([sleep(waitMs), full.promise])
      const startedMs = monotonicMs()
      await new Promise((resolve) => setImmediate(resolve))
      if (open.get(db) === batch) open.delete(db)
      nextMs = startedMs + Math.min(longestPauseMs, pausePerKeyMs * keys.size)
      return work(db, [...keys])
    }
    const batch: Batch<Key, Result> = { keys, results: read(), markFull: full.resolve }
    open.set(db, batch)
    latest.set(db, batch)
    return batch
  }

  function withRoom(batch: Batch<Key, Result> | undefined): Batch<Key, Result> | undefined {
    return batch && batch.keys.size < mostKeys ? batch : undefined
  }
}

/**
 * Like `gathered`, for a query that takes the keys as `keys` and whose rows each name their `key`. Returns the rows of
 * one key, in the statement's order.
 */
export function batched<Row extends { readonly key: string }>(
  query: Query<{ readonly keys: readonly string[] }, Row>,
  pace: Pace = {},
): (db: Db | Tx, key: string) => Promise<readonly Row[]> {
  const rowsOf = gathered(
    async (db, keys: readonly string[]) => Map.groupBy(await query(db, { keys }), (row) => row.key),
    pace,
  )
  return async (db, key) => (await rowsOf(db, key)) ?? []
}
