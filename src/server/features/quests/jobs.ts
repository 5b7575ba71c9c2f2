import type { JobHandler } from '#server/jobs/handlers.ts'
import { completeQuests } from './commands.ts'

export const questJobs: readonly JobHandler[] = [{ queue: 'quests.complete', handle: completeQuests }]
