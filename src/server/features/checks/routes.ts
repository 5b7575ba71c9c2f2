import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/checks.schema.ts'
import { decideCheck as decideCheckCall, listReviewChecks as listCall } from '#contract/review.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { answerCheck, decideCheck, listChecksOf, listReviewChecks } from './commands.ts'

export function checkRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listOwnChecks, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await listChecksOf(deps, member.id) }),
  })
  mount(app, contract.answerCheck, {
    permission: 'take part',
    budget: 'report',
    handle: async ({ member, params, body }) => ({
      data: await answerCheck(deps, member.id, { id: params.id, ...body }),
    }),
  })
  mount(app, listCall, {
    permission: 'review',
    handle: ({ query }) => listReviewChecks(deps, query),
  })
  mount(app, decideCheckCall, {
    permission: 'review',
    handle: async ({ params, body, acting }) => ({
      data: await decideCheck(deps, acting, { id: params.id, ...body }),
    }),
  })
}
