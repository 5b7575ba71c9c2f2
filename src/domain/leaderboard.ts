/** What a place on a board is decided by. */
export interface Scored {
  readonly totalPoints: number
  readonly totalShares: number
  readonly totalEngagements: number
  /** When the present points were reached: of two equals the earlier stands higher. */
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

/** The badge that a place on the team board carries; ranks start at 1. */
export function rankBadge(rank: number): 'CHAMPION' | 'RUNNER-UP' | 'PODIUM' | null {
  if (rank === 1) return 'CHAMPION'
  if (rank === 2) return 'RUNNER-UP'
  return rank === 3 ? 'PODIUM' : null
}

/** The badge that a place among the streak leaders carries; ranks start at 1. */
export function streakBadge(rank: number): 'STREAK KING' | 'HOT STREAK' | 'ON FIRE' | null {
  if (rank === 1) return 'STREAK KING'
  if (rank === 2) return 'HOT STREAK'
  return rank === 3 ? 'ON FIRE' : null
}
