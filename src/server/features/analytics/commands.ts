import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Analytics,
  type AnalyticsPeriod,
  analyticsPeriods,
  analyticsWeeks,
  listTeamFigures,
  mostEngagedMembers,
  mostEngagedPosts,
  type PeriodTotals,
  type PointsBySource,
  type PostReach,
  type PostReachSort,
  pointsSources,
  listPostReach as shownReach,
  type TeamFigures,
} from '#contract/analytics.ts'
import { type SortDirection, tablePageSize } from '#contract/tables.ts'
import { addDays, type Day, dayOf, mondayOf, startOfDay } from '#domain/days.ts'
import { nilId, type UserId } from '#domain/ids.ts'
import { hasFigures, inTeamOrder, type TeamFigureSort, withoutTeam } from '#domain/team-figures.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Folding } from '#server/db/folding.ts'
import type { Db } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import {
  countActiveMembers,
  countMembersByWeek,
  countReportsByDay,
  countSharesAndPosts,
  countUsersAndPosts,
  deleteLeaders,
  findEndOfPortion,
  foldFigures,
  insertLeaders,
  listCountedLeaders,
  listLeadersOfPortion,
  listPostReach,
  listSharesByPlatform,
  listTeamSums,
  listTopMembers,
  listTopPosts,
  sumPointsByDay,
  type TeamSumsRow,
} from './store.ts'

/** A period with more reports than this has its members counted once an hour. */
const mostCountedReports = 100_000
const keptLeaders = 50
const membersAtOnce = 2_000
// The embedded engine does one thing at a time, and its teams are smaller.
const membersAtOnceEmbedded = 5

/** The figures are folded before they are read, so this only keeps that from taking long. */
export const figureFolding: Folding = {
  name: 'figures',
  fold,
  most: 400,
  tables: ['report_moves', 'entry_moves', 'share_moves'],
}

async function fold(db: Db): Promise<number> {
  return (await foldFigures.one(db, {})).folded
}

/** The programme's figures as they are now, and the last `days` days compared with as many days before. */
export async function readAnalytics(deps: Deps, days: AnalyticsPeriod): Promise<Analytics> {
  const { db, clock, config } = deps
  const today = dayOf(clock.now(), config.timeZone)
  await fold(db)
  const [byPlatform, totals, counted, activeMembersPerWeek, topPosts] = await Promise.all([
    listSharesByPlatform(db, {}),
    countUsersAndPosts.one(db, {}),
    periodFigures(deps, { days, today }),
    weeksOf(deps),
    listTopPosts(db, { limit: mostEngagedPosts }),
  ])
  const sumOf = (figure: 'shares' | 'points' | 'held' | 'engagement') =>
    byPlatform.reduce((sum, row) => sum + row[figure], 0)
  const userActivity = { shares: sumOf('shares'), points: sumOf('held'), engagement: sumOf('engagement') }
  return {
    totalShares: userActivity.shares + totals.posts,
    totalUsers: totals.users,
    totalTeams: totals.teams,
    totalPoints: sumOf('points'),
    totalEngagement: userActivity.engagement + totals.postEngagement,
    userActivity,
    companyPosts: { posts: totals.posts, engagement: totals.postEngagement },
    platforms: byPlatform.map(({ platform, shares }) => ({ platform, shares })),
    activeMembersPerWeek,
    topPosts,
    ...counted,
  }
}

interface PageWanted {
  readonly days: AnalyticsPeriod
  readonly page: number | undefined
  readonly sort: PostReachSort | undefined
  readonly direction: SortDirection | undefined
}

/** A page of the company posts dated within the period, with what they reached. */
export async function readPostReach(
  deps: Deps,
  userId: UserId,
  { days, page = 1, sort = 'originalPostDate', direction = 'desc' }: PageWanted,
): Promise<{ data: PostReach[]; total: number }> {
  const { since, until } = spanOf(deps, days)
  const paging = { limit: tablePageSize, offset: (page - 1) * tablePageSize }
  await fold(deps.db)
  const asked = { shows: shownReach, by: userId, isExact: true }
  const { rows, total } = await deps.reads.list(asked, (db) =>
    listPostReach(db, { since, until, sort, direction, ...paging }),
  )
  return {
    data: rows.map(({ postUrl: _, originalPostDate, ...row }) => {
      return { ...row, originalPostDate: originalPostDate.toISOString() }
    }),
    total,
  }
}

