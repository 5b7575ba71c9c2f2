import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/handle.ts'
import { hasMigrations } from '#server/db/migrate.ts'
import { type KeptBackup, keepBackup, noteSuccess } from '#server/features/backups/commands.ts'
import { writeBackup } from '#server/ops/backup.ts'
import { BackupError } from '#server/ops/backup-file.ts'
import { hasDatabase } from '#server/ops/data-folder.ts'
import { runCommand, withDatabase } from './configured-database.ts'

const [wantedPath] = process.argv.slice(2)

// Writes a backup to the named file, or into the data folder, where it then deletes outdated backups.
await runCommand(async (config) => {
  const { dataDir, databaseUrl, backupPassphrase } = config
  if (databaseUrl === null && !hasDatabase(dataDir)) {
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  }
  const { path, written, deleted } = await withDatabase(config, (db) => backUp(db, config))
  for (const { name, rows } of written.tables) console.log(`${String(rows).padStart(9)}  ${name}`)
  for (const { name, kind } of written.leftOut)
    console.log(`  left out  ${name}: this ${kind} is not part of Ovation. Back it up yourself.`)
  console.log(`Written to ${path}, ${(await stat(path)).size} bytes.`)
  console.log(
    backupPassphrase === null
      ? 'It holds sessions, password hashes and secrets: protect it like a password.'
      : 'It is encrypted. Without BACKUP_PASSPHRASE nobody can read it, so keep that in another place.',
  )
  if (deleted > 0) console.log(`Deleted ${deleted} older backups that are no longer needed.`)
})

async function backUp(db: Db, config: Config): Promise<KeptBackup> {
  const now = systemClock().now()
  if (!(await hasMigrations(db))) throw new BackupError('The database is empty: there is nothing to back up')
  if (wantedPath === undefined) return keepBackup(db, config, now)
  const path = resolve(wantedPath)
  const written = await writeBackup(db, path, now, config.backupPassphrase)
  await noteSuccess(db, now)
  return { path, written, deleted: 0 }
}
