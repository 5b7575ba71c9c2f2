import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/ledger.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { adjustPoints } from './commands.ts'

export function ledgerRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.adjustPoints, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await adjustPoints(deps, acting, body) }),
  })
}
