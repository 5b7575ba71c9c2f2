import type { JobHandler } from '#server/jobs/handlers.ts'
import { publishDuePosts } from './commands.ts'

export const postJobs: readonly JobHandler[] = [
  { queue: 'posts.publish', handle: (deps, _, run) => publishDuePosts(deps, run.stopping) },
]
