/** What decides a member's place on a board. */
export interface Scored {
  readonly totalPoints: number
  readonly totalShares: number
  readonly totalEngagements: number
  /** When the member reached these points. Of two otherwise equal scores, the earlier one ranks higher. */
  readonly reachedAt: Date
}

/**
 * Sorts the better score first; 0 means an equal place. The product sorts boards in SQL only: this states their order,
 * and a property test proves `boardOrder` and `isAhead` of the server's fragments equal to it.
 */
export function compareScores(a: Scored, b: Scored): number {
  return (
    b.totalPoints - a.totalPoints ||
    b.totalShares - a.totalShares ||
    b.totalEngagements - a.totalEngagements ||
    a.reachedAt.getTime() - b.reachedAt.getTime()
  )
}

export const metals = ['gold', 'silver', 'bronze'] as const
export type Metal = (typeof metals)[number]

/** The metal of the first three ranks of any board; ranks start at 1. */
export function metalOf(rank: number): Metal | undefined {
  return metals[rank - 1]
}

/** Since when movement on a board is told: the beginning of the present day, or of the present week. */
export const markedSince = ['day', 'week'] as const
export type MarkedSince = (typeof markedSince)[number]

/** How many places a member has gained since a mark, negative when lost; 0 without a mark. */
export function placesGained(rank: number, markedPlace: number | undefined): number {
  return markedPlace === undefined ? 0 : markedPlace - rank
}

/** The badge for a rank on the team board; ranks start at 1. */
export function rankBadge(rank: number): 'CHAMPION' | 'RUNNER-UP' | 'PODIUM' | null {
  if (rank === 1) return 'CHAMPION'
  if (rank === 2) return 'RUNNER-UP'
  return rank === 3 ? 'PODIUM' : null
}

/** The badge for a rank among the streak leaders; ranks start at 1. */
export function streakBadge(rank: number): 'STREAK KING' | 'HOT STREAK' | 'ON FIRE' | null {
  if (rank === 1) return 'STREAK KING'
  if (rank === 2) return 'HOT STREAK'
  return rank === 3 ? 'ON FIRE' : null
}
