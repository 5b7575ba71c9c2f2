import { afterLoad } from './after-load.ts'

/**
 * Links the manifest, with which a browser offers to install the product, a second after the page has loaded: the
 * browser reads it and its icon at once, and a phone has few connections for what it shows.
 */
export function linkManifestLater(): void {
  afterLoad(1_000, () => {
    const link = document.createElement('link')
    link.rel = 'manifest'
    link.href = '/app.webmanifest'
    document.head.append(link)
  })
}
