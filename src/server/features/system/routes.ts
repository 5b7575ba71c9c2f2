import type { FastifyInstance } from 'fastify'
import * as statusContract from '#contract/status.schema.ts'
import * as contract from '#contract/system.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { ownVersion } from '#server/version.ts'
import {
  discardDeadLetter,
  type Instance,
  readStatus,
  replayDeadLetter,
  startVerification,
} from './commands.ts'
import { askDatabase } from './store.ts'

export function systemRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, hub, db, clock } = deps
  const instance = {
    mode: config.mode,
    version: ownVersion(),
    startedAt: clock.now().toISOString(),
  }
  mount(app, contract.getSystemState, {
    permission: 'administer',
    handle: async () => ({
      data: {
        ...instance,
        database: {
          engine: db.engine === 'pglite' ? ('embedded' as const) : ('postgres' as const),
          isConnected: (await askDatabase(db, {}).catch(() => null)) !== null,
        },
        liveConnections: hub.size,
        timeZone: config.timeZone,
        publicUrl: config.publicUrl,
        legacyPublicUrl: config.legacyPublicUrl,
      },
    }),
  })
  statusRoutes(app, deps, instance)
}

function statusRoutes(app: FastifyInstance, deps: Deps, instance: Instance): void {
  mount(app, statusContract.getStatus, {
    permission: 'administer',
    handle: async () => ({ data: await readStatus(deps, instance) }),
  })
  mount(app, statusContract.startVerification, {
    permission: 'administer',
    budget: 'probe',
    handle: async ({ acting }) => ({ data: await startVerification(deps, acting) }),
  })
  mount(app, statusContract.replayDeadLetter, {
    permission: 'administer',
    handle: ({ params: { id }, acting }) => replayDeadLetter(deps, acting, id),
  })
  mount(app, statusContract.discardDeadLetter, {
    permission: 'administer',
    handle: ({ params: { id }, acting }) => discardDeadLetter(deps, acting, id),
  })
}
