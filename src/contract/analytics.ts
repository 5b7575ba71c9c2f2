import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { count, day, idOf } from './fields.ts'

export const analyticsDays = 30
export const analyticsWeeks = 12
export const mostEngagedPosts = 10

export const analytics = z.object({
  /** User shares and company posts together. */
  totalShares: count,
  totalUsers: count,
  /** The sum of the points of all shares, whatever their status. */
  totalPoints: count,
  /** Engagements of user shares, plus the likes, comments and shares of company posts. */
  totalEngagement: count,
  userActivity: z.object({ shares: count, points: count, engagement: count }),
  companyPosts: z.object({ posts: count, engagement: count }),
  /** User shares by platform, most shares first; platforms without shares are omitted. */
  platforms: z.array(z.object({ platform: z.enum(platforms), shares: count })),
  /** Live reports on each of the last 30 workspace days, ending today; days without reports are included. */
  reportsPerDay: z.array(z.object({ day, likes: count, comments: count, shares: count })),
  /** Members with a live report in each of the last 12 weeks, ending with this week; `monday` begins the week. */
  activeMembersPerWeek: z.array(z.object({ monday: day, members: count })),
  /** The company posts with the most likes, comments and shares. */
  topPosts: z.array(
    z.object({
      id: idOf<'post'>(),
      platform: z.enum(platforms),
      authorName: z.string(),
      content: z.string(),
      engagements: count,
      /** Live reports by members on this post. */
      reports: count,
    }),
  ),
})
export type Analytics = z.output<typeof analytics>

export const getAnalytics = endpoint({
  method: 'GET',
  path: '/api/admin/analytics',
  answer: z.object({ data: analytics }),
})

/** CSV files for spreadsheets, in UTF-8; `:file` in the path is one of these names. */
export const exportFiles = ['members.csv', 'shares.csv', 'points.csv'] as const
export type ExportFile = (typeof exportFiles)[number]
export const exportPath = '/api/admin/exports/:file'
