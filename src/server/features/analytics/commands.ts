import { type Analytics, analyticsDays, analyticsWeeks, mostEngagedPosts } from '#contract/analytics.ts'
import { addDays, type Day, dayOf, mondayOf } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import {
  countMembersByWeek,
  countReportsByDay,
  countUsersAndPosts,
  listSharesByPlatform,
  listTopPosts,
} from './store.ts'

/** Counts the programme's figures as they are now. */
export async function readAnalytics({ db, clock, config }: Deps): Promise<Analytics> {
  const today = dayOf(clock.now(), config.timeZone)
  const [byPlatform, totals, reportsPerDay, activeMembersPerWeek, topPosts] = await Promise.all([
    listSharesByPlatform(db, {}),
    countUsersAndPosts.one(db, {}),
    dailyReports(db, today),
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
    reportsPerDay,
    activeMembersPerWeek,
    topPosts,
  }
}

async function dailyReports(db: Deps['db'], today: Day): Promise<Analytics['reportsPerDay']> {
  const from = addDays(today, 1 - analyticsDays)
  const counted = new Map((await countReportsByDay(db, { from, to: today })).map((row) => [row.day, row]))
  return steps(from, { count: analyticsDays, days: 1 }).map(
    (day) => counted.get(day) ?? { day, likes: 0, comments: 0, shares: 0 },
  )
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