interface TeamsWanted {
  readonly days: AnalyticsPeriod
  readonly sort?: TeamFigureSort | undefined
  readonly direction?: SortDirection | undefined
}

/** The lines of all teams in a period, and at the end that of those who are in none. Empty without a team. */
export async function readTeamFigures(
  deps: Deps,
  userId: UserId,
  { days, sort = 'average', direction = sort === 'name' ? 'asc' : 'desc' }: TeamsWanted,
): Promise<TeamFigures[]> {
  const { from, to } = spanOf(deps, days)
  await fold(deps.db)
  const asked = { shows: listTeamFigures, by: userId, isExact: true }
  const rows = await deps.reads.list(asked, (db) => listTeamSums(db, { from, to, length: days }))
  const lines = rows.map(teamLine)
  const teams = lines.filter(({ team }) => team !== null)
  const everybody = lines.find(({ team }) => team === null)
  if (!everybody || !teams.some(({ team }) => team?.isDeleted === false)) return []
  const listed = teams.filter(({ team, current }) => !team?.isDeleted || hasFigures(current))
  return inTeamOrder([...listed, { team: null, ...withoutTeam(everybody, teams) }], { sort, direction })
}

/** A page of these lines. */
export async function readTeamPage(
  deps: Deps,
  userId: UserId,
  { page = 1, ...wanted }: TeamsWanted & { readonly page: number | undefined },
): Promise<{ data: TeamFigures[]; total: number }> {
  const lines = await readTeamFigures(deps, userId, wanted)
  return { data: lines.slice((page - 1) * tablePageSize, page * tablePageSize), total: lines.length }
}

function teamLine({ id, name, color, isDeleted, members, ...row }: TeamSumsRow): TeamFigures {
  const { active, points, likes, comments, shares } = row
  return {
    team: id === null ? null : { id, name: name ?? '', color: color ?? '', isDeleted },
    members,
    current: { activeMembers: active, points, likes, comments, shares },
    before: {
      activeMembers: row.activeBefore,
      points: row.pointsBefore,
      likes: row.likesBefore,
      comments: row.commentsBefore,
      shares: row.sharesBefore,
    },
  }
}

/** The workspace days of a period, both included, and the instants at which it begins and is over. */
export function spanOf({ clock, config: { timeZone } }: Deps, days: AnalyticsPeriod) {
  const to = dayOf(clock.now(), timeZone)
  const from = addDays(to, 1 - days)
  return { from, to, since: startOfDay(from, timeZone), until: startOfDay(addDays(to, 1), timeZone) }
}

/** The live reports of each day of a period by type, and the points that the ledger booked for it. */
export async function readDays(deps: Deps, days: AnalyticsPeriod) {
  const { from, to } = spanOf(deps, days)
  await fold(deps.db)
  const [reports, points] = await Promise.all([
    countReportsByDay(deps.db, { from, to }),
    sumPointsByDay(deps.db, { from, to }),
  ])
  const pointsOf = new Map(points.map((row) => [row.day, row]))
  return reportsOfDays(reports, { from, days }).map((row) => {
    return { ...row, points: bookedOn(pointsOf.get(row.day)) }
  })
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
  const [reports, points, active, shared, sharedBefore] = await Promise.all([
    countReportsByDay(db, { from: before, to: today }),
    sumPointsByDay(db, { from: before, to: today }),
    countActiveMembers.one(db, { before, from, to: today }),
    countSharesAndPosts.one(db, { since: middle, until: startOf(addDays(today, 1)) }),
    countSharesAndPosts.one(db, { since: startOf(before), until: middle }),
  ])
  const pointsOf = new Map(points.map((row) => [row.day, row]))
  const isCurrent = ({ day }: { readonly day: Day }) => day >= from
  const isBefore = ({ day }: { readonly day: Day }) => day < from
  const reportsPerDay = reportsOfDays(reports, { from, days })
  const current = totalsOf(reports.filter(isCurrent), points.filter(isCurrent), shared)
  return {
    reportsPerDay,
    period: {
      days,
      from,
      to: today,
      current: { ...current, activeMembers: active.current },
      before: {
        ...totalsOf(reports.filter(isBefore), points.filter(isBefore), sharedBefore),
        activeMembers: active.before,
      },
      pointsPerDay: reportsPerDay.map(({ day }) => ({ day, points: bookedOn(pointsOf.get(day)) })),
      ...(await leadersOf(db, { days, from, today, reports: current.reports })),
    },
  }
}

