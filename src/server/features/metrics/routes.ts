import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { metricsPath } from '#contract/metrics.ts'
import { hashOf } from '#server/access/session.ts'
import type { Config } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { figuresReader } from './commands.ts'

const open = { permission: 'enter anonymously', budget: 'free' } as const
/** Headers that only a proxy sets. Behind one, every visitor seems to come from this machine. */
const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/** The metrics for Prometheus. For everybody else the address does not exist. */
export function metricsRoutes(app: FastifyInstance, deps: Deps): void {
  const { config, metrics } = deps
  const readFigures = figuresReader(deps)
  app.get(metricsPath, { config: open }, async (request, reply) => {
    if (!mayRead(request, config)) {
      reply.callNotFound()
      return reply
    }
    const text = await metrics.text(await readFigures())
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
  })
}

function mayRead({ headers, raw }: FastifyRequest, { metricsToken }: Config): boolean {
  if (metricsToken !== null) {
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
    return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(metricsToken)))
  }
  const isProxied = forwardingHeaders.some((name) => headers[name] !== undefined)
  return !isProxied && isThisMachine(raw.socket.remoteAddress ?? '')
}

/** The address of the peer itself, whatever a header says. */
function isThisMachine(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/i.test(address)
}
