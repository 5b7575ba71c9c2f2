import type { JobHandler } from '#server/jobs/handlers.ts'
import { keepWindows } from './commands.ts'

export const windowJobs: readonly JobHandler[] = [
  {
    queue: 'leaderboard.windows',
    handle: (deps, _data, { signal, stopping }) =>
      keepWindows(deps, () => signal.aborted || stopping.aborted),
  },
]
