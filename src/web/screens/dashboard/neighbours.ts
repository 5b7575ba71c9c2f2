import type { LeaderboardEntry } from '#contract/leaderboard.ts'

/** A member's place with the next better one and the next worse one. */
export interface Neighbours {
  readonly own: LeaderboardEntry
  readonly above: LeaderboardEntry | null
  readonly below: LeaderboardEntry | null
  /** Points to the place above. */
  readonly toNext: number | null
  /** Points to the place below. */
  readonly toBehind: number | null
}

/** The neighbours on a board, best first. Whoever shares the member's rank is none. */
export function neighboursOf(own: LeaderboardEntry, board: readonly LeaderboardEntry[]): Neighbours {
  const above = board.filter(({ rank }) => rank < own.rank).at(-1) ?? null
  const below = board.find(({ rank }) => rank > own.rank) ?? null
  return {
    own,
    above,
    below,
    toNext: above && above.totalPoints - own.totalPoints,
    toBehind: below && own.totalPoints - below.totalPoints,
  }
}
