import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import * as contract from '#contract/audit.ts'
import { addDays, startOfDay } from '#domain/days.ts'
import { RateLimit } from '#server/access/rate-limit.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { cursorAfter, placeOf } from '#server/http/cursor.ts'
import { mount } from '#server/http/mount.ts'
import { noteAccessRefused } from './commands.ts'
import { type AuditRow, listAuditNouns, listAuditRows } from './store.ts'

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listAudit, { permission: 'administer', handle: ({ query }) => pageOf(deps, query) })
}

const mostRefusalsPerMinute = 1

/**
 * Puts on record what members tried and may not do, on every route: one line a minute for each member and route, so that
 * nobody can flood the record. What strangers try can be held against nobody.
 */
export function recordRefusals(app: FastifyInstance, deps: Deps): void {
  const recorded = new RateLimit(mostRefusalsPerMinute)
  app.addHook('onError', async ({ caller, method, routeOptions: { url: route = '' }, ip }, _reply, error) => {
    const isRefusal = error instanceof AppError && error.code === 'not-allowed'
    if (!isRefusal || caller.kind !== 'member') return
    const actorId = caller.member.id
    const secondsToWait = recorded.secondsToWait(`${actorId} ${method} ${route}`)
    if (secondsToWait === null) await noteAccessRefused(deps, { actorId, ip, method, route })
  })
}

type Wanted = z.output<NonNullable<typeof contract.listAudit.query>>

async function pageOf(
  { db, config: { timeZone } }: Deps,
  { limit, cursor, action, actor, subject, from, to }: Wanted,
) {
  const rows = await listAuditRows(db, {
    limit: limit + 1,
    after: cursor === undefined ? null : placeOf(cursor),
    action: action ?? null,
    actor: actor || null,
    subject: subject || null,
    from: from === undefined ? null : startOfDay(from, timeZone),
    before: to === undefined ? null : startOfDay(addDays(to, 1), timeZone),
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map(entryOf),
    nextCursor: rows.length > limit && last ? cursorAfter({ at: last.createdAt, id: last.id }) : null,
    nouns: cursor === undefined ? await listAuditNouns(db) : [],
  }
}

function entryOf({ actorId, actorName, createdAt, ...row }: AuditRow): contract.AuditEntry {
  const actor = actorId === null || actorName === null ? null : { id: actorId, username: actorName }
  return { ...row, actor, createdAt: createdAt.toISOString() }
}
