import type { Delivery } from '#contract/deliveries.ts'

export const directionNames: Readonly<Record<Delivery['direction'], string>> = {
  in: 'Incoming',
  out: 'Outgoing',
}

export const outcomeNames: Readonly<Record<Delivery['outcome'], string>> = {
  accepted: 'Accepted',
  duplicate: 'Duplicate',
  refused: 'Refused',
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const outcomeTones = {
  accepted: 'good',
  delivered: 'good',
  duplicate: 'off',
  pending: 'off',
  refused: 'waiting',
  failed: 'waiting',
} as const

const senderNames: Readonly<Record<Delivery['sender'], string>> = {
  hook: 'Machine',
  admin: 'Administrator',
  stranger: 'Unknown',
  chat: 'Slack',
  product: 'Ovation',
}

/** The sender, by name if it was a person. */
export function senderText({ sender, actor }: Pick<Delivery, 'sender' | 'actor'>): string {
  return actor ?? senderNames[sender]
}

/** `Refused (409): the reason`, without the parts that are unknown. */
export function outcomeText({
  outcome,
  status,
  reason,
}: Pick<Delivery, 'outcome' | 'status' | 'reason'>): string {
  const words = `${outcomeNames[outcome]}${status === null ? '' : ` (${status})`}`
  return reason === null ? words : `${words}: ${reason}`
}
