import { z } from 'zod'
import { deliveryDirections, deliveryOutcomes, deliverySenders } from '#domain/deliveries.ts'
import * as contract from './deliveries.ts'
import { count, idOf, instant, wholeNumberText } from './fields.schema.ts'
import { serve } from './served.schema.ts'

const delivery = z
  .object({
    id: idOf<'delivery'>(),
    direction: z.enum(deliveryDirections),
    route: z.string(),
    sender: z.enum(deliverySenders),
    actor: z.string().nullable(),
    outcome: z.enum(deliveryOutcomes),
    status: z.int().nullable(),
    reason: z.string().nullable(),
    body: z.unknown(),
    webhookId: idOf<'webhook'>().nullable(),
    receiver: z.string().nullable(),
    replayOf: idOf<'delivery'>().nullable(),
    tries: count,
    createdAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: 'Delivery' }) satisfies z.ZodType<contract.Delivery>

export const listDeliveries = serve(contract.listDeliveries, {
  query: z.object({
    limit: wholeNumberText({ from: 1, to: 100 }).prefault(50),
    cursor: z.string().min(1).max(200).optional(),
    direction: z.enum(deliveryDirections).optional(),
    outcome: z.enum(deliveryOutcomes).optional(),
    webhook: idOf<'webhook'>().optional(),
  }),
  answer: z.object({ data: z.array(delivery), nextCursor: z.string().nullable() }),
})

export const replayDelivery = serve(contract.replayDelivery, {
  params: z.object({ id: idOf<'delivery'>() }),
  answer: z.object({ data: delivery }),
})
