import type { JobHandler } from '#server/jobs/handlers.ts'
import { sendNotifications } from '../channel/commands.ts'

export const outboxJobs: readonly JobHandler[] = [
  { queue: 'chat.send', handle: (deps, _data, run) => sendNotifications(deps, run) },
]
