import { useQueries, useQuery } from '@tanstack/react-query'
import { getNewcomers, leaderboardPageSize } from '#contract/leaderboard.ts'
import { type BoardPart, pageOf } from './board-page.ts'
import { read } from './read.ts'

// Apart from the rest of the board, because no first screen reads more than one page.

const refetchInterval = 60_000

/** The members who joined lately, best first. */
export function useNewcomers() {
  return useQuery({ ...read(getNewcomers), refetchInterval })
}

/** The entries of the pages behind the first that hold the places `first` to `last`, by place; places count from 0. */
export function useBoardRest(part: BoardPart, places: { first: number; last: number }) {
  const offsets = offsetsBetween(places.first, places.last)
  return useQueries({
    queries: offsets.map((offset) => pageOf(part, offset)),
    combine: (pages) =>
      new Map(
        pages.flatMap(({ data }, page) =>
          (data?.data ?? []).map((entry, row) => [(offsets[page] ?? 0) + row, entry] as const),
        ),
      ),
  })
}

/** The offsets of the pages that hold these places, without the first page. */
function offsetsBetween(first: number, last: number): number[] {
  const firstPage = Math.max(Math.floor(first / leaderboardPageSize), 1)
  const pages = Math.floor(last / leaderboardPageSize) - firstPage + 1
  return Array.from({ length: Math.max(pages, 0) }, (_, index) => (firstPage + index) * leaderboardPageSize)
}
