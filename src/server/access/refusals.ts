import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { insertAuditEntry } from './audit.ts'
import { RateLimit } from './rate-limit.ts'

const mostRefusalsPerMinute = 1

/**
 * Records what members tried and may not do, on every route. One line a minute for each member and route, so that nobody
 * floods the record. Strangers are left out: what they try can be held against nobody.
 */
export function recordRefusals(app: FastifyInstance, { db, clock, log }: Deps): void {
  const recorded = new RateLimit(mostRefusalsPerMinute)
  app.addHook('onError', async ({ caller, method, routeOptions: { url: route = '' }, ip }, _reply, error) => {
    const isRefusal = error instanceof AppError && error.code === 'not-allowed'
    if (!isRefusal || caller.kind !== 'member') return
    const actorId = caller.member.id
    if (recorded.secondsToWait(`${actorId} ${method} ${route}`) !== null) return
    const entry = { actorId, action: 'access.refused', details: { method, route }, ip, at: clock.now() }
    // The refusal is answered either way.
    await insertAuditEntry(db, entry).catch((failure: unknown) =>
      log.error({ err: failure }, 'a refusal is not on record'),
    )
  })
}
