import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/backups.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { changeBackups, readBackups, startBackup } from './commands.ts'

export function backupRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getBackups, {
    permission: 'administer',
    handle: async () => ({ data: await readBackups(deps) }),
  })
  mount(app, contract.putBackups, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await changeBackups(deps, acting, body) }),
  })
  mount(app, contract.startBackup, {
    permission: 'administer',
    budget: 'probe',
    handle: async ({ acting }) => ({ data: await startBackup(deps, acting) }),
  })
}
