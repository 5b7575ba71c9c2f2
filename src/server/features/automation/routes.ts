import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/automation.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { changeAutomation, changeHookSecret, readAutomation } from './commands.ts'

export function automationRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getAutomationSettings, {
    permission: 'administer',
    handle: async () => ({ data: await readAutomation(deps) }),
  })
  mount(app, contract.saveAutomationSettings, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await changeAutomation(deps, acting, body) }),
  })
  mount(app, contract.rotateHookSecret, {
    permission: 'administer access',
    handle: async ({ reply, acting }) => {
      reply.header('cache-control', 'no-store')
      return { data: await changeHookSecret(deps, acting) }
    },
  })
}
