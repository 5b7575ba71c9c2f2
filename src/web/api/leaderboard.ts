import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  getAround,
  getLeaderboard,
  getMovement,
  getMyRank,
  getStandings,
  getStandingsAround,
  getStreakLeaders,
  type LeaderboardPage,
} from '#contract/leaderboard.ts'
import type { ContestId, UserId } from '#domain/ids.ts'
import { call } from './client.ts'
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

/** The signed-in member's row on the team board, or in the standings of a contest, with its neighbours. */
export function useAround(contestId: ContestId | null = null, isEnabled = true) {
  return useQuery({
    queryKey: contestId === null ? [getAround.path] : [getLeaderboard.path, contestId, 'around'],
    queryFn: ({ signal }): Promise<AnswerOf<typeof getAround>> =>
      contestId === null
        ? call(getAround, { signal })
        : call(getStandingsAround, { params: { contestId }, signal }),
    refetchInterval,
    enabled: isEnabled,
  })
}

interface MovementWanted {
  /** The team board when omitted. */
  readonly contestId?: ContestId
  /** Where the page of the board begins. */
  readonly offset?: number
}

/**
 * Where the members of a page of a board stood when the day began, with the signed-in member and their neighbours.
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

/** A board or a part of it. */
export interface BoardPart {
  /** Null for the team board, otherwise the standings of this contest. */
  readonly contestId: ContestId | null
  /** Part of a name; empty for everybody. */
  readonly search: string
}

/** The first page of a board. Of the team board it is the shared one. The previous page stays while another loads. */
export function useBoardStart({ contestId, search }: BoardPart) {
  return useQuery({ ...pageOf({ contestId, search }, 0), placeholderData: keepPreviousData })
}

/** A page of a board, which begins behind `offset` places. */
export function pageOf({ contestId, search }: BoardPart, offset: number) {
  const query = { offset, ...(search && { search }) }
  const isShared = contestId === null && !search && offset === 0
  return queryOptions({
    // The standings of a contest are also read page by page, under its address alone.
    queryKey: [getLeaderboard.path, ...(contestId === null ? [] : [contestId]), ...(isShared ? [] : [query])],
    queryFn: ({ signal }): Promise<LeaderboardPage> =>
      contestId === null
        ? call(getLeaderboard, { query: isShared ? {} : query, signal })
        : call(getStandings, { params: { contestId }, query, signal }),
    refetchInterval,
  })
}
