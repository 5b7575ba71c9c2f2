import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { ByteReader } from './byte-reader.ts'
import { packer, unpacked } from './compression.ts'
import { writeDurably } from './durable-file.ts'
import { PassphraseError, sealed } from './sealed-file.ts'

/** A backup cannot be made or restored, for a reason that the operator can act on. */
export class BackupError extends Error {}

const tableShape = z.object({ name: z.string(), columns: z.array(z.string()).min(1) })
const common = {
  format: z.literal('ovation-backup'),
  takenAt: z.iso.datetime(),
  engine: z.enum(['pglite', 'postgres']),
  migrations: z.array(z.object({ number: z.int(), name: z.string(), checksum: z.string() })).min(1),
}
// Version 1 has its rows as lines of JSON, and was written until COPY made the same several times as fast.
const headerShapes = z.discriminatedUnion('version', [
  z.object({
    ...common,
    version: z.literal(1),
    tables: z.array(tableShape.extend({ rows: z.int().min(0) })),
  }),
  z.object({ ...common, version: z.literal(2), tables: z.array(tableShape) }),
])

/**
 * The first line of a backup. The rows follow, grouped by table in the order given here. In version 2 they are lines in
 * the text format of COPY, and a line with `\.` and the number of rows ends each group.
 */
export type BackupHeader = z.infer<typeof headerShapes>
export type NewBackupHeader = Extract<BackupHeader, { version: 2 }>

/** A table in a backup, and how many rows it has there. */
export interface CountedTable {
  readonly name: string
  readonly rows: number
}

/** The line that ends the rows of a table. No row can begin like this. */
export function endOfRows(rows: number): string {
  return `\\. ${rows}\n`
}

/** Writes a backup file atomically, readable by its owner only. Encrypts it with a passphrase. */
export async function writeBackupFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  passphrase: string | null,
): Promise<void> {
  await writeDurably(path, (file) =>
    pipeline(content, packer(), (packed: AsyncIterable<Uint8Array>) =>
      file.writeFile(passphrase === null ? packed : sealed(packed, passphrase)),
    ),
  )
}

/** A backup whose header was read, and whose rows can be. */
export interface OpenBackup {
  readonly header: BackupHeader
  /** The next line, without its end. Throws at the end of the file. */
  line(): Promise<string>
  /** Streams the lines up to the one that ends the rows of a table, in blocks that end anywhere. */
  rows(): AsyncGenerator<Uint8Array>
  /** How many rows the line says that ends them. */
  countRows(): Promise<number>
  isAtEnd(): Promise<boolean>
  close(): Promise<void>
}

/** Throws a BackupError when the file is not a backup of a version that this program knows. */
export async function openBackup(path: string, passphrase: string | null): Promise<OpenBackup> {
  const bytes = new ByteReader(told(path, unpacked(path, passphrase)))
  const line = async () => {
    const text = await bytes.line()
    if (text === null) throw notABackup(path, 'it has fewer rows than it says')
    return text
  }
  try {
    if (await bytes.isAtEnd()) throw notABackup(path, 'it is empty')
    return {
      header: parseHeader(path, await line()),
      line,
      rows: () => bytes.until('\\.'),
      countRows: async () => {
        const [, rows] = /^\\\. (\d+)$/.exec(await line()) ?? []
        if (rows === undefined) throw notABackup(path, 'the rows of a table have no end')
        return Number(rows)
      },
      isAtEnd: () => bytes.isAtEnd(),
      close: () => bytes.close(),
    }
  } catch (error) {
    await bytes.close()
    throw error
  }
}

/** The header of a backup. Throws a BackupError like `openBackup`. */
export async function readBackupHeader(path: string, passphrase: string | null): Promise<BackupHeader> {
  const { header, close } = await openBackup(path, passphrase)
  await close()
  return header
}

/** The same bytes. What goes wrong with the file becomes a BackupError. */
async function* told(path: string, bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    if (error instanceof PassphraseError) throw new BackupError(`${path} cannot be opened: ${error.message}`)
    throw notABackup(path, error instanceof Error ? error.message : String(error))
  }
}

function parseHeader(path: string, line: string): BackupHeader {
  try {
    return headerShapes.parse(JSON.parse(line))
  } catch {
    throw notABackup(path, 'this version does not know its first line')
  }
}

function notABackup(path: string, why: string): BackupError {
  return new BackupError(`${path} cannot be read as a backup of Ovation: ${why}`)
}
