import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/shares.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { listSharesFor, reviewShare, submitShare } from './commands.ts'

export function shareRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listShares, {
    permission: 'take part',
    handle: ({ member, query }) =>
      deps.reads.list({ shows: contract.listShares, by: member.id }, (db) =>
        listSharesFor({ ...deps, db }, member, query),
      ),
  })
  mount(app, contract.submitShare, {
    permission: 'take part',
    budget: 'report',
    handle: async ({ member, body }) => ({ data: await submitShare(deps, member, body) }),
  })
  mount(app, contract.reviewShare, {
    permission: 'review',
    handle: async ({ params, body, acting }) => ({
      data: await reviewShare(deps, acting, { id: params.id, review: body }),
    }),
  })
}
