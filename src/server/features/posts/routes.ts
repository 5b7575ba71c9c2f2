import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.schema.ts'
import type { PostPage, PostsQuery } from '#contract/posts.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import { type Place, pageOf, placeOf } from '#server/http/cursor.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { deletePost, updatePost } from './commands.ts'
import { countPosts, feedPostOf, listPostPage, listPosts } from './store.ts'

const firstPageSize = 50

export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = deps.cache.define(contract.listPosts, () =>
    listPage(deps, { limit: firstPageSize, after: null }),
  )
  mountReady(app, contract.listPosts, {
    pick: ({ query: { limit, cursor, page } }) =>
      limit === firstPageSize && cursor === undefined && page === undefined ? newest : null,
    otherwise: ({ query: { limit, cursor, page, ...table }, member: { role } }) => {
      if (page === undefined) return listPage(deps, { limit, after: placeOf(cursor) })
      // A search reads every post, but this route's budget is for reads that cost next to nothing.
      if (permissionVerdict({ kind: 'member', role }, 'administer') !== 'ok')
        throw new AppError('not-allowed', 'Only administrators may search the posts')
      return tableOf(deps, { ...table, limit, page })
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
  return { data: rows.map((row) => feedPostOf(row, rules)), nextCursor: null, total }
}

async function listPage({ db }: Deps, { limit, after }: { limit: number; after: Place<'post'> | null }) {
  const rules = await listPointsRules(db)
  const rows = await listPosts(db, { limit: limit + 1, after })
  const { page, nextCursor } = pageOf(rows, limit, ({ originalPostDate: at, id }) => ({ at, id }))
  return { data: page.map((row) => feedPostOf(row, rules)), nextCursor }
}
