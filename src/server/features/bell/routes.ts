import type { FastifyInstance } from 'fastify'
import { listBell } from '#contract/bell.schema.ts'
import type { BellLine } from '#contract/bell.ts'
import { achievementKinds } from '#domain/achievements.ts'
import { audienceOf, bellOf } from '#domain/bell.ts'
import { monthWithoutContest, nudgeDays } from '#domain/contest-months.ts'
import type { ContestState } from '#domain/contests.ts'
import { addDays, type Day, dayOf, startOfDay } from '#domain/days.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import type { Role } from '#domain/vocabulary.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { listContestRows } from '../contests/store.ts'
import { listBellLines } from './store.ts'

export function bellRoutes(app: FastifyInstance, { db, clock, config }: Deps): void {
  const { timeZone } = config
  // Not cached: nearly every line of a member depends on what others do. Simultaneous reads share one query.
  mount(app, listBell, {
    permission: 'take part',
    budget: 'ready read',
    handle: async ({ member: { id: userId, role } }) => {
      const today = dayOf(clock.now(), timeZone)
      const lines = await listBellLines(db, { userId, today, timeZone })
      const contests = mayCreateContests(role) ? await listContestRows(db) : null
      const missing = contests ? noContestLines(contests, today, timeZone) : []
      return { data: bellOf([...lines, ...missing]).map(lineView) }
    },
  })
}

type Line = Awaited<ReturnType<typeof listBellLines>>[number]

const mayCreateContests = (role: Role) => permissionVerdict({ kind: 'member', role }, 'administer') === 'ok'

/** For administrators: the month that is near and has no contest. */
function noContestLines(contests: readonly ContestState[], today: Day, timeZone: string): Line[] {
  const month = monthWithoutContest(contests, today)?.startDate
  if (!month) return []
  const nobody = { userId: null, username: null, displayName: null, avatar: null }
  const nothing = { platform: null, count: 0, points: 0, report: null, reason: null }
  const at = startOfDay(addDays(month, -nudgeDays), timeZone)
  const id = `no_contest ${month}`
  return [{ ...nobody, ...nothing, key: id, kind: 'no_contest', id, at, subject: month }]
}

function lineView({
  id,
  kind,
  at,
  userId,
  username,
  displayName,
  avatar,
  subject,
  platform,
  count,
  points,
  report,
  reason,
}: Line): BellLine {
  const hasUser = userId !== null && username !== null && displayName !== null
  return {
    id,
    audience: audienceOf(kind),
    kind,
    user: hasUser ? { id: userId, username, displayName, avatar } : null,
    subject: kind === 'achievement' ? nameOf(subject) : subject,
    report,
    platform,
    count,
    points,
    reason,
    at: at.toISOString(),
  }
}

function nameOf(code: string | null): string | null {
  return achievementKinds.find((kind) => kind.code === code)?.name ?? code
}
