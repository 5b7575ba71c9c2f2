import type { Db, Tx } from './handle.ts'
import { col, query } from './query.ts'

/** Something that must hold, and how to find where it does not. Checks of one name make one finding. */
export interface Check {
  readonly name: string
  find(tx: Tx): Promise<string[]>
}

/** One thing that must hold, and every place where it does not. */
export interface Finding {
  readonly name: string
  /** One line for each violation; none when all is well. */
  readonly violations: readonly string[]
}

/** A check whose statement answers a row with the text `violation` for each violation. */
export function inSql(name: string, sql: string): Check {
  const list = query({ name: `verify_${name.replaceAll(' ', '_')}`, sql, row: { violation: col.text } })
  return { name, find: async (tx) => (await list(tx, {})).map(({ violation }) => violation) }
}

/** A check of the triggers that refuse every change to the rows of `table`. */
export function guardsOf(table: string, triggers: readonly string[]): Check {
  return {
    name: 'append-only guards',
    find: async (tx) => (await listMissing(tx, { table, triggers })).map(({ violation }) => violation),
  }
}

/** Runs the checks in their order, in one snapshot of the database. Reads only; members may go on reporting meanwhile. */
export function findViolations(db: Db, checks: readonly Check[]): Promise<Finding[]> {
  return db.transaction(async (tx) => {
    await takeSnapshot(tx, {})
    await takeTime(tx, {})
    const found = new Map<string, string[]>()
    for (const { name, find } of checks) found.set(name, [...(found.get(name) ?? []), ...(await find(tx))])
    return Array.from(found, ([name, violations]) => ({ name, violations }))
  })
}

// Both are the first statements of their transaction: later it would be too late to choose.
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
