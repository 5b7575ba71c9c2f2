import type { JobHandler } from '#server/jobs/handlers.ts'
import { recountStreaks } from './commands.ts'

export const streakJobs: readonly JobHandler[] = [
  {
    queue: 'streaks.recount',
    handle: (deps, _data, { signal, stopping }) =>
      recountStreaks(deps, () => signal.aborted || stopping.aborted),
  },
]
