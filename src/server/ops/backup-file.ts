import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { writeDurably } from './durable-file.ts'

/** A backup that cannot be made or restored, for a reason that whoever asked can act on. */
export class BackupError extends Error {}

/**
 * The first line of a backup. The rows follow, one JSON object a line with a member for each column, table after table
 * in the order and the numbers given here.
 */
const headerShape = z.object({
  format: z.literal('ovation-backup'),
  version: z.literal(1),
  takenAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.int().min(0) })),
})

export type BackupHeader = z.infer<typeof headerShape>

/** Writes a backup file, readable by its owner only, whole or not at all. Rows are taken as they are needed. */
export async function writeBackupFile(
  path: string,
  header: BackupHeader,
  rows: AsyncIterable<string>,
): Promise<void> {
  await writeDurably(path, (file) =>
    pipeline(Readable.from(withHeader(header, rows)), createGzip(), (text) => file.writeFile(text)),
  )
}

/** Throws a BackupError when the file cannot be read as a backup of a version that this program knows. */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  for await (const line of linesOf(path)) return parseHeader(path, line)
  throw notABackup(path, 'it is empty')
}

/** The rows of a backup as JSON texts, read from the disk as they are needed. */
export async function* readBackupRows(path: string): AsyncGenerator<string> {
  let isHeader = true
  for await (const line of linesOf(path)) {
    if (!isHeader) yield line
    isHeader = false
  }
}

async function* withHeader(header: BackupHeader, rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for await (const row of rows) yield `${row}\n`
}

// Not node:readline, which also breaks lines at U+2028, and people do write that.
async function* linesOf(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const text = createGunzip()
  file.on('error', (error) => text.destroy(error))
  file.pipe(text)
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw notABackup(path, error instanceof Error ? error.message : String(error))
  } finally {
    file.destroy()
    text.destroy()
  }
  if (rest !== '') throw notABackup(path, 'its last line is not whole')
}

function parseHeader(path: string, line: string): BackupHeader {
  try {
    return headerShape.parse(JSON.parse(line))
  } catch {
    throw notABackup(path, 'its first line is none that this version knows')
  }
}

function notABackup(path: string, why: string): BackupError {
  return new BackupError(`${path} cannot be read as a backup of Ovation: ${why}`)
}
