import type { JobHandler } from '#server/jobs/handlers.ts'
import { tellByZone, tellDaily, tellPasses } from './commands.ts'

export const directJobs: readonly JobHandler[] = [
  {
    queue: 'direct.zones',
    handle: (deps, _data, { signal, stopping }) => tellByZone(deps, () => signal.aborted || stopping.aborted),
  },
  {
    queue: 'direct.daily',
    handle: (deps, _data, { signal, stopping }) => tellDaily(deps, () => signal.aborted || stopping.aborted),
  },
  { queue: 'direct.passes', handle: tellPasses },
]
