import { quoted } from '#server/db/copy.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { relationsOfMigrations } from '#server/db/migrate.ts'
import { derivedTables } from './derived.ts'

/** A table as the database itself describes it. */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
}

/** Something in the product's schema that a migration of the product has not made. */
export interface Stranger {
  readonly name: string
  readonly kind: 'table' | 'view'
}

interface Reference {
  readonly child: string
  readonly parent: string
}

// Read from the database and not from the code, so that it works on a database older than this program too. The version in
// `report_basis` comes last, because triggers count it up while the tables that it is about are filled.
const listColumns = statement<Table>(
  'list_tables',
  `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
   from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname = any ($1::text[])
   group by c.relname order by c.relname = 'report_basis', c.relname`,
)
const listOthers = statement<Stranger>(
  'list_strangers',
  `select relname::text as name, case when relkind in ('v', 'm') then 'view' else 'table' end as kind
   from pg_class where relkind in ('r', 'p', 'f', 'v', 'm') and relnamespace = current_schema()::regnamespace
     and relname <> all ($1::text[]) order by relname`,
)
const listReferences = statement<Reference>(
  'list_references',
  `select child.relname::text as child, parent.relname::text as parent
   from pg_constraint f join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
   where f.contype = 'f' and child.oid <> parent.oid and child.relnamespace = current_schema()::regnamespace`,
)

/** Every table with data of the product, except those derived from others. A table comes after those that it references. */
export async function listTables(db: Db | Tx): Promise<Table[]> {
  const names = (await relationsOfMigrations(db)).filter((name) => !derivedTables.includes(name))
  const tables = await db.run(listColumns, [names])
  return parentsFirst(tables, await db.run(listReferences, []))
}

/** The tables and views in the product's schema that are not the product's. */
export async function listStrangers(db: Db | Tx): Promise<Stranger[]> {
  return db.run(listOthers, [[...(await relationsOfMigrations(db)), 'schema_migrations']])
}

export async function hasRows(db: Db | Tx, table: string): Promise<boolean> {
  const [row] = await db.run(statement<object>('', `select from ${quoted(table)} limit 1`), [])
  return row !== undefined
}

export async function countRows(db: Db | Tx, table: string): Promise<number> {
  const [row] = await db.run(
    statement<{ rows: number }>('', `select count(*)::int as rows from ${quoted(table)}`),
    [],
  )
  return row?.rows ?? 0
}

function parentsFirst(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const waiting = new Map(tables.map((table) => [table.name, table]))
  const ordered: Table[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(
      ({ name }) => !references.some(({ child, parent }) => child === name && waiting.has(parent)),
    )
    if (!next) throw new Error(`Tables reference each other in a circle: ${[...waiting.keys()].join(', ')}`)
    waiting.delete(next.name)
    ordered.push(next)
  }
  return ordered
}
