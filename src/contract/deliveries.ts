import type { DeliverySender, deliveryDirections, deliveryOutcomes } from '#domain/deliveries.ts'
import type { DeliveryId, WebhookId } from '#domain/ids.ts'
import type { Data, ListPart, ListQuery } from './answers.ts'
import { endpoint } from './endpoint.ts'

type Direction = (typeof deliveryDirections)[number]
type Outcome = (typeof deliveryOutcomes)[number]

/** One incoming or outgoing delivery, and its outcome. */
export interface Delivery {
  readonly id: DeliveryId
  readonly direction: Direction
  /** The path of the hook for an incoming delivery, the name of the event for an outgoing one. */
  readonly route: string
  readonly sender: DeliverySender
  /** The name of the administrator who sent it; null for other senders. */
  readonly actor: string | null
  readonly outcome: Outcome
  /** The HTTP status that the product or the receiver answered; null when there was no answer. */
  readonly status: number | null
  /** Why it did not succeed. */
  readonly reason: string | null
  /** The body as parsed; null when it could not be parsed, or came from a stranger. Of a long refused one the beginning. */
  readonly body: unknown
  /** The webhook that it goes out to; null for the automation service and for what comes in. */
  readonly webhookId: WebhookId | null
  /** The host of that webhook's address. */
  readonly receiver: string | null
  /** The delivery that this one repeats. */
  readonly replayOf: DeliveryId | null
  readonly tries: number
  readonly createdAt: string
  readonly finishedAt: string | null
}

export interface DeliveriesQuery extends ListQuery {
  readonly direction?: Direction
  readonly outcome?: Outcome
  readonly webhook?: WebhookId
}

/** Newest first; deliveries are kept for 30 days. */
export const listDeliveries = endpoint<{ query: DeliveriesQuery; answer: ListPart<Delivery> }>(
  'GET',
  '/api/webhooks/deliveries',
)

/** Repeats a delivery as a new one, and answers the new one. */
export const replayDelivery = endpoint<{ params: { id: DeliveryId }; answer: Data<Delivery> }>(
  'POST',
  '/api/webhooks/deliveries/:id/replay',
)
