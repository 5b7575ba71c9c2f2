import { readFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { type EmbeddedDatabase, openEmbedded } from './embedded.ts'

const keptSnapshots = 6

/** The folder cannot be used, for a reason that whoever runs the server can act on. */
export class DataFolderError extends Error {}

/** An embedded database in its folder, to which no other process can get while this one holds it. */
export interface DataFolder {
  readonly db: EmbeddedDatabase
  /** Writes a copy of the whole database beside it and answers its path; keeps the six newest. */
  snapshot(now: Date): Promise<string>
  /** Closes the database and lets go of the folder. */
  close(): Promise<void>
}

/**
 * Opens the embedded database in a folder, which is made if need be. The engine itself takes no lock, and two processes
 * on one folder destroy it, so a lock file names the one that has it. Throws a DataFolderError when another process
 * has it, or when the data cannot be read.
 */
export async function openDataFolder(folder: string): Promise<DataFolder> {
  await mkdir(join(folder, 'snapshots'), { recursive: true, mode: 0o700 })
  const lock = join(folder, 'ovation.lock')
  await takeLock(lock, folder)
  try {
    const db = await openEmbedded(join(folder, 'database'))
    return {
      db,
      snapshot: (now) => writeSnapshot(db.client, join(folder, 'snapshots'), now),
      close: async () => {
        await db.close()
        await rm(lock, { force: true })
      },
    }
  } catch (error) {
    await rm(lock, { force: true })
    throw new DataFolderError(await describeBroken(folder, error))
  }
}

interface Holder {
  readonly pid: number
  /** Tells a process from a later one that got the same number; null where the system does not say. */
  readonly startedAt: string | null
}

async function takeLock(lock: string, folder: string): Promise<void> {
  const mine = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder)
  if (await createFile(lock, mine)) return
  const takeover = `${lock}.takeover`
  // Two processes may find the same dead holder: only the one that makes this file clears it away.
  if (!(await createFile(takeover, mine))) {
    if (isRunning(await readHolder(takeover))) throw inUse(folder, await readHolder(takeover))
    await rm(takeover, { force: true })
    return takeLock(lock, folder)
  }
  try {
    const holder = await readHolder(lock)
    if (isRunning(holder)) throw inUse(folder, holder)
    await writeFile(lock, mine)
  } finally {
    await rm(takeover, { force: true })
  }
}

function inUse(folder: string, holder: Holder | null): DataFolderError {
  return new DataFolderError(`data directory in use by pid ${holder?.pid ?? '?'}: ${folder}`)
}

async function createFile(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | null> {
  try {
    const holder: unknown = JSON.parse(await readFile(path, 'utf8'))
    return typeof holder === 'object' && holder !== null && 'pid' in holder && 'startedAt' in holder
      ? (holder as Holder)
      : null
  } catch {
    return null
  }
}

function isRunning(holder: Holder | null): boolean {
  if (!holder || holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // Not allowed to signal it means that it is there.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const startedAt = startOf(holder.pid)
  return startedAt === null || holder.startedAt === null || startedAt === holder.startedAt
}

// Linux: the 22nd field of the process's status line, in ticks since boot. The name before it may hold spaces.
function startOf(pid: number): string | null {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

async function writeSnapshot(client: PGlite, folder: string, now: Date): Promise<string> {
  const path = join(folder, `${now.toISOString().replaceAll(':', '-')}.tar.gz`)
  const dump = await client.dumpDataDir('gzip')
  await writeDurably(path, async (file) => file.writeFile(Buffer.from(await dump.arrayBuffer())))
  const old = (await listSnapshots(folder)).slice(0, -keptSnapshots)
  await Promise.all(old.map((name) => rm(join(folder, name), { force: true })))
  return path
}

async function listSnapshots(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).sort()
}

async function describeBroken(folder: string, error: unknown): Promise<string> {
  const newest = (await listSnapshots(join(folder, 'snapshots'))).at(-1)
  const reason = error instanceof Error ? error.message : String(error)
  const advice = newest
    ? `Move ${join(folder, 'database')} away and run: npm run restore -- ${join(folder, 'snapshots', newest)}`
    : 'There is no snapshot to restore.'
  return `The database in ${folder} cannot be opened (${reason}). ${advice}`
}
