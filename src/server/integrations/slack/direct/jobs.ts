import type { JobHandler } from '#server/jobs/handlers.ts'
import { sendDirect } from './commands.ts'

export const directSendJobs: readonly JobHandler[] = [{ queue: 'chat.direct', handle: sendDirect }]
