import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import { type MarkedSince, placesGained } from '#domain/leaderboard.ts'
import { useBoardStart, useWindowAround } from '#web/api/board-page.ts'
import { useAround, useMovement } from '#web/api/leaderboard.ts'
import { aroundIn, aroundOf } from './around.ts'

/** The first page of the team board of a window with the member's place on it. */
export function useBoard(window: BoardWindow, userId: string, since: MarkedSince = 'day') {
  const start = useBoardStart({ window, search: '' })
  // The pushed page is newer than what an own request could say, so that is only sent for a place behind the page.
  const listed = start.data ? aroundIn(start.data.data, userId) : null
  const isBehind = start.data !== undefined && listed === null && start.data.total > start.data.data.length
  const ofAll = useAround(isBehind && window === 'all').data
  const ofWindow = useWindowAround(window, isBehind && window !== 'all').data
  const asked = ofWindow ? aroundOf(ofWindow, userId) : (ofAll ?? null)
  const around: Neighbours<LeaderboardEntry> | null = listed ?? asked
  return { start, around: around?.own ? around : null, gained: useGained(window, { since }) }
}

interface Page {
  readonly since?: MarkedSince
  /** Where the page of the board begins. */
  readonly offset?: number
}

/** Says how many places a member has gained on a board since the day, or the week, began. */
export function useGained(window: BoardWindow, { since = 'day', offset = 0 }: Page = {}) {
  const { data: marks } = useMovement({
    ...(window !== 'all' && { window }),
    ...(since !== 'day' && { since }),
    ...(offset > 0 && { offset }),
  })
  return ({ id, rank }: Pick<LeaderboardEntry, 'id' | 'rank'>) => placesGained(rank, marks?.get(id))
}
