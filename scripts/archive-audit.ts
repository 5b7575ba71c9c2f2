import { resolve } from 'node:path'
import { systemClock } from '#server/clock.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { archiveAudit } from '#server/ops/audit-archive.ts'
import { BackupError } from '#server/ops/backup-file.ts'
import { hasDatabase } from '#server/ops/data-folder.ts'
import { runCommand, withDatabase } from './configured-database.ts'

const [file] = process.argv.slice(2)

// Moves the entries of the audit trail that are older than a year into a file.
await runCommand(async (config) => {
  const { databaseUrl, dataDir } = config
  if (file === undefined) throw new BackupError('Name the file: npm run audit:archive -- <file.jsonl.gz>')
  if (databaseUrl === null && !hasDatabase(dataDir))
    throw new BackupError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  const path = resolve(file)
  const entries = await withDatabase(config, async (db) => {
    if (!(await isMigrated(db))) {
      throw new BackupError(
        'The database has the schema of another version: start the server once, then run this again',
      )
    }
    return archiveAudit(db, path, systemClock().now())
  })
  if (entries === 0) console.log('No entry is older than a year.')
  else console.log(`Moved ${entries} entries to ${path}.`)
})
