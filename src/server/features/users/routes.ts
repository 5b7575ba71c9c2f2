import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/users.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import {
  changeProfile,
  changeRole,
  changeStatus,
  listMembers,
  readCurrentUser,
  revokeSessionsOf,
} from './commands.ts'

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const me = deps.cache.defineForMembers(contract.getCurrentUser, async (userId) => ({
    data: await readCurrentUser(deps, userId),
  }))
  mountReady(app, contract.getCurrentUser, { pick: ({ member }) => me(member.id) })
  mount(app, contract.updateProfile, {
    permission: 'take part',
    handle: async ({ body, acting }) => ({ data: await changeProfile(deps, acting, body) }),
  })
  mount(app, contract.listUsers, {
    permission: 'take part',
    handle: ({ member, query }) =>
      deps.reads.list({ shows: contract.listUsers, by: member.id }, (db) =>
        listMembers({ ...deps, db }, member, query),
      ),
  })
  mount(app, contract.changeRole, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({
      data: await changeRole(deps, acting, { userId: params.id, ...body }),
    }),
  })
  mount(app, contract.changeStatus, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({
      data: await changeStatus(deps, acting, { userId: params.id, ...body }),
    }),
  })
  mount(app, contract.revokeSessions, {
    permission: 'administer access',
    handle: async ({ params, acting }) => ({
      data: { revokedSessions: await revokeSessionsOf(deps, acting, params.id) },
    }),
  })
}
