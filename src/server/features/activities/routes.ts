import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activities.ts'
import type { Deps } from '#server/deps.ts'
import { cursorAfter, type Place, placeOf } from '#server/http/cursor.ts'
import { mountReady } from '#server/http/mount.ts'
import { listActivityRows } from './store.ts'

const firstPageSize = 50

export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = deps.snapshots.define({
    topics: ['activities'],
    answer: contract.listActivities.answer,
    build: () => pageOf(deps, { limit: firstPageSize, after: null }),
  })
  mountReady(app, contract.listActivities, {
    pick: ({ query }) => (query.limit === firstPageSize && query.cursor === undefined ? newest : null),
    otherwise: ({ query: { limit, cursor } }) =>
      pageOf(deps, { limit, after: cursor === undefined ? null : placeOf(cursor) }),
  })
}

async function pageOf({ db }: Deps, { limit, after }: { limit: number; after: Place | null }) {
  const rows = await listActivityRows(db, { limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(({ username, avatar, platform, type, createdAt, ...row }) => ({
      ...row,
      type: contract.activityTypes.find((known) => known === type) ?? 'platform_update',
      createdAt: createdAt.toISOString(),
      user: username === null ? null : { username, avatar },
      metadata: platform === null ? {} : { platform },
    })),
    nextCursor: rows.length > limit && last ? cursorAfter({ at: last.createdAt, id: last.id }) : null,
  }
}
