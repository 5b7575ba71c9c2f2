import type { FastifyInstance } from 'fastify'
import { listAudit } from '#contract/audit.schema.ts'
import type { AuditEntry, AuditQuery } from '#contract/audit.ts'
import { addDays, startOfDay } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { mount } from '#server/http/mount.ts'
import { type AuditRow, listAuditNouns, listAuditRows } from './store.ts'

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, listAudit, { permission: 'administer', handle: ({ query }) => listPage(deps, query) })
}

async function listPage(
  { db, config: { timeZone } }: Deps,
  { limit, cursor, action, actor, subject, from, to }: AuditQuery,
) {
  const after = placeOf<'auditEntry'>(cursor)
  const rows = await listAuditRows(db, {
    limit: limit + 1,
    afterAt: after?.at ?? null,
    afterId: after?.id ?? null,
    action: action ?? null,
    actor: actor || null,
    subject: subject || null,
    from: from === undefined ? null : startOfDay(from, timeZone),
    before: to === undefined ? null : startOfDay(addDays(to, 1), timeZone),
  })
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  return {
    data: page.map(entryOf),
    nextCursor,
    nouns: after ? [] : (await listAuditNouns(db, {})).map(({ noun }) => noun),
  }
}

function entryOf({ actorId: id, username, displayName, createdAt, ...row }: AuditRow): AuditEntry {
  const isKnown = id !== null && username !== null && displayName !== null
  return { ...row, actor: isKnown ? { id, username, displayName } : null, createdAt: createdAt.toISOString() }
}
