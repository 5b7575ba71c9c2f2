import type { Db, Tx } from './handle.ts'
import { col, query } from './query.ts'

/** An invariant and how to find its violations. Checks with the same name make one finding. */
export interface Check {
  readonly name: string
  find(tx: Tx): Promise<string[]>
}

/** An invariant and all its violations. */
export interface Finding {
  readonly name: string
  /** One line for each violation; none when all is well. */
  readonly violations: readonly string[]
}

/** A check whose statement returns one row, with the column `violation`, for each violation. */
export function inSql(name: string, sql: string): Check {
  const list = query({ name: `verify_${name.replaceAll(' ', '_')}`, sql, row: { violation: col.text } })
  return { name, find: async (tx) => (await list(tx, {})).map(({ violation }) => violation) }
}

/** Checks that the triggers that refuse every change to the rows of `table` are in place. */
export function guardsOf(table: string, triggers: readonly string[]): Check {
  return {
    name: 'append-only guards',
    find: async (tx) => (await listMissing(tx, { table, triggers })).map(({ violation }) => violation),
  }
}

/** Runs the checks in order, in one read-only snapshot of the database. Members can report meanwhile. */
export function findViolations(db: Db, checks: readonly Check[]): Promise<Finding[]> {
  return db.transaction(async (tx) => {
    await takeSnapshot(tx, {})
    await takeTime(tx, {})
    const found = new Map<string, string[]>()
    for (const { name, find } of checks) found.set(name, [...(found.get(name) ?? []), ...(await find(tx))])
    return Array.from(found, ([name, violations]) => ({ name, violations }))
  })
}

// These must be the first statements of the transaction: later the isolation level can no longer be set.
const takeSnapshot = query({
  name: 'verify_snapshot',
  sql: 'set transaction isolation level repeatable read, read only',
})
const takeTime = query({ name: 'verify_take_time', sql: 'set local statement_timeout = 0' })

const listMissing = query({
  name: 'verify_append_only_guards',
  sql: `select format('the trigger %s on %s is missing or switched off', name, $table) as violation
   from unnest($triggers) as wanted (name)
   where not exists (select from pg_trigger
     where tgname = name and tgrelid = to_regclass($table) and tgenabled in ('O', 'A'))
   order by name`,
  params: { table: col.text, triggers: col.texts },
  row: { violation: col.text },
})
