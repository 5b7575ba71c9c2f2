import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/today.schema.ts'
import { doneTodayCount, type Today, type TodayPost, todayPostsCount } from '#contract/today.ts'
import { addDays, type Day, dayOf, mondayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import { type PointsRule, worthOf } from '#domain/points.ts'
import { safeUrl, titleOf } from '#domain/posts.ts'
import { openReports, openWorth, usualPartOfDay, waitingDays, weekAround } from '#domain/today.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import type { RowOf } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { mountReady } from '#server/http/mount.ts'
import { countOpenChecks } from '../checks/store.ts'
import { listPointsRules } from '../points/store.ts'
import { countReports, hasReports, listArrivals, listDayPosts, sumDays } from './store.ts'

const arrivalsJudged = 20
const gainsDays = 7

export function todayRoutes(app: FastifyInstance, deps: Deps): void {
  const today = deps.cache.defineForMembers(contract.getToday, async (userId) => ({
    data: await todayOf(deps, userId),
  }))
  mountReady(app, contract.getToday, { pick: ({ member }) => today(member.id) })
}

interface Asked {
  readonly userId: UserId
  readonly now: Date
  readonly day: Day
}

async function todayOf(deps: Deps, userId: UserId): Promise<Today> {
  const now = deps.clock.now()
  const asked = { userId, now, day: dayOf(now, deps.config.timeZone) }
  const [posts, arrivals, gains, reports, { checks: openChecks }] = await Promise.all([
    postsOf(deps, asked),
    arrivalsOf(deps, asked),
    gainsOf(deps, asked),
    reportsOf(deps, asked),
    countOpenChecks.one(deps.db, { userId }),
  ])
  const { timeZone } = deps.config
  return { day: asked.day, timeZone, ...posts, ...arrivals, ...gains, ...reports, openChecks }
}

async function postsOf({ db }: Deps, { userId, now, day: today }: Asked) {
  const since = new Date(now.getTime() - waitingDays * 86_400_000)
  const [rules, rows] = await Promise.all([
    listPointsRules(db),
    listDayPosts(db, { userId, now, since, today }),
  ])
  const waiting = rows
    .filter(({ isRecent }) => isRecent)
    .map((row) => postOf(row, rules))
    .filter(({ open }) => open.length > 0)
  const done = rows
    .filter((row) => row.lastTodayAt !== null && openReports(row.done).length === 0)
    .sort((a, b) => Number(b.lastTodayAt) - Number(a.lastTodayAt))
  return {
    waiting: waiting.length,
    worth: waiting.reduce((sum, { worth }) => sum + worth, 0),
    posts: waiting.slice(0, todayPostsCount),
    doneToday: done.slice(0, doneTodayCount).map((row) => ({ ...postOf(row, rules), points: row.points })),
  }
}

function postOf(row: RowOf<typeof listDayPosts>, rules: readonly PointsRule[]): TodayPost {
  const { id, platform, authorName, content, imageUrl, postUrl } = row
  const open = openReports(row.done)
  return {
    id,
    platform,
    authorName,
    title: titleOf(content),
    imageUrl: safeUrl(imageUrl),
    link: safeUrl(postUrl),
    worth: openWorth(worthOf(rules, platform), open),
    open,
  }
}

async function arrivalsOf({ db, config }: Deps, { now }: Asked) {
  const rows = await listArrivals(db, { now, limit: arrivalsJudged })
  const arrivals = rows.map(({ at }) => at)
  return {
    usualTime: usualPartOfDay(arrivals, config.timeZone),
    lastPostAt: arrivals[0]?.toISOString() ?? null,
  }
}

async function gainsOf({ db }: Deps, { userId, day: today }: Asked) {
  const from = addDays(today, 1 - gainsDays)
  const rows = await sumDays(db, { userId, from, to: today })
  const byDay = new Map(rows.map(({ day, points }) => [day, points]))
  const gains = Array.from({ length: gainsDays }, (_, nth) => {
    const day = addDays(from, nth)
    return { day, points: byDay.get(day) ?? 0 }
  })
  const sinceMonday = gains.filter(({ day }) => day >= mondayOf(today))
  return {
    pointsToday: byDay.get(today) ?? 0,
    gains,
    pointsThisWeek: sinceMonday.reduce((sum, { points }) => sum + points, 0),
  }
}

async function reportsOf({ db }: Deps, { userId, day: today }: Asked) {
  const from = mondayOf(today)
  const [rows, { hasReported }] = await Promise.all([
    countReports(db, { userId, from, to: addDays(from, 6) }),
    hasReports.one(db, { userId }),
  ])
  const sum = (isWanted: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isWanted).reduce((reports, row) => reports + row.reports, 0)
  const ofType = (type: InteractionType) => sum((row) => row.type === type)
  return {
    week: weekAround(today, (day) => sum((row) => row.day === day)),
    hasReported,
    reportsThisWeek: { like: ofType('like'), comment: ofType('comment'), share: ofType('share') },
  }
}
