import { chmodSync, createReadStream, existsSync, lstatSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { type EmbeddedDatabase, openEmbedded } from '#server/db/embedded.ts'
import { DataFolderError } from './data-folder-error.ts'
import { keepEngineSmall } from './engine-memory.ts'
import { LockedError, takeLock } from './lock-file.ts'
import { copyClosedDatabase, copyOpenDatabase, currentLog } from './snapshot.ts'
import { extract } from './tar.ts'

const keptSnapshots = 6
const ending = '.tar.zst'
/** That of earlier versions. */
const earlierEnding = '.tar.gz'

/** An embedded database in its folder, locked against other processes. */
export interface DataFolder {
  readonly db: EmbeddedDatabase
  /**
   * Writes a copy of the whole database beside it while it is in use, returns its path and keeps the six newest.
   * Several are written one after the other.
   */
  snapshot(now: Date): Promise<string>
  /** Moves what the engine has in its buffers and its log into the files, unless a snapshot is being written. */
  checkpoint(): Promise<void>
  /**
   * Closes the database and releases the folder's lock. A snapshot that is being written is given up. `last` has one
   * written of the closed database, if that takes no longer than it says; rejects when it could not be written.
   */
  close(last?: LastSnapshot): Promise<void>
}

export interface LastSnapshot {
  readonly now: Date
  readonly withinMs: number
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
    for (const name of ['database', 'snapshots', 'backups']) closeToOthers(join(folder, name))
    keepEngineSmall()
    const db = await openEmbedded(databaseIn(folder))
    // The engine decides the modes of the files that it makes.
    closeToOthers(databaseIn(folder))
    return openFolder(folder, db, release)
  } catch (error) {
    await release()
    throw new DataFolderError(await describeBroken(folder, error))
  }
}

function openFolder(folder: string, db: EmbeddedDatabase, release: () => Promise<void>): DataFolder {
  const closing = new AbortController()
  const copyOpen = (now: Date) =>
    writeSnapshot(folder, now, (path) =>
      copyOpenDatabase(db.client, { database: databaseIn(folder), path, signal: closing.signal }),
    )
  const copyClosed = ({ now, withinMs }: LastSnapshot, log: string) =>
    writeSnapshot(folder, now, (path) =>
      copyClosedDatabase({ database: databaseIn(folder), path, signal: AbortSignal.timeout(withinMs) }, log),
    )
  let writing: Promise<unknown> | null = null
  return {
    db,
    snapshot: (now) => {
      const written = Promise.resolve(writing).then(() => copyOpen(now))
      const settled = written.then(ignore, ignore).then(() => {
        if (writing === settled) writing = null
      })
      writing = settled
      return written
    },
    checkpoint: async () => {
      if (writing === null) await db.script('checkpoint')
    },
    close: async (last) => {
      closing.abort()
      await writing
      const log = currentLog(db.client)
      await log.catch(ignore)
      try {
        await db.close()
        if (last) await copyClosed(last, await log)
      } finally {
        await release()
      }
    },
  }
}

const ignore = () => undefined

/** Whether a file is a snapshot, by its name. */
export function isSnapshot(name: string): boolean {
  return name.endsWith(ending) || name.endsWith(earlierEnding)
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
    const expand = snapshot.endsWith(earlierEnding) ? createGunzip() : createZstdDecompress()
    await pipeline(createReadStream(snapshot), expand, (bytes) => extract(bytes, partial))
    const db = await openEmbedded(partial)
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
function closeToOthers(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.isSymbolicLink()) return
  if ((found.mode & 0o077) !== 0) chmodSync(path, found.mode & 0o700)
  if (!found.isDirectory()) return
  for (const name of readdirSync(path)) closeToOthers(join(path, name))
}

async function writeSnapshot(
  dataFolder: string,
  now: Date,
  write: (path: string) => Promise<void>,
): Promise<string> {
  const folder = join(dataFolder, 'snapshots')
  const path = join(folder, `${now.toISOString().replaceAll(':', '-')}${ending}`)
  await write(path)
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
  return (await readdir(folder)).filter(isSnapshot).sort()
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
