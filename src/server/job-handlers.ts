import { analyticsJobs } from './features/analytics/jobs.ts'
import { backupJobs } from './features/backups/jobs.ts'
import { contestJobs } from './features/contests/jobs.ts'
import { deliveryJobs, sendingJobs } from './features/deliveries/jobs.ts'
import { directJobs } from './features/direct-rounds/jobs.ts'
import { leaderboardJobs } from './features/leaderboard/jobs.ts'
import { postJobs } from './features/posts/jobs.ts'
import { questJobs } from './features/quests/jobs.ts'
import { streakJobs } from './features/streaks/jobs.ts'
import { surgeJobs } from './features/surges/jobs.ts'
import { systemJobs } from './features/system/jobs.ts'
import { toWebhook, webhookJobs } from './features/webhooks/jobs.ts'
import { windowJobs } from './features/windows/jobs.ts'
import { mailJobs } from './integrations/mail/jobs.ts'
import { directSendJobs } from './integrations/slack/direct/jobs.ts'
import { groupJobs } from './integrations/slack/groups/jobs.ts'
import { homeJobs } from './integrations/slack/home/jobs.ts'
import { importJobs } from './integrations/slack/import/jobs.ts'
import { outboxJobs } from './integrations/slack/outbox/jobs.ts'
import { pressJobs } from './integrations/slack/presses/jobs.ts'
import { updateJobs } from './integrations/slack/updates/jobs.ts'
import { toAutomation } from './integrations/zapier/jobs.ts'
import type { JobHandler } from './jobs/handlers.ts'

/** Who works on which queue: every list of handlers by name. */
export const jobHandlers: readonly JobHandler[] = [
  ...analyticsJobs,
  ...surgeJobs,
  ...contestJobs,
  ...questJobs,
  ...leaderboardJobs,
  ...windowJobs,
  ...streakJobs,
  ...deliveryJobs,
  ...postJobs,
  ...backupJobs,
  ...systemJobs,
  ...outboxJobs,
  ...pressJobs,
  ...updateJobs,
  ...homeJobs,
  ...directJobs,
  ...directSendJobs,
  ...mailJobs,
  ...importJobs,
  ...groupJobs,
  ...webhookJobs,
  ...sendingJobs({ automation: toAutomation, webhook: toWebhook }),
]
