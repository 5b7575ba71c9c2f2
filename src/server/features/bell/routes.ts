import type { FastifyInstance } from 'fastify'
import { listBell } from '#contract/bell.schema.ts'
import type { BellLine } from '#contract/bell.ts'
import { achievementKinds } from '#domain/achievements.ts'
import { audienceOf, bellOf } from '#domain/bell.ts'
import { dayOf } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { listBellLines } from './store.ts'

export function bellRoutes(app: FastifyInstance, { db, clock, config }: Deps): void {
  const { timeZone } = config
  // Not cached: nearly every line of a member depends on what others do. Simultaneous reads share one query.
  mount(app, listBell, {
    permission: 'take part',
    budget: 'ready read',
    handle: async ({ member: { id: userId } }) => {
      const today = dayOf(clock.now(), timeZone)
      return { data: bellOf(await listBellLines(db, { userId, today, timeZone })).map(lineView) }
    },
  })
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
}: Awaited<ReturnType<typeof listBellLines>>[number]): BellLine {
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
