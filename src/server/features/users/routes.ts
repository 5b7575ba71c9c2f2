import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/users.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { readCurrentUser, revokeSessionsOf } from './commands.ts'

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getCurrentUser, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await readCurrentUser(deps, member) }),
  })
  mount(app, contract.revokeSessions, {
    permission: 'administer',
    handle: async ({ member, params, request }) => {
      const target = { userId: params.id, ip: request.ip }
      return { data: { revokedSessions: await revokeSessionsOf(deps, member, target) } }
    },
  })
}
