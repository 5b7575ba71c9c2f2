import { type QueryClient, useQuery } from '@tanstack/react-query'
import {
  type EarnedAchievement,
  listAchievements,
  listEarnedAchievements,
  listProgress,
} from '#contract/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { read } from './read.ts'

/** All achievements, easiest first. */
export function useAchievements() {
  return useQuery(read(listAchievements))
}

/** The achievements that a member has earned, newest first. */
export function useEarnedAchievements(userId: UserId) {
  return useQuery(earnedBy(userId))
}

const earnedBy = (userId: UserId) => read(listEarnedAchievements, { params: { userId } })

interface Held {
  readonly userId: UserId
  readonly earned: readonly EarnedAchievement[]
}

let held: Held | null = null

/**
 * Reads what a member holds unless that is known, so that what a report earns is known as new: a member can be quicker
 * than the part of the screen that shows badges. A failure changes nothing.
 */
export async function knowEarned(client: QueryClient, userId: UserId): Promise<void> {
  const query = earnedBy(userId)
  if (client.getQueryData(query.queryKey)) return
  const answer = await client.fetchQuery(query).catch(() => null)
  if (answer) held = { userId, earned: answer.data }
}

/** What `knowEarned` has read of a member; null if it had no need to. */
export function heldBefore(userId: UserId): readonly EarnedAchievement[] | null {
  return held?.userId === userId ? held.earned : null
}

/** How far the member is on the way to each achievement that they do not hold, easiest first. Not read until it `isWanted`. */
export function useAchievementProgress(isWanted = true) {
  return useQuery({ ...read(listProgress), enabled: isWanted })
}
