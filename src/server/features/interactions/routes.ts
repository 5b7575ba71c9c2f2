import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/interactions.schema.ts'
import { mostOwnReports } from '#contract/interactions.ts'
import { asId, type PostId, type UserId } from '#domain/ids.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import { gathered } from '#server/db/batch.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { reportInteraction } from '../reports/commands.ts'
import { readCaps, undoInteraction } from './commands.ts'
import { countOwnReports, findRecentInteractions, listOwnInteractions, listOwnOfMembers } from './store.ts'

/** Each of the members may have hundreds of reports. */
const pace = { mostKeys: 50, longestPauseMs: 50 }

export function interactionRoutes(app: FastifyInstance, deps: Deps): void {
  const recent = deps.cache.defineForMembers(contract.recentInteractions, (userId) => recentOf(deps, userId))
  const latest = gathered((_, userIds: readonly UserId[]) => latestOf(deps, userIds), pace)
  const mine = deps.cache.defineForMembers(contract.myInteractions, async (userId) => {
    const own = await latest(deps.db, userId)
    if (!own) throw new Error('The reports of a member were not read')
    return own
  })
  mount(app, contract.reportInteraction, {
    permission: 'take part',
    budget: 'report',
    handle: async ({ body, member }) => {
      const reported = await reportInteraction(deps, member, body)
      deps.metrics.countReport()
      return reported
    },
  })
  mount(app, contract.undoInteraction, {
    permission: 'take part',
    budget: 'report',
    handle: ({ params, member }) => undoInteraction(deps, member, params.id),
  })
  mountReady(app, contract.recentInteractions, { pick: ({ member }) => recent(member.id) })
  mount(app, contract.recentInteractionsOf, {
    permission: 'take part',
    handle: ({ params, member }) => {
      if (params.userId !== member.id && member.role !== 'admin') {
        throw new AppError('not-allowed', 'You can only see your own interactions')
      }
      return recentOf(deps, params.userId)
    },
  })
  mountReady(app, contract.myInteractions, {
    pick: ({ member, query: { posts } }) => (posts === undefined ? mine(member.id) : null),
    otherwise: ({ member, query: { posts = '' } }) =>
      ownOf(deps, member.id, posts.split(',').map(asId<'post'>)),
  })
}

type Own = Awaited<ReturnType<typeof ownOf>>

/** The latest reports of members who look at the same moment. */
async function latestOf(deps: Deps, userIds: readonly UserId[]): Promise<Map<UserId, Own>> {
  const [rows, capsOf, countsOf] = await Promise.all([
    listOwnOfMembers(deps.db, { userIds, limit: mostOwnReports + 1 }),
    readCaps(deps, userIds),
    readCounts(deps, userIds),
  ])
  const ofMember = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    userIds.map((userId) => {
      const own = ofMember.get(userId)?.map(({ userId: _, ...row }) => row) ?? []
      const isComplete = own.length <= mostOwnReports
      const sums = { caps: capsOf(userId), counts: countsOf(userId) }
      return [userId, { ...viewOf(own.slice(0, mostOwnReports)), ...sums, isComplete }]
    }),
  )
}

/** A member's reports on some posts. */
async function ownOf(deps: Deps, userId: UserId, postIds: readonly PostId[]) {
  const limit = postIds.length * interactionTypes.length
  const [rows, capsOf, countsOf] = await Promise.all([
    listOwnInteractions(deps.db, userId, { limit, postIds }),
    readCaps(deps, [userId]),
    readCounts(deps, [userId]),
  ])
  return { ...viewOf(rows), caps: capsOf(userId), counts: countsOf(userId), isComplete: false }
}

async function readCounts({ db }: Deps, userIds: readonly UserId[]) {
  const rows = await countOwnReports(db, { userIds })
  const ofMember = new Map(rows.map(({ userId, ...counts }) => [userId, counts]))
  return (userId: UserId) => ofMember.get(userId) ?? { like: 0, comment: 0, share: 0 }
}

function viewOf(rows: Awaited<ReturnType<typeof listOwnInteractions>>) {
  const live = rows.filter(({ takenBackAt }) => takenBackAt === null)
  return {
    data: live.map(({ takenBackAt: _, ...row }) => ({ ...row, reportedAt: row.reportedAt.toISOString() })),
    takenBack: rows.filter(({ takenBackAt }) => takenBackAt !== null),
  }
}

async function recentOf({ db }: Deps, userId: UserId) {
  const [row] = await findRecentInteractions(db, userId)
  return { data: row?.list ?? [] }
}
