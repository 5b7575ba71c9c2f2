import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/slack.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { startImport } from './commands.ts'

export function importRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.syncSlackUsers, {
    permission: 'administer',
    budget: 'probe',
    handle: async ({ acting }) => {
      await startImport(deps, acting)
      return { success: true as const, message: 'Import started' }
    },
  })
}
