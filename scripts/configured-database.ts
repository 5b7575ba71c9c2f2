import { type Config, ConfigError, readConfig } from '#server/config.ts'
import type { Db } from '#server/db/handle.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { AppError } from '#server/errors.ts'
import { BackupError } from '#server/ops/backup-file.ts'
import { openDataFolder } from '#server/ops/data-folder.ts'
import { DataFolderError } from '#server/ops/data-folder-error.ts'

/**
 * Runs a command-line tool. Errors that an operator can act on are printed as one line, any other with its stack. Both
 * end in exit code 1.
 */
export async function runCommand(command: (config: Config) => Promise<void>): Promise<void> {
  // Whatever a command writes is for its owner alone.
  process.umask(0o077)
  try {
    await command(readConfig())
  } catch (error) {
    const isPlain = [ConfigError, BackupError, DataFolderError, AppError].some(
      (kind) => error instanceof kind,
    )
    console.error(isPlain && error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

/** Opens the configured database, runs `work` and closes the database again. */
export async function withDatabase<Result>(
  { databaseUrl, dataDir }: Config,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db, close } = databaseUrl === null ? await openDataFolder(dataDir) : onServer(databaseUrl)
  try {
    return await work(db)
  } finally {
    await close()
  }
}

function onServer(databaseUrl: string): { db: Db; close(): Promise<void> } {
  const db = openPostgres(databaseUrl, (error) => console.error(error.message))
  return { db, close: () => db.close() }
}
