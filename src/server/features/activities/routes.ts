import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activities.ts'
import type { Deps } from '#server/deps.ts'
import { cursorAfter, placeOf } from '#server/http/cursor.ts'
import { mountReady } from '#server/http/mount.ts'
import { type ActivityPage, listActivityRows } from './store.ts'

const firstPageSize = 50

export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = deps.cache.define(contract.listActivities, () =>
    pageOf(deps, { limit: firstPageSize, after: null, userId: null }),
  )
  mountReady(app, contract.listActivities, {
    pick: ({ query: { limit, cursor, userId } }) =>
      limit === firstPageSize && cursor === undefined && userId === undefined ? newest : null,
    otherwise: ({ query: { limit, cursor, userId = null } }) =>
      pageOf(deps, { limit, after: cursor === undefined ? null : placeOf(cursor), userId }),
  })
}

async function pageOf({ db }: Deps, wanted: ActivityPage) {
  const { limit } = wanted
  const rows = await listActivityRows(db, { ...wanted, limit: limit + 1 })
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
