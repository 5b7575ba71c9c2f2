import { livePath } from '#contract/live.ts'

const retryDelayMs = 3000
/** The close code of a socket whose session has ended on the server. */
const sessionEnded = 1008

export interface LiveListener {
  /** Called on every change, the first opening included. */
  readonly onConnectedChange: (isConnected: boolean) => void
  /** Called with the raw text of a message. */
  readonly onMessage: (text: string) => void
  /** Called when the server closes the socket because the session has ended. */
  readonly onSessionEnd: () => void
}

/** The longest further wait before a reconnection, where many windows are open. */
const longestSpreadMs = 3000

/** The socket to the server. It reconnects 3 seconds after every close, without limit, until `close` is called. */
export class LiveConnection {
  /** Over how long the windows spread their work. Above 0 the reconnection waits a random part of it longer. */
  spreadMs = 0
  readonly #listener: LiveListener
  #socket: WebSocket | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #isConnected = false

  constructor(listener: LiveListener) {
    this.#listener = listener
  }

  /** Opens or reopens the socket. A socket belongs to the member who was signed in when it was opened. */
  open(): void {
    this.close()
    window.addEventListener('offline', this.#onOffline)
    window.addEventListener('online', this.#onOnline)
    this.#connect()
  }

  close(): void {
    window.removeEventListener('offline', this.#onOffline)
    window.removeEventListener('online', this.#onOnline)
    clearTimeout(this.#retry)
    this.#drop()
  }

  #connect(): void {
    clearTimeout(this.#retry)
    const socket = openSocket()
    if (!socket) {
      this.#retryLater()
      return
    }
    this.#socket = socket
    socket.addEventListener('open', () => this.#isCurrent(socket) && this.#setConnected(true))
    socket.addEventListener('message', ({ data }) => {
      if (this.#isCurrent(socket) && typeof data === 'string') this.#listener.onMessage(data)
    })
    // A close always follows an error, and the close handler reconnects.
    socket.addEventListener('error', () => this.#isCurrent(socket) && this.#setConnected(false))
    socket.addEventListener('close', ({ code }) => {
      if (!this.#isCurrent(socket)) return
      this.#drop()
      this.#retryLater()
      if (code === sessionEnded) this.#listener.onSessionEnd()
    })
  }

  #retryLater(): void {
    clearTimeout(this.#retry)
    const spreadMs = Math.random() * Math.min(this.spreadMs, longestSpreadMs)
    this.#retry = setTimeout(() => this.#connect(), retryDelayMs + spreadMs)
  }

  /** Forgets the socket first, so that its close event does not trigger a reconnect. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = null
    this.#setConnected(false)
    socket?.close()
  }

  #isCurrent(socket: WebSocket): boolean {
    return this.#socket === socket
  }

  #setConnected(isConnected: boolean): void {
    if (isConnected === this.#isConnected) return
    this.#isConnected = isConnected
    this.#listener.onConnectedChange(isConnected)
  }

  // When the network goes, the socket may stay open for minutes without an event.
  readonly #onOffline = () => {
    this.#drop()
    this.#retryLater()
  }

  readonly #onOnline = () => {
    if (!this.#socket) this.#connect()
  }
}

function openSocket(): WebSocket | null {
  const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
  try {
    return new WebSocket(`${scheme}://${window.location.host}${livePath}`)
  } catch (error) {
    console.warn('The live connection could not be opened', error)
    return null
  }
}
