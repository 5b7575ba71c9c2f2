import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/team-groups.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { listGroups, putGroups, syncNow } from './commands.ts'

const probe = { permission: 'administer', budget: 'probe' } as const

export function groupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listTeamGroups, { ...probe, handle: async () => ({ data: await listGroups(deps) }) })
  mount(app, contract.putTeamGroups, {
    ...probe,
    handle: async ({ query, body, acting }) => ({
      data: await putGroups(deps, acting, { groups: body.groups, isPreview: query.preview }),
    }),
  })
  mount(app, contract.syncTeams, {
    ...probe,
    handle: async ({ acting }) => ({ data: await syncNow(deps, acting) }),
  })
}
