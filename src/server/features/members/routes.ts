import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/members.schema.ts'
import type { MemberCard, MemberDay } from '#contract/members.ts'
import { achievementCodes } from '#domain/achievements.ts'
import { dayOf, daysOfWeeks } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { standingStreakAt } from '#domain/streaks.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount } from '#server/http/mount.ts'
import { findEntry, teamBoard } from '../boards/store.ts'
import { findMemberCard, hasMember, listActiveDays } from './store.ts'

/** What members see of each other. */
export function memberRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getMemberCard, {
    permission: 'take part',
    handle: async ({ params: { id } }) => ({ data: await readCard(deps, id) }),
  })
  mount(app, contract.listMemberDays, {
    permission: 'take part',
    handle: async ({ params: { id }, query: { weeks } }) => ({ data: await listDays(deps, id, weeks) }),
  })
}

async function readCard({ db, clock, config }: Deps, id: UserId): Promise<MemberCard> {
  const [found, entry] = await Promise.all([
    findMemberCard.first(db, { id }),
    findEntry.first(db, { boardId: teamBoard, userId: id }),
  ])
  if (!found) throw unknownMember()
  const { lastDay, current, longest, timeZone, held, createdAt, bestMonth, bestPoints, ...card } = found
  const moment = { now: clock.now(), timeZone: config.timeZone }
  return {
    ...card,
    rank: entry?.rank ?? null,
    streak: { current: standingStreakAt({ lastDay, current, longest, timeZone }, moment), longest },
    badges: achievementCodes.filter((code) => held.includes(code)),
    bestMonth: bestMonth === null || bestPoints === null ? null : { month: bestMonth, points: bestPoints },
    memberSince: createdAt.toISOString(),
  }
}

async function listDays({ db, clock, config }: Deps, id: UserId, weeks: number): Promise<MemberDay[]> {
  if (!(await hasMember.first(db, { id }))) throw unknownMember()
  const to = dayOf(clock.now(), config.timeZone)
  const days = daysOfWeeks(to, weeks)
  const [from = to] = days
  const active = new Map((await listActiveDays(db, { id, from, to })).map((row) => [row.day, row]))
  return days.map((day) => active.get(day) ?? { day, points: 0, reports: 0 })
}

function unknownMember(): AppError {
  return new AppError('unknown', 'This member was not found')
}
