import { contestJobs } from './features/contests/jobs.ts'
import type { JobHandler } from './jobs/handlers.ts'

/** Who works on which queue: every list of handlers by name. */
export const jobHandlers: readonly JobHandler[] = [...contestJobs]
