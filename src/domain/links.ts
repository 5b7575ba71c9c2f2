import type { HonestySettings } from './honesty.ts'
import type { PostId } from './ids.ts'

/** The path prefix of trackable links; a member's tracking code follows. */
export const linkPrefix = '/go/'

/** Within this time, all clicks by one visitor on one member's link to one post count once. */
export const clickWindowMs = 24 * 3_600_000

/** The full URL of a member's trackable link: to one post, or to the newest post without `postId`. */
export function trackableLink(origin: string, trackingCode: string, postId?: PostId): string {
  const link = `${origin}${linkPrefix}${encodeURIComponent(trackingCode)}`
  return postId === undefined ? link : linkToPost(link, postId)
}

/** A member's trackable link, made to lead to one post. */
export function linkToPost(link: string, postId: PostId): string {
  return `${link}?p=${encodeURIComponent(postId)}`
}

/** One request for a trackable link, reduced to what decides whether it is a click. */
export interface Visit {
  /** Whether the link leads to the address of a post. */
  readonly hasTarget: boolean
  /** Whether the visitor is signed in as the member who owns the link, or where that member was signed in lately. */
  readonly isOwner: boolean
  readonly isHead: boolean
  /** Whether the user agent is a known crawler's. */
  readonly isCrawler: boolean
  /** Empty when the request names none. */
  readonly userAgent: string
  /** The purposes that the headers state, such as `prefetch;prerender`. */
  readonly purposes: readonly string[]
  /** How the browser says it will use the answer (Sec-Fetch-Dest); null when it does not say. */
  readonly destination: string | null
}

/** A click that counts, a preview by a machine, a visit by the owner, or a visit that leads to no post. */
export type VisitVerdict = 'counts' | 'preview' | 'own' | 'nothing'

export function visitVerdict(visit: Visit): VisitVerdict {
  if (!visit.hasTarget) return 'nothing'
  if (visit.isOwner) return 'own'
  return isPreview(visit) ? 'preview' : 'counts'
}

function isPreview({ isHead, isCrawler, userAgent, purposes, destination }: Visit): boolean {
  // A page can load a link as an image or script without a click.
  const isPartOfPage = destination !== null && destination !== 'document'
  const isAheadOfClick = purposes.some((purpose) => /prefetch|preview/i.test(purpose))
  return isHead || isCrawler || userAgent.trim() === '' || isAheadOfClick || isPartOfPage
}

/** How many clicks on a member's links have earned points today. */
export interface ClicksOfDay {
  readonly earned: number
  /** From the address of the new click, over all posts. */
  readonly earnedFromAddress: number
}

/** Whether one more click earns points. */
export function isWithinClickLimits(
  { perDay, perAddress }: HonestySettings['linkClicks'],
  { earned, earnedFromAddress }: ClicksOfDay,
): boolean {
  return earned < perDay && earnedFromAddress < perAddress
}
