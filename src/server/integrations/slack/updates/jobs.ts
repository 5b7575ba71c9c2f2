import type { JobHandler } from '#server/jobs/handlers.ts'
import { updateMessages } from './commands.ts'

export const updateJobs: readonly JobHandler[] = [{ queue: 'chat.update', handle: updateMessages }]
