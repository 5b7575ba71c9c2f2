import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/analytics.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { readAnalytics } from './commands.ts'

export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getAnalytics, {
    permission: 'administer',
    handle: async () => ({ data: await readAnalytics(deps) }),
  })
}
