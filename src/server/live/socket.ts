import type { FastifyInstance, FastifyRequest } from 'fastify'
import { livePath } from '#contract/live.ts'
import { tokenPrefix } from '#domain/access-tokens.ts'
import { addressKey } from '#server/access/addresses.ts'
import { needsSession } from '#server/access/guard.ts'
import { bearerOf, type SessionReader } from '#server/access/session.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import type { Hub } from './hub.ts'

interface Needs {
  readonly config: Config
  readonly hub: Hub
  readonly sessions: SessionReader
}

/** Serves the live connection to this site's pages only. Without a session it carries no business events. */
export function mountLive(app: FastifyInstance, { config, hub, sessions }: Needs): void {
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
      if (request.ws) takePlace(hub, request)
    },
    handler: async () => {
      throw new AppError('invalid', 'This address is for live connections')
    },
    wsHandler: async (socket, request: FastifyRequest) => {
      request.server.noteUpgrade(request)
      // Only a cookie: a token in the URL would end up in logs, and a browser cannot send a bearer token here.
      const session = await sessions.byCookie(request, true).catch(() => null)
      // The socket closed during the lookup. Its close event is over, so it would never leave the hub.
      if (socket.readyState !== socket.OPEN) return
      hub.add(socket, session)
    },
  })
}

/** Before anything is awaited: a burst of handshakes must not pass the limit while their sessions are read. */
function takePlace(hub: Hub, { ip, raw: { socket } }: FastifyRequest): void {
  // The close event of such a socket may be over, and then nothing would give the place back.
  const giveBack = socket.destroyed ? null : hub.takePlace(addressKey(ip))
  if (!giveBack) throw new AppError('not-ready', 'Too many live connections', { retryAfterSeconds: 3 })
  socket.once('close', giveBack)
}
