import type { JobHandler } from '#server/jobs/handlers.ts'
import { announceWeeklyLeaderboard, markPlaces } from './commands.ts'

export const leaderboardJobs: readonly JobHandler[] = [
  { queue: 'chat.leaderboard', handle: announceWeeklyLeaderboard },
  { queue: 'leaderboard.mark', handle: markPlaces },
]
