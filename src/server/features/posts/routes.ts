import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.schema.ts'
import {
  type FeedPost,
  type PostPage,
  type PostsQuery,
  reportersCounted,
  reportersNamed,
} from '#contract/posts.ts'
import type { UserId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import type { PointsRule } from '#domain/points.ts'
import { waitingDays } from '#domain/today.ts'
import type { Db } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import { type Place, pageOf, placeOf } from '#server/http/cursor.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { deletePost, updatePost } from './commands.ts'
import {
  countFeedPosts,
  countPosts,
  type FeedFilter,
  feedPostOf,
  listPostPage,
  listPosts,
  listReporters,
  type PostRow,
  type WaitingFor,
} from './store.ts'

const firstPageSize = 50

export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = deps.cache.define(contract.listPosts, () =>
    listPage(deps, { limit: firstPageSize, after: null, filter: {} }),
  )
  mountReady(app, contract.listPosts, {
    pick: ({ query: { limit, cursor, page, open, platform } }) =>
      limit === firstPageSize && (cursor ?? page ?? open ?? platform) === undefined ? newest : null,
    otherwise: ({ query: { limit, cursor, page, open, platform, ...table }, member: { id, role } }) => {
      if (page === undefined) {
        const filter = { platform, waitingFor: open && waitingFor(deps, id) }
        return listPage(deps, { limit, after: placeOf(cursor), filter })
      }
      // A search reads every post, but this route's budget is for reads that cost next to nothing.
      if (permissionVerdict({ kind: 'member', role }, 'administer') !== 'ok')
        throw new AppError('not-allowed', 'Only administrators may search the posts')
      return tableOf(deps, { ...table, limit, page })
    },
  })
  mount(app, contract.countPosts, {
    permission: 'take part',
    handle: async ({ query: { platform }, member }) => {
      const [all, open] = await Promise.all([
        countFeedPosts(deps.db, { platform }),
        countFeedPosts(deps.db, { platform, waitingFor: waitingFor(deps, member.id) }),
      ])
      return { data: { open, all } }
    },
  })
  mount(app, contract.updatePost, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({
      data: await updatePost(deps, acting, { id: params.id, change: body }),
    }),
  })
  mount(app, contract.deletePost, {
    permission: 'administer',
    budget: 'bulk',
    handle: ({ params, acting }) => deletePost(deps, acting, params.id),
  })
}

interface TableAsked extends Pick<PostsQuery, 'search' | 'sort' | 'direction' | 'limit'> {
  readonly page: number
}

async function tableOf(
  { db }: Deps,
  { page, limit, search = '', sort = 'originalPostDate', direction = 'desc' }: TableAsked,
): Promise<PostPage> {
  const rules = await listPointsRules(db)
  const offset = (page - 1) * limit
  const rows = await listPostPage(db, { search, sort, direction, limit, offset })
  const total = await countPosts(db, { search })
  return { data: await withReporters(db, rows, rules), nextCursor: null, total }
}

function waitingFor({ clock }: Deps, userId: UserId): WaitingFor {
  const now = clock.now()
  return { userId, now, since: new Date(now.getTime() - waitingDays * 86_400_000) }
}

interface PieceAsked {
  readonly limit: number
  readonly after: Place<'post'> | null
  readonly filter: FeedFilter
}

async function listPage({ db }: Deps, { limit, after, filter }: PieceAsked) {
  const rules = await listPointsRules(db)
  const rows = await listPosts(db, { limit: limit + 1, after, ...filter })
  const { page, nextCursor } = pageOf(rows, limit, ({ originalPostDate: at, id }) => ({ at, id }))
  return { data: await withReporters(db, page, rules), nextCursor }
}

async function withReporters(
  db: Db,
  rows: readonly PostRow[],
  rules: readonly PointsRule[],
): Promise<FeedPost[]> {
  const postIds = rows.map(({ id }) => id)
  const found =
    postIds.length === 0
      ? []
      : await listReporters(db, { postIds, named: reportersNamed, counted: reportersCounted })
  const byPost = new Map(found.map(({ postId, count, first }) => [postId, { count, first }]))
  return rows.map((row) => ({ ...feedPostOf(row, rules), reporters: byPost.get(row.id) ?? noReporters }))
}

const noReporters = { count: 0, first: [] }
