import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/tokens.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { createToken, endToken, listOwnTokens } from './commands.ts'

export function tokenRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listOwnTokens, {
    permission: 'manage own access',
    handle: async ({ member }) => ({ data: await listOwnTokens(deps, member.id) }),
  })
  mount(app, contract.createToken, {
    permission: 'manage own access',
    handle: ({ member, body, acting, reply }) => {
      reply.header('cache-control', 'no-store')
      return createToken(deps, { ...acting, member }, body)
    },
  })
  mount(app, contract.endToken, {
    permission: 'manage own access',
    handle: ({ params, acting }) => endToken(deps, acting, params.id),
  })
}
