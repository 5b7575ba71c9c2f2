import type { FastifyInstance } from 'fastify'
import { testZapier } from '#contract/automation.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import type { Deps } from '#server/deps.ts'
import { repeated } from '#server/hooks/answers.ts'
import { HookClient } from '#server/hooks/client.ts'
import { mountHook } from '#server/hooks/mount.ts'
import { mount } from '#server/http/mount.ts'
import { factsOfTrigger, receiveTrigger, sendTest } from './commands.ts'

/** The hook through which the automation service reports what happened to a share. */
export function zapierHooks(scope: FastifyInstance, deps: Deps): void {
  mountHook(scope, deps, zapierTrigger, {
    integration: 'Zapier',
    factsOf: factsOfTrigger,
    receive: receiveTrigger,
    repeated,
  })
}

export function zapierRoutes(app: FastifyInstance, deps: Deps): void {
  const client = new HookClient(deps.config)
  mount(app, testZapier, {
    permission: 'administer',
    budget: 'probe',
    handle: async ({ body, acting }) => {
      await sendTest(deps, client, { acting, timestamp: body?.timestamp })
      return { success: true as const, message: 'Zapier accepted the test' }
    },
  })
}
