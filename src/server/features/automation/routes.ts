import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/automation.ts'
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
    handle: async ({ body, member, request }) => ({
      data: await changeAutomation(deps, { member, ip: request.ip }, body),
    }),
  })
  mount(app, contract.rotateHookSecret, {
    permission: 'administer',
    handle: async ({ member, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: await changeHookSecret(deps, { member, ip: request.ip }) }
    },
  })
}
