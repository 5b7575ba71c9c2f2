import type { Day } from '#domain/days.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** The lengths of the periods, in days. */
export const analyticsPeriods = [7, 30, 90] as const
export type AnalyticsPeriod = (typeof analyticsPeriods)[number]
export const usualPeriod = 30
export const analyticsWeeks = 12
export const mostEngagedPosts = 10
export const mostEngagedMembers = 8

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
  /** Live reports on each workspace day of the period; days without reports are included. */
  readonly reportsPerDay: readonly DayOfReports[]
  /** Members with a live report in each of the last 12 weeks, ending with this week; `monday` begins the week. */
  readonly activeMembersPerWeek: readonly { readonly monday: Day; readonly members: number }[]
  /** The company posts with the most likes, comments and shares. */
  readonly topPosts: readonly EngagedPost[]
  /** The workspace days up to today, compared with as many days before them. */
  readonly period: Period
}

interface Period {
  readonly days: AnalyticsPeriod
  readonly from: Day
  /** Today. */
  readonly to: Day
  readonly current: PeriodTotals
  readonly before: PeriodTotals
  /** What was earned less what was taken back, on each workspace day of the period. */
  readonly pointsPerDay: readonly { readonly day: Day; readonly points: number }[]
  /** The members with the most live reports in the period. */
  readonly topMembers: readonly EngagedMember[]
}

export interface PeriodTotals {
  /** Live reports. */
  readonly reports: number
  /** Members with at least one of them. */
  readonly activeMembers: number
  /** From the ledger, by what it was earned with; less what was taken back, so that a share can be negative. */
  readonly points: PointsBySource
  /** User shares of these days. */
  readonly shares: number
  /** Company posts dated on these days. */
  readonly posts: number
  /** Engagements of those shares, plus the likes, comments and shares of those posts. */
  readonly engagement: number
}

interface PointsBySource {
  readonly reports: number
  readonly achievements: number
  /** Shares, and corrections of their points. */
  readonly shares: number
  readonly clicks: number
}

interface EngagedMember {
  readonly id: UserId
  readonly displayName: string
  readonly avatar: string | null
  readonly reports: number
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
  readonly imageUrl: string | null
  readonly engagements: number
  /** Live reports by members on this post. */
  readonly reports: number
}

export const getAnalytics = endpoint<{
  query: { readonly days: AnalyticsPeriod }
  answer: Data<Analytics>
}>('GET', '/api/admin/analytics')

/** CSV files for spreadsheets, in UTF-8; `:file` in the path is one of these names. */
export const exportFiles = ['members.csv', 'shares.csv', 'points.csv'] as const
export type ExportFile = (typeof exportFiles)[number]
export const exportPath = '/api/admin/exports/:file'
