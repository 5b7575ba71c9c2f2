import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

const endOfHead = Buffer.from('\r\n\r\n')
const empty = Buffer.alloc(0)
// A masked, empty pong whose mask is zero.
const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
// Masked and empty, like the pong.
const farewell = Buffer.from([0x88, 0x80, 0, 0, 0, 0])
const closeCode = 0x8
const pingCode = 0x9
const textCode = 0x1

/** A web socket that only receives. `onText` gets the payload of each text message, valid until it returns. */
export class LiveConnection {
  readonly #socket: Socket
  readonly #onText: (payload: Buffer) => void
  readonly #onOpen: () => void
  readonly #onRefusal: (error: Error) => void
  #received: Buffer = empty
  #isOpen = false

  private constructor(
    socket: Socket,
    on: {
      text: (payload: Buffer) => void
      open: () => void
      refusal: (error: Error) => void
      close: (() => void) | undefined
    },
  ) {
    this.#socket = socket
    this.#onText = on.text
    this.#onOpen = on.open
    this.#onRefusal = on.refusal
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', on.refusal)
    socket.on('close', () => {
      on.refusal(new Error('the server closed a live connection'))
      on.close?.()
    })
  }

  static open(
    { port, cookie, onClose }: { port: number; cookie?: string | undefined; onClose?: () => void },
    onText: (payload: Buffer) => void,
  ): Promise<LiveConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      const live: LiveConnection = new LiveConnection(socket, {
        text: onText,
        open: () => resolve(live),
        refusal: reject,
        close: onClose,
      })
      const key = randomBytes(16).toString('base64')
      const cookieLine = cookie === undefined ? '' : `cookie: ${cookie}\r\n`
      socket.write(
        `GET /ws HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
          `sec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n${cookieLine}\r\n`,
      )
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    if (!this.#isOpen && !this.#readHandshake()) return
    while (this.#readFrame());
  }

  #readHandshake(): boolean {
    const headEnd = this.#received.indexOf(endOfHead)
    if (headEnd < 0) return false
    const head = this.#received.toString('latin1', 0, headEnd)
    if (!head.startsWith('HTTP/1.1 101 ')) {
      this.#onRefusal(new Error(`A live connection was refused: ${head.split('\r\n', 1)[0]}`))
      this.#socket.destroy()
      return false
    }
    this.#received = this.#received.subarray(headEnd + endOfHead.length)
    this.#isOpen = true
    this.#onOpen()
    return true
  }

  // Frames from a server are never masked, and this product does not fragment its messages.
  #readFrame(): boolean {
    const bytes = this.#received
    if (bytes.length < 2) return false
    const lengthCode = bytes.readUInt8(1)
    const headBytes = lengthCode < 126 ? 2 : lengthCode === 126 ? 4 : 10
    if (bytes.length < headBytes) return false
    const payloadBytes =
      lengthCode < 126
        ? lengthCode
        : lengthCode === 126
          ? bytes.readUInt16BE(2)
          : Number(bytes.readBigUInt64BE(2))
    const end = headBytes + payloadBytes
    if (bytes.length < end) return false
    const code = bytes.readUInt8(0) & 0xf
    if (code === textCode) this.#onText(bytes.subarray(headBytes, end))
    if (code === pingCode) this.#socket.write(pong)
    if (code === closeCode) this.#socket.end(farewell)
    this.#received = bytes.length === end ? empty : bytes.subarray(end)
    return this.#received.length > 0
  }
}
