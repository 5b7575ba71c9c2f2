import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import * as contract from '#contract/system.schema.ts'
import { col, query } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'

const ask = query({ name: 'is_database_there', sql: 'select 1 as one', row: { one: col.int } })

export function systemRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, hub, db, clock } = deps
  const startedAt = clock.now().toISOString()
  const version = ownVersion()
  mount(app, contract.getSystemState, {
    permission: 'administer',
    handle: async () => ({
      data: {
        mode: config.mode,
        database: {
          engine: db.engine === 'pglite' ? ('embedded' as const) : ('postgres' as const),
          isConnected: (await ask(db, {}).catch(() => null)) !== null,
        },
        liveConnections: hub.size,
        timeZone: config.timeZone,
        publicUrl: config.publicUrl,
        legacyPublicUrl: config.legacyPublicUrl,
        version,
        startedAt,
      },
    }),
  })
}

function ownVersion(): string {
  const text = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
