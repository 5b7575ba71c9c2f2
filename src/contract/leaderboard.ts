import type { BoardWindow } from '#domain/board-windows.ts'
import type { ContestId, UserId } from '#domain/ids.ts'
import type { MarkedSince } from '#domain/leaderboard.ts'
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
  /** Present when a search finds more than `total`. */
  readonly isMore?: boolean
}

export interface LeaderboardPage extends BoardPage<LeaderboardEntry> {
  /** Present while the scores of the window are being worked out anew. Then there are no entries yet. */
  readonly isPreparing?: boolean
}

export const leaderboardPageSize = 100

export interface LeaderboardQuery {
  readonly limit: number
  readonly offset: number
  /** Part of a name or username, in upper or lower case. */
  readonly search?: string
}

/** Which board is wanted: of all time if omitted. The totals of its entries are those of its days. */
export interface WindowQuery {
  readonly window: BoardWindow
}

export const getLeaderboard = endpoint<{ query: LeaderboardQuery & WindowQuery; answer: LeaderboardPage }>(
  'GET',
  '/api/leaderboard',
)

/** The caller's own place, or null without points. */
export const getMyRank = endpoint<{ query: WindowQuery; answer: Data<LeaderboardEntry | null> }>(
  'GET',
  '/api/leaderboard/me',
)

/** The caller's row and those next to it, in the order of the board. */
export interface Neighbours<Entry> {
  /** Null without points. Then `above` is the end of the board. */
  readonly own: Entry | null
  /** At most two, the nearest last. */
  readonly above: readonly Entry[]
  /** At most two, the nearest first. */
  readonly below: readonly Entry[]
  /** Distances in points. Members of equal rank share a place, so they are skipped. */
  readonly by: {
    /** To the next better place; 0 where only the tie-break decides. Null for the first. */
    readonly toNext: number | null
    /** To the next worse place; null for the last, and without points. */
    readonly toBehind: number | null
  }
}

/** How many points the next place is away, and who holds it. */
export interface Distance {
  readonly points: number
  readonly displayName: string
}

/** The caller's row between those next to it, on the board of a window. Without points, the end of the board. */
export interface WindowNeighbours {
  /** At most two above, the caller, and at most two below. */
  readonly data: readonly LeaderboardEntry[]
  /** Null for the first, and on an empty board. */
  readonly toNext: Distance | null
  /** Null for the last, and without points. */
  readonly toBehind: Distance | null
}

/** The caller's row on the team board with the two above it and the two below: of all time, or of the window asked for. */
export const getAround = endpoint<{
  query: { readonly window?: BoardWindow }
  answer: Data<Neighbours<LeaderboardEntry>> | WindowNeighbours
}>('GET', '/api/leaderboard/around')

/** How long a member is a newcomer, and how many of them have a board. */
export const newcomerDays = 30
export const leastNewcomers = 5

/** The members with points who joined in the last 30 days, best first; nobody as long as they are fewer than five. */
export const getNewcomers = endpoint<{ answer: LeaderboardPage }>('GET', '/api/leaderboard/newcomers')

/** A member's standing in one contest; the totals cover the contest's window only. */
export interface Standing extends LeaderboardEntry {
  readonly monthlyPoints: number
}

export const getStandings = endpoint<{
  params: { contestId: ContestId }
  query: LeaderboardQuery
  answer: BoardPage<Standing>
}>('GET', '/api/leaderboard/:contestId')

/** The caller's own standing in a contest, or null without points in it. */
export const getMyStanding = endpoint<{
  params: { contestId: ContestId }
  answer: Data<Standing | null>
}>('GET', '/api/leaderboard/:contestId/me')

/** As `getAround`, in the standings of a contest. */
export const getStandingsAround = endpoint<{
  params: { contestId: ContestId }
  answer: Data<Neighbours<Standing>>
}>('GET', '/api/leaderboard/:contestId/around')

/** How many members of a board have a mark of their place. */
export const mostPlaceMarks = 10_000

/** Where a member stood when the present day of the workspace, or its week, began. */
export interface PlaceMark {
  readonly id: UserId
  readonly place: number
}

interface MovementQuery {
  /** The team board when omitted. Only the running contest has marks. */
  readonly contestId?: ContestId
  /** Of the team board. */
  readonly window: BoardWindow
  readonly since: MarkedSince
  /** Where the page of the board begins of which the marks are wanted. */
  readonly offset: number
}

/**
 * The marks of the members on one page of a board, of the caller and of the caller's neighbours, in no particular
 * order. Members without a mark were not on the board then.
 */
export const getMovement = endpoint<{ query: MovementQuery; answer: ListOf<PlaceMark> }>(
  'GET',
  '/api/leaderboard/movement',
)

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
