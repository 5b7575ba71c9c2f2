import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.ts'
import type { Deps } from '#server/deps.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import { cursorAfter, type Place, placeOf } from '#server/http/cursor.ts'
import { mountReady } from '#server/http/mount.ts'
import { feedPostOf, listPosts } from './store.ts'

const firstPageSize = 50

export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = deps.snapshots.define({
    topics: ['posts', 'rules'],
    answer: contract.listPosts.answer,
    build: () => pageOf(deps, { limit: firstPageSize, after: null }),
  })
  mountReady(app, contract.listPosts, {
    pick: ({ query }) => (query.limit === firstPageSize && query.cursor === undefined ? newest : null),
    otherwise: ({ query: { limit, cursor } }) =>
      pageOf(deps, { limit, after: cursor === undefined ? null : placeOf(cursor) }),
  })
}

async function pageOf({ db }: Deps, { limit, after }: { limit: number; after: Place | null }) {
  const rules = await listPointsRules(db)
  const rows = await listPosts(db, { limit: limit + 1, after })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map((row) => feedPostOf(row, rules)),
    nextCursor: rows.length > limit && last ? cursorAfter({ at: last.originalPostDate, id: last.id }) : null,
  }
}
