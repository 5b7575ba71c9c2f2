import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.ts'
import * as hooks from '#contract/socialpilot.ts'
import type { Deps } from '#server/deps.ts'
import { getAutomation } from '#server/features/automation/store.ts'
import { arrivalOf, prepareHooks } from '#server/features/deliveries/routes.ts'
import { mount } from '#server/http/mount.ts'
import {
  makeTestPost,
  receiveBackfill,
  receiveEngagement,
  receiveEvent,
  receiveNewPost,
  receiveTrigger,
} from './commands.ts'
import { setupOf } from './messages.ts'

/** The hooks through which the scheduling tool, and the administration's own screens, deliver posts and numbers. */
export function socialpilotRoutes(app: FastifyInstance, deps: Deps): void {
  prepareHooks(app, deps)
  const permission = 'deliver by hook'
  mount(app, contract.newPost, {
    permission,
    handle: ({ body, request }) => receiveNewPost(deps, body, arrivalOf(request)),
  })
  mount(app, contract.engagementUpdate, {
    permission,
    handle: ({ body, request }) => receiveEngagement(deps, body, arrivalOf(request)),
  })
  mount(app, hooks.socialpilotEvent, {
    permission,
    handle: ({ body, request }) => receiveEvent(deps, body, arrivalOf(request)),
  })
  mount(app, hooks.zapierTrigger, {
    permission,
    handle: ({ body, request }) => receiveTrigger(deps, body, arrivalOf(request)),
  })
  mount(app, hooks.backfillPosts, {
    permission,
    handle: ({ body, request }) => receiveBackfill(deps, body, arrivalOf(request)),
  })
}

/** What helps an administrator to connect the scheduling tool. */
export function socialpilotSetupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, hooks.getSocialpilotSetup, {
    permission: 'administer',
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      const { socialPilotEnabled: isEnabled } = await getAutomation(deps.db)
      const { config, secrets } = deps
      return { data: setupOf({ publicUrl: config.publicUrl, isEnabled, secrets }) }
    },
  })
  mount(app, hooks.testSocialpilot, {
    permission: 'administer',
    budget: 'probe',
    handle: ({ member, request }) => makeTestPost(deps, { member, ip: request.ip }),
  })
}
