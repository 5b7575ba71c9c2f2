import type { Webhook } from '#contract/webhooks.ts'
import type { WebhookEvent } from '#domain/webhooks.ts'

interface EventWords {
  readonly name: string
  readonly meaning: string
}

export const eventWords: Readonly<Record<WebhookEvent, EventWords>> = {
  'member.earned': { name: 'Points earned', meaning: 'Points were booked for a member, or taken back' },
  'share.submitted': { name: 'Share submitted', meaning: 'A member handed in a share' },
  'share.decided': { name: 'Share decided', meaning: 'A share was approved, verified or rejected' },
  'contest.closed': { name: 'Contest closed', meaning: 'A contest ended and has its champion' },
  'post.added': { name: 'Post added', meaning: 'A post appeared in the feed' },
}

/** `Points earned, Post added` */
export function eventsText(events: readonly WebhookEvent[]): string {
  return events.map((event) => eventWords[event].name).join(', ')
}

/** The host of a webhook, with its events where another one has the same host. */
export function receiverName(webhook: Webhook, all: readonly Webhook[]): string {
  const host = hostOf(webhook)
  const isAlone = all.filter((each) => hostOf(each) === host).length === 1
  return isAlone ? host : `${host} (${eventsText(webhook.events)})`
}

/** The host of a webhook's address, which tells webhooks apart. */
export function hostOf({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host
}
