import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const blockBytes = 512
const longestNameBytes = 100

/**
 * The files and folders below `folder` as an archive in the ustar format (POSIX.1-1988), one piece after the other. Names
 * begin with a slash, as the embedded engine writes and reads them. Nothing may write to the folder meanwhile.
 */
export async function* tarOf(folder: string): AsyncGenerator<Buffer> {
  const names = (await readdir(folder, { recursive: true })).sort()
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path)
    const { mode, size, mtimeMs } = found
    const isFolder = found.isDirectory()
    yield headerOf({ name: `/${name}`, mode, size: isFolder ? 0 : size, mtimeMs, isFolder })
    if (isFolder) continue
    // Up to the size in the header, whatever the file is by now.
    if (size > 0) for await (const bytes of createReadStream(path, { end: size - 1 })) yield bytes
    yield Buffer.alloc((blockBytes - (size % blockBytes)) % blockBytes)
  }
  yield Buffer.alloc(2 * blockBytes)
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
  // The sum is taken with spaces in its own place.
  header.fill(' ', 148, 156)
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  header[154] = 0
  return header
}