interface PeriodWanted extends Wanted {
  readonly from: Day
  readonly reports: number
}

async function leadersOf(db: Db, { days, from, today, reports }: PeriodWanted) {
  if (reports <= mostCountedReports) {
    const topMembers = await listTopMembers(db, { from, to: today, limit: mostEngagedMembers })
    return { topMembers, topMembersAt: null }
  }
  const counted = await listCountedLeaders(db, { days, limit: mostEngagedMembers })
  return {
    topMembers: counted.map(({ countedAt: _, ...member }) => member),
    topMembersAt: counted[0]?.countedAt.toISOString() ?? null,
  }
}

/** Counts who reported most in the periods that have too many reports to count them whenever somebody asks. */
export async function countLeaders({ db, clock, config }: Deps): Promise<void> {
  const now = clock.now()
  const to = dayOf(now, config.timeZone)
  await fold(db)
  const periods: { days: number; from: Day }[] = []
  for (const days of analyticsPeriods) {
    const from = addDays(to, 1 - days)
    const { reports } = totalsOf(await countReportsByDay(db, { from, to }), [], noShares)
    if (reports > mostCountedReports) periods.push({ days, from })
  }
  const found = periods.length > 0 ? await leadersInPortions(db, periods, to) : []
  await db.transaction(async (tx) => {
    await deleteLeaders(tx, {})
    await insertLeaders(tx, {
      days: found.map(({ days }) => days),
      userIds: found.map(({ userId }) => userId),
      reports: found.map(({ reports }) => reports),
      limit: keptLeaders,
      now,
    })
  })
}

async function leadersInPortions(db: Db, periods: readonly { days: number; from: Day }[], to: Day) {
  const found: Awaited<ReturnType<typeof listLeadersOfPortion>> = []
  const size = db.engine === 'postgres' ? membersAtOnce : membersAtOnceEmbedded
  const wanted = {
    days: periods.map(({ days }) => days),
    starts: periods.map(({ from }) => from),
    to,
    limit: keptLeaders,
  }
  for (let after: string | null = nilId; after !== null; ) {
    const end = await findEndOfPortion.first(db, { after, size })
    const startedAtMs = monotonicMs()
    found.push(...(await listLeadersOfPortion(db, { ...wanted, after, upTo: end?.id ?? lastId })))
    // At most half of the time, because nobody waits for it.
    await sleep(monotonicMs() - startedAtMs)
    after = end?.id ?? null
  }
  return found
}

const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const noShares = { shares: 0, shareEngagement: 0, posts: 0, postEngagement: 0 }

type Reports = Awaited<ReturnType<typeof countReportsByDay>>
type Points = Awaited<ReturnType<typeof sumPointsByDay>>
type Shared = Awaited<ReturnType<typeof countSharesAndPosts.one>>

/** The reports of every day of a period, also where there are none. */
function reportsOfDays(reports: Reports, { from, days }: { readonly from: Day; readonly days: number }) {
  const reportsOf = new Map(reports.map((row) => [row.day, row]))
  return steps(from, { count: days, days: 1 }).map(
    (day) => reportsOf.get(day) ?? { day, likes: 0, comments: 0, shares: 0 },
  )
}

function totalsOf(reports: Reports, points: Points, shared: Shared): Omit<PeriodTotals, 'activeMembers'> {
  const sumOf = (source: keyof PointsBySource) => points.reduce((sum, row) => sum + row[source], 0)
  return {
    reports: reports.reduce((sum, { likes, comments, shares }) => sum + likes + comments + shares, 0),
    points: {
      reports: sumOf('reports'),
      achievements: sumOf('achievements'),
      shares: sumOf('shares'),
      clicks: sumOf('clicks'),
      corrections: sumOf('corrections'),
    },
    shares: shared.shares,
    posts: shared.posts,
    engagement: shared.shareEngagement + shared.postEngagement,
  }
}

function bookedOn(points: Points[number] | undefined): number {
  return points ? pointsSources.reduce((sum, source) => sum + points[source], 0) : 0
}

/** The active members of each of the last weeks. */
export async function readWeeks(deps: Deps): Promise<Analytics['activeMembersPerWeek']> {
  await fold(deps.db)
  return weeksOf(deps)
}

async function weeksOf({ db, clock, config }: Deps): Promise<Analytics['activeMembersPerWeek']> {
  const today = dayOf(clock.now(), config.timeZone)
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
