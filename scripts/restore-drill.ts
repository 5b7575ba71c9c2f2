import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '#server/clock.ts'
import { openEmbedded } from '#server/db/embedded.ts'
import type { Db } from '#server/db/handle.ts'
import { hasMigrations } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { BackupError, readBackupHeader } from '#server/ops/backup-file.ts'
import { newestBackup, noteDrill } from '#server/ops/backup-folder.ts'
import { type RestoredBackup, restoreBackup } from '#server/ops/restore.ts'
import { runCommand } from './configured-database.ts'
import { printFindings } from './findings.ts'

const { values, positionals } = parseArgs({
  options: { 'database-url': { type: 'string' } },
  allowPositionals: true,
})

// Restores the named backup, or else the newest, into a scratch database, and verifies that. The live database is
// not touched. Exits with 1 when the backup is not sound.
await runCommand(async ({ dataDir, databaseUrl, backupPassphrase }) => {
  const scratchUrl = values['database-url'] ?? null
  if (scratchUrl !== null && scratchUrl === databaseUrl) {
    throw new BackupError('--database-url must not be DATABASE_URL: name an empty database to restore into')
  }
  const path = positionals[0] === undefined ? await newestBackup(dataDir) : resolve(positionals[0])
  if (path === null) throw new BackupError(`There is no backup in ${join(dataDir, 'backups')}`)
  console.log(`Restoring ${path}`)
  // Before a scratch database is made, which takes longer.
  await readBackupHeader(path, backupPassphrase)
  const violations = await withScratch(scratchUrl, async (db) => {
    printCounts(await restoreBackup(db, path, backupPassphrase))
    return printFindings(db)
  })
  if (violations > 0) {
    console.error(`The backup is NOT sound: ${violations} violations.`)
    process.exitCode = 1
    return
  }
  await noteDrill(dataDir, systemClock().now())
  console.log('The backup is sound: every row was restored, and every check passed.')
})

/** Runs `work` on an empty database: the named one, or an embedded one in a folder that is deleted afterwards. */
async function withScratch<Result>(url: string | null, work: (db: Db) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'ovation-drill-'))
  const db =
    url === null ? await openEmbedded(folder) : openPostgres(url, (error) => console.error(error.message))
  try {
    if (await hasMigrations(db)) {
      throw new BackupError('The database of --database-url is not empty: name one without any tables')
    }
    return await work(db)
  } finally {
    await db.close()
    await rm(folder, { recursive: true, force: true })
  }
}

// The restore has compared these numbers with the rows that it inserted.
function printCounts({ tables, takenAt, leftOut }: RestoredBackup): void {
  for (const { name, rows } of tables) console.log(`${String(rows).padStart(9)}  ${name}`)
  for (const name of leftOut) console.log(`  left out  ${name}: this table is not part of Ovation.`)
  console.log(`Restored the backup of ${takenAt}; the rows of every table are as many as it says.`)
}
