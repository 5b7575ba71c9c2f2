const newline = 0x0a

/** Reads a stream of bytes line by line, or up to a line that begins in a certain way. */
export class ByteReader {
  readonly #source: AsyncGenerator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncGenerator<Uint8Array>) {
    this.#source = source
  }

  /** The next line without its end; null at the end of the stream. Only here, a line ends where it should not. */
  async line(): Promise<string | null> {
    let from = 0
    for (;;) {
      const end = this.#rest.indexOf(newline, from)
      if (end >= 0) {
        const text = this.#rest.toString('utf8', 0, end)
        this.#rest = this.#rest.subarray(end + 1)
        return text
      }
      from = this.#rest.length
      if (!(await this.#more())) return null
    }
  }

  /** Streams everything before the next line that begins with `start`. That line is read next. */
  async *until(start: string): AsyncGenerator<Uint8Array> {
    const mark = Buffer.from(`\n${start}`)
    while (this.#rest.length < mark.length - 1 && (await this.#more()));
    if (this.#rest.subarray(0, mark.length - 1).equals(mark.subarray(1))) return
    for (;;) {
      const at = this.#rest.indexOf(mark)
      // The end of what is there could be the beginning of the mark.
      const sure = at >= 0 ? at + 1 : Math.max(0, this.#rest.length - mark.length + 1)
      const block = this.#rest.subarray(0, sure)
      this.#rest = this.#rest.subarray(sure)
      if (block.length > 0) yield block
      if (at >= 0) return
      if (!(await this.#more())) {
        if (this.#rest.length > 0) yield this.#rest
        this.#rest = Buffer.alloc(0)
        return
      }
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more())
  }

  async close(): Promise<void> {
    await this.#source.return(undefined)
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#source.next()
    if (done) return false
    const block = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    this.#rest = this.#rest.length === 0 ? block : Buffer.concat([this.#rest, block])
    return true
  }
}
