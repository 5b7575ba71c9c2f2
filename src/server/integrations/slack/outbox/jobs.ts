import type { JobHandler } from '#server/jobs/handlers.ts'
import { sendWaiting } from './commands.ts'

export const outboxJobs: readonly JobHandler[] = [{ queue: 'chat.send', handle: sendWaiting }]
