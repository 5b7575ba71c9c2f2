import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request that became a live connection. It has no answer, so no hook sees its end. */
    noteUpgrade(request: Noted): void
  }
}

/** What the log and the metrics tell of a request. */
type Noted = Pick<FastifyRequest, 'method' | 'route' | 'id'> & Partial<Pick<FastifyRequest, 'caller'>>

const switchingProtocols = 101
/** The route of every request that no route serves. */
const noRoute = 'none'

/**
 * Returns the id of each request, counts its answer and writes its line in the log: at debug, for the health checks at
 * trace. At info it writes a sample of the successful ones.
 */
export function watchRequests(app: FastifyInstance, { metrics, log, config }: Deps): void {
  const isDebug = log.isLevelEnabled('debug')
  const isTrace = log.isLevelEnabled('trace')
  const isSampled = sampler(log.isLevelEnabled('info') ? config.logSample : 0)
  const note = (request: Noted, status: number, durationMs: number) => {
    const { method } = request
    const route = request.route || noRoute
    metrics.countAnswer({ method, route, status }, durationMs / 1_000)
    const isHealth = route.startsWith('/health/')
    if (isHealth ? isTrace : isDebug) log[isHealth ? 'trace' : 'debug'](lineOf(), 'request')
    else if (!isDebug && !isHealth && status < 400 && isSampled()) log.info(lineOf(), 'request')

    function lineOf() {
      const { caller, id: reqId } = request
      const userId = caller?.kind === 'member' ? caller.member.id : undefined
      return { method, route, status, durationMs: Math.round(durationMs * 10) / 10, reqId, userId }
    }
  }
  app.decorate('noteUpgrade', (request) => note(request, switchingProtocols, 0))
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    note(request, reply.raw.statusCode, reply.elapsedTime)
    done()
  })
}

/** Answers true for this part of its calls, evenly spread. */
function sampler(part: number): () => boolean {
  let due = 0
  return () => {
    due += part
    if (due < 1) return false
    due -= 1
    return true
  }
}

/**
 * The sender's own id, if it has the form of one. Otherwise one that no other request to any instance has: random for
 * the process, then counted.
 */
export function requestIds(): (request: IncomingMessage) => string {
  const start = randomBytes(9).toString('base64url')
  let count = 0
  return ({ headers }) => {
    const given = headers['x-request-id']
    return typeof given === 'string' && /^[\w-]{1,64}$/.test(given) ? given : `${start}-${++count}`
  }
}
