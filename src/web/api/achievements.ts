import { useQuery } from '@tanstack/react-query'
import { listAchievements, listEarnedAchievements } from '#contract/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { read } from './read.ts'

/** Every achievement there is, the easiest first. */
export function useAchievements() {
  return useQuery(read(listAchievements))
}

/** What this member has earned, the newest first. */
export function useEarnedAchievements(userId: UserId) {
  return useQuery(read(listEarnedAchievements, { params: { userId } }))
}
