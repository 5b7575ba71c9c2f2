import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { type BackupHeader, writeBackupFile } from './backup-file.ts'
import { countRows, listTables, quoted, type Table } from './tables.ts'

const rowsAtOnce = 500

// Must be the transaction's first statement. All later ones see the same snapshot of the database.
const beginSnapshot = statement('', 'set transaction isolation level repeatable read, read only')
const configureTransaction = statement(
  '',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
     set_config('TimeZone', 'UTC', true)`,
)
const fetchRows = statement<{ line: string }>('', `fetch ${rowsAtOnce} from backup_rows`)
const closeRows = statement('', 'close backup_rows')

/**
 * Writes a consistent snapshot of the database into one gzipped file that restores on either engine, encrypted if there
 * is a passphrase. On PostgreSQL other reads and writes continue meanwhile; on the embedded database they wait. The file
 * contains sessions, password hashes and secrets. Returns its header.
 */
export async function writeBackup(
  db: Db,
  path: string,
  now: Date,
  passphrase: string | null = null,
): Promise<BackupHeader> {
  return db.transaction(async (tx) => {
    await tx.run(beginSnapshot, [])
    await tx.run(configureTransaction, [])
    const tables = await listTables(tx)
    const header: BackupHeader = {
      format: 'ovation-backup',
      version: 1,
      takenAt: now.toISOString(),
      engine: db.engine,
      migrations: await listMigrations(tx),
      tables: await withCounts(tx, tables),
    }
    await writeBackupFile(path, { header, rows: rowsOf(tx, tables) }, passphrase)
    return header
  })
}

async function withCounts(tx: Tx, tables: readonly Table[]): Promise<BackupHeader['tables']> {
  const counted: BackupHeader['tables'] = []
  for (const { name, columns } of tables) {
    counted.push({ name, columns: [...columns], rows: await countRows(tx, name) })
  }
  return counted
}

async function* rowsOf(tx: Tx, tables: readonly Table[]): AsyncGenerator<string> {
  for (const { name } of tables) {
    const select = `select row_to_json(t)::text as line from ${quoted(name)} t`
    await tx.run(statement('', `declare backup_rows no scroll cursor for ${select}`), [])
    for (;;) {
      const rows = await tx.run(fetchRows, [])
      for (const { line } of rows) yield line
      if (rows.length < rowsAtOnce) break
    }
    await tx.run(closeRows, [])
  }
}
