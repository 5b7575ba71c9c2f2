import type { Db, Tx } from './handle.ts'
import { col, queriesByName, query } from './query.ts'

/** Something that does not hold, under the name of its check. */
export interface Violation {
  readonly name: string
  readonly violation: string
}

/** What was found in a part of the rows. */
export interface Portion {
  readonly violations: readonly Violation[]
  /** The id after which the next portion begins; null after the last. */
  readonly next: string | null
}

/** One or several invariants and how to find their violations, in portions. A name of several checks has one finding. */
export interface Check {
  readonly names: readonly string[]
  /** Looks at the portion whose ids come after the given one. */
  find(tx: Tx, after: string): Promise<Portion>
}

/** An invariant and all its violations. */
export interface Finding {
  readonly name: string
  /** One line for each violation; none when all is well. */
  readonly violations: readonly string[]
}

/** Hears of checks while they are under way. */
export interface Listener {
  /** A portion of a check has been looked at, the given number of them in all. */
  portion?(names: readonly string[], count: number): void
  finding?(finding: Finding): void
}

interface Ranges {
  readonly names: readonly string[]
  /** The table whose ids divide the rows into portions. */
  readonly table: string
  /** How many of its rows are in a portion. */
  readonly size?: number
  /** Returns the columns `name` and `violation`, for the rows with ids after `$after` and up to `$upTo`. */
  readonly sql: string
}

const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** So many portions are looked at side by side on PostgreSQL. */
const lanes = 2

/** A check whose statement returns one row, with the column `violation`, for each violation. */
export function inSql(name: string, sql: string): Check {
  const list = query({ name: `verify_${named([name])}`, sql, row: { violation: col.text } })
  return whole(name, async (tx) => (await list(tx, {})).map(({ violation }) => violation))
}

/**
 * Checks whose statement looks at the rows of a range of ids. Ids follow one another in time, so the rows of a range lie
 * together: each portion reads its part of every table once, in order, and holds a snapshot for a second at most.
 */
export function inRanges({ names, table, size = 250_000, sql }: Ranges): Check {
  const findEnd = query({
    name: `verify_${named(names)}_end`,
    sql: `select id from ${table} where id > $after order by id offset ${size - 1} limit 1`,
    params: { after: col.uuid },
    row: { id: col.uuid },
  })
  const list = query({
    name: `verify_${named(names)}`,
    sql,
    params: { after: col.uuid, upTo: col.uuid },
    row: { name: col.text, violation: col.text },
  })
  return {
    names,
    find: async (tx, after) => {
      const next = (await findEnd.first(tx, { after }))?.id ?? null
      return { violations: await list(tx, { after, upTo: next ?? lastId }), next }
    },
  }
}

/** A condition for `inRanges`: an id is in the portion. */
export function inRange(id: string): string {
  return `(${id} > $after and ${id} <= $upTo)`
}

/** Checks that the triggers that refuse every change to the rows of `table` are in place. */
export function guardsOf(table: string, triggers: readonly string[]): Check {
  return whole('append-only guards', async (tx) =>
    (await listMissing(tx, { table, triggers })).map(({ violation }) => violation),
  )
}

/**
 * Runs checks and answers in their order. Each portion has a read-only snapshot of its own, so members can report
 * meanwhile, and the database can clean up behind them.
 */
export async function findViolations(
  db: Db,
  checks: readonly Check[],
  listener: Listener = {},
): Promise<Finding[]> {
  const found = new Map(checks.flatMap(({ names }) => names).map((name) => [name, [] as string[]]))
  const waiting = [...checks]
  const underWay = new Set<Check>()
  const isOpen = (name: string) => [...waiting, ...underWay].some(({ names }) => names.includes(name))
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      underWay.add(check)
      for (const { name, violation } of await violationsOf(db, check, listener))
        found.get(name)?.push(violation)
      underWay.delete(check)
      for (const name of check.names)
        if (!isOpen(name)) listener.finding?.({ name, violations: found.get(name) ?? [] })
    }
  }
  const stopping = (error: unknown) => {
    waiting.length = 0
    throw error
  }
  const workers = Array.from({ length: db.engine === 'postgres' ? lanes : 1 }, () => work().catch(stopping))
  // All have to end, also when one fails: the caller closes the database then.
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return Array.from(found, ([name, violations]) => ({ name, violations }))
}

async function violationsOf(db: Db, check: Check, listener: Listener): Promise<Violation[]> {
  const violations: Violation[] = []
  let after: string | null = firstId
  for (let count = 1; after !== null; count++) {
    const from: string = after
    const portion = await db.transaction(async (tx) => {
      await takeSnapshot(tx, {})
      await (db.engine === 'postgres' ? configure(tx, {}) : configureEmbedded(tx, {}))
      return check.find(tx, from)
    })
    for (const violation of portion.violations) violations.push(violation)
    after = portion.next
    listener.portion?.(check.names, count)
  }
  return violations
}

/** A check that looks at everything at once. */
function whole(name: string, list: (tx: Tx) => Promise<string[]>): Check {
  const find = async (tx: Tx) => {
    const violations = (await list(tx)).map((violation) => ({ name, violation }))
    return { violations, next: null }
  }
  return { names: [name], find }
}

/** The name of a statement. Two checks of one name have two statements. */
function named(names: readonly string[]): string {
  const name = names.join('_').replaceAll(' ', '_')
  return queriesByName.has(`verify_${name}`) ? `${name}_further` : name
}

// This must be the first statement of the transaction: later the isolation level can no longer be set.
const takeSnapshot = query({
  name: 'verify_snapshot',
  sql: 'set transaction isolation level repeatable read, read only',
})
// Memory for the hash tables of whole tables. A general plan would not know how much of a table is in a range.
const configure = query({
  name: 'verify_configure',
  sql: `select set_config('statement_timeout', '0', true) || set_config('work_mem', '128MB', true)
   || set_config('plan_cache_mode', 'force_custom_plan', true) as settings`,
  row: { settings: col.text },
})
// The embedded engine never gives memory back.
const configureEmbedded = query({
  name: 'verify_configure_embedded',
  sql: `select set_config('work_mem', '16MB', true) as settings`,
  row: { settings: col.text },
})

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
