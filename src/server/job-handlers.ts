import { contestJobs } from './features/contests/jobs.ts'
import { deliveryJobs } from './features/deliveries/jobs.ts'
import { leaderboardJobs } from './features/leaderboard/jobs.ts'
import { postJobs } from './features/posts/jobs.ts'
import { importJobs } from './integrations/slack/import/jobs.ts'
import { outboxJobs } from './integrations/slack/outbox/jobs.ts'
import { zapierJobs } from './integrations/zapier/jobs.ts'
import type { JobHandler } from './jobs/handlers.ts'

/** Who works on which queue: every list of handlers by name. */
export const jobHandlers: readonly JobHandler[] = [
  ...contestJobs,
  ...leaderboardJobs,
  ...deliveryJobs,
  ...postJobs,
  ...outboxJobs,
  ...importJobs,
  ...zapierJobs,
]
