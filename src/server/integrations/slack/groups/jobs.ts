import type { JobHandler } from '#server/jobs/handlers.ts'
import { followGroups } from './commands.ts'

export const groupJobs: readonly JobHandler[] = [
  { queue: 'chat.groups', handle: (deps, _data, run) => followGroups(deps, run) },
]
