import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Fonts and pictures are already compressed. */
const compressible = new Set(['.js', '.css', '.html', '.svg'])
/** Compressing a smaller file saves nothing, because the answer fits into one packet with its headers anyway. */
const leastBytes = 1_000
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Writes `<file>.br` and `<file>.gz` beside each compressible file in a folder, if the copy is smaller. */
export async function writeCompressedCopies(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.has(extname(entry.name)))
  await Promise.all(files.map(({ parentPath, name }) => writeCopiesOf(join(parentPath, name))))
}

async function writeCopiesOf(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < leastBytes) return
  const copies = await Promise.all([
    promisify(brotliCompress)(bytes, brotliOptions).then((copy) => ({ copy, ending: '.br' })),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }).then((copy) => ({ copy, ending: '.gz' })),
  ])
  for (const { copy, ending } of copies) {
    if (copy.length < bytes.length) await writeFile(`${file}${ending}`, copy)
  }
}
