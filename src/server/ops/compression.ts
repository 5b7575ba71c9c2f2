import { Readable, type Transform } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { unsealed } from './sealed-file.ts'

const chunkSize = 256 * 1_024

/** Compresses at the fastest level: rows of a database become a tenth of their size at any. */
export function packer(): Transform {
  return createGzip({ level: 1, chunkSize })
}

/** Streams a file decrypted and decompressed. */
export async function* unpacked(path: string, passphrase: string | null): AsyncGenerator<Uint8Array> {
  const file = Readable.from(unsealed(path, passphrase))
  const text = createGunzip({ chunkSize })
  file.on('error', (error) => text.destroy(error))
  file.pipe(text)
  try {
    yield* text
  } finally {
    file.destroy()
    text.destroy()
  }
}
