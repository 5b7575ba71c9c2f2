import type { Standing } from '#contract/leaderboard.ts'
import type { ContestId } from '#domain/ids.ts'
import { placesGained } from '#domain/leaderboard.ts'
import { useStandingsAround } from '#web/api/contests.ts'
import { useMovement } from '#web/api/leaderboard.ts'

export interface OwnPlace {
  readonly own: Standing
  /** Places gained since the day began, negative when lost. */
  readonly gained: number
  /** The next better place and the points to it; null for the leader. */
  readonly next: { readonly above: Standing; readonly by: number } | null
  /** The next worse place and the points to it, of use for the leader; null for the last. */
  readonly behind: { readonly below: Standing; readonly by: number } | null
}

/** The member's place in a contest and who is next to it. Null without points, undefined while it is not known. */
export function useOwnPlace(contestId: ContestId): OwnPlace | null | undefined {
  const around = useStandingsAround(contestId).data?.data
  const marks = useMovement({ contestId, offset: 0 }).data
  if (!around) return undefined
  const { own, by } = around
  if (!own) return null
  const above = around.above.at(-1)
  const below = around.below[0]
  return {
    own,
    gained: placesGained(own.rank, marks?.get(own.id)),
    next: above && by.toNext !== null ? { above, by: by.toNext } : null,
    behind: below && by.toBehind !== null ? { below, by: by.toBehind } : null,
  }
}
