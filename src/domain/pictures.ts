import { isSecureAddress } from './loopback.ts'
import { safeUrl } from './posts.ts'

/**
 * The canonical address of a picture that pages may load: https, or http on this machine, as the content security policy
 * allows. Null for any other.
 */
export function pictureAddress(text: string | null | undefined): string | null {
  const address = safeUrl(text)
  return address !== null && isSecureAddress(address) ? address : null
}

/** The same for stored addresses, which may be plain http: most such hosts also serve https. */
export function loadablePicture(text: string | null | undefined): string | null {
  return pictureAddress(text) ?? pictureAddress(safeUrl(text)?.replace(/^http:/, 'https:'))
}
