import type { Db, Tx } from './handle.ts'
import type { Query } from './query.ts'

interface Batch<Row> {
  readonly keys: Set<string>
  readonly rowsByKey: Promise<Map<string, Row[]>>
}

/**
 * Batches reads that arrive in the same turn of the event loop into one query, for example when a live message makes
 * every browser reload, and those that arrive while a query is under way into the next one. The query starts after the
 * last of these calls, so each caller sees everything that was committed before its call. It takes the keys as `keys`,
 * and each row names its `key`. Returns the rows of one key, in the statement's order; callers with the same key may
 * share them.
 */
export function batched<Row extends { readonly key: string }>(
  query: Query<{ readonly keys: readonly string[] }, Row>,
): (db: Db | Tx, key: string) => Promise<readonly Row[]> {
  const open = new WeakMap<Db | Tx, Batch<Row>>()
  const latest = new WeakMap<Db | Tx, Batch<Row>>()
  return async (db, key) => {
    const batch = open.get(db) ?? begin(db)
    batch.keys.add(key)
    return (await batch.rowsByKey).get(key) ?? []
  }

  function begin(db: Db | Tx): Batch<Row> {
    const keys = new Set<string>()
    const before = latest.get(db)
    const read = async () => {
      await Promise.allSettled([before?.rowsByKey])
      await new Promise((resolve) => setImmediate(resolve))
      open.delete(db)
      return Map.groupBy(await query(db, { keys: [...keys] }), (row) => row.key)
    }
    const batch = { keys, rowsByKey: read() }
    open.set(db, batch)
    latest.set(db, batch)
    return batch
  }
}
