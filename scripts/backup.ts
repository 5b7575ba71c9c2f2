import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { hasMigrations } from '#server/db/migrate.ts'
import { writeBackup } from '#server/ops/backup.ts'
import { BackupError } from '#server/ops/backup-file.ts'
import { deleteOutdatedBackups, nextBackupPath } from '#server/ops/backup-folder.ts'
import { hasDatabase } from '#server/ops/data-folder.ts'
import { runCommand, withDatabase } from './configured-database.ts'

const [wantedPath] = process.argv.slice(2)

// Writes a backup to the named file, or into the data folder, where it then deletes outdated backups.
await runCommand(async (config) => {
  const { dataDir, databaseUrl } = config
  if (databaseUrl === null && !hasDatabase(dataDir)) {
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  }
  const now = systemClock().now()
  const path = wantedPath === undefined ? await nextBackupPath(dataDir, now) : resolve(wantedPath)
  const { tables } = await withDatabase(config, async (db) => {
    if (!(await hasMigrations(db)))
      throw new BackupError('The database is empty: there is nothing to back up')
    return writeBackup(db, path, now)
  })
  for (const { name, rows } of tables) console.log(`${String(rows).padStart(9)}  ${name}`)
  console.log(`Written to ${path}, ${(await stat(path)).size} bytes.`)
  console.log('It holds sessions, password hashes and secrets: protect it like a password.')
  if (wantedPath !== undefined) return
  const deleted = await deleteOutdatedBackups(dataDir, now)
  if (deleted > 0) console.log(`Deleted ${deleted} older backups that are no longer needed.`)
})
