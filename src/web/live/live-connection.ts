import { livePath } from '#contract/live.ts'

const retryDelayMs = 3000
/** The close code of a socket whose session has ended on the server. */
const sessionEnded = 1008

export interface LiveListener {
  /** With every change; also for the first opening. */
  readonly onConnectedChange: (isConnected: boolean) => void
  /** The text of a message, as it came. */
  readonly onMessage: (text: string) => void
  /** The server has closed the socket because the session is over. */
  readonly onSessionEnd: () => void
}

/** The socket to the server: opened anew 3 seconds after every close, for ever, until it is closed here. */
export class LiveConnection {
  readonly #listener: LiveListener
  #socket: WebSocket | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #isConnected = false

  constructor(listener: LiveListener) {
    this.#listener = listener
  }

  /** Opens the socket, or opens it anew: it belongs to whoever was signed in when it was opened. */
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
    // An error is always followed by a close, and that is where the socket is tried again.
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
    this.#retry = setTimeout(() => this.#connect(), retryDelayMs)
  }

  /** Forgets the socket first, so that its own close is no reason to try again. */
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

  // A network that is gone may leave the socket open for minutes without a word.
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
    console.warn('The live connection could not be made', error)
    return null
  }
}
