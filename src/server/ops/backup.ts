import { type Db, statement, type Tx } from '#server/db/handle.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { type CountedTable, endOfRows, type NewBackupHeader, writeBackupFile } from './backup-file.ts'
import { listStrangers, listTables, type Stranger } from './tables.ts'

const newline = 0x0a

// Must be the transaction's first statement. All later ones see the same snapshot of the database.
const beginSnapshot = statement('', 'set transaction isolation level repeatable read, read only')

/** For transactions that copy whole tables: values are written and read alike, whatever the database is set to. */
export const configureCopy = statement(
  '',
  `select set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
     set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, YMD', true),
     set_config('IntervalStyle', 'postgres', true), set_config('extra_float_digits', '1', true)`,
)

/** A backup that was written. */
export interface WrittenBackup {
  readonly tables: readonly CountedTable[]
  /** What is in the product's schema and not in the backup, because it is not the product's. */
  readonly leftOut: readonly Stranger[]
}

/**
 * Writes a consistent snapshot of the database into one compressed file that restores on either engine, encrypted if
 * there is a passphrase. On PostgreSQL other reads and writes continue meanwhile; on the embedded database they wait. The
 * file contains sessions, password hashes and secrets.
 */
export async function writeBackup(
  db: Db,
  path: string,
  now: Date,
  passphrase: string | null = null,
): Promise<WrittenBackup> {
  return db.transaction(async (tx) => {
    await tx.run(beginSnapshot, [])
    await tx.run(configureCopy, [])
    const header: NewBackupHeader = {
      format: 'ovation-backup',
      version: 2,
      takenAt: now.toISOString(),
      engine: db.engine,
      migrations: await listMigrations(tx),
      tables: (await listTables(tx)).map(({ name, columns }) => ({ name, columns: [...columns] })),
    }
    const tables: CountedTable[] = []
    await writeBackupFile(path, contentOf(tx, header, tables), passphrase)
    return { tables, leftOut: await listStrangers(tx) }
  })
}

/** The whole file, before it is compressed. Adds to `counted` what it has written. */
async function* contentOf(
  tx: Tx,
  header: NewBackupHeader,
  counted: CountedTable[],
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(header)}\n`)
  for (const { name, columns } of header.tables) {
    let rows = 0
    for await (const block of tx.copyFrom({ table: name, columns })) {
      rows += countLines(block)
      yield block
    }
    counted.push({ name, rows })
    yield Buffer.from(endOfRows(rows))
  }
}

function countLines(block: Uint8Array): number {
  let lines = 0
  for (let at = block.indexOf(newline); at >= 0; at = block.indexOf(newline, at + 1)) lines++
  return lines
}
