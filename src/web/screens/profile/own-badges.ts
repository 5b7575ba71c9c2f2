import type { Achievement, EarnedAchievement, ToAchieve } from '#contract/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { useAchievementProgress, useAchievements, useEarnedAchievements } from '#web/api/achievements.ts'

export interface OwnBadges {
  /** Easiest first. */
  readonly all: readonly Achievement[]
  /** Newest first. */
  readonly earned: readonly EarnedAchievement[]
  /** How far the others have come; empty where that could not be loaded. */
  readonly ways: readonly ToAchieve[]
}

/** All achievements, which of them the member has earned, and how far the others have come. */
export function useOwnBadges(memberId: UserId) {
  const all = useAchievements()
  const earned = useEarnedAchievements(memberId)
  const ways = useAchievementProgress()
  // The badges are worth showing without their rings.
  const isHere = all.data && earned.data && (ways.data || ways.isError)
  const data: OwnBadges | undefined = isHere
    ? { all: all.data.data, earned: earned.data.data, ways: ways.data?.data ?? [] }
    : undefined
  return {
    data,
    isError: all.isError || earned.isError,
    refetch: () => Promise.all([all.refetch(), earned.refetch(), ways.refetch()]),
  }
}
