import { useQuery } from '@tanstack/react-query'
import { listAchievements, listEarnedAchievements, listProgress } from '#contract/achievements.ts'
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

/** How far the member is on the way to each achievement that they do not hold, easiest first. Not read until it `isWanted`. */
export function useAchievementProgress(isWanted = true) {
  return useQuery({ ...read(listProgress), enabled: isWanted })
}
