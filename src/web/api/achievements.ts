import { useQuery } from '@tanstack/react-query'
import { listAchievements, type listEarnedAchievements } from '#contract/achievements.ts'
import type { AnswerOf } from '#contract/endpoint.ts'

/** Every achievement there is, the easiest first. */
export function useAchievements() {
  return useQuery<AnswerOf<typeof listAchievements>>({ queryKey: [listAchievements.path] })
}

/** What this member has earned, the newest first. */
export function useEarnedAchievements(memberId: string) {
  return useQuery<AnswerOf<typeof listEarnedAchievements>>({
    queryKey: [listAchievements.path, 'user', memberId],
  })
}
