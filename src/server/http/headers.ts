import type { FastifyInstance } from 'fastify'
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

// These mean something for documents only, and each header costs time on every answer.
const pagesOnly = {
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  // The filter that this turns off in old browsers made holes of its own.
  'x-xss-protection': '0',
}

// Data is no page: nothing may run in it or be loaded by it, wherever it is shown.
const answerPolicy = "default-src 'none'; frame-ancestors 'none'"

declare module 'fastify' {
  interface FastifyInstance {
    /** The headers of every answer under /api and /auth, for what is sent past the framework's way out. */
    answerHeaders: Readonly<Record<string, string>>
  }
}

/** The headers of every answer, errors included. They never change, so they are put together once. */
export function secureHeaders(app: FastifyInstance, config: Config): void {
  const always = headersFor(config)
  const ofPages = { ...always, ...pagesOnly }
  const ofAnswers = { ...always, 'content-security-policy': answerPolicy, 'cache-control': 'no-store' }
  app.decorate('answerHeaders', ofAnswers)
  app.addHook('onSend', async (request, reply) => {
    reply.headers(/^\/(api|auth)(\/|$)/i.test(request.url) ? ofAnswers : ofPages)
  })
}

function headersFor({ publicUrl }: Config): Readonly<Record<string, string>> {
  const isHttps = publicUrl.startsWith('https:')
  return {
    'content-security-policy': contentPolicy(publicUrl.replace(/^http/, 'ws')),
    ...(isHttps && { 'strict-transport-security': `max-age=${twoYearsSeconds}; includeSubDomains` }),
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // No Cross-Origin-Embedder-Policy: images of posts come from other sites, which do not all opt in to it.
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': closedFeatures,
  }
}

function contentPolicy(socketOrigin: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    // The component library positions overlays by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    `connect-src 'self' ${socketOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join(';')
}
