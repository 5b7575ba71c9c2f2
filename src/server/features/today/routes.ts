import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/today.schema.ts'
import type { UserId } from '#domain/ids.ts'
import { gathered } from '#server/db/batch.ts'
import type { Deps } from '#server/deps.ts'
import { mountReady } from '#server/http/mount.ts'
import { todayOfMembers } from './commands.ts'

const pace = { longestPauseMs: 50 }

export function todayRoutes(app: FastifyInstance, deps: Deps): void {
  const todayOf = gathered((_, userIds: readonly UserId[]) => todayOfMembers(deps, userIds), pace)
  const today = deps.cache.defineForMembers(contract.getToday, async (userId) => {
    const data = await todayOf(deps.db, userId)
    if (!data) throw new Error('The day of a member was not read')
    return { data }
  })
  mountReady(app, contract.getToday, { pick: ({ member }) => today(member.id) })
}
