/** Outgoing webhooks: what they tell of, and how long a receiver is tried. */

/** What a webhook can be told of. */
export const webhookEvents = [
  'member.earned',
  'share.submitted',
  'share.decided',
  'contest.closed',
  'post.added',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** The event of a test message, to which nobody subscribes. */
export const testEvent = 'webhook.test'

/** The most webhooks that a workspace can have. */
export const mostWebhooks = 20

const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The pauses between the tries of one delivery: about a day in all. */
const retryDelays = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  8 * hourMs,
  8 * hourMs,
] as const
const longestLifeMs = 26 * hourMs
const longestRestMs = 5 * minuteMs
const longestWaitMs = 6 * hourMs
/** A webhook that accepts nothing for so long is paused. */
export const silentPauseMs = 3 * dayMs

/** Why a webhook is paused, in words for its administrators. */
export const pauseReasons = {
  byHand: 'Paused by an administrator',
  gone: 'The receiver answered that it is gone (410)',
  silent: 'The receiver accepted no delivery for three days',
} as const

interface Tried {
  /** How often it was tried, at least once. */
  readonly tries: number
  readonly createdAt: Date
  readonly now: Date
  /** How long the receiver asked to wait. */
  readonly waitMs?: number | undefined
}

/** When a delivery is tried again after a failure; null when it is given up. */
export function nextTry({ tries, createdAt, now, waitMs = 0 }: Tried): Date | null {
  const delay = retryDelays[tries - 1]
  if (delay === undefined) return null
  const at = now.getTime() + Math.max(delay, waitMs)
  return at - createdAt.getTime() > longestLifeMs ? null : new Date(at)
}

/** Whether a delivery that had to wait for others is too old to be tried. */
export function isTooOld({ createdAt, now }: Pick<Tried, 'createdAt' | 'now'>): boolean {
  return now.getTime() - createdAt.getTime() > longestLifeMs
}

/**
 * Until when nothing at all is sent to a receiver that has just failed: as long as it asked for, or for a short while,
 * so that one that hangs does not hold up the others.
 */
export function restUntil({
  next,
  now,
  waitMs = 0,
}: {
  next: Date | null
  now: Date
  waitMs?: number
}): Date {
  const shortMs = next ? Math.min(next.getTime() - now.getTime(), longestRestMs) : longestRestMs
  return new Date(now.getTime() + Math.max(shortMs, waitMs))
}

/** How long a `Retry-After` header asks to wait: seconds or a date, at most six hours. Undefined if it says neither. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined
  const text = header.trim()
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * secondMs : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestWaitMs)
}

/** Whether the name of a host can only mean a machine inside the network. IP addresses are checked elsewhere. */
export function isInsideName(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase()
  const isAddress = name.startsWith('[') || /^[\d.]+$/.test(name)
  return !isAddress && (!name.includes('.') || /\.(localhost|local|internal|home\.arpa|lan)$/.test(name))
}
