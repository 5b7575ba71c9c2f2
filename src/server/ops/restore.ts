import { quoted } from '#server/db/copy.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { assertKnown, hasMigrations, listMigrations, lockMigrations, migrate } from '#server/db/migrate.ts'
import { configureCopy } from './backup.ts'
import {
  BackupError,
  type BackupHeader,
  type CountedTable,
  type OpenBackup,
  openBackup,
} from './backup-file.ts'
import { derivedTables, withoutDeriving } from './derived.ts'
import { dropIndexes, makeIndexes } from './indexes.ts'
import { countRows, hasRows, listTables, type Table } from './tables.ts'

const mostRowsAtOnce = 500
const mostCharactersAtOnce = 4_000_000

/** Tables that a migration or the first start fills. The backup replaces their rows. */
const replacedTables = ['points_configurations', 'report_basis', 'settings']

/** A backup that was restored. */
export interface RestoredBackup {
  readonly takenAt: string
  readonly tables: readonly CountedTable[]
  /** Tables in the backup that are not the product's: backups once contained all tables of the schema. */
  readonly leftOut: readonly string[]
}

/**
 * Fills a new database from a backup of either engine in one transaction, then migrates it to the newest schema. Throws
 * a BackupError and inserts nothing when the database is not new, when the file is incomplete or from a newer version,
 * or when the passphrase does not open it.
 */
export async function restoreBackup(
  db: Db,
  path: string,
  passphrase: string | null = null,
): Promise<RestoredBackup> {
  const { header, close } = await openBackup(path, passphrase)
  await close()
  await migrateToSchemaOf(db, header)
  const restored = await db.transaction(async (tx) => {
    await tx.run(configureCopy, [])
    await lockMigrations(tx, db.engine)
    const tables = await prepareTarget(tx, header)
    const names = tables.map(({ name }) => name)
    const dropped = await dropIndexes(tx, db.engine, names)
    const droppedOfDerived = await dropIndexes(tx, db.engine, derivedTables)
    const counted = await withoutDeriving(tx, async () => {
      const rows = await insertRows(tx, names, await openBackup(path, passphrase))
      await makeIndexes(tx, dropped)
      return rows
    })
    await makeIndexes(tx, droppedOfDerived)
    return counted
  })
  await migrate(db)
  const known = restored.map(({ name }) => name)
  const leftOut = header.tables.map(({ name }) => name).filter((name) => !known.includes(name))
  return { takenAt: header.takenAt, tables: restored, leftOut }
}

// Rows are inserted under the schema that they came from, so that later migrations convert them like all others.
async function migrateToSchemaOf(db: Db, { migrations }: BackupHeader): Promise<void> {
  try {
    await assertKnown(migrations)
  } catch (error) {
    throw new BackupError(
      `The backup does not fit this version. ${error instanceof Error ? error.message : error}`,
    )
  }
  const wanted = migrations.at(-1)?.number ?? -1
  if (!(await hasMigrations(db))) await migrate(db, wanted)
  const applied = await listMigrations(db)
  if (applied.length === migrations.length) return
  throw new BackupError(
    `The backup was made at migration ${wanted} and the target is at ${applied.at(-1)?.number ?? 'none'}: ` +
      'restore into a database in which Ovation has never been started',
  )
}

/** Throws unless the target is new and has the tables of the backup. Returns the tables to fill. */
async function prepareTarget(tx: Tx, header: BackupHeader): Promise<Table[]> {
  const tables = await listTables(tx)
  assertSameTables(tables, header)
  const filled: string[] = []
  for (const { name } of tables) {
    if (replacedTables.includes(name) || !(await hasRows(tx, name))) continue
    filled.push(`${await countRows(tx, name)} in ${name}`)
  }
  if (filled.length > 0) {
    throw new BackupError(
      `The target is not empty (rows: ${filled.join(', ')}). A backup is only restored into a new database`,
    )
  }
  for (const { name } of tables) {
    // An older schema has not all of them.
    if (replacedTables.includes(name)) await tx.run(statement('', `delete from ${quoted(name)}`), [])
  }
  return tables
}

function assertSameTables(tables: readonly Table[], header: BackupHeader): void {
  const names = tables.map(({ name }) => name)
  const shapeOf = (list: readonly Table[]) =>
    list
      .filter(({ name }) => names.includes(name))
      .map(({ name, columns }) => `${name}(${[...columns].sort().join()})`)
      .sort()
  if (JSON.stringify(shapeOf(tables)) === JSON.stringify(shapeOf(header.tables))) return
  throw new BackupError('The tables in the backup are not those of the target')
}

async function insertRows(tx: Tx, names: readonly string[], backup: OpenBackup): Promise<CountedTable[]> {
  const { header } = backup
  const counted: CountedTable[] = []
  try {
    for (const table of header.version === 1 ? header.tables : []) {
      const isKnown = names.includes(table.name)
      for await (const batch of batchesOf(backup, table.rows))
        if (isKnown) await insertBatch(tx, table, batch)
      if (isKnown) counted.push({ name: table.name, rows: table.rows })
    }
    for (const table of header.version === 2 ? header.tables : [])
      counted.push(await copyRows(tx, table, backup))
    if (!(await backup.isAtEnd())) throw new BackupError('The backup has more rows than its first line says')
    return counted
  } finally {
    await backup.close()
  }
}

async function copyRows(tx: Tx, { name, columns }: Table, backup: OpenBackup): Promise<CountedTable> {
  const restored = await tx.copyTo({ table: name, columns }, backup.rows())
  const rows = await backup.countRows()
  if (restored === rows) return { name, rows }
  throw new BackupError(`${name} has ${restored} rows after the restore and ${rows} in the backup`)
}

async function* batchesOf(backup: OpenBackup, count: number): AsyncGenerator<string[]> {
  let batch: string[] = []
  let characters = 0
  for (let taken = 0; taken < count; taken++) {
    const row = await backup.line()
    batch.push(row)
    characters += row.length
    if (batch.length < mostRowsAtOnce && characters < mostCharactersAtOnce) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
}

async function insertBatch(tx: Tx, { name, columns }: Table, batch: readonly string[]): Promise<void> {
  const list = columns.map(quoted).join(', ')
  const insert = `insert into ${quoted(name)} (${list})
    select ${list} from json_populate_recordset(null::${quoted(name)}, $1::json)`
  await tx.run(statement('', insert), [`[${batch.join(',')}]`])
}
