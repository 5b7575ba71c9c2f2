import type { JobHandler } from '#server/jobs/handlers.ts'
import { countLeaders } from './commands.ts'

export const analyticsJobs: readonly JobHandler[] = [{ queue: 'leaders.count', handle: countLeaders }]
