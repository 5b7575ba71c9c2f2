import type { ToAchieve } from '#contract/achievements.ts'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { leaderMembers, leaderPoints } from '#domain/achievements.ts'

/**
 * The same ways, and that to the lead in points: as many as the first of the board has, but no fewer than a leader needs.
 * It stays open while the board is unknown or too short to be led.
 */
export function withLead(
  ways: readonly ToAchieve[],
  board: LeaderboardPage | undefined,
  ownPoints: number,
): ToAchieve[] {
  const first = board && board.total >= leaderMembers ? board.data[0] : undefined
  return ways.map((way) =>
    way.id === 'team_leader' && first
      ? { ...way, have: ownPoints, need: Math.max(first.totalPoints, leaderPoints) }
      : way,
  )
}
