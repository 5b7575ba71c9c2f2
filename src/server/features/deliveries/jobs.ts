import type { Deps } from '#server/deps.ts'
import { findDelivery } from '#server/hooks/store.ts'
import type { JobHandler } from '#server/jobs/handlers.ts'
import { pruneDeliveries, type SendingOf } from './commands.ts'

export const deliveryJobs: readonly JobHandler[] = [{ queue: 'deliveries.prune', handle: pruneDeliveries }]

/** Sends each delivery to its receiver: the automation service, or one of the webhooks. */
export function sendingJobs(sending: SendingOf): readonly JobHandler[] {
  return [
    {
      queue: 'deliveries.send',
      handle: async (deps: Deps, { deliveryId }, run) => {
        const delivery = await findDelivery(deps.db, deliveryId)
        if (delivery?.outcome !== 'pending' || delivery.direction !== 'out') return
        await sending[delivery.webhookId === null ? 'automation' : 'webhook'](deps, deliveryId, run)
      },
    },
  ]
}
