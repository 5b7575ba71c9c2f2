import { isLoopbackHost } from '#domain/loopback.ts'
import type { Config } from '#server/config.ts'

const hostForm = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i
/** What is called from inside the network, by names that the configuration does not know. */
const inward = /^\/(health\/|metrics$)/

/**
 * Tells of a Host header whether it names the product. The port does not count, because proxies often leave it out. All
 * names of this machine are equal where the product is served only here.
 */
export function hostCheck({
  publicUrl,
  legacyPublicUrl,
}: Pick<Config, 'publicUrl' | 'legacyPublicUrl'>): (host: string) => boolean {
  const own = [publicUrl, legacyPublicUrl].flatMap((url) => (url === null ? [] : new URL(url).hostname))
  const names = new Set(own)
  const isLocal = isLoopbackHost(new URL(publicUrl).hostname)
  return (host) => {
    const name = hostForm.exec(host)?.[1]?.toLowerCase()
    return name !== undefined && (names.has(name) || (isLocal && isLoopbackHost(name)))
  }
}

/** Whether a route answers under every host. */
export function isForAnyHost(route: string): boolean {
  return inward.test(route)
}
