import type { JobHandler } from '#server/jobs/handlers.ts'
import { importMembers, sendNotifications } from './commands.ts'

export const chatJobs: readonly JobHandler[] = [
  { queue: 'chat.send', handle: (deps, _data, run) => sendNotifications(deps, run) },
  { queue: 'chat.import', handle: (deps, _data, run) => importMembers(deps, run) },
]
