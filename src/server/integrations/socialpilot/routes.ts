import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.schema.ts'
import * as hooks from '#contract/socialpilot.schema.ts'
import type { Deps } from '#server/deps.ts'
import { getAutomation } from '#server/features/automation/store.ts'
import { repeated } from '#server/hooks/answers.ts'
import { mountHook } from '#server/hooks/mount.ts'
import { mount } from '#server/http/mount.ts'
import {
  factsOfEvent,
  makeTestPost,
  receiveBackfill,
  receiveEngagement,
  receiveEvent,
  receiveNewPost,
} from './commands.ts'
import { setupOf } from './messages.ts'

/** The hooks that receive posts and engagement numbers from the scheduling tool and the administration screens. */
export function socialpilotHooks(scope: FastifyInstance, deps: Deps): void {
  const integration = 'SocialPilot'
  // Administrators can add posts even when the integration is off.
  const forPosts = { integration, admitsAdmins: true } as const
  mountHook(scope, deps, contract.newPost, { ...forPosts, budget: 'bulk', receive: receiveNewPost })
  mountHook(scope, deps, hooks.backfillPosts, { ...forPosts, receive: receiveBackfill })
  mountHook(scope, deps, contract.engagementUpdate, { integration, receive: receiveEngagement })
  const ofEvents = { factsOf: factsOfEvent, receive: receiveEvent, repeated }
  mountHook(scope, deps, hooks.socialpilotEvent, { integration, ...ofEvents })
}

const shownSecretMs = 1_000

/** The routes that help an administrator to connect the scheduling tool. */
export function socialpilotRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, hooks.getSocialpilotSetup, {
    // The answer has the hook secret, which is a further way in.
    permission: 'administer access',
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      const { socialPilotEnabled: isEnabled } = await getAutomation(deps.db)
      // An administrator copies the secret from here, so it must be the newest.
      await deps.secrets.readIfOlder(shownSecretMs)
      const { config, secrets } = deps
      return { data: setupOf({ config, isEnabled, secrets }) }
    },
  })
  mount(app, hooks.testSocialpilot, {
    permission: 'administer',
    budget: 'probe',
    handle: ({ acting }) => makeTestPost(deps, acting),
  })
}
