import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import type { LiveMessage } from '#contract/live.ts'
import type { SessionId, UserId } from '#domain/ids.ts'
import type { Limits } from '#server/access/limits.ts'
import type { SessionKind } from '#server/access/sessions.ts'
import { Broadcast, type Reader } from './broadcast.ts'
import { textFrame } from './frame.ts'

interface SocketSession {
  readonly id: SessionId
  readonly userId: UserId
  readonly kind: SessionKind
  readonly expiresAt: Date
  /** When it was last used, as far as this process knows. */
  lastSeenAt: Date
}

/** One open connection. Without a session it gets the `connected` message and nothing else. */
export interface Connection extends Reader {
  readonly socket: WebSocket
  /** What carries it. `socket` writes each frame there at once and whole, so ours may be written between them. */
  readonly stream: Socket
  readonly session: SocketSession | null
  isResponsive: boolean
  framesThisMinute: number
}

type MessageType = LiveMessage['type']

const mostBufferedBytes = 1_048_576
const mostFramesPerMinute = 10
const pingEveryMs = 30_000
const closeSpreadMs = 2_000
/** Up to here all windows may read at the same time what has changed. */
const mostAtOnce = 250
const longestWithinMs = 10_000
/** After a restart windows show old data until they have read, so they are given less time. */
const hurry = 2
const roundMs = 100

/** Close codes of RFC 6455. */
const goingAway = 1001
const policyViolation = 1008
/** An empty ping of a server. */
const ping = Buffer.from([0x89, 0])

/** All sockets of this process. A message is serialised once, as a frame, and sent to every signed-in socket. */
export class Hub {
  readonly #connections = new Set<Connection>()
  readonly #signedIn = new Set<Connection>()
  readonly #broadcast = new Broadcast<Connection>({
    all: this.#signedIn,
    write: writeTo,
    countSent: (type, count) => this.#countSent(type, count),
  })
  readonly #perUser = new Map<UserId, Connection[]>()
  readonly #perAddress = new Map<string, number>()
  #places = 0
  #lastConfirmation: { readonly name: string; readonly frame: Buffer } | null = null
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

  /** Over how long the windows spread what all of them read: a millisecond each, 0 where they are few. */
  get withinMs(): number {
    return this.size > mostAtOnce ? Math.min(longestWithinMs, this.size) : 0
  }

  /** Takes a place for a socket that is about to open. Returns how to give it back, or null if there is none. */
  takePlace(address: string): (() => void) | null {
    const { sockets, socketsPerAddress } = this.#limits
    if (this.#places >= sockets || this.#countAt(address) >= socketsPerAddress) return null
    this.#places++
    this.#perAddress.set(address, this.#countAt(address) + 1)
    return () => this.#givePlaceBack(address)
  }

  add({ socket, stream }: Pick<Connection, 'socket' | 'stream'>, session: Connection['session']): void {
    const connection: Connection = {
      socket,
      stream,
      // A copy, because the session may come from a cache.
      session: session && { ...session },
      heard: 0,
      isResponsive: true,
      framesThisMinute: 0,
    }
    this.#connections.add(connection)
    socket.on('close', () => this.#remove(connection))
    socket.on('pong', () => {
      connection.isResponsive = true
    })
    socket.on('message', () => {
      // Clients have nothing to send: frames are ignored, and too many of them end the connection.
      connection.framesThisMinute++
      if (connection.framesThisMinute > mostFramesPerMinute)
        socket.close(policyViolation, 'too many messages')
    })
    if (writeTo(connection, this.#confirmation(session !== null))) this.#countSent('connected', 1)
    if (!session) return
    this.#signedIn.add(connection)
    this.#broadcast.join(connection)
    this.#keepNewestOf(session.userId, connection)
  }

  /** How many messages of each type were sent since the start, to all sockets together. */
  get sent(): ReadonlyMap<MessageType, number> {
    return this.#sent
  }

  /**
   * Sends the bytes of one JSON message to every signed-in socket, to those of some members first. It returns at once;
   * the message goes out soon after. A socket that cannot keep up is terminated.
   */
  broadcast(type: MessageType, message: Buffer, first: readonly UserId[] = []): void {
    const own = first.flatMap((userId) => this.#perUser.get(userId) ?? [])
    this.#broadcast.send(type, textFrame(message), own)
  }

  /** The same for the sockets of one member. */
  sendTo(userId: UserId, type: MessageType, message: Buffer): void {
    const own = this.#perUser.get(userId)
    if (!own) return
    const frame = textFrame(message)
    for (const connection of own) this.#broadcast.sendTo(connection, type, frame)
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

  #confirmation(signedIn: boolean): Buffer {
    const withinMs = signedIn ? Math.ceil(this.withinMs / hurry / roundMs) * roundMs : 0
    const name = `${signedIn} ${withinMs}`
    // Many sockets open in a row, and most get the same.
    if (this.#lastConfirmation?.name === name) return this.#lastConfirmation.frame
    const data = { signedIn, ...(withinMs > 0 && { withinMs }) }
    const message: LiveMessage = { type: 'connected', data }
    const frame = textFrame(Buffer.from(JSON.stringify(message)))
    this.#lastConfirmation = { name, frame }
    return frame
  }

  #countSent(type: MessageType | null, count: number): void {
    if (type === null) return
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
    this.#signedIn.delete(connection)
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
      this.#broadcast.sendTo(connection, null, ping)
    }
  }
}

/** Whether it was written. Terminates a socket for which too much waits. */
function writeTo({ socket, stream }: Connection, frames: Buffer): boolean {
  if (socket.readyState !== socket.OPEN) return false
  if (stream.writableLength > mostBufferedBytes) {
    socket.terminate()
    return false
  }
  stream.write(frames)
  return true
}
