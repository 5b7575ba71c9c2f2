/** What a place on a board is decided by. */
export interface Scored {
  readonly totalPoints: number
  readonly totalShares: number
  readonly totalEngagements: number
  /** When the present points were reached: of two equals the earlier stands higher. */
  readonly reachedAt: Date
}

/** Sorts the better score first; 0 means an equal place. */
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
