import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Method } from '#contract/endpoint.ts'

export interface HttpAnswer {
  readonly status: number
  readonly etag: string | null
  readonly bodyBytes: number
  /** The body as received, valid until the callback returns. */
  readonly body: Buffer
}

type OnAnswer = (answer: HttpAnswer) => void

const endOfHead = Buffer.from('\r\n\r\n')
const empty = Buffer.alloc(0)

/**
 * A keep-alive connection that carries one request at a time. It reads only the part of HTTP/1.1 that a load test
 * needs, so that the client costs less than any server that it measures.
 */
export class HttpConnection {
  readonly #socket: Socket
  #received: Buffer = empty
  #onAnswer: OnAnswer | null = null
  #onError: (error: Error) => void = () => undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.#onError(error))
    socket.on('close', () => this.#onError(new Error('the server closed a keep-alive connection')))
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new HttpConnection(socket)
  }

  /** Sends one request and calls `onAnswer` once. Until then, no other request may be sent. */
  send(request: Buffer, onAnswer: OnAnswer): void {
    if (this.#socket.destroyed) throw new Error('the server has closed this connection')
    this.#onAnswer = onAnswer
    this.#socket.write(request)
  }

  /** Like `send`, but returns a promise, which rejects when the connection fails. */
  ask(request: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      this.#onError = reject
      this.send(request, (answer) => resolve({ ...answer, body: Buffer.from(answer.body) }))
    })
  }

  onError(listener: (error: Error) => void): void {
    this.#onError = listener
  }

  close(): void {
    this.#onError = () => undefined
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const headEnd = this.#received.indexOf(endOfHead)
    if (headEnd < 0) return
    const head = this.#received.toString('latin1', 0, headEnd)
    const status = Number(head.slice(9, 12))
    const isEmpty = status === 204 || status === 304
    const bodyBytes = isEmpty ? 0 : Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (Number.isNaN(bodyBytes)) throw new Error(`The answer has no content-length: ${head}`)
    const bodyStart = headEnd + endOfHead.length
    if (this.#received.length < bodyStart + bodyBytes) return
    const body = this.#received.subarray(bodyStart, bodyStart + bodyBytes)
    const onAnswer = this.#onAnswer
    this.#received = empty
    this.#onAnswer = null
    onAnswer?.({ status, etag: /\r\netag: *([^\r]+)/i.exec(head)?.[1] ?? null, bodyBytes, body })
  }
}

/** A request as bytes. A body is sent as JSON. */
export function requestBytes(
  line: `${Method} ${string}`,
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body)
  const all = {
    host: 'localhost',
    ...headers,
    ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}\r\n${text}`)
}
