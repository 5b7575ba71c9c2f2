import type { Handle, Statement } from './handle.ts'

interface Gathering<Row> {
  readonly keys: Set<string>
  readonly rowsByKey: Promise<Map<string, Row[]>>
}

/**
 * Makes one read of the many that come at the same moment, as when news reaches every browser at once: what is asked
 * for within one turn of the event loop goes to the database together. A read begins after it was asked for, so it
 * sees everything that was committed before. The statement takes the keys as `$1::text[]` and names in each row the
 * `key` that it answers. Answers the rows of one key, in the statement's order; they may be shared with another asker.
 */
export function gathered<Row extends { readonly key: string }>(
  statement: Statement<Row>,
): (db: Handle, key: string) => Promise<readonly Row[]> {
  const open = new WeakMap<Handle, Gathering<Row>>()
  return async (db, key) => {
    const gathering = open.get(db) ?? begin(db)
    gathering.keys.add(key)
    return (await gathering.rowsByKey).get(key) ?? []
  }

  function begin(db: Handle): Gathering<Row> {
    const keys = new Set<string>()
    const read = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      open.delete(db)
      return Map.groupBy(await db.run(statement, [[...keys]]), (row) => row.key)
    }
    const gathering = { keys, rowsByKey: read() }
    open.set(db, gathering)
    return gathering
  }
}
