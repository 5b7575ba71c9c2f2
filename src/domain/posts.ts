import type { Platform } from './vocabulary.ts'

/** The lowest engagement score of a trending post. */
export const trendingScore = 50

const placeholderHosts = ['example.com', 'example.org', 'localhost']
/** Parameters that say where a visitor came from and never identify the post. */
const trackingParameters =
  /^(utm_\w+|mc_[ce]id|fbclid|gclid|dclid|msclkid|twclid|ttclid|li_fat_id|igsh|igshid|mibextid|ref_src|ref_url|trk|trackingid|lipi|rcm|si)$/i
/** Characters that mean the same whether they are percent-encoded or not. */
const plainInAddresses = /[\w\-.~:@!$'()*,]/
/** Characters that are a grapheme each beside one another. */
const plainCharacters = /^[\n -~]*$/
/** Made when it is first needed, because making it is slow on a phone. */
let graphemes: Intl.Segmenter | undefined

/** The brand of posts that only test the connection. Only administrators see them, and they earn nobody points. */
export const testBrand = 'test'

/** How long a deleted post can be restored. */
export const postRestoreMs = 30 * 24 * 3_600_000

/** The latest instant for which a post may be scheduled: the same moment of the next year. */
export function latestScheduledTime(now: Date): Date {
  const latest = new Date(now)
  latest.setUTCFullYear(latest.getUTCFullYear() + 1)
  return latest
}

/** What is stored of when a post is published. `publishedAt` is null while it waits. */
interface Publication {
  readonly originalPostDate: Date
  readonly publishedAt: Date | null
}

/** What a source says of when a post is published: its scheduled time, or that it is published already. */
interface StatedPublication {
  readonly scheduledAt: Date | null
  readonly isPublished?: boolean | undefined
}

/**
 * When a post is published, by what its source says; `known` is what is stored of it in the feed or as waiting. One in
 * the feed stays there: a time that lies ahead of it changes nothing. One that waits is moved by another time.
 */
export function publicationOf(
  known: Publication | null,
  { scheduledAt, isPublished = false }: StatedPublication,
  now: Date,
): Publication {
  const isAhead = scheduledAt !== null && scheduledAt > now
  if (known?.publishedAt)
    return isAhead || scheduledAt === null ? known : { ...known, originalPostDate: scheduledAt }
  const wanted = scheduledAt ?? known?.originalPostDate ?? now
  const originalPostDate = isPublished && wanted > now ? now : wanted
  return { originalPostDate, publishedAt: originalPostDate > now ? null : now }
}

/** How long engagement numbers wait for a post that is not known yet. */
export const parkedEngagementLifeMs = 7 * 24 * 3_600_000

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

/** Numbers as a source reports them, null for those that it omits, and the instant at which they were true. */
export interface EngagementReport extends Counts<number | null> {
  readonly engagementAt: Date
}

/** Whether a report may replace the stored numbers: it is at least as new. Missing or undated ones count as older. */
export function isNewerEngagement(report: { engagementAt: Date }, storedAt: Date | null): boolean {
  return storedAt === null || report.engagementAt.getTime() >= storedAt.getTime()
}

type Counts<Count> = Readonly<Record<'likesCount' | 'commentsCount' | 'sharesCount' | 'viewsCount', Count>>

/** The stored numbers, replaced where the report names new ones. */
export function mergedEngagement<Count extends number | null>(
  stored: Counts<Count>,
  report: Counts<number | null>,
): Counts<Count | number> {
  return {
    likesCount: report.likesCount ?? stored.likesCount,
    commentsCount: report.commentsCount ?? stored.commentsCount,
    sharesCount: report.sharesCount ?? stored.sharesCount,
    viewsCount: report.viewsCount ?? stored.viewsCount,
  }
}

/**
 * The canonical address if it is safe to store, link to or load: absolute http or https, without credentials or
 * control characters. Null otherwise, so a `javascript:` or `data:` address never reaches a page.
 */
export function safeUrl(text: string | null | undefined): string | null {
  if (!text || hasControlCharacter(text)) return null
  const url = parseUrl(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  return url.username === '' && url.password === '' && url.hostname !== '' ? url.href : null
}

/** Whether a post link is only a placeholder: empty, `#`, not http(s), or on a reserved example host. */
export function isPlaceholderLink(link: string | null | undefined): boolean {
  const href = safeUrl(link)
  if (href === null) return true
  const host = parseUrl(href)?.hostname.replace(/\.+$/, '') ?? ''
  return placeholderHosts.some((placeholder) => host === placeholder || host.endsWith(`.${placeholder}`))
}

/**
 * One spelling for all addresses of the same post. It has https for http, sorted parameters, and percent-encoding only
 * where it matters. It has no fragment, no tracking parameters, no `www.` and no trailing slash. It is at most one
 * character longer than the canonical address, and a second pass does not change it. Null for a placeholder.
 */
export function normalisedPostUrl(link: string | null | undefined): string | null {
  return isPlaceholderLink(link) ? null : normalisedAddress(link)
}

/** The same spelling of any http(s) address, also of a placeholder; null for anything else. */
export function normalisedAddress(link: string | null | undefined): string | null {
  const href = safeUrl(link)
  const url = href === null ? null : parseUrl(href)
  if (!href || !url) return null
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(href) ?? []
  const parameters = query
    .split('&')
    .map((parameter) => normalisedEncoding(parameter.replaceAll('%20', '+')))
    .filter((parameter) => parameter !== '' && !trackingParameters.test(parameter.split('=')[0] ?? ''))
    .sort()
  const host = url.hostname.replace(/\.+$/, '').replace(/^(www\.)+(?=.)/, '')
  const port = url.port === '' || url.port === '443' ? '' : `:${url.port}`
  const path = normalisedEncoding(url.pathname).replace(/\/+$/, '')
  return `https://${host}${port}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`
}

/**
 * The text cut at `limit` characters, with an ellipsis; unchanged when it is short enough. Characters are counted as
 * graphemes, so the cut never splits an emoji, or a letter from its accents.
 */
export function excerpt(text: string, limit: number): string {
  if (text.length <= limit) return text
  if (plainCharacters.test(text.slice(0, limit + 1))) return `${text.slice(0, limit).trimEnd()}…`
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let characters = 0
  for (const { index } of graphemes.segment(text)) {
    if (characters === limit) return `${text.slice(0, index).trimEnd()}…`
    characters++
  }
  return text
}

/** How a post is named where its text has no room: the first line, cut at 80 characters. */
export function titleOf(content: string): string {
  const line = content.split('\n').find((each) => each.trim() !== '') ?? ''
  return excerpt(line.trim(), 80)
}

/** The text cut after `limit` lines, with an ellipsis; unchanged when it has no more. */
export function linesOf(text: string, limit: number): string {
  const lines = text.split('\n')
  return lines.length > limit ? `${lines.slice(0, limit).join('\n').trimEnd()}…` : text
}

interface TextPart {
  readonly text: string
  readonly isHashtag: boolean
  /** Where it begins. */
  readonly at: number
}

/** The text in its parts, hashtags among them. A `#` inside a word or an address makes none. */
export function partsOfText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(/(?<![\p{L}\p{N}_/#&])#[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isHashtag: false, at: end })
    end = match.index + match[0].length
    parts.push({ text: match[0], isHashtag: true, at: match.index })
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHashtag: false, at: end })
  return parts
}

/** The handle for an author without one: `Ana Lima` becomes `@ana.lima`. */
export function derivedHandle(authorName: string): string {
  return `@${authorName.trim().toLowerCase().replace(/\s+/g, '.')}`
}

function normalisedEncoding(text: string): string {
  // Beside a stray percent sign, decoding could create a triplet that was not there.
  if (/%(?![0-9a-f]{2})/i.test(text)) return text
  return text.replace(/%([0-9a-f]{2})/gi, (triplet: string, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16))
    return plainInAddresses.test(character) ? character : triplet.toUpperCase()
  })
}

const platformHosts: Readonly<Record<string, Platform>> = {
  'linkedin.com': 'linkedin',
  'x.com': 'twitter',
  'twitter.com': 'twitter',
  'facebook.com': 'facebook',
  'fb.watch': 'facebook',
  'instagram.com': 'instagram',
  'youtube.com': 'youtube',
  'youtu.be': 'youtube',
  'tiktok.com': 'tiktok',
}

/** The platform whose site a link leads to; null for any other site, and for what is no link. */
export function platformOfLink(link: string): Platform | null {
  const href = safeUrl(link.trim())
  const host = (href === null ? null : parseUrl(href))?.hostname.replace(/\.+$/, '') ?? ''
  const site = Object.keys(platformHosts).find((each) => host === each || host.endsWith(`.${each}`))
  return (site !== undefined && platformHosts[site]) || null
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
