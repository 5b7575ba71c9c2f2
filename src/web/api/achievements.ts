import { useQuery } from '@tanstack/react-query'
import { listAchievements, listEarnedAchievements } from '#contract/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { read } from './read.ts'

/** All achievements, easiest first. */
export function useAchievements() {
  return useQuery(read(listAchievements))
}

/** The achievements that a member has earned, newest first. */
export function useEarnedAchievements(userId: UserId) {
  return useQuery(read(listEarnedAchievements, { params: { userId } }))
}
