import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'

const blockBytes = 512
const longestNameBytes = 100
const pieceBytes = 262_144

/** Whether a file or folder, by its name below the folder, belongs into the archive. */
export type Selection = (name: string) => boolean

/** The names of all that is selected below `folder`, each folder before what it contains. */
export async function namesBelow(folder: string, isWanted: Selection): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter(isWanted).sort()
}

/**
 * Files and folders as entries of an archive in the ustar format (POSIX.1-1988), one piece after the other. Others may
 * write to the files meanwhile: an entry has the size that its file had when it was opened, and a file that is gone has
 * none. Each piece is valid until the next is asked for. Ends without the end of the archive.
 */
export async function* entriesOf(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  const reused = Buffer.allocUnsafeSlow(pieceBytes)
  for (const name of names) {
    const file = await openFound(join(folder, name))
    if (file === null) continue
    try {
      yield* entryOf(name, file, reused)
    } finally {
      await file.close()
    }
  }
}

/** A file with this content, as an entry of an archive. */
export function* entryWith(name: string, content: string): Generator<Buffer> {
  const bytes = Buffer.from(content)
  yield headerOf({ name: `/${name}`, mode: 0o600, size: bytes.length, mtimeMs: 0, isFolder: false })
  yield bytes
  yield padding(bytes.length)
}

/** The end of an archive. */
export const endOfArchive = Buffer.alloc(2 * blockBytes)

async function openFound(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function* entryOf(name: string, file: FileHandle, reused: Buffer): AsyncGenerator<Buffer> {
  const found = await file.stat()
  const isFolder = found.isDirectory()
  const size = isFolder ? 0 : found.size
  yield headerOf({ name: `/${name}`, mode: found.mode, size, mtimeMs: found.mtimeMs, isFolder })
  for (let at = 0; at < size; ) {
    const piece = reused.subarray(0, Math.min(pieceBytes, size - at))
    // A file that has become shorter is filled up with zeros: the engine's log says what became of it.
    let filled = 0
    for (let count = 1; count > 0 && filled < piece.length; filled += count)
      count = (await file.read(piece, filled, piece.length - filled, at + filled)).bytesRead
    piece.fill(0, filled)
    yield piece
    at += piece.length
  }
  if (size % blockBytes > 0) yield padding(size)
}

function padding(size: number): Buffer {
  return Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)
}

interface Entry {
  readonly name: string
  readonly mode: number
  readonly size: number
  readonly mtimeMs: number
  readonly isFolder: boolean
}

function headerOf({ name, mode, size, mtimeMs, isFolder }: Entry): Buffer {
  if (Buffer.byteLength(name) > longestNameBytes) throw new RangeError(`${name} is too long for the archive`)
  const header = Buffer.alloc(blockBytes)
  const octal = (value: number, offset: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), offset, 'latin1')
  header.write(name, 0)
  octal(mode & 0o7777, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(Math.floor(mtimeMs / 1_000), 136, 11)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\u000000', 257, 'latin1')
  octal(sumOf(header), 148, 6)
  header.write('\u0000 ', 154, 'latin1')
  return header
}

// The sum is taken with spaces in its own place.
function sumOf(header: Buffer): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)
}

/**
 * Writes what an archive contains below `folder`, for this account alone and onto the disk. Throws when the archive is
 * damaged or ends early.
 */
export async function extract(archive: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const source = new Source(archive)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    const header = await source.take(blockBytes)
    if (header.every((byte) => byte === 0)) break
    const { path, size, isFolder } = readHeader(header, folder)
    if (isFolder) await mkdir(path, { recursive: true, mode: 0o700 })
    else await extractFile(source, path, size)
  }
  // The decompression finds damage only once it is read to its end.
  await source.drain()
}

async function extractFile(source: Source, path: string, size: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    await copyBytes(source, file, size)
    await file.sync()
  } finally {
    await file.close()
  }
  await source.take(padding(size).length)
}

async function copyBytes(source: Source, file: FileHandle, size: number): Promise<void> {
  for (let left = size; left > 0; ) {
    const piece = await source.take(Math.min(left, pieceBytes))
    await file.writeFile(piece)
    left -= piece.length
  }
}

function readHeader(header: Buffer, folder: string): { path: string; size: number; isFolder: boolean } {
  const text = (offset: number, length: number) =>
    header.toString('utf8', offset, offset + length).split('\0')[0] ?? ''
  if (Number.parseInt(text(148, 6), 8) !== sumOf(header)) throw new Error('the archive is damaged')
  const name = normalize(`/${text(0, longestNameBytes)}`)
  return { path: join(folder, name), size: Number.parseInt(text(124, 11), 8), isFolder: text(156, 1) === '5' }
}

/** Hands out the bytes of a stream in the lengths that are asked for. */
class Source {
  readonly #pieces: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(pieces: AsyncIterable<Buffer>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  async take(length: number): Promise<Buffer> {
    const found = [this.#rest]
    let count = this.#rest.length
    while (count < length) {
      const next = await this.#pieces.next()
      if (next.done) throw new Error('the archive ends early')
      found.push(next.value)
      count += next.value.length
    }
    const all = found.length === 1 ? this.#rest : Buffer.concat(found)
    this.#rest = all.subarray(length)
    return all.subarray(0, length)
  }

  async drain(): Promise<void> {
    while (!(await this.#pieces.next()).done);
  }
}
