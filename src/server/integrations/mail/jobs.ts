import type { JobHandler } from '#server/jobs/handlers.ts'
import { sendConfirmation, sendMails } from './commands.ts'

export const mailJobs: readonly JobHandler[] = [
  { queue: 'mail.send', handle: sendMails },
  { queue: 'mail.confirm', handle: sendConfirmation },
]
