/** Where the addresses of trackable links begin; a member's tracking code follows. */
export const linkPrefix = '/go/'

/** How long one visitor's clicks on one member's link to one post count as one. */
export const clickWindowMs = 24 * 3_600_000

/** The whole address of a member's trackable link: to one post, or without one to the newest there is. */
export function trackableLink(origin: string, trackingCode: string, postId?: string): string {
  const address = `${origin}${linkPrefix}${encodeURIComponent(trackingCode)}`
  return postId === undefined ? address : `${address}?p=${encodeURIComponent(postId)}`
}

/** One request for a trackable link, as far as it decides whether somebody clicked. */
export interface Visit {
  /** Whether it leads to the address of a post. */
  readonly hasTarget: boolean
  /** Whether whoever is signed in is the member whose link it is. */
  readonly isOwner: boolean
  readonly isHead: boolean
  /** Whether its user agent is a known machine's. */
  readonly isCrawler: boolean
  /** Empty when it names none. */
  readonly userAgent: string
  /** What its headers say it is for, such as `prefetch;prerender`. */
  readonly purposes: readonly string[]
  /** What a browser says it will make of the answer (Sec-Fetch-Dest); null where it says nothing. */
  readonly destination: string | null
}

/** A click that counts, a machine's look, the owner's own visit, or a visit that leads to no post. */
export type VisitVerdict = 'counts' | 'preview' | 'own' | 'nothing'

export function visitVerdict(visit: Visit): VisitVerdict {
  if (!visit.hasTarget) return 'nothing'
  if (visit.isOwner) return 'own'
  return isPreview(visit) ? 'preview' : 'counts'
}

function isPreview({ isHead, isCrawler, userAgent, purposes, destination }: Visit): boolean {
  // A page can load a link as its image or script without anybody clicking on anything.
  const isPartOfPage = destination !== null && destination !== 'document'
  const isAhead = purposes.some((purpose) => /prefetch|preview/i.test(purpose))
  return isHead || isCrawler || userAgent.trim() === '' || isAhead || isPartOfPage
}
