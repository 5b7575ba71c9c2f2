import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { PGlite } from '@electric-sql/pglite'
import { writeDurably } from './durable-file.ts'
import { archiveOfClosed, archiveOfOpen, type BackupEnd } from './snapshot-archive.ts'

// Written to the disk as it grows: one flush of the whole file would hold up whoever else writes.
const flushBytes = 16 * 1_048_576
const compression = {
  chunkSize: 262_144,
  // Each piece is compressed before the next is asked for: they share their memory.
  writableHighWaterMark: 1,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
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
  const end = () => {
    hasEnded = true
    return endBackup(client)
  }
  try {
    await writeArchive(wanted, archiveOfOpen(wanted.database, end))
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

/** Writes a snapshot of a closed database. `log` is the file to which its engine wrote before it was closed. */
export function copyClosedDatabase(wanted: Wanted, log: string): Promise<void> {
  return writeArchive(wanted, archiveOfClosed(wanted.database, log))
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

async function writeArchive({ path, signal }: Wanted, pieces: AsyncIterable<Buffer>): Promise<void> {
  signal.throwIfAborted()
  const compress = createZstdCompress(compression)
  await writeDurably(path, async (file) => {
    const write = async (bytes: AsyncIterable<Buffer>) => {
      let unflushed = 0
      for await (const piece of bytes) {
        await file.writeFile(piece)
        unflushed += piece.length
        if (unflushed < flushBytes) continue
        await file.datasync()
        unflushed = 0
      }
    }
    await pipeline(pieces, compress, write, { signal })
  })
}
