import type { FastifyInstance } from 'fastify'
import { testZapier } from '#contract/automation.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { HookClient } from './client.ts'
import { sendTest } from './commands.ts'

export function zapierRoutes(app: FastifyInstance, deps: Deps): void {
  const client = new HookClient(deps.config)
  mount(app, testZapier, {
    permission: 'administer',
    budget: 'probe',
    handle: async ({ body, member, request }) => {
      const acting = { member, ip: request.ip }
      await sendTest(deps, client, { acting, timestamp: body?.timestamp })
      return { success: true as const, message: 'Zapier accepted the test' }
    },
  })
}
