import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/slack.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { readStatus, retryFailed, sendInstructions, sendTest, testConnection } from './commands.ts'

const probe = { permission: 'administer', budget: 'probe' } as const

export function channelRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.testSlackConnection, {
    ...probe,
    handle: async ({ acting }) => {
      const data = await testConnection(deps, acting)
      return { success: true as const, message: 'Slack connection successful', data }
    },
  })
  mount(app, contract.sendSlackInstructions, {
    ...probe,
    handle: async ({ acting }) => {
      await sendInstructions(deps, acting)
      return { success: true as const, message: 'Instructions sent' }
    },
  })
  mount(app, contract.sendSlackTest, {
    ...probe,
    handle: async ({ acting }) => {
      await sendTest(deps, acting)
      return { success: true as const, message: 'Test notification sent' }
    },
  })
  mount(app, contract.retryFailedMessages, {
    ...probe,
    handle: async ({ acting }) => {
      const retried = await retryFailed(deps, acting)
      return { success: true as const, message: 'Failed messages wait to be sent again', data: { retried } }
    },
  })
  mount(app, contract.getSlackStatus, {
    permission: 'administer',
    handle: async () => ({ data: await readStatus(deps) }),
  })
}
