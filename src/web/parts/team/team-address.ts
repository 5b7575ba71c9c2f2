import { paths } from '#contract/paths.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import type { TeamId } from '#domain/ids.ts'

/** The address of the board of teams in a window. */
export function teamsAddress(window: BoardWindow): string {
  return `${paths.leaderboard}?view=teams&window=${window}`
}

/** The address of a team's own page, in a window or in the one that was chosen last. */
export function teamAddress(id: TeamId, window?: BoardWindow): string {
  return `${paths.leaderboard}?team=${id}${window ? `&window=${window}` : ''}`
}
