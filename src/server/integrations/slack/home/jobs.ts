import type { JobHandler } from '#server/jobs/handlers.ts'
import { publishHome } from './commands.ts'

export const homeJobs: readonly JobHandler[] = [{ queue: 'chat.home', handle: publishHome }]
