/** The words of the log of deliveries, and what it keeps of a long body. */

export const deliveryDirections = ['in', 'out'] as const

/**
 * Incoming: `accepted` took effect, `duplicate` had taken effect before, `refused` had no effect. Outgoing: `pending`
 * is still being tried, `delivered` was accepted by the receiver, `failed` was given up.
 */
export const deliveryOutcomes = [
  'accepted',
  'duplicate',
  'refused',
  'pending',
  'delivered',
  'failed',
] as const

/**
 * The sender: a machine with the hook secret, an administrator, a caller who is neither, the product itself, or the team
 * chat.
 */
export const deliverySenders = ['hook', 'admin', 'stranger', 'product', 'chat'] as const
export type DeliverySender = (typeof deliverySenders)[number]

/** The only field of a refused body that was too long to keep. It has the beginning of the body as JSON. */
export const cutBodyField = 'cut to 16 KB'

/** Whether only the beginning of this body was kept. */
export function isCutBody(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  return cutBodyField in body && Object.keys(body).length === 1
}
