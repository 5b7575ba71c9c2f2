import { z } from 'zod'
import { boardWindows } from '#domain/board-windows.ts'
import { markedSince } from '#domain/leaderboard.ts'
import { count, idOf, listOf, oneOf, storableText, wholeNumberText } from './fields.schema.ts'
import * as contract from './leaderboard.ts'
import { serve } from './served.schema.ts'

const leaderboardEntry = z
  .object({
    id: idOf<'user'>(),
    rank: z.int().min(1),
    username: z.string(),
    displayName: z.string(),
    avatar: z.string().nullable(),
    totalPoints: count,
    totalShares: count,
    totalEngagements: count,
  })
  .meta({ id: 'LeaderboardEntry' }) satisfies z.ZodType<contract.LeaderboardEntry>

export const leaderboardPage = z
  .object({
    data: z.array(leaderboardEntry),
    total: count,
    isMore: z.boolean().optional(),
    isPreparing: z.boolean().optional(),
  })
  .meta({ id: 'LeaderboardPage' }) satisfies z.ZodType<contract.LeaderboardPage>

const mostEntries = contract.leaderboardPageSize
const leaderboardQuery = z.object({
  limit: wholeNumberText({ from: 1, to: mostEntries }).prefault(mostEntries),
  offset: wholeNumberText({ from: 0, to: 10_000_000 }).prefault(0),
  search: z.string().overwrite(storableText).trim().max(64).optional(),
})

const windowQuery = z.object({ window: oneOf(boardWindows, 'Window').prefault('all') })

export const getLeaderboard = serve(contract.getLeaderboard, {
  query: leaderboardQuery.extend(windowQuery.shape),
  answer: leaderboardPage,
})

export const getMyRank = serve(contract.getMyRank, {
  query: windowQuery,
  answer: z.object({ data: leaderboardEntry.nullable() }),
})

const by = z.object({ toNext: count.nullable(), toBehind: count.nullable() })

const distance = z.object({ points: count, displayName: z.string() }).nullable()

const windowNeighbours = z
  .object({ data: z.array(leaderboardEntry), toNext: distance, toBehind: distance })
  .meta({ id: 'WindowNeighbours' }) satisfies z.ZodType<contract.WindowNeighbours>

export const getAround = serve(contract.getAround, {
  query: z.object({ window: oneOf(boardWindows, 'Window').optional() }),
  answer: z.union([
    windowNeighbours,
    z.object({
      data: z.object({
        own: leaderboardEntry.nullable(),
        above: z.array(leaderboardEntry),
        below: z.array(leaderboardEntry),
        by,
      }),
    }),
  ]),
})

export const getNewcomers = serve(contract.getNewcomers, { answer: leaderboardPage })

const standing = leaderboardEntry
  .extend({ monthlyPoints: count })
  .meta({ id: 'Standing' }) satisfies z.ZodType<contract.Standing>

export const getStandings = serve(contract.getStandings, {
  params: z.object({ contestId: idOf<'contest'>() }),
  query: leaderboardQuery,
  answer: z.object({ data: z.array(standing), total: count, isMore: z.boolean().optional() }),
})

export const getMyStanding = serve(contract.getMyStanding, {
  params: z.object({ contestId: idOf<'contest'>() }),
  answer: z.object({ data: standing.nullable() }),
})

export const getStandingsAround = serve(contract.getStandingsAround, {
  params: z.object({ contestId: idOf<'contest'>() }),
  answer: z.object({
    data: z.object({ own: standing.nullable(), above: z.array(standing), below: z.array(standing), by }),
  }),
})

export const getMovement = serve(contract.getMovement, {
  query: leaderboardQuery.pick({ offset: true }).extend({
    contestId: idOf<'contest'>().optional(),
    ...windowQuery.shape,
    since: oneOf(markedSince, 'Since').prefault('day'),
  }),
  answer: listOf(z.object({ id: idOf<'user'>(), place: z.int().min(1) })),
})

const streakLeader = z
  .object({
    id: idOf<'user'>(),
    rank: z.int().min(1),
    username: z.string(),
    displayName: z.string(),
    avatar: z.string().nullable(),
    currentStreak: count,
    longestStreak: count,
  })
  .meta({ id: 'StreakLeader' }) satisfies z.ZodType<contract.StreakLeader>

export const getStreakLeaders = serve(contract.getStreakLeaders, { answer: listOf(streakLeader) })
