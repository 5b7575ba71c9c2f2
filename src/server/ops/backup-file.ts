import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { writeDurably } from './durable-file.ts'
import { PassphraseError, sealed, unsealed } from './sealed-file.ts'

/** A backup cannot be made or restored, for a reason that the operator can act on. */
export class BackupError extends Error {}

/**
 * The first line of a backup. The rows follow, each a line with a JSON object that has a member for each column. They
 * are grouped by table, in the order and the numbers given here.
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

/** What goes into a backup file. */
export interface BackupContent {
  readonly header: BackupHeader
  readonly rows: AsyncIterable<string>
}

/** Writes a backup file atomically, readable by its owner only. Streams the rows. Encrypts it with a passphrase. */
export async function writeBackupFile(
  path: string,
  { header, rows }: BackupContent,
  passphrase: string | null,
): Promise<void> {
  await writeDurably(path, (file) =>
    pipeline(Readable.from(withHeader(header, rows)), createGzip(), (packed: AsyncIterable<Uint8Array>) =>
      file.writeFile(passphrase === null ? packed : sealed(packed, passphrase)),
    ),
  )
}

/** Throws a BackupError when the file is not a backup of a version that this program knows. */
export async function readBackupHeader(path: string, passphrase: string | null): Promise<BackupHeader> {
  for await (const line of linesOf(path, passphrase)) return parseHeader(path, line)
  throw notABackup(path, 'it is empty')
}

/** Streams the rows of a backup as JSON texts. */
export async function* readBackupRows(path: string, passphrase: string | null): AsyncGenerator<string> {
  let isHeader = true
  for await (const line of linesOf(path, passphrase)) {
    if (!isHeader) yield line
    isHeader = false
  }
}

async function* withHeader(header: BackupHeader, rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(header)}\n`
  for await (const row of rows) yield `${row}\n`
}

// Not node:readline: it also breaks lines at U+2028, which occurs in people's texts.
async function* linesOf(path: string, passphrase: string | null): AsyncGenerator<string> {
  const file = Readable.from(unsealed(path, passphrase))
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
    if (error instanceof PassphraseError) throw new BackupError(`${path} cannot be opened: ${error.message}`)
    throw notABackup(path, error instanceof Error ? error.message : String(error))
  } finally {
    file.destroy()
    text.destroy()
  }
  if (rest !== '') throw notABackup(path, 'its last line is incomplete')
}

function parseHeader(path: string, line: string): BackupHeader {
  try {
    return headerShape.parse(JSON.parse(line))
  } catch {
    throw notABackup(path, 'this version does not know its first line')
  }
}

function notABackup(path: string, why: string): BackupError {
  return new BackupError(`${path} cannot be read as a backup of Ovation: ${why}`)
}
