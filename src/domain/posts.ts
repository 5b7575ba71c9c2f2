/** The engagement score from which a post counts as trending. */
export const trendingScore = 50

const placeholderHosts = ['example.com', 'example.org', 'localhost']
const trackingParameters = /^(utm_[a-z]+|fbclid|gclid|igshid|mc_[a-z]+|ref_src|trk)$/i

export interface EngagementCounts {
  readonly likesCount: number
  readonly commentsCount: number
  readonly sharesCount: number
}

export function engagementScore(counts: EngagementCounts): number {
  return counts.likesCount + counts.commentsCount + 2 * counts.sharesCount
}

export function isTrending(counts: EngagementCounts): boolean {
  return engagementScore(counts) >= trendingScore
}

/**
 * The address if it is one that may be stored, linked to or loaded: absolute http or https, without credentials
 * and without control characters. Null otherwise, so a `javascript:` or `data:` address never reaches a page.
 */
export function safeUrl(text: string | null | undefined): string | null {
  if (!text || hasControlCharacter(text)) return null
  const url = parseUrl(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return url.username === '' && url.password === '' && url.hostname !== '' ? url.href : null
}

/** Whether a post link leads nowhere real: empty, `#`, not http(s), or on a reserved example host. */
export function isPlaceholderLink(link: string | null | undefined): boolean {
  const href = safeUrl(link)
  if (href === null) return true
  const host = parseUrl(href)?.hostname.replace(/\.$/, '') ?? ''
  return placeholderHosts.some((placeholder) => host === placeholder || host.endsWith(`.${placeholder}`))
}

/**
 * One spelling for all addresses of the same post: no fragment, no tracking parameters, parameters sorted,
 * host without `www.`, https for http, no trailing slash. Null for a placeholder.
 */
export function normalisedPostUrl(link: string | null | undefined): string | null {
  if (isPlaceholderLink(link)) return null
  const url = parseUrl(link ?? '')
  if (!url) return null
  const parameters = [...url.searchParams].filter(([name]) => !trackingParameters.test(name)).sort(byText)
  const query = parameters.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const port = url.port === '' ? '' : `:${url.port}`
  const path = url.pathname.replace(/\/+$/, '')
  return `https://${url.hostname.replace(/^www\./, '')}${port}${path}${query.length ? `?${query.join('&')}` : ''}`
}

/** The text cut at `limit` characters, never through an emoji, with an ellipsis; unchanged when it is short enough. */
export function excerpt(text: string, limit: number): string {
  const characters = Array.from(text)
  return characters.length <= limit ? text : `${characters.slice(0, limit).join('').trimEnd()}…`
}

/** The handle that an author without one gets: `Ana Lima` gives `@ana.lima`. */
export function derivedHandle(authorName: string): string {
  return `@${authorName.trim().toLowerCase().replace(/\s+/g, '.')}`
}

function byText([aName, aValue]: [string, string], [bName, bValue]: [string, string]): number {
  const a = `${aName}=${aValue}`
  const b = `${bName}=${bValue}`
  return a < b ? -1 : a > b ? 1 : 0
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  }
  return false
}
