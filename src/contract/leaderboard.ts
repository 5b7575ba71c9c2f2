import type { ContestId, UserId } from '#domain/ids.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint } from './endpoint.ts'

export interface LeaderboardEntry {
  readonly id: UserId
  /** From 1; equal scores share a rank. */
  readonly rank: number
  readonly username: string
  readonly displayName: string
  readonly avatar: string | null
  readonly totalPoints: number
  readonly totalShares: number
  readonly totalEngagements: number
}

interface BoardPage<Entry> extends ListOf<Entry> {
  /** Counts every member on the board (with a search: every match), not only those in `data`. */
  readonly total: number
}

export type LeaderboardPage = BoardPage<LeaderboardEntry>

export const leaderboardPageSize = 100

interface BoardQuery {
  readonly limit: number
  readonly offset: number
}

export interface LeaderboardQuery extends BoardQuery {
  readonly search?: string
}

export const getLeaderboard = endpoint<{ query: LeaderboardQuery; answer: LeaderboardPage }>(
  'GET',
  '/api/leaderboard',
)

/** The caller's own place, or null without points. */
export const getMyRank = endpoint<{ answer: Data<LeaderboardEntry | null> }>('GET', '/api/leaderboard/me')

/** A member's standing in one contest; the totals cover the contest's window only. */
export interface Standing extends LeaderboardEntry {
  readonly monthlyPoints: number
}

export const getStandings = endpoint<{
  params: { contestId: ContestId }
  query: BoardQuery
  answer: BoardPage<Standing>
}>('GET', '/api/leaderboard/:contestId')

/** The caller's own standing in a contest, or null without points in it. */
export const getMyStanding = endpoint<{
  params: { contestId: ContestId }
  answer: Data<Standing | null>
}>('GET', '/api/leaderboard/:contestId/me')

/** How many streak leaders are listed. */
export const streakLeadersCount = 10

export interface StreakLeader {
  readonly id: UserId
  /** From 1; equal streaks share a rank. */
  readonly rank: number
  readonly username: string
  readonly displayName: string
  readonly avatar: string | null
  /** Days in a row up to today or yesterday; 0 when the last report is older. */
  readonly currentStreak: number
  readonly longestStreak: number
}

/** Ten members by current streak, then by longest streak; members who never had a streak are omitted. */
export const getStreakLeaders = endpoint<{ answer: ListOf<StreakLeader> }>('GET', '/api/leaderboard/streaks')
