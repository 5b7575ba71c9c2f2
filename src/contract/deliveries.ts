import { z } from 'zod'
import { deliveryDirections, deliveryOutcomes, deliverySenders } from '#domain/deliveries.ts'
import { endpoint } from './endpoint.ts'
import { count, idOf, instant } from './fields.ts'

/** One incoming or outgoing delivery, and its outcome. */
export const delivery = z.object({
  id: idOf<'delivery'>(),
  direction: z.enum(deliveryDirections),
  /** The path of the hook for an incoming delivery, the name of the event for an outgoing one. */
  route: z.string(),
  sender: z.enum(deliverySenders),
  /** The name of the administrator who sent it; null for other senders. */
  actor: z.string().nullable(),
  outcome: z.enum(deliveryOutcomes),
  /** The HTTP status that the product or the receiver answered; null when there was no answer. */
  status: z.int().nullable(),
  /** Why it did not succeed. */
  reason: z.string().nullable(),
  /** The body as parsed; null when it could not be parsed, or came from a stranger. */
  body: z.unknown(),
  /** The delivery that this one repeats. */
  replayOf: idOf<'delivery'>().nullable(),
  tries: count,
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type Delivery = z.output<typeof delivery>

/** Newest first; deliveries are kept for 30 days. */
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/deliveries',
  query: z.object({
    limit: z.coerce.number().pipe(z.int().min(1).max(100)).default(50),
    cursor: z.string().min(1).max(200).optional(),
    direction: z.enum(deliveryDirections).optional(),
    outcome: z.enum(deliveryOutcomes).optional(),
  }),
  answer: z.object({ data: z.array(delivery), nextCursor: z.string().nullable() }),
})

/** Repeats a delivery as a new one, and answers the new one. */
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/deliveries/:id/replay',
  params: z.object({ id: idOf<'delivery'>() }),
  answer: z.object({ data: delivery }),
})
