import { createCipheriv, randomBytes, scrypt } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { ReadableStream } from 'node:stream/web'
import { promisify } from 'node:util'
import type { Recipient } from 'age-encryption'

const firstLine = 'age-encryption.org/v1'
// 64 MiB for a fifth of a second. The usual 18 would take 256 MiB from a server that has much else to do.
const workFactor = 16
const scryptLabel = 'age-encryption.org/v1/scrypt'

const deriveKey = promisify<Buffer | string, Buffer, number, object, Buffer>(scrypt)

/** The passphrase is missing, or does not open the file. */
export class PassphraseError extends Error {}

/** Encrypts a stream in the format of the tool `age`, which can open it with the same passphrase. */
export async function* sealed(
  plain: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipientOf(passphrase))
  yield* chunksOf(await encrypter.encrypt(streamOf(plain)))
}

/** Streams a file, decrypted if it is encrypted. */
export async function* unsealed(path: string, passphrase: string | null): AsyncGenerator<Uint8Array> {
  if (!(await isSealed(path))) {
    yield* createReadStream(path)
    return
  }
  if (passphrase === null) throw new PassphraseError('it is encrypted: set BACKUP_PASSPHRASE')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const file = createReadStream(path)
  try {
    const plain = await decrypter.decrypt(streamOf(file)).catch(() => {
      throw new PassphraseError('BACKUP_PASSPHRASE is not the passphrase that it was encrypted with')
    })
    yield* chunksOf(plain)
  } finally {
    file.destroy()
  }
}

// The package knows the streams of browsers only. They are those of Node, by another name.
type BrowserStream = globalThis.ReadableStream<Uint8Array>

function streamOf(chunks: AsyncIterable<Uint8Array>): BrowserStream {
  return ReadableStream.from(chunks) as BrowserStream
}

function chunksOf(stream: BrowserStream): AsyncIterable<Uint8Array> {
  return stream as ReadableStream<Uint8Array>
}

async function isSealed(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0)
    return buffer.toString('latin1', 0, bytesRead) === firstLine
  } finally {
    await file.close()
  }
}

// The package derives the key on the main thread, where everybody would wait for it. Node does it beside.
function recipientOf(passphrase: string): Recipient {
  return {
    wrapFileKey: async (fileKey) => {
      const salt = randomBytes(16)
      const labelled = Buffer.concat([Buffer.from(scryptLabel), salt])
      const rounds = 2 ** workFactor
      const key = await deriveKey(passphrase, labelled, 32, { N: rounds, r: 8, p: 1, maxmem: rounds * 2_048 })
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 })
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()])
      const { Stanza } = await import('age-encryption')
      return [new Stanza(['scrypt', salt.toString('base64').replace(/=+$/, ''), String(workFactor)], body)]
    },
  }
}
