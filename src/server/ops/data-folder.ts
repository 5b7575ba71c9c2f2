import { existsSync, openAsBlob } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { type EmbeddedDatabase, openEmbedded } from '#server/db/embedded.ts'
import { writeDurably } from './durable-file.ts'
import { keepEngineSmall } from './engine-memory.ts'
import { LockedError, takeLock } from './lock-file.ts'
import { tarOf } from './tar.ts'

const keptSnapshots = 6

/** The folder cannot be used, for a reason that the operator can act on. */
export class DataFolderError extends Error {}

/** An embedded database in its folder, locked against other processes. */
export interface DataFolder {
  readonly db: EmbeddedDatabase
  /** Writes a copy of the whole database beside it, returns its path and keeps the six newest. */
  snapshot(now: Date): Promise<string>
  /** Closes the database and releases the folder's lock. */
  close(): Promise<void>
}

/**
 * Opens the embedded database in a folder, which it creates if necessary. The engine takes no lock, and two processes
 * on one folder destroy the data, so a lock file names the holder. Throws a DataFolderError when another process holds
 * the lock, or when the data cannot be read.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  const release = await lockFolder(folder)
  try {
    await deleteUnfinished(join(folder, 'snapshots'))
    for (const name of ['database', 'snapshots', 'backups']) await closeToOthers(join(folder, name))
    keepEngineSmall()
    const db = await openEmbedded(databaseIn(folder))
    // A new database is there only now, and its engine decides the modes of its files.
    await closeToOthers(databaseIn(folder))
    return {
      db,
      snapshot: (now) => writeSnapshot(db.client, folder, now),
      close: async () => {
        await db.close()
        await release()
      },
    }
  } catch (error) {
    await release()
    throw new DataFolderError(await describeBroken(folder, error))
  }
}

/** Whether the folder holds an embedded database. */
export function hasDatabase(folder: string): boolean {
  return existsSync(databaseIn(folder))
}

/**
 * Restores the database of a folder from a snapshot, completely or not at all. Throws a DataFolderError when there is a
 * database already, another process holds the lock, or the snapshot cannot be read.
 */
export async function restoreSnapshot(folder: string, snapshot: string): Promise<void> {
  const release = await lockFolder(folder)
  const partial = `${databaseIn(folder)}.partial`
  try {
    if (hasDatabase(folder)) {
      throw new DataFolderError(
        `${databaseIn(folder)} is there already: move it away to restore the snapshot`,
      )
    }
    await rm(partial, { recursive: true, force: true })
    const db = await openEmbedded(partial, await openAsBlob(snapshot))
    await db.script('select number from schema_migrations')
    await db.close()
    await rename(partial, databaseIn(folder))
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    if (error instanceof DataFolderError) throw error
    throw new DataFolderError(`${snapshot} cannot be restored: ${reasonOf(error)}`)
  } finally {
    await release()
  }
}

function databaseIn(folder: string): string {
  return join(folder, 'database')
}

async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(join(folder, 'snapshots'), { recursive: true, mode: 0o700 })
  try {
    return await takeLock(join(folder, 'ovation.lock'))
  } catch (error) {
    if (!(error instanceof LockedError)) throw error
    throw new DataFolderError(`data directory in use by pid ${error.pid}: ${folder}`)
  }
}

/** Takes the rights of other accounts from a folder and everything in it, also where it was there before. */
async function closeToOthers(path: string): Promise<void> {
  if (!existsSync(path)) return
  const found = await lstat(path)
  if (found.isSymbolicLink()) return
  if ((found.mode & 0o077) !== 0) await chmod(path, found.mode & 0o700)
  if (!found.isDirectory()) return
  for (const name of await readdir(path)) await closeToOthers(join(path, name))
}

async function writeSnapshot(client: PGlite, dataFolder: string, now: Date): Promise<string> {
  const folder = join(dataFolder, 'snapshots')
  const database = databaseIn(dataFolder)
  const path = join(folder, `${now.toISOString().replaceAll(':', '-')}.tar.gz`)
  // Read piece by piece, because the engine's own dump holds everything in memory several times.
  await client.runExclusive(() =>
    writeDurably(path, (file) =>
      pipeline(tarOf(database), createGzip({ level: 1 }), (bytes) => file.writeFile(bytes)),
    ),
  )
  const old = (await listSnapshots(folder)).slice(0, -keptSnapshots)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
  return path
}

/** Deletes the partial files of processes that were killed while they wrote a snapshot. */
async function deleteUnfinished(folder: string): Promise<void> {
  const unfinished = (await readdir(folder)).filter((name) => name.endsWith('.partial'))
  await Promise.all(unfinished.map((name) => rm(join(folder, name), { force: true })))
}

async function listSnapshots(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort()
}

async function describeBroken(folder: string, error: unknown): Promise<string> {
  const newest = (await listSnapshots(join(folder, 'snapshots'))).at(-1)
  const advice = newest
    ? `Move ${join(folder, 'database')} away and run: npm run restore -- ${join(folder, 'snapshots', newest)}`
    : 'There is no snapshot to restore.'
  return `The database in ${folder} cannot be opened (${reasonOf(error)}). ${advice}`
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
