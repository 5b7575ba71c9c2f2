import type { FastifyInstance } from 'fastify'
import { listAudit } from '#contract/audit.schema.ts'
import type { AuditEntry, AuditQuery } from '#contract/audit.ts'
import { addDays, startOfDay } from '#domain/days.ts'
import { searchOf } from '#domain/search.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { mount } from '#server/http/mount.ts'
import {
  type AuditRow,
  listAuditActions,
  listAuditActors,
  listAuditOfActions,
  listAuditOfActors,
  listAuditOfSubject,
  listAuditRows,
} from './store.ts'

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, listAudit, {
    permission: 'administer',
    handle: ({ member, query }) =>
      deps.reads.list({ shows: listAudit, by: member.id }, (db) => listPage({ ...deps, db }, query)),
  })
}

async function listPage(deps: Deps, asked: AuditQuery) {
  const { limit, cursor } = asked
  const known = (await listAuditActions(deps.db, {})).map(({ action }) => action)
  const rows = await findRows(deps, asked, known)
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  const nouns = Array.from(new Set(known.map(nounOf))).sort()
  return { data: page.map(entryOf), nextCursor, nouns: cursor === undefined ? nouns : [] }
}

/** Reads the entries through the index of the filter that leaves the fewest. */
async function findRows(
  { db, config: { timeZone } }: Deps,
  { limit, cursor, action, actor, subject, from, to }: AuditQuery,
  known: readonly string[],
): Promise<AuditRow[]> {
  const after = placeOf<'auditEntry'>(cursor)
  const range = {
    limit: limit + 1,
    afterAt: after?.at ?? null,
    afterId: after?.id ?? null,
    from: from === undefined ? null : startOfDay(from, timeZone),
    before: to === undefined ? null : startOfDay(addDays(to, 1), timeZone),
  }
  const actions = action ? known.filter((each) => each === action || nounOf(each) === action) : null
  const search = actor ? searchOf(actor) : null
  const actors = search && (await listAuditActors[search.kind](db, search)).map(({ id }) => id)
  if (subject) return listAuditOfSubject(db, { ...range, actions, actors, subject })
  if (actors) return listAuditOfActors(db, { ...range, actions, actors })
  return actions ? listAuditOfActions(db, { ...range, actions }) : listAuditRows(db, range)
}

function nounOf(action: string): string {
  return action.split('.')[0] ?? action
}

function entryOf({ actorId: id, username, displayName, createdAt, ...row }: AuditRow): AuditEntry {
  const isKnown = id !== null && username !== null && displayName !== null
  return { ...row, actor: isKnown ? { id, username, displayName } : null, createdAt: createdAt.toISOString() }
}
