import type { Achievement, EarnedAchievement, ToAchieve } from '#contract/achievements.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useAchievementProgress, useAchievements, useEarnedAchievements } from '#web/api/achievements.ts'
import { useLeaderboard } from '#web/api/leaderboard.ts'
import { withLead } from './lead-progress.ts'

export interface OwnBadges {
  /** Easiest first. */
  readonly all: readonly Achievement[]
  /** Newest first. */
  readonly earned: readonly EarnedAchievement[]
  /** How far the others have come; empty where that could not be loaded. */
  readonly ways: readonly ToAchieve[]
}

/** All achievements, which of them the member has earned, and how far the others have come. */
export function useOwnBadges({ id, totalPoints }: CurrentUser) {
  const all = useAchievements()
  const earned = useEarnedAchievements(id)
  const ways = useAchievementProgress()
  const board = useLeaderboard()
  // The badges are worth showing without their rings.
  const isHere = all.data && earned.data && (ways.data || ways.isError)
  const data: OwnBadges | undefined = isHere
    ? {
        all: all.data.data,
        earned: earned.data.data,
        ways: withLead(ways.data?.data ?? [], board.data, totalPoints),
      }
    : undefined
  return {
    data,
    isError: all.isError || earned.isError,
    refetch: () => Promise.all([all.refetch(), earned.refetch(), ways.refetch()]),
  }
}
