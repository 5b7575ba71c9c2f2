import { z } from 'zod'
import { teamFigureSorts } from '#domain/team-figures.ts'
import { platforms } from '#domain/vocabulary.ts'
import * as contract from './analytics.ts'
import { count, day, idOf, instant } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import { tableQuery } from './tables.schema.ts'
import { bookedTeam } from './users.schema.ts'

const periods = contract.analyticsPeriods
const notPeriod = `Must be one of ${periods.join(', ')}`
const periodDays = z.literal(periods, notPeriod)
const sum = z.int()

const periodTotals = z
  .object({
    reports: count,
    activeMembers: count,
    points: z.object({ reports: sum, achievements: sum, shares: sum, clicks: sum, corrections: sum }),
    shares: count,
    posts: count,
    engagement: count,
  })
  .meta({ id: 'PeriodTotals' }) satisfies z.ZodType<contract.PeriodTotals>

const analytics = z
  .object({
    totalShares: count,
    totalUsers: count,
    totalTeams: count,
    totalPoints: count,
    totalEngagement: count,
    userActivity: z.object({ shares: count, points: sum, engagement: count }),
    companyPosts: z.object({ posts: count, engagement: count }),
    platforms: z.array(z.object({ platform: z.enum(platforms), shares: count })),
    reportsPerDay: z.array(z.object({ day, likes: count, comments: count, shares: count })),
    activeMembersPerWeek: z.array(z.object({ monday: day, members: count })),
    topPosts: z.array(
      z.object({
        id: idOf<'post'>(),
        platform: z.enum(platforms),
        authorName: z.string(),
        content: z.string(),
        imageUrl: z.string().nullable(),
        engagements: count,
        reports: count,
      }),
    ),
    period: z.object({
      days: periodDays,
      from: day,
      to: day,
      current: periodTotals,
      before: periodTotals,
      pointsPerDay: z.array(z.object({ day, points: sum })),
      topMembers: z.array(
        z.object({
          id: idOf<'user'>(),
          displayName: z.string(),
          avatar: z.string().nullable(),
          reports: count,
        }),
      ),
      topMembersAt: z.iso.datetime().nullable(),
    }),
  })
  .meta({ id: 'Analytics' }) satisfies z.ZodType<contract.Analytics>

const chosenDays = z.coerce.number(notPeriod).pipe(periodDays).default(contract.usualPeriod)

export const getAnalytics = serve(contract.getAnalytics, {
  query: z.object({ days: chosenDays }),
  answer: z.object({ data: analytics }),
})

const postReach = z
  .object({
    id: idOf<'post'>(),
    platform: z.enum(platforms),
    authorName: z.string(),
    content: z.string(),
    originalPostDate: instant,
    likes: count,
    comments: count,
    shares: count,
    engagements: count,
    members: count,
    clicks: count,
    people: count,
    points: sum,
  })
  .meta({ id: 'PostReach' }) satisfies z.ZodType<contract.PostReach>

const surge = z
  .object({
    id: idOf<'post'>(),
    platform: z.enum(platforms),
    authorName: z.string(),
    content: z.string(),
    startedAt: instant,
    members: count,
    membersToDate: count,
  })
  .meta({ id: 'Surge' }) satisfies z.ZodType<contract.Surge>

export const listSurges = serve(contract.listSurges, {
  query: z.object({ days: chosenDays }),
  answer: z.object({ data: z.array(surge), total: count }),
})

const { page, sort, direction } = tableQuery(contract.postReachSorts)

export const listPostReach = serve(contract.listPostReach, {
  query: z.object({ days: chosenDays, page, sort, direction }),
  answer: z.object({ data: z.array(postReach), total: count }),
})

const teamPeriod = z
  .object({ activeMembers: count, points: sum, likes: count, comments: count, shares: count })
  .meta({ id: 'TeamPeriod' })

const teamFigures = z
  .object({
    team: bookedTeam.nullable(),
    members: count,
    current: teamPeriod,
    before: teamPeriod,
  })
  .meta({ id: 'TeamFigures' }) satisfies z.ZodType<contract.TeamFigures>

const ofTeams = tableQuery(teamFigureSorts)

export const listTeamFigures = serve(contract.listTeamFigures, {
  query: z.object({ days: chosenDays, page: ofTeams.page, sort: ofTeams.sort, direction: ofTeams.direction }),
  answer: z.object({ data: z.array(teamFigures), total: count }),
})

/** The query of a file. */
export const exportQuery = z.object({ days: chosenDays })
