import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { livePath } from '#contract/live.ts'
import { tokenPrefix } from '#domain/access-tokens.ts'
import { addressKey, senderReader } from '#server/access/addresses.ts'
import { needsSession } from '#server/access/guard.ts'
import { hostCheck } from '#server/access/hosts.ts'
import { bearerOf, type Sender, type SessionReader } from '#server/access/session.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import type { Hub } from './hub.ts'

interface Needs {
  readonly config: Config
  readonly hub: Hub
  readonly sessions: SessionReader
  /** Names a request. */
  readonly idOf: (request: IncomingMessage) => string
}

/** Serves the live connection to this site's pages only. Without a session it carries no business events. */
export function mountLive(app: FastifyInstance, needs: Needs): void {
  const { config, hub } = needs
  app.route({
    method: 'GET',
    url: livePath,
    config: { permission: 'enter anonymously', budget: 'free' },
    preValidation: async (request) => {
      const { origin } = request.headers
      if (origin !== undefined && origin !== config.publicUrl) {
        throw new AppError('not-allowed', 'This connection came from another site')
      }
      if (bearerOf(request)?.startsWith(tokenPrefix)) throw new AppError('not-allowed', needsSession)
      if (!request.ws) return
      if (!takePlace(hub, request.ip, request.raw.socket))
        throw new AppError('not-ready', 'Too many live connections', { retryAfterSeconds: 3 })
    },
    handler: async () => {
      throw new AppError('invalid', 'This address is for live connections')
    },
    wsHandler: async (socket, request: FastifyRequest) => {
      request.server.noteUpgrade(request)
      await enter(needs, { socket, stream: request.raw.socket }, request)
    },
  })
  openDirectly(app, needs)
}

/**
 * Opens what nothing speaks against without the framework, which takes longer for it than all the rest and keeps its
 * objects as long as the socket lives. Whatever else comes takes the usual way, and is refused there.
 */
function openDirectly(app: FastifyInstance, needs: Needs): void {
  const { config, hub } = needs
  const isOwnHost = hostCheck(config)
  const senderOf = senderReader(config.trustProxy)
  const isPlain = ({ method, url, headers }: IncomingMessage) =>
    method === 'GET' &&
    url === livePath &&
    headers.authorization === undefined &&
    (headers.origin === undefined || headers.origin === config.publicUrl) &&
    [headers.host, headers['x-forwarded-host'] ?? headers.host].every(
      (host) => typeof host === 'string' && isOwnHost(host),
    )
  const usual = app.server.listeners('upgrade')
  app.server.removeAllListeners('upgrade')
  app.server.on('upgrade', (raw: IncomingMessage, stream: Duplex, head: Buffer) => {
    const ip = isPlain(raw) ? senderOf(raw) : null
    if (ip === null || !takePlace(hub, ip, raw.socket)) {
      for (const listener of usual) listener.call(app.server, raw, stream, head)
      return
    }
    app.websocketServer.handleUpgrade(raw, stream, head, (socket) => {
      app.noteUpgrade({ method: 'GET', route: livePath, id: needs.idOf(raw) })
      void enter(needs, { socket, stream: raw.socket }, { headers: raw.headers, ip, server: app })
    })
  })
}

/** Reads whose socket it is, and takes it in. */
async function enter(
  { hub, sessions }: Needs,
  opened: { readonly socket: WebSocket; readonly stream: Socket },
  sender: Sender,
): Promise<void> {
  const { socket } = opened
  socket.on('error', () => socket.terminate())
  // Only a cookie: a token in the URL would end up in logs, and a browser cannot send a bearer token here.
  const session = await sessions.byCookie(sender, true).catch(() => null)
  // The socket closed during the lookup. Its close event is over, so it would never leave the hub.
  if (socket.readyState !== socket.OPEN) return
  hub.add(opened, session)
}

/**
 * Whether there is a place. Taken before anything is awaited: a burst of handshakes must not pass the limit while their
 * sessions are read.
 */
function takePlace(hub: Hub, ip: string, socket: Socket): boolean {
  // The close event of such a socket may be over, and then nothing would give the place back.
  const giveBack = socket.destroyed ? null : hub.takePlace(addressKey(ip))
  if (giveBack) socket.once('close', giveBack)
  return giveBack !== null
}
