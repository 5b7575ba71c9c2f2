import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.schema.ts'
import {
  type FeedPost,
  type PostPage,
  type PostsQuery,
  reportersCounted,
  reportersNamed,
} from '#contract/posts.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import type { PointsRule } from '#domain/points.ts'
import { postRestoreMs } from '#domain/posts.ts'
import { waitingDays } from '#domain/today.ts'
import type { Member } from '#server/access/session.ts'
import { gathered } from '#server/db/batch.ts'
import type { Db, Tx } from '#server/db/handle.ts'
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
  listFinished,
  listPostPage,
  listPosts,
  listPostsSince,
  listReporters,
  type PostRow,
  type WaitingFor,
} from './store.ts'

const firstPageSize = 50
/** Of what everybody reads at the same moment. */
const pace = { pauseMs: 25 }

export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const newestPage = (hasTests: boolean) =>
    deps.cache.define(contract.listPosts, () =>
      listPage(deps, { limit: firstPageSize, after: null, filter: { hasTests } }),
    )
  const feed = deps.cache.keep(['posts'], () => readFeed(deps))
  const waitingOfMembers = gathered(
    async (db, userIds: readonly UserId[]) => listWaiting(db, userIds, postsBetween(await feed.read(), deps)),
    pace,
  )
  const waiting = async (db: Db | Tx, userId: UserId) => (await waitingOfMembers(db, userId)) ?? nothingWaits
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
      if (open && (cursor ?? page ?? platform ?? table.state) === undefined)
        return deps.reads.list(asked, async (db) => waitingPage(db, await waiting(db, member.id), limit))
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
      const isOf = (each: Pick<PostRow, 'platform'>) => platform === undefined || each.platform === platform
      const [{ counts }, own] = await Promise.all([feed.read(), waiting(deps.db, member.id)])
      const counted = counts.filter((each) => isOf(each) && (isAdmin(member) || !each.isTest))
      const all = counted.reduce((sum, { total }) => sum + total, 0)
      return { data: { open: own.rows.filter(isOf).length, all } }
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
  return { userId, ...recentOf(clock.now()) }
}

function recentOf(now: Date) {
  return { now, since: new Date(now.getTime() - waitingDays * 86_400_000) }
}

interface PieceAsked {
  readonly limit: number
  readonly after: Place<'post'> | null
  readonly filter: FeedFilter
}

async function listPage({ db }: Deps, { limit, after, filter }: PieceAsked) {
  const rules = await listPointsRules(db)
  const rows = await listPosts(db, { limit: limit + 1, after, ...filter })
  const { page, nextCursor } = pageOf(rows, limit, placeIn)
  return { data: await withReporters(db, page, rules), nextCursor }
}

/** What waits for reports of a member, newest first. */
interface Waiting {
  readonly rows: readonly PostRow[]
  readonly rules: readonly PointsRule[]
}

const nothingWaits: Waiting = { rows: [], rules: [] }

/** What all members see of the feed: how many posts it has, and those that may wait for a report. */
async function readFeed({ db, clock }: Deps) {
  const { since } = recentOf(clock.now())
  const [counts, recent] = await Promise.all([countFeedPosts(db), listPostsSince(db, since)])
  return { counts, recent }
}

/** The posts that wait for reports at this moment, which is later than that of the read. */
function postsBetween({ recent }: Awaited<ReturnType<typeof readFeed>>, { clock }: Deps): PostRow[] {
  const { since, now } = recentOf(clock.now())
  return recent.filter(({ originalPostDate }) => originalPostDate > since && originalPostDate <= now)
}

async function listWaiting(
  db: Db | Tx,
  userIds: readonly UserId[],
  recent: readonly PostRow[],
): Promise<Map<UserId, Waiting>> {
  const rules = await listPointsRules(db)
  const postIds = recent.map(({ id }) => id)
  const finished = Map.groupBy(await listFinished(db, { userIds, postIds }), ({ userId }) => userId)
  return new Map(
    userIds.map((userId) => {
      const own = new Set(finished.get(userId)?.map(({ postId }) => postId))
      return [userId, { rows: recent.filter(({ id }) => !own.has(id)), rules }]
    }),
  )
}

async function waitingPage(db: Db | Tx, { rows, rules }: Waiting, limit: number) {
  const { page, nextCursor } = pageOf(rows.slice(0, limit + 1), limit, placeIn)
  return { data: await withReporters(db, page, rules), nextCursor }
}

function placeIn({ originalPostDate: at, id }: PostRow): Place<'post'> {
  return { at, id }
}

/** Everybody who looks at the same moment sees the same posts, so each post is read once. */
const reportersOf = gathered(async (db, postIds: readonly PostId[]) => {
  const found = await listReporters(db, { postIds, named: reportersNamed, counted: reportersCounted })
  return new Map(found.map(({ postId, count, first }) => [postId, { count, first }]))
}, pace)

function withReporters(
  db: Db | Tx,
  rows: readonly PostRow[],
  rules: readonly PointsRule[],
): Promise<FeedPost[]> {
  return Promise.all(
    rows.map(async (row) => ({
      ...feedPostOf(row, rules),
      reporters: (await reportersOf(db, row.id)) ?? noReporters,
      ...(row.deletedAt && { deletedAt: row.deletedAt.toISOString() }),
    })),
  )
}

const noReporters = { count: 0, first: [] }
