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
import { postRestoreMs } from '#domain/posts.ts'
import { waitingDays } from '#domain/today.ts'
import type { Member } from '#server/access/session.ts'
import type { Db } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import { type Place, pageOf, placeOf } from '#server/http/cursor.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { deletePost, restorePost, updatePost } from './commands.ts'
import {
  countFeedPosts,
  countPosts,
  countReporters,
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
  const newestPage = (hasTests: boolean) =>
    deps.cache.define(contract.listPosts, () =>
      listPage(deps, { limit: firstPageSize, after: null, filter: { hasTests } }),
    )
  // Two answers, so that what administrators see is never part of what members get.
  const newest = { forMembers: newestPage(false), forAdmins: newestPage(true) }
  mountReady(app, contract.listPosts, {
    pick: ({ query: { limit, cursor, page, open, platform, state }, member }) => {
      const isFirst = limit === firstPageSize && (cursor ?? page ?? open ?? platform ?? state) === undefined
      if (!isFirst) return null
      return isAdmin(member) ? newest.forAdmins : newest.forMembers
    },
    otherwise: ({ query: { limit, cursor, page, open, platform, ...table }, member }) => {
      const hasTests = isAdmin(member)
      const asked = { shows: contract.listPosts, by: member.id }
      if (page === undefined && table.state === undefined) {
        const filter = { platform, hasTests, waitingFor: open && waitingFor(deps, member.id) }
        const piece = { limit, after: placeOf<'post'>(cursor), filter }
        return deps.reads.list(asked, (db) => listPage({ ...deps, db }, piece))
      }
      // A search reads every post, but this route's budget is for reads that cost next to nothing.
      if (!isAdmin(member))
        throw new AppError(
          'not-allowed',
          'Only administrators may search the posts, or see scheduled and deleted ones',
        )
      const rows = { ...table, limit, page: page ?? 1 }
      return deps.reads.list(asked, (db) => tableOf({ ...deps, db }, rows))
    },
  })
  mount(app, contract.countPosts, {
    permission: 'take part',
    handle: async ({ query: { platform }, member }) => {
      const filter = { platform, hasTests: isAdmin(member) }
      const [all, open] = await Promise.all([
        countFeedPosts(deps.db, filter),
        countFeedPosts(deps.db, { ...filter, waitingFor: waitingFor(deps, member.id) }),
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
  mount(app, contract.restorePost, {
    permission: 'administer',
    budget: 'bulk',
    handle: async ({ params, acting }) => ({ data: await restorePost(deps, acting, params.id) }),
  })
  mount(app, contract.countReporters, {
    permission: 'administer',
    handle: async ({ params }) => ({ data: await countReporters.one(deps.db, { postId: params.id }) }),
  })
}

function isAdmin({ role }: Pick<Member, 'role'>): boolean {
  return permissionVerdict({ kind: 'member', role }, 'administer') === 'ok'
}

interface TableAsked extends Pick<PostsQuery, 'search' | 'sort' | 'direction' | 'limit' | 'state'> {
  readonly page: number
}

async function tableOf(
  { db, clock }: Deps,
  { page, limit, state, search = '', sort, direction = 'desc' }: TableAsked,
): Promise<PostPage> {
  const rules = await listPointsRules(db)
  const offset = (page - 1) * limit
  const filter = { search, state, deletedSince: new Date(clock.now().getTime() - postRestoreMs) }
  const order = sort ?? (state === 'deleted' ? null : 'originalPostDate')
  const rows = await listPostPage(db, { ...filter, sort: order, direction, limit, offset })
  const total = await countPosts(db, filter)
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
  return rows.map((row) => ({
    ...feedPostOf(row, rules),
    reporters: byPost.get(row.id) ?? noReporters,
    ...(row.deletedAt && { deletedAt: row.deletedAt.toISOString() }),
  }))
}

const noReporters = { count: 0, first: [] }
