import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/slack.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { readStatus, sendInstructions, sendTest, testConnection } from './commands.ts'

const probe = { permission: 'administer', budget: 'probe' } as const

export function channelRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.testSlackConnection, {
    ...probe,
    handle: async ({ member, request }) => {
      const data = await testConnection(deps, { member, ip: request.ip })
      return { success: true as const, message: 'Slack connection successful', data }
    },
  })
  mount(app, contract.sendSlackInstructions, {
    ...probe,
    handle: async ({ member, request }) => {
      await sendInstructions(deps, { member, ip: request.ip })
      return { success: true as const, message: 'Instructions sent' }
    },
  })
  mount(app, contract.sendSlackTest, {
    ...probe,
    handle: async ({ member, request }) => {
      await sendTest(deps, { member, ip: request.ip })
      return { success: true as const, message: 'Test notification sent' }
    },
  })
  mount(app, contract.getSlackStatus, {
    permission: 'administer',
    handle: async () => ({ data: await readStatus(deps) }),
  })
}
