import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/interactions.schema.ts'
import type { UserId } from '#domain/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { reportInteraction } from '../reports/commands.ts'
import { readCaps, undoInteraction } from './commands.ts'
import { findRecentInteractions, listOwnInteractions } from './store.ts'

export function interactionRoutes(app: FastifyInstance, deps: Deps): void {
  const recent = deps.cache.defineForMembers(contract.recentInteractions, (userId) => recentOf(deps, userId))
  const mine = deps.cache.defineForMembers(contract.myInteractions, async (userId) => {
    const rows = await listOwnInteractions(deps.db, userId)
    const live = rows.filter(({ takenBackAt }) => takenBackAt === null)
    return {
      data: live.map(({ takenBackAt: _, ...row }) => ({ ...row, reportedAt: row.reportedAt.toISOString() })),
      caps: await readCaps(deps, userId),
      takenBack: rows.filter(({ takenBackAt }) => takenBackAt !== null),
    }
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
  mountReady(app, contract.myInteractions, { pick: ({ member }) => mine(member.id) })
}

async function recentOf({ db }: Deps, userId: UserId) {
  const [row] = await findRecentInteractions(db, userId)
  return { data: row?.list ?? [] }
}
