import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/deliveries.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { listDeliveryLog, replayDelivery } from './commands.ts'

/** The log of deliveries, for administrators. */
export function deliveryRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listDeliveries, {
    permission: 'administer',
    handle: ({ member, query }) =>
      deps.reads.list({ shows: contract.listDeliveries, by: member.id }, (db) =>
        listDeliveryLog({ ...deps, db }, query),
      ),
  })
  mount(app, contract.replayDelivery, {
    permission: 'administer',
    handle: async ({ params, member, request }) => ({
      data: await replayDelivery(deps, params.id, { member, request }),
    }),
  })
}
