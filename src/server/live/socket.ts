import type { FastifyInstance, FastifyRequest } from 'fastify'
import { livePath } from '#contract/live.ts'
import { addressKey } from '#server/access/guard.ts'
import type { SessionReader } from '#server/access/session.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import type { Hub } from './hub.ts'

interface Needs {
  readonly config: Config
  readonly hub: Hub
  readonly sessions: SessionReader
}

/** Serves the live connection: this site's pages only, and business events only with a session. */
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
      // A cookie only: an address or bearer would end up in logs and cannot be sent by a browser here anyway.
      const session = await sessions.byCookie(request, true).catch(() => null)
      // Gone while the session was looked up: its close event is past, so it would never leave the hub.
      if (socket.readyState !== socket.OPEN) return
      hub.add(socket, addressKey(request.ip), session)
    },
  })
}
