import type { JobHandler } from '#server/jobs/handlers.ts'
import { writeScheduledBackup } from './commands.ts'

export const backupJobs: readonly JobHandler[] = [{ queue: 'backups.write', handle: writeScheduledBackup }]
