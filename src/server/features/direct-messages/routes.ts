import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/notifications.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { changeSettings, readSettings } from './commands.ts'

export function notificationSettingRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getNotificationSettings, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await readSettings(deps, member.id) }),
  })
  mount(app, contract.putNotificationSettings, {
    permission: 'take part',
    handle: async ({ member, body }) => ({ data: await changeSettings(deps, member.id, body) }),
  })
}
