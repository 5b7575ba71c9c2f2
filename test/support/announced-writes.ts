import type { Topic } from '#contract/topics.ts'
import type { Announcement } from '#server/db/announcement.ts'
import { type StatementValue, statement, type Tx } from '#server/db/handle.ts'
import { shownTables } from '#test/support/table-topics.ts'

interface Write {
  readonly verb: string
  readonly table: string
}

const writing =
  /\b(insert\s+into|merge\s+into|delete\s+from|truncate(?:\s+table)?|(?<!\b(?:do|for|key)\s+)update)\s+(?:only\s+)?"?(\w+)"?(?!["\w]*\.)/gi
const setList = /^(?:\s+as)?(?:\s+"?\w+"?)?\s+set\s+(.*?)(?=\bwhere\b|\bfrom\b|\breturning\b|$)/is
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ownXid = 'pg_current_xact_id()::xid'

/** What one transaction writes and announces. */
export class AnnouncedWrites {
  readonly #verbsByTable = new Map<string, Set<string>>()
  /** How many rows the transaction had deleted before the first statement that may delete some. */
  readonly #deletedBefore = new Map<string, number | null>()
  readonly #announced = new Set<Topic>()
  readonly #ids: string[] = []

  noteAnnouncement({ topics = [] }: Announcement): void {
    for (const topic of topics) this.#announced.add(topic)
  }

  noteStatement(text: string, values: readonly unknown[] = []): void {
    for (const { verb, table } of writesIn(text)) {
      const verbs = this.#verbsByTable.get(table) ?? new Set()
      this.#verbsByTable.set(table, verbs.add(verb))
    }
    for (const value of values) if (typeof value === 'string' && uuid.test(value)) this.#ids.push(value)
  }

  /** Must be awaited before each statement of a transaction that may have several. */
  async countDeleted(text: string, run: Tx['run']): Promise<void> {
    for (const { verb, table } of writesIn(text)) {
      if (verb !== 'delete' || this.#verbsByTable.get(table)?.has('delete')) continue
      this.#deletedBefore.set(table, await deletedFrom(table, run))
    }
  }

  /** Throws if the transaction wrote a table and announced none of its topics. `run` queries inside the transaction. */
  assertAnnounced(run: Tx['run']): Promise<void> {
    return this.#assert(async (table, verbs) => {
      const before = this.#deletedBefore.get(table)
      if (verbs.has('delete') && before !== (await deletedFrom(table, run))) return true
      return isFound(run, `select from ${table} where xmin = ${ownXid} limit 1`, [])
    })
  }

  /**
   * The same for a transaction of one statement, after its commit. The transaction is found by a row that it wrote: in
   * the first table that it inserts into, with one of the ids among its values.
   */
  assertAnnouncedAlone(run: Tx['run']): Promise<void> {
    const first = [...this.#verbsByTable].find(([, verbs]) => verbs.has('insert'))?.[0]
    const xid = `select xmin from ${first} where id = any($1::uuid[]) limit 1`
    return this.#assert(
      async (table, verbs) =>
        verbs.has('delete') ||
        (await isFound(run, `select from ${table} where xmin = (${xid}) limit 1`, [this.#ids])),
    )
  }

  // A statement may write no row at all. So tables without an announcement are checked for actual changes.
  async #assert(hasChanged: (table: string, verbs: Set<string>) => Promise<boolean>): Promise<void> {
    for (const [table, verbs] of this.#verbsByTable) {
      const topics = shownTables[table]?.topics ?? []
      if (topics.some((topic) => this.#announced.has(topic))) continue
      if (await hasChanged(table, verbs))
        throw new Error(`A transaction wrote ${table} without announcing ${topics.join(' or ')}`)
    }
  }
}

/** The writes of a statement to tables in `shownTables`. */
function writesIn(text: string): Write[] {
  return Array.from(text.matchAll(writing), (found) => {
    const [whole, verb = '', table = ''] = found
    const [, list] = setList.exec(text.slice(found.index + whole.length)) ?? []
    const columns = list && Array.from(list.matchAll(/(?:^|,)\s*"?(\w+)"?\s*=/g), ([, column = '']) => column)
    const isShown = !columns || columns.some((column) => !shownTables[table]?.unshown?.includes(column))
    return shownTables[table] && isShown ? [{ verb: verb.toLowerCase().split(/\s/)[0] ?? '', table }] : []
  }).flat()
}

/** The tables that are shown and that a statement may write. */
export function shownTablesIn(text: string): string[] {
  return writesIn(text).map(({ table }) => table)
}

/** Null where there is no such table, so that the statement that is asked about fails under its own name. */
async function deletedFrom(table: string, run: Tx['run']): Promise<number | null> {
  const count = `select pg_stat_get_xact_tuples_deleted(to_regclass('public.${table}'))::int as deleted`
  const [row] = await run(statement<{ deleted: number | null }>('', count), [])
  if (!row) throw new Error(`The rows deleted from ${table} cannot be counted`)
  return row.deleted
}

async function isFound(run: Tx['run'], text: string, values: readonly StatementValue[]): Promise<boolean> {
  return (await run(statement('', text), values)).length > 0
}
