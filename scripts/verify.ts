import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { DataFolderError, openDataFolder } from '#server/db/data-folder.ts'
import type { Database } from '#server/db/handle.ts'
import { isMigrated } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { verify } from '#server/db/verify.ts'

/** A reason for not being able to look, in words for whoever runs the server. */
class CannotVerify extends Error {}

interface Opened {
  readonly db: Database
  close(): Promise<void>
}

try {
  process.exitCode = (await verifyConfigured(readConfig())) > 0 ? 1 : 0
} catch (error) {
  process.exitCode = 1
  if (error instanceof ConfigError || error instanceof CannotVerify) console.error(error.message)
  else console.error(error)
}

/** Prints one line for each check and each violation; answers how many violations there are. */
async function verifyConfigured(config: Config): Promise<number> {
  const { db, close } = await open(config)
  try {
    await assertSchema(db)
    let total = 0
    for (const { name, violations } of await verify(db)) {
      console.log(`${violations.length === 0 ? '✓' : '✗'} ${name}: ${violations.length}`)
      for (const line of violations) console.log(`  ${line}`)
      total += violations.length
    }
    console.log(total === 0 ? 'verified: no violation' : `NOT verified, violations: ${total}`)
    return total
  } finally {
    await close()
  }
}

async function open({ databaseUrl, dataDir }: Config): Promise<Opened> {
  if (databaseUrl !== null) {
    const db = openPostgres(databaseUrl, (error) => console.error(error.message))
    return { db, close: () => db.close() }
  }
  if (!existsSync(join(dataDir, 'database'))) {
    throw new CannotVerify(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL.`)
  }
  try {
    return await openDataFolder(dataDir)
  } catch (error) {
    if (!(error instanceof DataFolderError)) throw error
    const hint = error.message.includes('in use') ? '. Stop the server and run this again.' : ''
    throw new CannotVerify(`${error.message}${hint}`)
  }
}

async function assertSchema(db: Database): Promise<void> {
  const isCurrent = await isMigrated(db).catch((error: Error) => {
    throw new CannotVerify(`The database cannot be read: ${error.message}`)
  })
  if (!isCurrent) {
    throw new CannotVerify(
      'The database has the schema of another version: start the server once, then verify.',
    )
  }
}
