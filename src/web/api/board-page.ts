import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getAround, getLeaderboard, type WindowNeighbours } from '#contract/leaderboard.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import { read } from './read.ts'

// Apart from the board of all time, because the first screen needs that alone.

const refetchInterval = 60_000

/** The signed-in member's row on the board of a window that begins anew, between its neighbours. */
export function useWindowAround(window: BoardWindow, isEnabled: boolean) {
  return useQuery({
    ...read(getAround, { query: { window } }),
    refetchInterval,
    enabled: isEnabled,
    select: (answer) => answer as WindowNeighbours,
  })
}

/** The board of all time has the address alone. */
function ofWindow(window: BoardWindow): { window?: BoardWindow } {
  return window === 'all' ? {} : { window }
}

/** A team board or a part of it. */
export interface BoardPart {
  readonly window: BoardWindow
  /** Part of a name; empty for everybody. */
  readonly search: string
}

/** The first page of a board. Of all time it is the shared one. The previous page stays while another loads. */
export function useBoardStart(part: BoardPart) {
  return useQuery({ ...pageOf(part, 0), placeholderData: keepPreviousData })
}

/** A page of a board, which begins behind `offset` places. */
export function pageOf({ window, search }: BoardPart, offset: number) {
  const query = { ...ofWindow(window), ...(offset > 0 && { offset }), ...(search && { search }) }
  return { ...read(getLeaderboard, { query }), refetchInterval }
}
