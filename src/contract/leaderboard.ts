import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, idOf } from './fields.ts'

export const leaderboardEntry = z.object({
  id: idOf<'user'>(),
  /** From 1; equal scores share a rank. */
  rank: z.int().min(1),
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
  totalPoints: count,
  totalShares: count,
  totalEngagements: count,
})
export type LeaderboardEntry = z.output<typeof leaderboardEntry>

/** `total` counts every member on the board (with a search: every match), not only those in `data`. */
export const leaderboardPage = z.object({ data: z.array(leaderboardEntry), total: count })
export type LeaderboardPage = z.output<typeof leaderboardPage>

export const leaderboardPageSize = 100

export const leaderboardQuery = z.object({
  limit: z.coerce.number().pipe(z.int().min(1).max(leaderboardPageSize)).default(leaderboardPageSize),
  offset: z.coerce.number().pipe(z.int().min(0).max(10_000_000)).default(0),
  search: z.string().trim().max(64).optional(),
})

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  query: leaderboardQuery,
  answer: leaderboardPage,
})

/** The caller's own place, or null without points. */
export const getMyRank = endpoint({
  method: 'GET',
  path: '/api/leaderboard/me',
  answer: z.object({ data: leaderboardEntry.nullable() }),
})

/** A member's standing in one contest; the totals cover the contest's window only. */
export const standing = leaderboardEntry.extend({ monthlyPoints: count })
export type Standing = z.output<typeof standing>

export const getStandings = endpoint({
  method: 'GET',
  path: '/api/leaderboard/:contestId',
  params: z.object({ contestId: idOf<'contest'>() }),
  query: leaderboardQuery.omit({ search: true }),
  answer: z.object({ data: z.array(standing), total: count }),
})

/** The caller's own standing in a contest, or null without points in it. */
export const getMyStanding = endpoint({
  method: 'GET',
  path: '/api/leaderboard/:contestId/me',
  params: z.object({ contestId: idOf<'contest'>() }),
  answer: z.object({ data: standing.nullable() }),
})

/** How many streak leaders are listed. */
export const streakLeadersCount = 10

export const streakLeader = z.object({
  id: idOf<'user'>(),
  /** From 1; equal streaks share a rank. */
  rank: z.int().min(1),
  username: z.string(),
  displayName: z.string(),
  avatar: z.string().nullable(),
  /** Days in a row up to today or yesterday; 0 when the last report is older. */
  currentStreak: count,
  longestStreak: count,
})
export type StreakLeader = z.output<typeof streakLeader>

/** Ten members by current streak, then by longest streak; members who never had a streak are omitted. */
export const getStreakLeaders = endpoint({
  method: 'GET',
  path: '/api/leaderboard/streaks',
  answer: z.object({ data: z.array(streakLeader) }),
})
