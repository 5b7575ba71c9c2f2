import type { LeaderboardEntry, Neighbours, WindowNeighbours } from '#contract/leaderboard.ts'

const reach = 2

/**
 * A member's row among rows of a board, best first, with its neighbours as the server tells them; null where the member
 * is not among the rows.
 */
export function aroundIn(
  rows: readonly LeaderboardEntry[],
  ownId: string,
): Neighbours<LeaderboardEntry> | null {
  const place = rows.findIndex(({ id }) => id === ownId)
  const own = rows[place]
  if (!own) return null
  const next = rows.findLast(({ rank }) => rank < own.rank)
  const behind = rows.find(({ rank }) => rank > own.rank)
  return {
    own,
    above: rows.slice(Math.max(0, place - reach), place),
    below: rows.slice(place + 1, place + 1 + reach),
    by: {
      toNext: next ? next.totalPoints - own.totalPoints : null,
      toBehind: behind ? own.totalPoints - behind.totalPoints : null,
    },
  }
}

/** The neighbours as the answer about a window tells them, which also knows of rows that share a place beyond its own. */
export function aroundOf(
  { data, toNext, toBehind }: WindowNeighbours,
  ownId: string,
): Neighbours<LeaderboardEntry> | null {
  const around = aroundIn(data, ownId)
  return around && { ...around, by: { toNext: toNext?.points ?? null, toBehind: toBehind?.points ?? null } }
}

/** A member's row in the middle of its neighbours, best first. */
export function rowsOf({ own, above, below }: Neighbours<LeaderboardEntry>): LeaderboardEntry[] {
  return [...above, ...(own ? [own] : []), ...below]
}
