import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'
import type { ContestId } from '#domain/ids.ts'
import { placesGained } from '#domain/leaderboard.ts'
import { useAround, useBoardStart, useMovement } from '#web/api/leaderboard.ts'
import { aroundIn } from './around.ts'

/** The first page of a board with the member's place on it. `contestId` null is the team board. */
export function useBoard(contestId: ContestId | null, userId: string) {
  const start = useBoardStart({ contestId, search: '' })
  // The pushed page is newer than what an own request could say, so that is only sent for a place behind the page.
  const listed = start.data ? aroundIn(start.data.data, userId) : null
  const isBehind = start.data !== undefined && listed === null && start.data.total > start.data.data.length
  const asked = useAround(contestId, isBehind)
  const around: Neighbours<LeaderboardEntry> | null = listed ?? asked.data?.data ?? null
  return { start, around: around?.own ? around : null, gained: useGained(contestId) }
}

/** Says how many places a member has gained on a board since yesterday. `offset` is where the page of the board begins. */
export function useGained(contestId: ContestId | null, offset = 0) {
  const { data: marks } = useMovement({
    ...(contestId !== null && { contestId }),
    ...(offset > 0 && { offset }),
  })
  return ({ id, rank }: Pick<LeaderboardEntry, 'id' | 'rank'>) => placesGained(rank, marks?.get(id))
}
