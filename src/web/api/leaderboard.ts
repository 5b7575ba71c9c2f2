import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  getAround,
  getLeaderboard,
  getMovement,
  getMyRank,
  getStreakLeaders,
  type LeaderboardEntry,
  type Neighbours,
} from '#contract/leaderboard.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import type { ContestId, UserId } from '#domain/ids.ts'
import type { MarkedSince } from '#domain/leaderboard.ts'
import { read } from './read.ts'

const refetchInterval = 60_000

/** The board's first page, the same for everybody. Live messages replace it. */
export function useLeaderboard() {
  return useQuery({ ...read(getLeaderboard), refetchInterval })
}

/** The signed-in member's place; `data` is null without points. */
export function useMyRank() {
  return useQuery({ ...read(getMyRank), refetchInterval })
}

/** The signed-in member's row on the board of all time, with its neighbours. */
export function useAround(isEnabled = true) {
  return useQuery({
    ...read(getAround),
    refetchInterval,
    enabled: isEnabled,
    // Without a window the answer has this form.
    select: ({ data }) => data as Neighbours<LeaderboardEntry>,
  })
}

interface MovementWanted {
  /** The team board when omitted. */
  readonly contestId?: ContestId
  /** Of the team board; all time when omitted. */
  readonly window?: BoardWindow
  /** The day when omitted. */
  readonly since?: MarkedSince
  /** Where the page of the board begins. */
  readonly offset?: number
}

/**
 * Where the members of a page of a board stood when the day or week began, with the signed-in member and their neighbours.
 * For `placesGained`. Asks for nothing until it `isWanted`.
 */
export function useMovement(wanted: MovementWanted = {}, isWanted = true) {
  return useQuery({
    ...read(getMovement, { query: wanted }),
    enabled: isWanted,
    refetchInterval,
    placeholderData: keepPreviousData,
    select: ({ data }): ReadonlyMap<UserId, number> => new Map(data.map(({ id, place }) => [id, place])),
  })
}

/** The members with the longest streaks. */
export function useStreakLeaders() {
  return useQuery({ ...read(getStreakLeaders), refetchInterval })
}
