import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Permission, permissionVerdict } from '#domain/permissions.ts'
import type { Config } from '#server/config.ts'
import { AppError } from '#server/errors.ts'
import { addressKey } from './addresses.ts'
import type { Limits } from './limits.ts'
import { RateLimit } from './rate-limit.ts'
import type { RequestCaller, SessionReader } from './session.ts'

/** Which budget a request is counted against. */
export type Budget = 'ordinary' | 'ready read' | 'report' | 'bulk' | 'probe' | 'visit' | 'chat' | 'free'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    budget?: Budget
  }
  interface FastifyRequest {
    caller: RequestCaller
  }
}

interface Needs {
  readonly config: Config
  readonly limits: Limits
  readonly sessions: SessionReader
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const nobody: RequestCaller = { kind: 'nobody' }

/**
 * Checks every request before its route runs: the caller, their rate limit and permission, and the request's origin.
 * A route without a permission is refused at registration.
 */
export function guardRoutes(app: FastifyInstance, needs: Needs): void {
  const assertWithinBudget = budgetCheck(needs.limits)
  app.decorateRequest('caller')
  app.addHook('onRoute', (route) => {
    if (!route.config?.permission)
      throw new Error(`${String(route.method)} ${route.url} states no permission`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { permission, budget = 'ordinary' } = request.routeOptions.config
    request.caller = nobody
    if (!permission || budget === 'free') return done()
    const admit = (caller: RequestCaller) => {
      request.caller = caller
      assertWithinBudget(request, budget)
      assertPermitted(caller, permission)
      assertOwnOrigin(request, needs.config)
    }
    const isFresh = permission !== 'take part'
    const recalled = isFresh ? null : needs.sessions.recall(request)
    if (!recalled) return needs.sessions.callerOf(request, isFresh).then(admit)
    admit(recalled)
    done()
  })
}

function assertPermitted(caller: RequestCaller, permission: Permission): void {
  const verdict = permissionVerdict(caller, permission)
  if (verdict === 'not-signed-in') throw new AppError('not-signed-in', 'Please sign in')
  if (verdict === 'not-allowed') throw new AppError('not-allowed', 'You are not allowed to do this')
}

/**
 * Refuses writes that another site makes through a browser (CSRF). A missing header is not refused: a client without
 * browser headers is not a browser, so it has no cookie that another site could misuse.
 */
function assertOwnOrigin(request: FastifyRequest, config: Config): void {
  const { caller } = request
  if (safeMethods.has(request.method) || caller.kind === 'hook') return
  if (caller.kind === 'member' && caller.via === 'bearer') return
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  const isOwn =
    site === undefined ? origin === undefined || origin === config.publicUrl : site === 'same-origin'
  if (!isOwn) throw new AppError('not-allowed', 'This request came from another site')
}

function budgetCheck(limits: Limits) {
  const forMembers = {
    ordinary: new RateLimit(limits.perMember),
    'ready read': new RateLimit(limits.readyReadsPerMember),
    report: new RateLimit(limits.reportsPerMember),
    bulk: new RateLimit(limits.bulkActsPerMember),
    probe: new RateLimit(limits.probesPerMember),
  }
  const forChat = new RateLimit(limits.chatCallsPerAddress)
  const forVisits = new RateLimit(limits.visitsPerAddress)
  const forAddresses = new RateLimit(limits.perAddress)
  const forHooks = new RateLimit(limits.perHookSecret)
  const secondsToWait = (request: FastifyRequest, budget: Exclude<Budget, 'free'>) => {
    const { kind } = request.caller
    if (budget === 'chat') return forChat.secondsToWait(addressKey(request.ip))
    if (budget === 'visit') return forVisits.secondsToWait(addressKey(request.ip))
    const limit = kind === 'nobody' ? forAddresses : kind === 'hook' ? forHooks : forMembers[budget]
    return limit.secondsToWait(callerKey(request))
  }
  return (request: FastifyRequest, budget: Exclude<Budget, 'free'>): void => {
    const retryAfterSeconds = secondsToWait(request, budget)
    if (retryAfterSeconds === null) return
    throw new AppError('too-many', 'Too many requests. Please wait a moment.', { retryAfterSeconds })
  }
}

function callerKey(request: FastifyRequest): string {
  const { caller } = request
  if (caller.kind === 'member') return caller.member.id
  return caller.kind === 'hook' ? caller.secretHash : addressKey(request.ip)
}
