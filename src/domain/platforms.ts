import { safeUrl } from './posts.ts'
import { type Platform, platforms } from './vocabulary.ts'

/** The domains of each platform, those of its short links included. */
const domains: Readonly<Record<Platform, readonly string[]>> = {
  linkedin: ['linkedin.com', 'lnkd.in'],
  twitter: ['x.com', 'twitter.com'],
  facebook: ['facebook.com', 'fb.com', 'fb.watch'],
  instagram: ['instagram.com', 'instagr.am'],
  youtube: ['youtube.com', 'youtu.be'],
  tiktok: ['tiktok.com'],
}

/** The platform on whose host a link leads, whatever the post says of itself. Null for any other host, and for no link. */
export function platformOfLink(link: string | null | undefined): Platform | null {
  const address = safeUrl(link)
  if (address === null) return null
  const host = new URL(address).hostname.replace(/\.+$/, '')
  const isWithin = (domain: string) => host === domain || host.endsWith(`.${domain}`)
  return platforms.find((platform) => domains[platform].some(isWithin)) ?? null
}
