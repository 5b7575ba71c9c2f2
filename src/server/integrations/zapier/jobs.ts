import type { JobHandler } from '#server/jobs/handlers.ts'
import { HookClient } from './client.ts'
import { sendDelivery } from './commands.ts'

export const zapierJobs: readonly JobHandler[] = [
  {
    queue: 'deliveries.send',
    handle: (deps, { deliveryId }, { signal, isLastTry }) =>
      sendDelivery(deps, new HookClient(deps.config), { deliveryId, signal, isLastTry }),
  },
]
