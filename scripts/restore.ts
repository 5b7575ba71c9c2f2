import { resolve } from 'node:path'
import { BackupError } from '#server/ops/backup-file.ts'
import { isSnapshot, restoreSnapshot } from '#server/ops/data-folder.ts'
import { restoreBackup } from '#server/ops/restore.ts'
import { runCommand, withDatabase } from './configured-database.ts'

const [file] = process.argv.slice(2)

// Fills a new database from a backup, or recreates the embedded database from a snapshot.
await runCommand(async (config) => {
  if (file === undefined) throw new BackupError('Name the file: npm run restore -- <backup or snapshot>')
  const path = resolve(file)
  if (isSnapshot(path)) {
    if (config.databaseUrl !== null) {
      throw new BackupError(
        'A snapshot restores the embedded database only: unset DATABASE_URL, or restore a backup',
      )
    }
    await restoreSnapshot(config.dataDir, path)
    console.log(`Restored the snapshot ${path} into ${config.dataDir}.`)
    return
  }
  const { tables, takenAt, leftOut } = await withDatabase(config, (db) =>
    restoreBackup(db, path, config.backupPassphrase),
  )
  for (const { name, rows } of tables) console.log(`${String(rows).padStart(9)}  ${name}`)
  for (const name of leftOut) console.log(`  left out  ${name}: this table is not part of Ovation.`)
  console.log(`Restored the backup of ${takenAt}.`)
})
