import type { JobHandler } from '#server/jobs/handlers.ts'
import { pruneDeliveries } from './commands.ts'

export const deliveryJobs: readonly JobHandler[] = [{ queue: 'deliveries.prune', handle: pruneDeliveries }]
