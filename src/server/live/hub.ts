import type { WebSocket } from 'ws'
import type { LiveMessage } from '#contract/live.ts'
import type { SessionId, UserId } from '#domain/ids.ts'
import type { Limits } from '#server/access/limits.ts'

/** One open connection. Without a session it gets the `connected` message and nothing else. */
export interface Connection {
  readonly socket: WebSocket
  readonly address: string
  readonly session: { readonly id: SessionId; readonly userId: UserId; readonly expiresAt: Date } | null
  isResponsive: boolean
  framesThisMinute: number
}

const mostBufferedBytes = 1_048_576
const mostFramesPerMinute = 10
const pingEveryMs = 30_000
const closeSpreadMs = 2_000

/** Close codes of RFC 6455. */
const goingAway = 1001
const policyViolation = 1008

/** All sockets of this process. A message is serialised once and sent to every signed-in socket. */
export class Hub {
  readonly #connections = new Set<Connection>()
  readonly #perUser = new Map<UserId, Connection[]>()
  readonly #perAddress = new Map<string, number>()
  readonly #limits: Limits
  readonly #pinging: NodeJS.Timeout
  #pings = 0

  constructor(limits: Limits) {
    this.#limits = limits
    this.#pinging = setInterval(() => this.#ping(), pingEveryMs)
    this.#pinging.unref()
  }

  get size(): number {
    return this.#connections.size
  }

  hasRoomFor(address: string): boolean {
    return (
      this.#connections.size < this.#limits.sockets && this.#countAt(address) < this.#limits.socketsPerAddress
    )
  }

  add(socket: WebSocket, address: string, session: Connection['session']): void {
    const connection: Connection = { socket, address, session, isResponsive: true, framesThisMinute: 0 }
    this.#connections.add(connection)
    this.#perAddress.set(address, this.#countAt(address) + 1)
    if (session) this.#keepNewestOf(session.userId, connection)
    socket.on('close', () => this.#remove(connection))
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => {
      connection.isResponsive = true
    })
    socket.on('message', () => {
      // Clients have nothing to send: frames are ignored, and too many of them end the connection.
      connection.framesThisMinute++
      if (connection.framesThisMinute > mostFramesPerMinute)
        socket.close(policyViolation, 'too many messages')
    })
    const message: LiveMessage = { type: 'connected', data: { signedIn: session !== null } }
    socket.send(JSON.stringify(message))
  }

  /** Sends the bytes of one JSON message to every signed-in socket. Terminates a socket that cannot keep up. */
  broadcast(message: Buffer): void {
    for (const connection of this.#connections) if (connection.session) this.#send(connection, message)
  }

  /** The same for the sockets of one member. */
  sendTo(userId: UserId, message: Buffer): void {
    for (const connection of this.#perUser.get(userId) ?? []) this.#send(connection, message)
  }

  /** The ids of the sessions with sockets in this process. */
  openSessions(): SessionId[] {
    return [...new Set([...this.#connections].flatMap(({ session }) => session?.id ?? []))]
  }

  closeSessions(sessionIds: readonly SessionId[]): void {
    if (sessionIds.length === 0) return
    const ended = new Set(sessionIds)
    for (const { socket, session } of this.#connections) {
      if (session && ended.has(session.id)) socket.close(policyViolation, 'signed out')
    }
  }

  closeExpired(now: Date): void {
    for (const { socket, session } of this.#connections) {
      if (session && session.expiresAt <= now) socket.close(policyViolation, 'session expired')
    }
  }

  /** Closes every socket. Fifty or more are spread over two seconds, so that clients do not all reconnect at once. */
  async close(): Promise<void> {
    clearInterval(this.#pinging)
    const open = [...this.#connections]
    await Promise.all(
      open.map(async ({ socket }, index) => {
        const delayMs = open.length < 50 ? 0 : (index / open.length) * closeSpreadMs
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
        socket.close(goingAway, 'restarting')
      }),
    )
  }

  #send({ socket }: Connection, message: Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > mostBufferedBytes) socket.terminate()
    else socket.send(message, asText)
  }

  #countAt(address: string): number {
    return this.#perAddress.get(address) ?? 0
  }

  #keepNewestOf(userId: UserId, connection: Connection): void {
    const own = [...(this.#perUser.get(userId) ?? []), connection]
    while (own.length > this.#limits.socketsPerMember)
      own.shift()?.socket.close(policyViolation, 'too many windows')
    this.#perUser.set(userId, own)
  }

  #remove(connection: Connection): void {
    if (!this.#connections.delete(connection)) return
    const left = this.#countAt(connection.address) - 1
    if (left > 0) this.#perAddress.set(connection.address, left)
    else this.#perAddress.delete(connection.address)
    if (!connection.session) return
    const others = (this.#perUser.get(connection.session.userId) ?? []).filter(
      (other) => other !== connection,
    )
    if (others.length > 0) this.#perUser.set(connection.session.userId, others)
    else this.#perUser.delete(connection.session.userId)
  }

  #ping(): void {
    this.#pings++
    for (const connection of this.#connections) {
      if (this.#pings % 2 === 0) {
        // Two pings without a pong: the client is gone.
        if (!connection.isResponsive) {
          connection.socket.terminate()
          continue
        }
        connection.isResponsive = false
        connection.framesThisMinute = 0
      }
      connection.socket.ping()
    }
  }
}

const asText = { binary: false, compress: false, fin: true }
