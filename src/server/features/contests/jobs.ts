import type { JobHandler } from '#server/jobs/handlers.ts'
import { closeEndedContests, remindOfContests } from './commands.ts'

export const contestJobs: readonly JobHandler[] = [
  { queue: 'contests.close', handle: closeEndedContests },
  { queue: 'chat.contest-reminder', handle: remindOfContests },
]
