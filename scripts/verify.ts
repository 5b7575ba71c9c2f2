import { parseArgs } from 'node:util'
import { systemClock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/handle.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { noteVerification } from '#server/features/system/commands.ts'
import { remakeWindows } from '#server/features/windows/commands.ts'
import { hasDatabase } from '#server/ops/data-folder.ts'
import { DataFolderError } from '#server/ops/data-folder-error.ts'
import { runCommand, withDatabase } from './configured-database.ts'
import { printFindings } from './findings.ts'

const { values } = parseArgs({ options: { repair: { type: 'boolean', default: false } } })

// Recomputes everything that is derived from the ledger. Exits with 1 when something differs or cannot be checked. With
// `--repair` the windows of the boards and what teams have in them are made anew before that.
await runCommand(async (config) => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl === null && !hasDatabase(dataDir)) {
    throw new DataFolderError(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL`)
  }
  const total = await withDatabase(config, (db) => verifyAndNote(db, config)).catch((error: unknown) => {
    const isInUse = error instanceof DataFolderError && error.message.includes('in use')
    throw isInUse ? new DataFolderError(`${error.message}. Stop the server and run this again.`) : error
  })
  if (total > 0) process.exitCode = 1
})

/** Returns the number of violations. */
async function verifyAndNote(db: Db, config: Config): Promise<number> {
  if (!(await isMigrated(db))) {
    throw new DataFolderError(
      'The database has the schema of another version: start the server once, then run this again',
    )
  }
  if (values.repair) {
    await remakeWindows({ db, config, clock: systemClock() }, () => false)
    console.log('the windows of the boards were made anew')
  }
  const total = await printFindings(db)
  console.log(total === 0 ? 'verified: no violation' : `NOT verified, violations: ${total}`)
  await note(db, total)
  return total
}

/** The Settings tab shows when this was. A database that cannot be written can be verified all the same. */
async function note(db: Db, violations: number): Promise<void> {
  const at = systemClock().now().toISOString()
  await noteVerification(db, { at, violations, isWhole: true }).catch((error: Error) =>
    console.warn(`The result could not be noted in the database: ${error.message}`),
  )
}
