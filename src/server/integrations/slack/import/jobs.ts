import type { JobHandler } from '#server/jobs/handlers.ts'
import { followMembers, importMembers } from './commands.ts'

export const importJobs: readonly JobHandler[] = [
  { queue: 'chat.import', handle: (deps, _data, run) => importMembers(deps, run) },
  { queue: 'chat.members', handle: (deps, _data, run) => followMembers(deps, run) },
]
