/** The words of the log of deliveries to and from other systems. */

export const deliveryDirections = ['in', 'out'] as const

/**
 * Coming in: `accepted` had its effect, `duplicate` had it before, `refused` had none. Going out: `pending` is still
 * tried, `delivered` was accepted by the other side, `failed` was given up.
 */
export const deliveryOutcomes = [
  'accepted',
  'duplicate',
  'refused',
  'pending',
  'delivered',
  'failed',
] as const

/** Who sent it: a machine with the secret, an administrator, somebody without either, or the product itself. */
export const deliverySenders = ['hook', 'admin', 'stranger', 'product'] as const
export type DeliverySender = (typeof deliverySenders)[number]
