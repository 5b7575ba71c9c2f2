import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { constants, createZstdCompress } from 'node:zlib'
import { writeDurably } from './durable-file.ts'
import type { BackupEnd, SnapshotTask } from './snapshot.ts'
import { endOfArchive, entriesOf, entryWith, namesBelow } from './tar.ts'

// Written to the disk as it grows: one flush of the whole file would hold up whoever else writes.
const flushBytes = 16 * 1_048_576
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

if (parentPort) await write(workerData as SnapshotTask, parentPort)

/** Writes the archive of a database's folder. When the engine runs, its log comes last, once the parent has ended the backup. */
async function write({ database, path, closedLog }: SnapshotTask, parent: MessagePort): Promise<void> {
  const compress = createZstdCompress({
    chunkSize: 262_144,
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  })
  await writeDurably(path, async (file) => {
    const written = pipeline(compress, async (bytes: AsyncIterable<Buffer>) => {
      let unflushed = 0
      for await (const piece of bytes) {
        await file.writeFile(piece)
        unflushed += piece.length
        if (unflushed < flushBytes) continue
        await file.datasync()
        unflushed = 0
      }
    })
    await Promise.all([feed(compress, archive(database, closedLog ?? parent)), written])
  })
  parent.close()
}

/** Passes on one piece after another, each once the one before it is compressed: they share their memory. */
async function feed(to: Writable, pieces: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const piece of pieces) {
      await new Promise<void>((resolve, reject) => {
        to.write(piece, (error) => (error ? reject(error) : resolve()))
      })
    }
    to.end()
  } catch (error) {
    to.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

async function* archive(database: string, log: MessagePort | string): AsyncGenerator<Buffer> {
  const names = namesBelow(database, isCopied)
  yield* entriesOf(database, names)
  // Last, as the engine's own base backups have it: it must not be older than the files it speaks of.
  yield* entriesOf(database, [control])
  if (typeof log === 'string') yield* entriesOf(database, logOfClosed(database, log))
  else yield* endOfBackup(database, await backupEnd(log))
  yield endOfArchive
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

function logFiles(database: string, isWanted: (name: string) => boolean): string[] {
  const names = readdirSync(join(database, logFolder))
  const wanted = names.filter((name) => isLogFile(name) && isWanted(name)).sort()
  return wanted.map((name) => `${logFolder}/${name}`)
}

// The last checkpoint, at the end of all, is in this file or the next. Any further ones are only kept for reuse.
function logOfClosed(database: string, first: string): string[] {
  return logFiles(database, (name) => name >= first).slice(0, 2)
}

async function backupEnd(parent: MessagePort): Promise<BackupEnd> {
  const answer = new Promise<BackupEnd>((resolve) => parent.once('message', resolve))
  parent.postMessage('copied')
  return answer
}

function* endOfBackup(database: string, { label, firstLog, lastLog }: BackupEnd): Generator<Buffer> {
  const logs = logFiles(database, (name) => name >= firstLog && name <= lastLog)
  // Without its whole log a copy of files that changed meanwhile is worth nothing.
  const isThere = [firstLog, lastLog].every((name) => logs.includes(`${logFolder}/${name}`))
  if (!isThere) throw new Error(`the log from ${firstLog} to ${lastLog} is not there any more`)
  yield* entryWith('backup_label', label)
  yield* entriesOf(database, logs)
}
