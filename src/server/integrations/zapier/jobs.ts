import type { SendingOf } from '#server/features/deliveries/commands.ts'
import { HookClient } from '#server/hooks/client.ts'
import { sendDelivery } from './commands.ts'

export const toAutomation: SendingOf['automation'] = (deps, deliveryId, { signal, isLastTry }) =>
  sendDelivery(deps, new HookClient(deps.config), { deliveryId, signal, isLastTry })
