import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/interactions.schema.ts'
import { mostOwnReports } from '#contract/interactions.ts'
import { asId, type PostId, type UserId } from '#domain/ids.ts'
import { interactionTypes } from '#domain/vocabulary.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { reportInteraction } from '../reports/commands.ts'
import { readCaps, undoInteraction } from './commands.ts'
import { countOwnReports, findRecentInteractions, listOwnInteractions } from './store.ts'

export function interactionRoutes(app: FastifyInstance, deps: Deps): void {
  const recent = deps.cache.defineForMembers(contract.recentInteractions, (userId) => recentOf(deps, userId))
  const mine = deps.cache.defineForMembers(contract.myInteractions, (userId) => ownOf(deps, userId, null))
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

/** A member's latest reports, or those on some posts. */
async function ownOf(deps: Deps, userId: UserId, postIds: readonly PostId[] | null) {
  const most = postIds ? postIds.length * interactionTypes.length : mostOwnReports
  const rows = await listOwnInteractions(deps.db, userId, { limit: most + 1, postIds })
  const read = rows.slice(0, most)
  const live = read.filter(({ takenBackAt }) => takenBackAt === null)
  return {
    data: live.map(({ takenBackAt: _, ...row }) => ({ ...row, reportedAt: row.reportedAt.toISOString() })),
    caps: await readCaps(deps, userId),
    counts: await countOwnReports.one(deps.db, { userId }),
    isComplete: postIds === null && rows.length <= most,
    takenBack: read.filter(({ takenBackAt }) => takenBackAt !== null),
  }
}

async function recentOf({ db }: Deps, userId: UserId) {
  const [row] = await findRecentInteractions(db, userId)
  return { data: row?.list ?? [] }
}
