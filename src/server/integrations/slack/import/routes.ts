import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/slack.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { startImport } from './commands.ts'

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.syncSlackUsers, {
    permission: 'administer',
    budget: 'probe',
    handle: async ({ member, request }) => {
      await startImport(deps, { member, ip: request.ip })
      return { success: true as const, message: 'Import started' }
    },
  })
}
