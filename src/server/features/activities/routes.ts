import type { FastifyInstance } from 'fastify'
import { listActivities } from '#contract/activities.schema.ts'
import { activityTypes } from '#contract/activities.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { mountReady } from '#server/http/mount.ts'
import { type ActivityPage, listActivityRows } from './store.ts'

const firstPageSize = 50

export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = deps.cache.define(listActivities, () =>
    listPage(deps, { limit: firstPageSize, after: null, userId: null }),
  )
  mountReady(app, listActivities, {
    pick: ({ query: { limit, cursor, userId } }) =>
      limit === firstPageSize && cursor === undefined && userId === undefined ? newest : null,
    otherwise: ({ query: { limit, cursor, userId = null } }) =>
      listPage(deps, { limit, after: placeOf(cursor), userId }),
  })
}

async function listPage({ db }: Deps, wanted: ActivityPage) {
  const { limit } = wanted
  const rows = await listActivityRows(db, { ...wanted, limit: limit + 1 })
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  return {
    data: page.map(({ username, displayName, avatar, platform, type, createdAt, ...row }) => ({
      ...row,
      type: activityTypes.find((known) => known === type) ?? 'platform_update',
      createdAt: createdAt.toISOString(),
      user: username === null || displayName === null ? null : { username, displayName, avatar },
      metadata: platform === null ? {} : { platform },
    })),
    nextCursor,
  }
}
