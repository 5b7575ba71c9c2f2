import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/webhooks.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import {
  createWebhook,
  deleteWebhook,
  listAllWebhooks,
  sendTest,
  updateWebhook,
  webhookClient,
} from './commands.ts'

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const client = webhookClient(deps.config)
  mount(app, contract.listWebhooks, {
    permission: 'administer',
    handle: async () => ({ data: await listAllWebhooks(deps) }),
  })
  mount(app, contract.createWebhook, {
    permission: 'administer',
    handle: async ({ body, acting, reply }) => {
      reply.header('cache-control', 'no-store')
      return { data: await createWebhook(deps, acting, body) }
    },
  })
  mount(app, contract.updateWebhook, {
    permission: 'administer',
    handle: async ({ params: { id }, body: change, acting }) => ({
      data: await updateWebhook(deps, acting, { id, change }),
    }),
  })
  mount(app, contract.deleteWebhook, {
    permission: 'administer',
    handle: ({ params: { id }, acting }) => deleteWebhook(deps, acting, id),
  })
  mount(app, contract.testWebhook, {
    permission: 'administer',
    budget: 'probe',
    handle: async ({ params: { id }, acting }) => ({
      success: true as const,
      message: await sendTest(deps, client, { acting, id }),
    }),
  })
}
