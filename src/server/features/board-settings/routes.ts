import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/board-settings.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { changeBoardSettings } from './commands.ts'
import { getBoardSettings } from './store.ts'

export function boardSettingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getBoardSettings, {
    permission: 'administer',
    handle: async () => ({ data: await getBoardSettings(deps.db) }),
  })
  mount(app, contract.putBoardSettings, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await changeBoardSettings(deps, acting, body) }),
  })
}
