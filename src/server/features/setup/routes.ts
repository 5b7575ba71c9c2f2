import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/setup.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { changeSetup, readSetup } from './commands.ts'

export function setupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getSetup, {
    permission: 'administer',
    handle: async () => ({ data: await readSetup(deps) }),
  })
  mount(app, contract.changeSetup, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await changeSetup(deps, acting, body) }),
  })
}
