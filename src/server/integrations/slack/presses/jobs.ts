import type { JobHandler } from '#server/jobs/handlers.ts'
import { workOnWaiting } from './commands.ts'

export const pressJobs: readonly JobHandler[] = [
  { queue: 'chat.presses', handle: (deps, _, run) => workOnWaiting(deps, run) },
]
