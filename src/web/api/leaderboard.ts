import { keepPreviousData, type QueryKey, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  getLeaderboard,
  getMyRank,
  type getStreakLeaders,
  type LeaderboardPage,
  leaderboardPageSize,
} from '#contract/leaderboard.ts'
import { call } from './client.ts'

const refetchIntervalMs = 60_000

/** The board's first page, the same for everybody; the live connection replaces it as it moves. */
export function useLeaderboard() {
  return useQuery<LeaderboardPage>({
    queryKey: [getLeaderboard.path],
    refetchInterval: refetchIntervalMs,
  })
}

/** The signed-in member's own place; its `data` is null without points. */
export function useMyRank() {
  return useQuery<AnswerOf<typeof getMyRank>>({
    queryKey: [getMyRank.path],
    refetchInterval: refetchIntervalMs,
  })
}

/** The members with the longest streaks; the address lies under the board's, and is refreshed with it. */
export function useStreakLeaders() {
  return useQuery<AnswerOf<typeof getStreakLeaders>>({
    queryKey: [getLeaderboard.path, 'streaks'],
    refetchInterval: refetchIntervalMs,
  })
}

/**
 * The first page of the whole board, which is the shared one and moves with it, or of the matches of a search.
 * While a new search loads, the page before it stays.
 */
export function useBoardStart(search: string) {
  const page = search
    ? boardPage(search, 0)
    : { queryKey: [getLeaderboard.path], refetchInterval: refetchIntervalMs }
  return useQuery<LeaderboardPage>({ ...page, placeholderData: keepPreviousData })
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
  return queryOptions({
    queryKey: [getLeaderboard.path, 'pages', search, offset] as QueryKey,
    queryFn: ({ signal }): Promise<LeaderboardPage> =>
      call(getLeaderboard, { query: { offset, ...(search && { search }) }, signal }),
    refetchInterval: refetchIntervalMs,
  })
}

/** Where the pages start that hold these places, the first page left out. */
function offsetsBetween(first: number, last: number): number[] {
  const firstPage = Math.max(Math.floor(first / leaderboardPageSize), 1)
  const pages = Math.floor(last / leaderboardPageSize) - firstPage + 1
  return Array.from({ length: Math.max(pages, 0) }, (_, index) => (firstPage + index) * leaderboardPageSize)
}
