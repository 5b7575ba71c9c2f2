import type { FastifyInstance, FastifyRequest } from 'fastify'
import { livePath } from '#contract/live.ts'
import { addressKey } from '#server/access/addresses.ts'
import type { SessionReader } from '#server/access/session.ts'
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
      if (!hub.hasRoomFor(addressKey(request.ip))) {
        throw new AppError('not-ready', 'Too many live connections', { retryAfterSeconds: 3 })
      }
    },
    handler: async () => {
      throw new AppError('invalid', 'This address is for live connections')
    },
    wsHandler: async (socket, request: FastifyRequest) => {
      // Only a cookie: a token in the URL would end up in logs, and a browser cannot send a bearer token here.
      const session = await sessions.byCookie(request, true).catch(() => null)
      // The socket closed during the lookup. Its close event is over, so it would never leave the hub.
      if (socket.readyState !== socket.OPEN) return
      hub.add(socket, addressKey(request.ip), session)
    },
  })
}
