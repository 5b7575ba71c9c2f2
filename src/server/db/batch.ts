import type { Db, Tx } from './handle.ts'
import type { Query } from './query.ts'

interface Batch<Row> {
  readonly keys: Set<string>
  readonly rowsByKey: Promise<Map<string, Row[]>>
}

/**
 * Makes one read of the many that come at the same moment, as when news reaches every browser at once: what is asked
 * for within one turn of the event loop goes to the database together. A read begins after it was asked for, so it
 * sees everything that was committed before. The query takes the keys as `keys` and names in each row the
 * `key` that it answers. Answers the rows of one key, in the statement's order; they may be shared with another asker.
 */
export function batched<Row extends { readonly key: string }>(
  query: Query<{ readonly keys: readonly string[] }, Row>,
): (db: Db | Tx, key: string) => Promise<readonly Row[]> {
  const open = new WeakMap<Db | Tx, Batch<Row>>()
  return async (db, key) => {
    const batch = open.get(db) ?? begin(db)
    batch.keys.add(key)
    return (await batch.rowsByKey).get(key) ?? []
  }

  function begin(db: Db | Tx): Batch<Row> {
    const keys = new Set<string>()
    const read = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      open.delete(db)
      return Map.groupBy(await query(db, { keys: [...keys] }), (row) => row.key)
    }
    const batch = { keys, rowsByKey: read() }
    open.set(db, batch)
    return batch
  }
}
