import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/achievements.schema.ts'
import { achievementCodes, achievementKinds, progressTowards } from '#domain/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { pointsFor } from '#domain/points.ts'
import { standingStreakAt } from '#domain/streaks.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mountReady } from '#server/http/mount.ts'
import { kindOf } from '../ledger/commands.ts'
import { getMemberProgress } from '../ledger/store.ts'
import { listPointsRules } from '../points/store.ts'
import { findUserId } from '../users/store.ts'
import { listEarnedRows } from './store.ts'

export function achievementRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, cache } = deps
  const all = cache.define(contract.listAchievements, async () => {
    const rules = await listPointsRules(db)
    return {
      data: achievementKinds.map(({ code, ...kind }) => ({
        id: code,
        ...kind,
        points: pointsFor(rules, { actionType: 'achievement', platform: null, context: code }),
      })),
    }
  })
  const earned = cache.defineForMembers(contract.listEarnedAchievements, async (userId) => {
    const rows = await listEarnedRows(db, userId)
    if (rows.length === 0 && !(await findUserId.first(db, { id: userId }))) {
      throw new AppError('unknown', 'This member was not found')
    }
    return { data: rows.map(earnedView) }
  })
  const progress = cache.defineForMembers(contract.listProgress, async (userId) => ({
    data: await listToAchieve(deps, userId),
  }))
  mountReady(app, contract.listProgress, { pick: ({ member }) => progress(member.id) })
  mountReady(app, contract.listAchievements, { pick: () => all })
  mountReady(app, contract.listEarnedAchievements, { pick: ({ params }) => earned(params.userId) })
}

async function listToAchieve({ db, clock, config }: Deps, userId: UserId) {
  const { held, reports, shares, ...streak } = await getMemberProgress.one(db, { userId })
  const currentStreak = standingStreakAt(streak, { now: clock.now(), timeZone: config.timeZone })
  return achievementCodes
    .filter((code) => !held.includes(code))
    .map((id) => {
      const { have = null, need = null } = progressTowards(id, { reports, shares, currentStreak }) ?? {}
      return { id, have, need }
    })
}

function earnedView({ id, code, points, earnedAt }: Awaited<ReturnType<typeof listEarnedRows>>[number]) {
  const kind = kindOf.get(code)
  if (!kind) throw new Error(`There is no achievement ${code}`)
  const { code: achievementId, ...words } = kind
  return { id, achievementId, ...words, points, earnedAt: earnedAt.toISOString() }
}
