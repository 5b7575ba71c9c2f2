import type { JobHandler } from '#server/jobs/handlers.ts'
import { buildAllStandings, closeEndedContests, deleteUnusedStandings, remindOfContests } from './commands.ts'

export const contestJobs: readonly JobHandler[] = [
  { queue: 'contests.close', handle: closeEndedContests },
  {
    queue: 'contests.build',
    handle: async (deps, _data, { signal, stopping }) => {
      const isOver = () => signal.aborted || stopping.aborted
      await buildAllStandings(deps, isOver)
      await deleteUnusedStandings(deps, isOver)
    },
  },
  { queue: 'chat.contest-reminder', handle: remindOfContests },
]
