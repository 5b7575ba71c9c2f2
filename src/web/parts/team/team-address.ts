import { paths } from '#contract/paths.ts'
import type { TeamId } from '#domain/ids.ts'

/** The address of the board of teams. */
export const teamsAddress = `${paths.leaderboard}?view=teams`

/** The address of a team's own page. */
export function teamAddress(id: TeamId): string {
  return `${paths.leaderboard}?team=${id}`
}
