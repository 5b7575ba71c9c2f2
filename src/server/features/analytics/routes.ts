import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/analytics.schema.ts'
import type { AnalyticsPeriod } from '#contract/analytics.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { readAnalytics, readPostReach, readTeamPage } from './commands.ts'

export function analyticsRoutes(app: FastifyInstance, deps: Deps): void {
  const figuresOf = (days: AnalyticsPeriod) =>
    deps.cache.define(contract.getAnalytics, async () => ({ data: await readAnalytics(deps, days) }))
  const byPeriod = { 7: figuresOf(7), 30: figuresOf(30), 90: figuresOf(90) }
  mountReady(app, contract.getAnalytics, {
    permission: 'administer',
    pick: ({ query }) => byPeriod[query.days],
  })
  mount(app, contract.listPostReach, {
    permission: 'administer',
    handle: ({ member, query: { days, page, sort, direction } }) =>
      readPostReach(deps, member.id, { days, page, sort, direction }),
  })
  mount(app, contract.listTeamFigures, {
    permission: 'administer',
    handle: ({ member, query: { days, page, sort, direction } }) =>
      readTeamPage(deps, member.id, { days, page, sort, direction }),
  })
}
