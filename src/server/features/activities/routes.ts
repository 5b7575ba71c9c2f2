import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/activities.schema.ts'
import { activityTypes } from '#contract/activities.ts'
import { achievementKinds } from '#domain/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import type { Deps } from '#server/deps.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { applaud, takeApplauseBack } from './commands.ts'
import { type ActivityPage, listActivityRows } from './store.ts'

const firstPageSize = 50

export function activityRoutes(app: FastifyInstance, deps: Deps): void {
  const newest = deps.cache.defineForMost(contract.listActivities, async () => {
    const page = await listPage(deps, { limit: firstPageSize, after: null, userId: null })
    const applauders = new Set(page.rows.flatMap((row) => row.applauders))
    return {
      shared: pageFor(page, null),
      ownFor: (memberId) => (applauders.has(memberId) ? pageFor(page, memberId) : null),
    }
  })
  mountReady(app, contract.listActivities, {
    pick: ({ member, query: { limit, cursor, userId } }) =>
      limit === firstPageSize && cursor === undefined && userId === undefined ? newest(member.id) : null,
    otherwise: async ({ member: { id }, query: { limit, cursor, userId = null } }) => {
      const wanted = { limit, after: placeOf<'activity'>(cursor), userId }
      const asked = { shows: contract.listActivities, by: id }
      return pageFor(await deps.reads.list(asked, (db) => listPage({ ...deps, db }, wanted)), id)
    },
  })
  mount(app, contract.applaud, {
    permission: 'take part',
    handle: async ({ member, params: { id } }) => ({
      data: await applaud(deps, { id, memberId: member.id }),
    }),
  })
  mount(app, contract.takeApplauseBack, {
    permission: 'take part',
    handle: async ({ member, params: { id } }) => ({
      data: await takeApplauseBack(deps, { id, memberId: member.id }),
    }),
  })
}

type Page = Awaited<ReturnType<typeof listPage>>

async function listPage({ db }: Deps, wanted: ActivityPage) {
  const { limit } = wanted
  const rows = await listActivityRows(db, { ...wanted, limit: limit + 1 })
  const { page, nextCursor } = pageOf(rows, limit, ({ createdAt: at, id }) => ({ at, id }))
  return { rows: page, nextCursor }
}

/** The answer for one member; null stands for everybody who applauds none of these activities. */
function pageFor({ rows, nextCursor }: Page, memberId: UserId | null) {
  return { data: rows.map((row) => activityFor(row, memberId)), nextCursor }
}

function activityFor(found: Page['rows'][number], memberId: UserId | null) {
  const { username, displayName, avatar, type, createdAt, applauders, ...row } = found
  const { userId: id } = row
  return {
    ...row,
    type: activityTypes.find((known) => known === type) ?? 'platform_update',
    createdAt: createdAt.toISOString(),
    user:
      id === null || username === null || displayName === null ? null : { id, username, displayName, avatar },
    metadata: metadataOf(found),
    applause: { count: applauders.length, mine: memberId !== null && applauders.includes(memberId) },
  }
}

function metadataOf({ platform, authorName, authorPicture, achievement }: Page['rows'][number]) {
  const kind = achievementKinds.find(({ code }) => code === achievement)
  return {
    ...(platform && { platform }),
    ...(authorName !== null && { author: { name: authorName, picture: authorPicture } }),
    ...(kind && { achievement: kind.name }),
  }
}
