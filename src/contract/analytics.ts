import type { Day } from '#domain/days.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import type { TeamFigureSort, TeamSums } from '#domain/team-figures.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { TableQuery } from './tables.ts'
import type { BookedTeam } from './teams.ts'

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
  /** Those that are not deleted. */
  readonly totalTeams: number
  /** What all shares are worth, whatever became of them. `userActivity` has what members hold of it. */
  readonly totalPoints: number
  /** Engagements of user shares, plus the likes, comments and shares of company posts. */
  readonly totalEngagement: number
  /** `points` are those that the ledger holds for the shares: none for rejected, waiting and taken back ones. */
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
  /**
   * When they were counted, in a period with very many reports; null when they are those of now. Nobody while such a period
   * waits for its first count.
   */
  readonly topMembersAt: string | null
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

export const pointsSources = ['reports', 'achievements', 'shares', 'clicks', 'corrections'] as const

/** Together they are everything that the ledger booked. */
export interface PointsBySource {
  /** Also what was given back. */
  readonly reports: number
  readonly achievements: number
  /** What reviews of shares gave and took. */
  readonly shares: number
  readonly clicks: number
  /** What administrators added or took by hand. */
  readonly corrections: number
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

/** The most surges in an answer. */
export const mostSurges = 10

/** Many members who reported on one post within a few minutes; the largest one of the post. */
export interface Surge {
  /** The post's. */
  readonly id: PostId
  readonly platform: Platform
  readonly authorName: string
  /** The first 300 characters. */
  readonly content: string
  readonly startedAt: string
  /** Those who reported within five minutes. */
  readonly members: number
  /** Enabled members with a live report on the post, to date. */
  readonly membersToDate: number
}

/** The latest posts on which ten or more members reported within five minutes of the period, the last first. */
export const listSurges = endpoint<{
  query: { readonly days: AnalyticsPeriod }
  answer: { readonly data: readonly Surge[]; readonly total: number }
}>('GET', '/api/admin/analytics/surges')

export const postReachSorts = [
  'originalPostDate',
  'engagements',
  'members',
  'clicks',
  'people',
  'points',
] as const
export type PostReachSort = (typeof postReachSorts)[number]

/** What a company post has reached to date, and what it cost. */
export interface PostReach {
  readonly id: PostId
  readonly platform: Platform
  readonly authorName: string
  readonly content: string
  readonly originalPostDate: string
  readonly likes: number
  readonly comments: number
  readonly shares: number
  /** The likes, comments and shares together. */
  readonly engagements: number
  /** Enabled members with a live report on it. */
  readonly members: number
  /** Counted clicks on trackable links to it. */
  readonly clicks: number
  /** The networks from which these came. */
  readonly people: number
  /** What members hold for their reports on it and for these clicks. */
  readonly points: number
}

interface PostReachQuery extends Omit<TableQuery<PostReachSort>, 'search'> {
  readonly days: AnalyticsPeriod
}

/** The company posts dated within the period, a page at a time, newest first by default. */
export const listPostReach = endpoint<{
  query: PostReachQuery
  answer: { readonly data: readonly PostReach[]; readonly total: number }
}>('GET', '/api/admin/analytics/posts')

/** What a team was in a period and in the one before. */
export interface TeamFigures extends TeamSums {
  /** Null for those who are in no team. */
  readonly team: BookedTeam | null
}

interface TeamFiguresQuery extends Omit<TableQuery<TeamFigureSort>, 'search'> {
  readonly days: AnalyticsPeriod
}

/**
 * The teams in a period, a page at a time, by points for each active member by default. Deleted teams are listed if
 * something of the period counts for them. The last line is for those who are in no team, so that all lines add up to the
 * totals of the period. Without a team there are no lines.
 */
export const listTeamFigures = endpoint<{
  query: TeamFiguresQuery
  answer: { readonly data: readonly TeamFigures[]; readonly total: number }
}>('GET', '/api/admin/analytics/teams')

/** The files whose rows are those of a period; the query `days` chooses it. */
export const periodFiles = ['analytics.csv', 'posts.csv', 'people.csv', 'teams.csv'] as const

/** CSV files for spreadsheets, in UTF-8; `:file` in the path is one of these names. */
export const exportFiles = ['members.csv', 'shares.csv', 'points.csv', 'weeks.csv', ...periodFiles] as const
export type ExportFile = (typeof exportFiles)[number]
export const exportPath = '/api/admin/exports/:file'
