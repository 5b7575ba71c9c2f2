import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/posts.schema.ts'
import {
  type FeedPost,
  type PostPage,
  type PostsQuery,
  reportersCounted,
  reportersNamed,
} from '#contract/posts.ts'
import { asId, type UserId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import type { PointsRule } from '#domain/points.ts'
import { postRestoreMs } from '#domain/posts.ts'
import { waitingDays } from '#domain/today.ts'
import type { Member } from '#server/access/session.ts'
import type { Ready } from '#server/cache/kept.ts'
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

/** Of what everybody reads at the same moment. */
const pace = { longestPauseMs: 50 }

export function postRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = newestPages(deps)
  const feed = deps.cache.keep(['posts'], () => readFeed(deps))
  const waitingOf = gathered(
    async (db, keys: readonly WaitingKey[]) => listWaiting(db, keys, postsBetween(await feed.read(), deps)),
    pace,
  )
  const waiting = async (db: Db | Tx, userId: UserId, limit: number) =>
    (await waitingOf(db, `${userId} ${limit}`)) ?? nothingWaits
  mountReady(app, contract.listPosts, {
    pick: ({ query: { limit, cursor, page, open, platform, state }, member }) => {
      const isFirst = (cursor ?? page ?? open ?? platform ?? state) === undefined
      return isFirst ? newest(limit, isAdmin(member)) : null
    },
    otherwise: ({ query: { limit, cursor, page, open, platform, ...table }, member }) => {
      const hasTests = isAdmin(member)
      const asked = { shows: contract.listPosts, by: member.id }
      if (open && (cursor ?? page ?? platform ?? table.state) === undefined)
        return deps.reads.list(asked, async (db) => (await waiting(db, member.id, limit)).page)
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
      const [{ counts }, own] = await Promise.all([feed.read(), waiting(deps.db, member.id, 0)])
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

/** The newest posts, kept for everybody who asks for as many. Those of administrators are kept apart, with the tests. */
function newestPages(deps: Deps): (limit: number, hasTests: boolean) => Ready {
  const pages = new Map<string, Ready>()
  return (limit, hasTests) => {
    const key = `${limit} ${hasTests}`
    const kept = pages.get(key)
    if (kept) return kept
    const asked = { limit, after: null, filter: { hasTests } }
    const made = deps.cache.define(contract.listPosts, () => listPage(deps, asked))
    pages.set(key, made)
    return made
  }
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
  const [rules, rows] = await Promise.all([
    listPointsRules(db),
    listPosts(db, { limit: limit + 1, after, ...filter }),
  ])
  const { page, nextCursor } = pageOf(rows, limit, placeIn)
  return { data: await withReporters(db, page, rules), nextCursor }
}

/** A member's id, and how many of the posts that wait are shown. */
type WaitingKey = `${UserId} ${number}`

/** What waits for reports of a member, newest first. */
interface Waiting {
  readonly rows: readonly PostRow[]
  readonly page: PostPage
}

const nothingWaits: Waiting = { rows: [], page: { data: [], nextCursor: null } }

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

/** Everybody who looks at the same moment sees nearly the same posts, so each post is read and made once. */
async function listWaiting(
  db: Db | Tx,
  keys: readonly WaitingKey[],
  recent: readonly PostRow[],
): Promise<Map<WaitingKey, Waiting>> {
  const asked = keys.map((key) => ({
    key,
    userId: asId<'user'>(key.split(' ')[0] ?? ''),
    limit: limitOf(key),
  }))
  const userIds = [...new Set(asked.map(({ userId }) => userId))]
  const postIds = recent.map(({ id }) => id)
  const finished = Map.groupBy(await listFinished(db, { userIds, postIds }), ({ userId }) => userId)
  const found = asked.map(({ key, userId, limit }) => {
    const own = new Set(finished.get(userId)?.map(({ postId }) => postId))
    const rows = recent.filter(({ id }) => !own.has(id))
    return { key, rows, ...pageOf(rows.slice(0, limit + 1), limit, placeIn) }
  })
  const shown = new Set(found.flatMap(({ page }) => page))
  const made = shown.size === 0 ? [] : await withReporters(db, [...shown], await listPointsRules(db))
  const postOf = new Map(made.map((post) => [post.id, post]))
  return new Map(
    found.map(({ key, rows, page, nextCursor }) => {
      const data = page.flatMap(({ id }) => postOf.get(id) ?? [])
      return [key, { rows, page: { data, nextCursor } }]
    }),
  )
}

function limitOf(key: WaitingKey): number {
  return Number(key.split(' ')[1])
}

function placeIn({ originalPostDate: at, id }: PostRow): Place<'post'> {
  return { at, id }
}

async function withReporters(
  db: Db | Tx,
  rows: readonly PostRow[],
  rules: readonly PointsRule[],
): Promise<FeedPost[]> {
  if (rows.length === 0) return []
  const postIds = rows.map(({ id }) => id)
  const found = await listReporters(db, { postIds, named: reportersNamed, counted: reportersCounted })
  const reporters = new Map(found.map(({ postId, count, first }) => [postId, { count, first }]))
  return rows.map((row) => ({
    ...feedPostOf(row, rules),
    reporters: reporters.get(row.id) ?? noReporters,
    ...(row.deletedAt && { deletedAt: row.deletedAt.toISOString() }),
  }))
}

const noReporters = { count: 0, first: [] }
