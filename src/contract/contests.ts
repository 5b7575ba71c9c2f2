import type { Day } from '#domain/days.ts'
import type { ContestId, MonthlyWinnerId, UserId } from '#domain/ids.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'
import type { ChangeOf } from './tables.ts'
import type { TeamBoard, TeamCard, TeamEntry } from './teams.ts'
import type { UserCard } from './users.ts'

export const contestTitleLimit = 120
export const contestDescriptionLimit = 2_000
export const contestPrizeLimit = 200

export interface Contest {
  readonly id: ContestId
  readonly title: string
  readonly description: string | null
  /** First day, included. */
  readonly startDate: Day
  /** Last day, included. */
  readonly endDate: Day
  readonly prize: string | null
  readonly isActive: boolean
  /** Whether teams compete in it as well as members. */
  readonly isBetweenTeams: boolean
  readonly year: number
  /** From 1 to 12. */
  readonly month: number
  readonly createdAt: string
}

/** A contest in a list; in that of the deleted ones with the instant of its deletion. */
export interface ListedContest extends Contest {
  readonly deletedAt?: string
}

/** A contest with its figures: the current one, or one that has ended. */
export interface CurrentContest extends Contest {
  /** Members who have done anything that counts in it. */
  readonly totalParticipants: number
  /** Everybody who can take part, whether they have done anything or not. */
  readonly totalMembers: number
  readonly totalShares: number
  /** The sum of all standings; corrections of older shares can make it negative. */
  readonly totalPoints: number
  /** IANA name of the workspace's time zone, in which the days begin and end. */
  readonly timeZone: string
}

export interface NewContest {
  readonly title: string
  /** Null and empty text clear it. */
  readonly description: string | null
  /** A workspace day; an instant means the workspace day that it falls on. */
  readonly startDate: string
  readonly endDate: string
  /** Null and empty text clear it. */
  readonly prize: string | null
  readonly isActive: boolean
  /** False if omitted. It stays as it is once the contest has its champion. */
  readonly isBetweenTeams: boolean
  /** Accepted because forms send them, but not used: both follow from the start date. */
  readonly year?: number
  readonly month?: number
}

/** Omitted fields stay as they are. */
export type ContestChange = ChangeOf<NewContest>

/** The current contest first, then the newest. */
export const listContests = endpoint<{ answer: ListOf<Contest> }>('GET', '/api/contests')

export const contestListStates = ['deleted'] as const

/**
 * Newest first. With the state `deleted`: those that were deleted in the last 30 days, the latest deletion first; for
 * administrators only.
 */
export const listMonthlyContests = endpoint<{
  query: { readonly state?: (typeof contestListStates)[number] | undefined }
  answer: ListOf<ListedContest>
}>('GET', '/api/monthly-contests')

/** Null when no contest is running or upcoming. */
export const getCurrentContest = endpoint<{ answer: Data<CurrentContest | null> }>(
  'GET',
  '/api/monthly-contests/current',
)

/** Standings that are being worked out for a contest. It gets these days with them, and then it is active. */
export interface ContestBuild {
  readonly contestId: ContestId
  readonly startDate: Day
  readonly endDate: Day
  readonly membersDone: number
  readonly membersInAll: number
}

/** The contests whose standings are being worked out, in the order in which they were asked for. */
export const listContestBuilds = endpoint<{ answer: ListOf<ContestBuild> }>(
  'GET',
  '/api/monthly-contests/builds',
)

/** Any contest with its figures, also one that has ended, and a deleted one that has a champion. */
export const getContest = endpoint<{ params: { id: ContestId }; answer: Data<CurrentContest> }>(
  'GET',
  '/api/monthly-contests/:id',
)

export const createContest = endpoint<{
  body: NewContest
  answer: Data<Contest>
}>('POST', '/api/monthly-contests')

export const updateContest = endpoint<{
  params: { id: ContestId }
  body: ContestChange
  answer: Data<Contest>
}>('PUT', '/api/monthly-contests/:id')

export const deleteContest = endpoint<{ params: { id: ContestId }; answer: NoContent }>(
  'DELETE',
  '/api/monthly-contests/:id',
)

/**
 * Restores a deleted contest unchanged. 409 when another active contest has taken its days, and 410 when it was deleted
 * more than 30 days ago.
 */
export const restoreContest = endpoint<{ params: { id: ContestId }; answer: Data<Contest> }>(
  'POST',
  '/api/monthly-contests/:id/restore',
)

/** How many members of the standings are in a race. */
export const raceLeadersCount = 5

export interface RaceLine extends UserCard {
  readonly id: UserId
  /** The points in the contest up to and including each of the days. */
  readonly points: readonly number[]
}

/** How the points in a contest grew. */
export interface Race {
  /** The days up to today; all of them once the contest is over. */
  readonly days: readonly Day[]
  /** The first of the standings, best first; then the caller, if they take part and are not among the first. */
  readonly members: readonly RaceLine[]
}

export const getRace = endpoint<{ params: { id: ContestId }; answer: Data<Race> }>(
  'GET',
  '/api/contests/:id/race',
)

export interface TeamStanding extends TeamEntry {
  /** A team that is gone has no page. */
  readonly isDeleted: boolean
}

export interface TeamStandings extends Omit<TeamBoard, 'data'>, ListOf<TeamStanding> {
  /** Whether the contest has its champion. Then they stay as they are. */
  readonly isFinal: boolean
}

/**
 * The teams in a contest by points for each active member; those without a place come last. Empty for a contest that is
 * not between teams.
 */
export const getTeamStandings = endpoint<{ params: { id: ContestId }; answer: TeamStandings }>(
  'GET',
  '/api/contests/:id/teams',
)

interface Totals {
  readonly totalPoints: number
  readonly totalShares: number
  readonly totalEngagements: number
}

/** `average` is the points for each active member, to one decimal. */
export type ChampionTeam = TeamCard & Pick<TeamEntry, 'average' | 'totalPoints' | 'activeMembers'>

/** The member who was first when a contest had ended. */
export interface MonthlyWinner extends Totals {
  readonly id: MonthlyWinnerId
  /** From 1 to 12. */
  readonly month: number
  readonly year: number
  readonly user: UserCard
  /** The contest that was won; null where it is deleted and its standings are gone. */
  readonly contest: Pick<Contest, 'id' | 'title' | 'prize'> | null
  /** The team that was first in a contest between teams; null where there is none. */
  readonly championTeam: ChampionTeam | null
}

/** One for each contest, the newest month first; the body is a bare array. */
export const listPreviousWinners = endpoint<{ answer: readonly MonthlyWinner[] }>(
  'GET',
  '/api/monthly-winners/previous',
)

/** The member who won the most contests of a year; the totals cover the contests won. */
export interface AnnualWinner extends Totals {
  readonly id: MonthlyWinnerId
  readonly userId: UserId
  readonly year: number
  /** The contests won: a month can have several. */
  readonly totalMonthsWon: number
}

/** Newest year first; the current year counts as it stands so far. */
export const listAnnualWinners = endpoint<{ answer: ListOf<AnnualWinner> }>('GET', '/api/annual-winners')
