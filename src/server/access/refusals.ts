import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { detailsThrough, insertAuditEntry } from './audit.ts'
import { RateLimit } from './rate-limit.ts'

const mostRefusalsPerMinute = 1

/**
 * Records in the audit log when a member tries something they may not do, on any route. At most one entry a minute for
 * each member and route, so that nobody can flood the log. Strangers are left out, because they cannot be identified.
 */
export function recordRefusals(app: FastifyInstance, { db, clock, log }: Deps): void {
  const recorded = new RateLimit(mostRefusalsPerMinute)
  app.addHook('onError', async ({ caller, method, routeOptions: { url: route = '' }, ip }, _reply, error) => {
    const isRefusal = error instanceof AppError && error.code === 'not-allowed'
    if (!isRefusal || caller.kind !== 'member') return
    const actorId = caller.member.id
    if (recorded.secondsToWait(`${actorId} ${method} ${route}`) !== null) return
    const details = detailsThrough(caller.member, { method, route })
    const entry = { actorId, action: 'access.refused', details, ip, at: clock.now() }
    // The member gets the refusal even if this fails.
    await insertAuditEntry(db, entry).catch((failure: unknown) =>
      log.error({ err: failure }, 'could not record a refusal'),
    )
  })
}
