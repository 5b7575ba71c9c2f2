/** The closed lists of words in the log of deliveries. */

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

/** The sender: a machine with the hook secret, an administrator, a caller who is neither, or the product itself. */
export const deliverySenders = ['hook', 'admin', 'stranger', 'product'] as const
export type DeliverySender = (typeof deliverySenders)[number]
