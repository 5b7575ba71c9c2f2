import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { assertKnown, hasMigrations, listMigrations, lockMigrations, migrate } from '#server/db/migrate.ts'
import { BackupError, type BackupHeader, readBackupHeader, readBackupRows } from './backup-file.ts'
import { countRows, listTables, quoted, type Table } from './tables.ts'

const mostRowsAtOnce = 500
const mostCharactersAtOnce = 4_000_000

/** Tables that a migration or the first start fills. The backup replaces their rows. */
const replacedTables = ['points_configurations', 'settings']

const configureTransaction = statement(
  '',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
     set_config('TimeZone', 'UTC', true)`,
)

/**
 * Fills a new database from a backup of either engine in one transaction, then migrates it to the newest schema. Throws
 * a BackupError and inserts nothing when the database is not new, when the file is incomplete or from a newer version,
 * or when the passphrase does not open it.
 */
export async function restoreBackup(
  db: Db,
  path: string,
  passphrase: string | null = null,
): Promise<BackupHeader> {
  const header = await readBackupHeader(path, passphrase)
  await migrateToSchemaOf(db, header)
  await db.transaction(async (tx) => {
    await tx.run(configureTransaction, [])
    await lockMigrations(tx, db.engine)
    await prepareTarget(tx, header)
    await insertRows(tx, header, readBackupRows(path, passphrase))
    await assertCounts(tx, header)
  })
  await migrate(db)
  return header
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

async function prepareTarget(tx: Tx, header: BackupHeader): Promise<void> {
  const tables = await listTables(tx)
  assertSameTables(tables, header)
  const filled: string[] = []
  for (const { name } of tables) {
    const rows = replacedTables.includes(name) ? 0 : await countRows(tx, name)
    if (rows > 0) filled.push(`${rows} in ${name}`)
  }
  if (filled.length > 0) {
    throw new BackupError(
      `The target is not empty (rows: ${filled.join(', ')}). A backup is only restored into a new database`,
    )
  }
  for (const name of replacedTables) await tx.run(statement('', `delete from ${quoted(name)}`), [])
}

function assertSameTables(tables: readonly Table[], header: BackupHeader): void {
  const shapeOf = (list: readonly Table[]) =>
    list.map(({ name, columns }) => `${name}(${[...columns].sort().join()})`).sort()
  if (JSON.stringify(shapeOf(tables)) === JSON.stringify(shapeOf(header.tables))) return
  throw new BackupError('The tables in the backup are not those of the target')
}

async function insertRows(tx: Tx, header: BackupHeader, rows: AsyncGenerator<string>): Promise<void> {
  try {
    for (const table of header.tables) {
      for await (const batch of batchesOf(rows, table.rows)) await insertBatch(tx, table, batch)
    }
    if (!(await rows.next()).done) throw new BackupError('The backup has more rows than its first line says')
  } finally {
    await rows.return(undefined)
  }
}

async function* batchesOf(rows: AsyncGenerator<string>, count: number): AsyncGenerator<string[]> {
  let batch: string[] = []
  let characters = 0
  for (let taken = 0; taken < count; taken++) {
    const { value, done } = await rows.next()
    if (done) throw new BackupError('The backup has fewer rows than its first line says')
    batch.push(value)
    characters += value.length
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

async function assertCounts(tx: Tx, header: BackupHeader): Promise<void> {
  for (const { name, rows } of header.tables) {
    const restored = await countRows(tx, name)
    if (restored === rows) continue
    throw new BackupError(`${name} has ${restored} rows after the restore and ${rows} in the backup`)
  }
}
