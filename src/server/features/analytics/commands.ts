import {
  type Analytics,
  type AnalyticsPeriod,
  analyticsWeeks,
  mostEngagedMembers,
  mostEngagedPosts,
  type PeriodTotals,
} from '#contract/analytics.ts'
import { addDays, type Day, dayOf, mondayOf, startOfDay } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import {
  countActiveMembers,
  countMembersByWeek,
  countReportsByDay,
  countSharesAndPosts,
  countUsersAndPosts,
  listSharesByPlatform,
  listTopMembers,
  listTopPosts,
  sumPointsByDay,
} from './store.ts'

/** Counts the programme's figures as they are now, and compares the last `days` days with as many days before. */
export async function readAnalytics(deps: Deps, days: AnalyticsPeriod): Promise<Analytics> {
  const { db, clock, config } = deps
  const today = dayOf(clock.now(), config.timeZone)
  const [byPlatform, totals, counted, activeMembersPerWeek, topPosts] = await Promise.all([
    listSharesByPlatform(db, {}),
    countUsersAndPosts.one(db, {}),
    periodFigures(deps, { days, today }),
    weeklyMembers(db, today),
    listTopPosts(db, { limit: mostEngagedPosts }),
  ])
  const sumOf = (figure: 'shares' | 'points' | 'engagement') =>
    byPlatform.reduce((sum, row) => sum + row[figure], 0)
  const userActivity = { shares: sumOf('shares'), points: sumOf('points'), engagement: sumOf('engagement') }
  return {
    totalShares: userActivity.shares + totals.posts,
    totalUsers: totals.users,
    totalPoints: userActivity.points,
    totalEngagement: userActivity.engagement + totals.postEngagement,
    userActivity,
    companyPosts: { posts: totals.posts, engagement: totals.postEngagement },
    platforms: byPlatform.map(({ platform, shares }) => ({ platform, shares })),
    activeMembersPerWeek,
    topPosts,
    ...counted,
  }
}

interface Wanted {
  readonly days: AnalyticsPeriod
  readonly today: Day
}

async function periodFigures(
  { db, config }: Deps,
  { days, today }: Wanted,
): Promise<Pick<Analytics, 'reportsPerDay' | 'period'>> {
  const from = addDays(today, 1 - days)
  const before = addDays(from, -days)
  const startOf = (day: Day) => startOfDay(day, config.timeZone)
  const middle = startOf(from)
  const [reports, points, active, shared, sharedBefore, topMembers] = await Promise.all([
    countReportsByDay(db, { from: before, to: today }),
    sumPointsByDay(db, { from: before, to: today }),
    countActiveMembers.one(db, { before, from, to: today }),
    countSharesAndPosts.one(db, { since: middle, until: startOf(addDays(today, 1)) }),
    countSharesAndPosts.one(db, { since: startOf(before), until: middle }),
    listTopMembers(db, { from, to: today, limit: mostEngagedMembers }),
  ])
  const reportsOf = new Map(reports.map((row) => [row.day, row]))
  const pointsOf = new Map(points.map((row) => [row.day, row]))
  const isCurrent = ({ day }: { readonly day: Day }) => day >= from
  const isBefore = ({ day }: { readonly day: Day }) => day < from
  const everyDay = steps(from, { count: days, days: 1 })
  return {
    reportsPerDay: everyDay.map((day) => reportsOf.get(day) ?? { day, likes: 0, comments: 0, shares: 0 }),
    period: {
      days,
      from,
      to: today,
      current: {
        ...totalsOf(reports.filter(isCurrent), points.filter(isCurrent), shared),
        activeMembers: active.current,
      },
      before: {
        ...totalsOf(reports.filter(isBefore), points.filter(isBefore), sharedBefore),
        activeMembers: active.before,
      },
      pointsPerDay: everyDay.map((day) => ({ day, points: bookedOn(pointsOf.get(day)) })),
      topMembers,
    },
  }
}

type Reports = Awaited<ReturnType<typeof countReportsByDay>>
type Points = Awaited<ReturnType<typeof sumPointsByDay>>
type Shared = Awaited<ReturnType<typeof countSharesAndPosts.one>>

function totalsOf(reports: Reports, points: Points, shared: Shared): Omit<PeriodTotals, 'activeMembers'> {
  const sumOf = (source: 'reports' | 'achievements' | 'shares' | 'clicks') =>
    points.reduce((sum, row) => sum + row[source], 0)
  return {
    reports: reports.reduce((sum, { likes, comments, shares }) => sum + likes + comments + shares, 0),
    points: {
      reports: sumOf('reports'),
      achievements: sumOf('achievements'),
      shares: sumOf('shares'),
      clicks: sumOf('clicks'),
    },
    shares: shared.shares,
    posts: shared.posts,
    engagement: shared.shareEngagement + shared.postEngagement,
  }
}

function bookedOn(points: Points[number] | undefined): number {
  return points ? points.reports + points.achievements + points.shares + points.clicks : 0
}

async function weeklyMembers(db: Deps['db'], today: Day): Promise<Analytics['activeMembersPerWeek']> {
  const from = addDays(mondayOf(today), 7 * (1 - analyticsWeeks))
  const counted = new Map((await countMembersByWeek(db, { from, to: today })).map((row) => [row.monday, row]))
  return steps(from, { count: analyticsWeeks, days: 7 }).map(
    (monday) => counted.get(monday) ?? { monday, members: 0 },
  )
}

/** `count` days that begin with `first`, `days` apart. */
function steps(first: Day, { count, days }: { count: number; days: number }): Day[] {
  return Array.from({ length: count }, (_, step) => addDays(first, step * days))
}
