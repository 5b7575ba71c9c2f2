import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/honesty.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { changeHonesty } from './commands.ts'
import { getHonesty } from './store.ts'

export function honestyRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getHonesty, {
    permission: 'administer',
    handle: async () => ({ data: await getHonesty(deps.db) }),
  })
  mount(app, contract.putHonesty, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await changeHonesty(deps, acting, body) }),
  })
}
