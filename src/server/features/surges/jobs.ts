import type { JobHandler } from '#server/jobs/handlers.ts'
import { seekSurges } from './commands.ts'

export const surgeJobs: readonly JobHandler[] = [
  {
    queue: 'surges.seek',
    handle: (deps, _data, { signal, stopping }) => seekSurges(deps, () => signal.aborted || stopping.aborted),
  },
]
