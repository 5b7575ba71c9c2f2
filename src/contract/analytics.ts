import type { Day } from '#domain/days.ts'
import type { PostId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

export const analyticsDays = 30
export const analyticsWeeks = 12
export const mostEngagedPosts = 10

export interface Analytics {
  /** User shares and company posts together. */
  readonly totalShares: number
  readonly totalUsers: number
  /** The sum of the points of all shares, whatever their status. */
  readonly totalPoints: number
  /** Engagements of user shares, plus the likes, comments and shares of company posts. */
  readonly totalEngagement: number
  readonly userActivity: { readonly shares: number; readonly points: number; readonly engagement: number }
  readonly companyPosts: { readonly posts: number; readonly engagement: number }
  /** User shares by platform, most shares first; platforms without shares are omitted. */
  readonly platforms: readonly { readonly platform: Platform; readonly shares: number }[]
  /** Live reports on each of the last 30 workspace days, ending today; days without reports are included. */
  readonly reportsPerDay: readonly DayOfReports[]
  /** Members with a live report in each of the last 12 weeks, ending with this week; `monday` begins the week. */
  readonly activeMembersPerWeek: readonly { readonly monday: Day; readonly members: number }[]
  /** The company posts with the most likes, comments and shares. */
  readonly topPosts: readonly EngagedPost[]
}

interface DayOfReports {
  readonly day: Day
  readonly likes: number
  readonly comments: number
  readonly shares: number
}

interface EngagedPost {
  readonly id: PostId
  readonly platform: Platform
  readonly authorName: string
  readonly content: string
  readonly engagements: number
  /** Live reports by members on this post. */
  readonly reports: number
}

export const getAnalytics = endpoint<{ answer: Data<Analytics> }>('GET', '/api/admin/analytics')

/** CSV files for spreadsheets, in UTF-8; `:file` in the path is one of these names. */
export const exportFiles = ['members.csv', 'shares.csv', 'points.csv'] as const
export type ExportFile = (typeof exportFiles)[number]
export const exportPath = '/api/admin/exports/:file'
