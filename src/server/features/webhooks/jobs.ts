import type { JobHandler } from '#server/jobs/handlers.ts'
import type { SendingOf } from '../deliveries/commands.ts'
import { sendToWebhook, tellOfEarnings, webhookClient } from './commands.ts'

export const webhookJobs: readonly JobHandler[] = [
  { queue: 'webhooks.earnings', handle: (deps, _data, { stopping }) => tellOfEarnings(deps, stopping) },
]

export const toWebhook: SendingOf['webhook'] = (deps, deliveryId, { signal }) =>
  sendToWebhook(deps, webhookClient(deps.config), { deliveryId, signal })
