import { z } from 'zod'
import { deliveryDirections, deliveryOutcomes, deliverySenders } from '#domain/deliveries.ts'
import { endpoint } from './endpoint.ts'
import { count, id, instant } from './fields.ts'

/** One delivery of a hook, in or out, and how it ended. */
export const delivery = z.object({
  id,
  direction: z.enum(deliveryDirections),
  /** Coming in the path of the hook, going out the name of what happened. */
  route: z.string(),
  sender: z.enum(deliverySenders),
  /** The name of the administrator who sent it; else null. */
  actor: z.string().nullable(),
  outcome: z.enum(deliveryOutcomes),
  /** The HTTP status that was answered, or that the other side answered; null when nothing was. */
  status: z.int().nullable(),
  /** Why it did not do what it was meant to. */
  reason: z.string().nullable(),
  /** As it was understood; null when it was not, or came from a stranger. */
  body: z.unknown(),
  /** The delivery of which this is a repeat. */
  replayOf: id.nullable(),
  tries: count,
  createdAt: instant,
  finishedAt: instant.nullable(),
})
export type Delivery = z.output<typeof delivery>

/** The newest first; those of the last 30 days are kept. */
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

/** Lets a delivery happen once more, as a new one; answers the new one. */
export const replayDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/deliveries/:id/replay',
  params: z.object({ id }),
  answer: z.object({ data: delivery }),
})
