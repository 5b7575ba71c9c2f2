import type { WebSocket } from 'ws'
import type { LiveMessage } from '#contract/live.ts'
import type { SessionId, UserId } from '#domain/ids.ts'
import type { Limits } from '#server/access/limits.ts'
import type { SessionKind } from '#server/access/sessions.ts'

interface SocketSession {
  readonly id: SessionId
  readonly userId: UserId
  readonly kind: SessionKind
  readonly expiresAt: Date
  /** When it was last used, as far as this process knows. */
  lastSeenAt: Date
}

/** One open connection. Without a session it gets the `connected` message and nothing else. */
export interface Connection {
  readonly socket: WebSocket
  readonly session: SocketSession | null
  isResponsive: boolean
  framesThisMinute: number
}

type MessageType = LiveMessage['type']

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
  #places = 0
  readonly #sent = new Map<MessageType, number>()
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

  /** Takes a place for a socket that is about to open. Returns how to give it back, or null if there is none. */
  takePlace(address: string): (() => void) | null {
    const { sockets, socketsPerAddress } = this.#limits
    if (this.#places >= sockets || this.#countAt(address) >= socketsPerAddress) return null
    this.#places++
    this.#perAddress.set(address, this.#countAt(address) + 1)
    return () => this.#givePlaceBack(address)
  }

  add(socket: WebSocket, session: Connection['session']): void {
    const connection: Connection = {
      socket,
      // A copy, because the session may come from a cache.
      session: session && { ...session },
      isResponsive: true,
      framesThisMinute: 0,
    }
    this.#connections.add(connection)
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
    this.#countSent(message.type, 1)
  }

  /** How many messages of each type were sent since the start, to all sockets together. */
  get sent(): ReadonlyMap<MessageType, number> {
    return this.#sent
  }

  /** Sends the bytes of one JSON message to every signed-in socket. Terminates a socket that cannot keep up. */
  broadcast(type: MessageType, message: Buffer): void {
    let count = 0
    for (const connection of this.#connections) {
      if (connection.session && this.#send(connection, message)) count++
    }
    this.#countSent(type, count)
  }

  /** The same for the sockets of one member. */
  sendTo(userId: UserId, type: MessageType, message: Buffer): void {
    const own = this.#perUser.get(userId) ?? []
    this.#countSent(type, own.filter((connection) => this.#send(connection, message)).length)
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

  /** The ids of the sessions that nobody has used since these moments, as far as this process knows. */
  unusedSessions(oldestUse: Readonly<Record<SessionKind, Date>>): SessionId[] {
    const unused = [...this.#connections].flatMap(({ session }) =>
      session && session.lastSeenAt < oldestUse[session.kind] ? session.id : [],
    )
    return [...new Set(unused)]
  }

  /** Notes when open sessions were last used. */
  noteSeen(seen: readonly { readonly id: SessionId; readonly lastSeenAt: Date }[]): void {
    const lastSeen = new Map(seen.map(({ id, lastSeenAt }) => [id, lastSeenAt]))
    for (const { session } of this.#connections) {
      if (session) session.lastSeenAt = lastSeen.get(session.id) ?? session.lastSeenAt
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

  /** Whether it was sent. */
  #send({ socket }: Connection, message: Buffer): boolean {
    if (socket.readyState !== socket.OPEN) return false
    if (socket.bufferedAmount > mostBufferedBytes) {
      socket.terminate()
      return false
    }
    socket.send(message, asText)
    return true
  }

  #countSent(type: MessageType, count: number): void {
    this.#sent.set(type, (this.#sent.get(type) ?? 0) + count)
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

  #givePlaceBack(address: string): void {
    this.#places--
    const left = this.#countAt(address) - 1
    if (left > 0) this.#perAddress.set(address, left)
    else this.#perAddress.delete(address)
  }

  #remove(connection: Connection): void {
    if (!this.#connections.delete(connection)) return
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
