import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'

/** What a snapshot's thread is given. */
export interface SnapshotTask {
  readonly database: string
  readonly path: string
  /** Where the log of a closed database begins that its next start reads; null while the engine runs. */
  readonly closedLog: string | null
}

/** What the engine says when a backup ends: how to recover from it, and the files of its log that this takes. */
export interface BackupEnd {
  readonly label: string
  readonly firstLog: string
  readonly lastLog: string
}

interface Wanted {
  readonly database: string
  readonly path: string
  readonly signal: AbortSignal
}

/**
 * Writes a snapshot while the engine goes on, as PostgreSQL's base backups do: the files are copied as they are, and
 * the engine's log, which is copied last, says what happened to them meanwhile. Whoever opens the copy has the data of
 * the moment when the copying ended. No checkpoint may be made until then.
 */
export async function copyOpenDatabase(client: PGlite, wanted: Wanted): Promise<void> {
  await client.query("select pg_backup_start('snapshot', true)")
  let hasEnded = false
  try {
    await inThread({ ...wanted, closedLog: null }, () => {
      hasEnded = true
      return endBackup(client)
    })
  } finally {
    if (!hasEnded) await endBackup(client)
  }
}

/** The file of the engine's log that it writes to now. */
export async function currentLog(client: PGlite): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    'select pg_walfile_name(pg_current_wal_insert_lsn()) as name',
  )
  return rows[0]?.name ?? ''
}

/** Writes a snapshot of a closed database. `closedLog` is the file to which its engine wrote before it was closed. */
export function copyClosedDatabase(wanted: Wanted, closedLog: string): Promise<void> {
  return inThread({ ...wanted, closedLog }, () => Promise.reject(new Error('no engine runs')))
}

async function endBackup(client: PGlite): Promise<BackupEnd> {
  const { rows } = await client.query<{ labelfile: string; last: string }>(
    'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  const [row] = rows
  const first = /\(file ([0-9A-F]{24})\)/.exec(row?.labelfile ?? '')?.[1]
  if (!row || first === undefined) throw new Error('the engine does not say where the backup begins')
  return { label: row.labelfile, firstLog: first, lastLog: row.last }
}

async function inThread(
  { database, path, closedLog, signal }: SnapshotTask & Wanted,
  onCopied: () => Promise<BackupEnd>,
): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), {
    workerData: { database, path, closedLog } satisfies SnapshotTask,
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  })
  const end = () => void worker.terminate()
  signal.addEventListener('abort', end)
  const failed = new Promise<never>((_, reject) => worker.once('error', reject))
  worker.once('message', () => {
    onCopied().then(
      (answer) => worker.postMessage(answer),
      () => worker.terminate(),
    )
  })
  try {
    const [code] = await Promise.race([once(worker, 'exit'), failed])
    signal.throwIfAborted()
    if (code !== 0) throw new Error('the snapshot was not finished')
  } catch (error) {
    await rm(`${path}.partial`, { force: true })
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}
