import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { listAchievements, type listEarnedAchievements } from '#contract/achievements.ts'

/** Every achievement there is, the easiest first. */
export function useAchievements() {
  return useQuery<z.output<typeof listAchievements.answer>>({ queryKey: [listAchievements.path] })
}

/** What this member has earned, the newest first. */
export function useEarnedAchievements(memberId: string) {
  return useQuery<z.output<typeof listEarnedAchievements.answer>>({
    queryKey: [listAchievements.path, 'user', memberId],
  })
}
