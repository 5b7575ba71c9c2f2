import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/points.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { createConfiguration, deleteConfiguration, updateConfiguration } from './commands.ts'
import { listPointsConfigurations } from './store.ts'

export function pointsRoutes(app: FastifyInstance, deps: Deps): void {
  const all = deps.cache.define(contract.listPointsConfigurations, async () => ({
    data: await listPointsConfigurations(deps.db),
  }))
  mountReady(app, contract.listPointsConfigurations, { pick: () => all })
  mount(app, contract.createPointsConfiguration, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await createConfiguration(deps, acting, body) }),
  })
  mount(app, contract.updatePointsConfiguration, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({
      data: await updateConfiguration(deps, acting, { id: params.id, change: body }),
    }),
  })
  mount(app, contract.deletePointsConfiguration, {
    permission: 'administer',
    handle: ({ params, acting }) => deleteConfiguration(deps, acting, params.id),
  })
}
