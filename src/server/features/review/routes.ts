import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/review.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { countWaiting, listReports, listReviewShares, takeBack } from './commands.ts'

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listReviewShares, {
    permission: 'review',
    handle: ({ query }) => listReviewShares(deps, query),
  })
  mount(app, contract.listReviewReports, {
    permission: 'review',
    handle: ({ query }) => listReports(deps, query),
  })
  mount(app, contract.getReviewCounts, {
    permission: 'review',
    handle: async ({ member }) => ({ data: await countWaiting(deps, member.id) }),
  })
  mount(app, contract.takeBackReport, {
    permission: 'review',
    handle: async ({ params, body, acting }) => ({
      data: await takeBack(deps, acting, { id: params.id, reason: body.reason }),
    }),
  })
}
