import type { JobHandler } from '#server/jobs/handlers.ts'
import { closeEndedContests } from './commands.ts'

export const contestJobs: readonly JobHandler[] = [{ queue: 'contests.close', handle: closeEndedContests }]
