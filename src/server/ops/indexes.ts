import { quoted } from '#server/db/copy.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'

/** An index or a foreign key that was dropped. */
interface Dropped {
  readonly kind: 'index' | 'key' | 'reference'
  readonly table: string
  readonly name: string
  /** The statement or, for a constraint, the part of one that makes it again. */
  readonly definition: string
}

// An index stays on which something else rests: a table or a view that is not the product's, or replication. It holds for
// a view that groups by a primary key, too.
const listIndexes = statement<Dropped>(
  'list_indexes_to_rebuild',
  `with ours as (
     select oid from pg_class where relnamespace = current_schema()::regnamespace and relname = any ($1::text[])
   ), keys as (
     select * from pg_constraint where contype = 'f' and conrelid in (select oid from ours)
   )
   select 'reference' as kind, conrelid::regclass::text as "table", conname::text as name,
     pg_get_constraintdef(oid) as definition
   from keys
   union all
   select case when held.oid is null then 'index' else 'key' end, i.indrelid::regclass::text, c.relname::text,
     coalesce(pg_get_constraintdef(held.oid), pg_get_indexdef(c.oid))
   from pg_index i join pg_class c on c.oid = i.indexrelid
     left join pg_constraint held on held.conindid = c.oid and held.contype in ('p', 'u', 'x')
   where i.indrelid in (select oid from ours) and i.indisvalid and not i.indisreplident and not i.indisclustered
     and not exists (select from pg_depend d
       where d.deptype = 'n' and (d.classid <> 'pg_constraint'::regclass or d.objid not in (select oid from keys))
         and ((d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid)
           or (d.refclassid = 'pg_constraint'::regclass and d.refobjid = held.oid)))`,
)
const allowMemory = statement('', "select set_config('maintenance_work_mem', '256MB', true)")

/**
 * Drops the indexes and the foreign keys of tables, so that a restore can fill them several times as fast. It rolls back
 * with the transaction.
 */
export async function dropIndexes(
  tx: Tx,
  engine: Db['engine'],
  tables: readonly string[],
): Promise<readonly Dropped[]> {
  // The embedded engine never gives memory back.
  if (engine === 'postgres') await tx.run(allowMemory, [])
  const dropped = await tx.run(listIndexes, [tables])
  // The foreign keys first, because they rest on the other keys.
  for (const { kind, table, name } of dropped.toSorted(byReference)) {
    const drop =
      kind === 'index' ? `drop index ${quoted(name)}` : `alter table ${table} drop constraint ${quoted(name)}`
    await tx.run(statement('', drop), [])
  }
  return dropped
}

/** Makes dropped indexes and foreign keys again, which checks every row against them. */
export async function makeIndexes(tx: Tx, dropped: readonly Dropped[]): Promise<void> {
  for (const index of dropped.filter((each) => !isReference(each))) await make(tx, index)
  // Without it the database would not know how to check the keys of large tables.
  const tables = [...new Set(dropped.map(({ table }) => table))]
  if (tables.length > 0) await tx.run(statement('', `analyze ${tables.join(', ')}`), [])
  for (const reference of dropped.filter(isReference)) await make(tx, reference)
}

function byReference(one: Dropped, other: Dropped): number {
  return Number(isReference(other)) - Number(isReference(one))
}

function isReference({ kind }: Dropped): boolean {
  return kind === 'reference'
}

async function make(tx: Tx, { kind, table, name, definition }: Dropped): Promise<void> {
  const constraint = `alter table ${table} add constraint ${quoted(name)} ${definition}`
  await tx.run(statement('', kind === 'index' ? definition : constraint), [])
}
