import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/appeals.schema.ts'
import { decideAppeal as decideAppealCall, listReviewAppeals } from '#contract/review.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { createAppeal, decideAppeal, listAppealsOf, listOpenAppeals } from './commands.ts'

export function appealRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.createAppeal, {
    permission: 'take part',
    budget: 'report',
    handle: async ({ member, body }) => ({ data: await createAppeal(deps, member.id, body) }),
  })
  mount(app, contract.listOwnAppeals, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await listAppealsOf(deps, member.id) }),
  })
  mount(app, listReviewAppeals, {
    permission: 'review',
    handle: ({ member, query }) => listOpenAppeals(deps, member, query),
  })
  mount(app, decideAppealCall, {
    permission: 'review',
    handle: async ({ params, body, member, acting }) => ({
      data: await decideAppeal(deps, { member, ip: acting.ip }, { id: params.id, ...body }),
    }),
  })
}
