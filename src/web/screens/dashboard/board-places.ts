import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'

export const podiumPlaces = 3
const rowsBelow = 5
/** How many members the card shows of a board on which the member has no place. */
export const mostRows = podiumPlaces + rowsBelow

export interface BoardPlaces {
  /** The first three; empty where the board has fewer. */
  readonly podium: readonly LeaderboardEntry[]
  /** How many members stand between the podium and the rows. */
  readonly between: number
  readonly rows: readonly LeaderboardEntry[]
}

/**
 * What the card shows of a board, best first: the podium, then the member with two rows above and two below. A gap of
 * one member is filled with that member. `around` is where the member stands behind the page; null shows the best.
 */
export function boardPlaces(
  page: readonly LeaderboardEntry[],
  ownId: string,
  around: Neighbours<LeaderboardEntry> | null,
): BoardPlaces {
  if (page.length < podiumPlaces) return { podium: [], between: 0, rows: page }
  const podium = page.slice(0, podiumPlaces)
  const place = page.findIndex(({ id }) => id === ownId)
  if (place === -1 && around?.own) {
    const rows = [...around.above, around.own, ...around.below]
    return { podium, between: Math.max(0, (rows[0]?.rank ?? 1) - 1 - podiumPlaces), rows }
  }
  const latest = Math.max(podiumPlaces, page.length - rowsBelow)
  const wanted = Math.min(Math.max(place - 2, podiumPlaces), latest)
  const from = wanted === podiumPlaces + 1 ? podiumPlaces : wanted
  return { podium, between: from - podiumPlaces, rows: page.slice(from, wanted + rowsBelow) }
}
