import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import {
  getAround,
  getLeaderboard,
  getMovement,
  getMyRank,
  getStreakLeaders,
  leaderboardPageSize,
} from '#contract/leaderboard.ts'
import type { ContestId, UserId } from '#domain/ids.ts'
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

/** The signed-in member's row on the team board with its neighbours. */
export function useAround() {
  return useQuery({ ...read(getAround), refetchInterval })
}

interface MovementWanted {
  /** The team board when omitted. */
  readonly contestId?: ContestId
  /** Where the page of the board begins. */
  readonly offset?: number
}

/**
 * Where the members of a page of a board stood when the day began, with the signed-in member and their neighbours.
 * For `placesGained`.
 */
export function useMovement(wanted: MovementWanted = {}) {
  return useQuery({
    ...read(getMovement, { query: wanted }),
    refetchInterval,
    placeholderData: keepPreviousData,
    select: ({ data }): ReadonlyMap<UserId, number> => new Map(data.map(({ id, place }) => [id, place])),
  })
}

/** The members with the longest streaks. */
export function useStreakLeaders() {
  return useQuery({ ...read(getStreakLeaders), refetchInterval })
}

/**
 * The first page of the board, which is the shared one, or of a search. The previous page stays while another loads.
 */
export function useBoardStart(search: string) {
  const page = search ? boardPage(search, 0) : { ...read(getLeaderboard), refetchInterval }
  return useQuery({ ...page, placeholderData: keepPreviousData })
}

/** The entries of the pages behind the first that hold the places `first` to `last`, by place; places count from 0. */
export function useBoardRest(search: string, places: { first: number; last: number }) {
  const offsets = offsetsBetween(places.first, places.last)
  return useQueries({
    queries: offsets.map((offset) => boardPage(search, offset)),
    combine: (pages) =>
      new Map(
        pages.flatMap(({ data }, page) =>
          (data?.data ?? []).map((entry, row) => [(offsets[page] ?? 0) + row, entry] as const),
        ),
      ),
  })
}

function boardPage(search: string, offset: number) {
  return { ...read(getLeaderboard, { query: { offset, ...(search && { search }) } }), refetchInterval }
}

/** The offsets of the pages that hold these places, without the first page. */
function offsetsBetween(first: number, last: number): number[] {
  const firstPage = Math.max(Math.floor(first / leaderboardPageSize), 1)
  const pages = Math.floor(last / leaderboardPageSize) - firstPage + 1
  return Array.from({ length: Math.max(pages, 0) }, (_, index) => (firstPage + index) * leaderboardPageSize)
}
