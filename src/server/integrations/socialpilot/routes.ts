import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.ts'
import * as hooks from '#contract/socialpilot.ts'
import { presentAddress } from '#domain/own-addresses.ts'
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
  const present = <Body extends { readonly post_url?: unknown }>(body: Body): Body => presentBody(body, deps)
  mount(app, contract.newPost, {
    permission,
    budget: 'bulk',
    handle: ({ body, request }) => receiveNewPost(deps, present(body), arrivalOf(request)),
  })
  mount(app, contract.engagementUpdate, {
    permission,
    handle: ({ body, request }) => receiveEngagement(deps, present(body), arrivalOf(request)),
  })
  mount(app, hooks.socialpilotEvent, {
    permission,
    handle: ({ body, request }) => receiveEvent(deps, present(body), arrivalOf(request)),
  })
  mount(app, hooks.zapierTrigger, {
    permission,
    handle: ({ body, request }) => receiveTrigger(deps, body, arrivalOf(request)),
  })
  mount(app, hooks.backfillPosts, {
    permission,
    handle: ({ body, request }) =>
      receiveBackfill(deps, { posts: body.posts.map(present) }, arrivalOf(request)),
  })
}

/** A body that speaks of an address of this workspace, as that reads today. */
function presentBody<Body extends { readonly post_url?: unknown }>(body: Body, { config }: Deps): Body {
  const { post_url } = body
  return typeof post_url === 'string' ? { ...body, post_url: presentAddress(post_url, config) } : body
}

const shownSecretMs = 1_000

/** What helps an administrator to connect the scheduling tool. */
export function socialpilotSetupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, hooks.getSocialpilotSetup, {
    permission: 'administer',
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      const { socialPilotEnabled: isEnabled } = await getAutomation(deps.db)
      // What an administrator copies from here must be the newest.
      await deps.secrets.readIfOlder(shownSecretMs)
      const { config, secrets } = deps
      return { data: setupOf({ config, isEnabled, secrets }) }
    },
  })
  mount(app, hooks.testSocialpilot, {
    permission: 'administer',
    budget: 'probe',
    handle: ({ member, request }) => makeTestPost(deps, { member, ip: request.ip }),
  })
}
