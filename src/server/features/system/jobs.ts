import type { JobHandler } from '#server/jobs/handlers.ts'
import { verifyTotals } from './commands.ts'

export const systemJobs: readonly JobHandler[] = [{ queue: 'verify.run', handle: verifyTotals }]
