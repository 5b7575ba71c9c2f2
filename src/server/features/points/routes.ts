import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/points.ts'
import type { Deps } from '#server/deps.ts'
import { mountReady } from '#server/http/mount.ts'
import { listPointsConfigurations } from './store.ts'

export function pointsRoutes(app: FastifyInstance, { db, snapshots }: Deps): void {
  const all = snapshots.define({
    topics: ['rules'],
    answer: contract.listPointsConfigurations.answer,
    build: async () => ({ data: await listPointsConfigurations(db) }),
  })
  mountReady(app, contract.listPointsConfigurations, { pick: () => all })
}
