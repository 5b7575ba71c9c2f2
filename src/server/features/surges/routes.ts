import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/analytics.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { readSurges } from './commands.ts'

export function surgeRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listSurges, {
    permission: 'administer',
    handle: ({ query: { days } }) => readSurges(deps, days),
  })
}
