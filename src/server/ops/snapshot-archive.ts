import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endOfArchive, entriesOf, entryWith, namesBelow } from './tar.ts'

/** What the engine says when a backup ends: how to recover from it, and the files of its log that this takes. */
export interface BackupEnd {
  readonly label: string
  readonly firstLog: string
  readonly lastLog: string
}

const logFolder = 'pg_wal'
const control = 'global/pg_control'
// The engine makes the content of these anew at each start.
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const left = ['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'backup_label.old']

/** An archive of a database's folder while the engine runs. Its log comes last, once `endBackup` has ended the backup. */
export async function* archiveOfOpen(
  database: string,
  endBackup: () => Promise<BackupEnd>,
): AsyncGenerator<Buffer> {
  yield* archiveOfData(database)
  yield* endOfBackup(database, await endBackup())
  yield endOfArchive
}

/** An archive of a closed database's folder. `log` is the file to which its engine wrote before it was closed. */
export async function* archiveOfClosed(database: string, log: string): AsyncGenerator<Buffer> {
  yield* archiveOfData(database)
  // The last checkpoint, at the end of all, is in this file or the next. Any further ones are only kept for reuse.
  const logs = await logFiles(database, (name) => name >= log)
  yield* entriesOf(database, logs.slice(0, 2))
  yield endOfArchive
}

async function* archiveOfData(database: string): AsyncGenerator<Buffer> {
  yield* entriesOf(database, await namesBelow(database, isCopied))
  // Last, as the engine's own base backups have it: it must not be older than the files it speaks of.
  yield* entriesOf(database, [control])
}

function isCopied(name: string): boolean {
  const parts = name.split('/')
  if (name === control || left.includes(parts.at(-1) ?? '')) return false
  if (parts.some((part) => part.startsWith('pgsql_tmp'))) return false
  if (parts[0] === logFolder) return !isLogFile(parts.at(-1) ?? '')
  return parts.length === 1 || !emptied.includes(parts[0] ?? '')
}

function isLogFile(name: string): boolean {
  return /^[0-9A-F]{24}$/.test(name)
}

async function logFiles(database: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const names = await readdir(join(database, logFolder))
  const wanted = names.filter((name) => isLogFile(name) && isWanted(name)).sort()
  return wanted.map((name) => `${logFolder}/${name}`)
}

async function* endOfBackup(
  database: string,
  { label, firstLog, lastLog }: BackupEnd,
): AsyncGenerator<Buffer> {
  const logs = await logFiles(database, (name) => name >= firstLog && name <= lastLog)
  // Without its whole log a copy of files that changed meanwhile is worth nothing.
  const isThere = [firstLog, lastLog].every((name) => logs.includes(`${logFolder}/${name}`))
  if (!isThere) throw new Error(`the log from ${firstLog} to ${lastLog} is not there any more`)
  yield* entryWith('backup_label', label)
  yield* entriesOf(database, logs)
}
