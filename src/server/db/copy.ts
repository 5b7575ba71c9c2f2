import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { failed } from './failure.ts'
import type { CopiedColumns } from './handle.ts'

const blockBytes = 128 * 1_024
/** So many blocks wait at most for whoever reads them. */
const mostBlocks = 8
const lengthBytes = 4

/** A quoted SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** What comes before `to` or `from` in a COPY. */
export function copied({ table, columns }: CopiedColumns): string {
  return `copy ${quoted(table)} (${columns.map(quoted).join(', ')})`
}

/** Streams a table from PostgreSQL. Ends the connection when its reader stops before the end. */
export async function* copyFromServer(
  client: pg.ClientBase,
  from: CopiedColumns,
): AsyncGenerator<Uint8Array> {
  const copy = client.query(new CopyOut(`${copied(from)} to stdout`))
  try {
    for (;;) {
      const block = await copy.next().catch(failed(`copy_${from.table}`))
      if (block === null) return
      yield block
    }
  } finally {
    copy.abandon()
  }
}

/** Streams rows into a table of PostgreSQL. Returns how many. Fails with the error of `blocks`, if that has one. */
export async function copyToServer(
  client: pg.ClientBase,
  to: CopiedColumns,
  blocks: AsyncIterable<Uint8Array>,
): Promise<number> {
  const copy = client.query(new CopyIn(`${copied(to)} from stdin`, blocks))
  try {
    return await copy.rows
  } catch (error) {
    if (copy.sourceError !== null) throw copy.sourceError
    return failed(`copy_${to.table}`)(error)
  }
}

interface CopyData {
  readonly chunk: Buffer
}

// The driver calls the methods of a submitted query by these names, one for each kind of message of the server.

/** Gathers the rows, each of which is a message of its own, into blocks. */
class CopyOut implements pg.Submittable {
  readonly #sql: string
  #stream: Duplex | null = null
  #blocks: Uint8Array[] = []
  #block = Buffer.allocUnsafe(blockBytes)
  #filled = 0
  #error: Error | null = null
  #isEnded = false
  #wake: () => void = () => undefined

  constructor(sql: string) {
    this.#sql = sql
  }

  submit(connection: pg.Connection): void {
    this.#stream = connection.stream
    connection.query(this.#sql)
  }

  /** The next block; null at the end. */
  async next(): Promise<Uint8Array | null> {
    while (this.#blocks.length === 0 && !this.#isEnded) {
      this.#stream?.resume()
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (this.#error) throw this.#error
    return this.#blocks.shift() ?? null
  }

  /** Whatever the server still sends would be taken for the answer to the next query. */
  abandon(): void {
    if (!this.#isEnded) this.#stream?.destroy()
  }

  // The chunk is part of a buffer that the driver uses again.
  handleCopyData({ chunk }: CopyData): void {
    if (this.#filled + chunk.length > this.#block.length) {
      this.#flush()
      if (chunk.length > this.#block.length) this.#block = Buffer.allocUnsafe(chunk.length)
    }
    this.#filled += chunk.copy(this.#block, this.#filled)
    if (this.#blocks.length >= mostBlocks) this.#stream?.pause()
  }

  handleCommandComplete(): void {
    this.#flush()
  }

  handleReadyForQuery(): void {
    this.#end()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#end()
  }

  #flush(): void {
    if (this.#filled === 0) return
    this.#blocks.push(this.#block.subarray(0, this.#filled))
    this.#block = Buffer.allocUnsafe(blockBytes)
    this.#filled = 0
    this.#wake()
  }

  #end(): void {
    this.#isEnded = true
    this.#stream?.resume()
    this.#wake()
  }
}

class CopyIn implements pg.Submittable {
  readonly #sql: string
  readonly #blocks: AsyncIterable<Uint8Array>
  readonly #outcome = Promise.withResolvers<number>()
  #sourceError: unknown = null
  #count = 0
  #isEnded = false
  #wake: () => void = () => undefined

  constructor(sql: string, blocks: AsyncIterable<Uint8Array>) {
    this.#sql = sql
    this.#blocks = blocks
  }

  /** How many rows were copied. */
  get rows(): Promise<number> {
    return this.#outcome.promise
  }

  /** What the source of the blocks threw; null if it was not the source that failed. */
  get sourceError(): unknown {
    return this.#sourceError
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql)
  }

  handleCopyInResponse({ stream }: pg.Connection): void {
    void this.#send(stream)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#count = Number(text.split(' ').at(-1))
  }

  handleReadyForQuery(): void {
    this.#end()
    this.#outcome.resolve(this.#count)
  }

  handleError(error: Error): void {
    this.#end()
    this.#outcome.reject(error)
  }

  async #send(stream: Duplex): Promise<void> {
    try {
      for await (const block of this.#blocks) {
        if (this.#isEnded) return
        stream.cork()
        stream.write(message('d', block.length))
        const isTaken = stream.write(block)
        stream.uncork()
        if (!isTaken) await this.#drained(stream)
      }
      if (!this.#isEnded) stream.write(message('c', 0))
    } catch (error) {
      this.#sourceError = error
      // The server answers with an error, which ends the copy. Its text is the empty one.
      if (!this.#isEnded) stream.write(Buffer.concat([message('f', 1), Buffer.alloc(1)]))
    }
  }

  #drained(stream: Duplex): Promise<void> {
    return new Promise((resolve) => {
      stream.once('drain', resolve)
      this.#wake = () => {
        stream.off('drain', resolve)
        resolve()
      }
    })
  }

  #end(): void {
    this.#isEnded = true
    this.#wake()
  }
}

/** The head of a message of PostgreSQL's protocol. */
function message(kind: 'd' | 'c' | 'f', length: number): Buffer {
  const head = Buffer.alloc(1 + lengthBytes)
  head.write(kind, 'latin1')
  head.writeInt32BE(lengthBytes + length, 1)
  return head
}
