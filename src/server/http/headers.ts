import type { FastifyInstance } from 'fastify'
import { isLoopbackHost } from '#domain/loopback.ts'
import type { Config } from '#server/config.ts'

const twoYearsSeconds = 63_072_000
const closedFeatures = [
  'camera',
  'microphone',
  'geolocation',
  'payment',
  'usb',
  'browsing-topics',
  'interest-cohort',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

// These matter for documents only, and every header costs time on every answer.
const pagesOnly = {
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  // Turns off a filter in old browsers that was itself a security hole.
  'x-xss-protection': '0',
}

// An API answer or a file is not a page: it must not run or load anything, wherever it is shown.
const answerPolicy = "default-src 'none'; frame-ancestors 'none'"

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every answer under /api and /auth, for cached answers that bypass the framework's hooks. */
    answerHeaders: Readonly<Record<string, string>>
  }
}

/** Adds the security headers to every answer, errors included. They never change, so they are built once. */
export function secureHeaders(app: FastifyInstance, config: Config): void {
  const always = headersFor(config)
  const pageHeaders = { ...always, ...pagesOnly }
  const fileHeaders = { ...always, 'content-security-policy': answerPolicy }
  const answerHeaders = { ...fileHeaders, 'cache-control': 'no-store' }
  app.decorate('answerHeaders', answerHeaders)
  app.addHook('onSend', ({ url }, reply, _payload, done) => {
    if (/^\/(api|auth)(\/|$)/i.test(url)) reply.headers(answerHeaders)
    else reply.headers(/^[^?]*\.\w{2,5}($|\?)/.test(url) ? fileHeaders : pageHeaders)
    done()
  })
}

function headersFor(config: Config): Readonly<Record<string, string>> {
  const { publicUrl } = config
  const isHttps = publicUrl.startsWith('https:')
  return {
    'content-security-policy': contentPolicy(config),
    ...(isHttps && { 'strict-transport-security': `max-age=${twoYearsSeconds}; includeSubDomains` }),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // No Cross-Origin-Embedder-Policy: images in posts come from other sites, and not all of them opt in to it.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': closedFeatures,
  }
}

export function contentPolicy({ publicUrl, slack, slackApiUrl }: Config): string {
  const pictures = standInOrigins([slackApiUrl, ...(slack ? [slack.issuer] : [])])
  return [
    "default-src 'self'",
    "script-src 'self'",
    // The component library positions overlays with style attributes.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' https: data:", ...pictures].join(' '),
    "font-src 'self'",
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join(';')
}

/** Origins on this machine among the addresses of Slack. A stand-in for Slack has its members' pictures there, over http. */
function standInOrigins(addresses: readonly string[]): ReadonlySet<string> {
  const urls = addresses.map((address) => new URL(address))
  return new Set(urls.filter(({ hostname }) => isLoopbackHost(hostname)).map(({ origin }) => origin))
}
