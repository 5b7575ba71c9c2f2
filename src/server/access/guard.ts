import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Permission, permissionVerdict, scopeFor, type Use } from '#domain/permissions.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/handle.ts'
import { AppError } from '#server/errors.ts'
import { addressKey, plainForwardedFor } from './addresses.ts'
import { hostCheck, isForAnyHost } from './hosts.ts'
import type { Limits } from './limits.ts'
import { RateLimit } from './rate-limit.ts'
import type { RequestCaller, SessionReader } from './session.ts'
import { secondsToWaitOnAll } from './throttle.ts'

/** Which budget a request is counted against. */
export type Budget = 'ordinary' | 'ready read' | 'report' | 'bulk' | 'probe' | 'visit' | 'chat' | 'free'

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission
    budget?: Budget
  }
  interface FastifyRequest {
    caller: RequestCaller
    /** The pattern of its address; empty where no route serves it. The framework builds an object for each look at it. */
    route: string
  }
}

type HookCaller = Extract<RequestCaller, { kind: 'hook' }>

interface Needs {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly sessions: SessionReader
}

/** Methods of requests that change nothing. */
export const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const nobody: RequestCaller = { kind: 'nobody' }
const mostHostWarningsPerMinute = 1
const longestLoggedHost = 100
const deadToken = 'This access token does not work: it is unknown, has expired or was ended'
/** The refusal of what no access token may do. */
export const needsSession = 'This needs a session: sign in, because an access token may not do it'

/**
 * Checks every request before its route runs: its host, the caller, their rate limit and permission, and its origin.
 * A route without a permission is refused at registration.
 */
export function guardRoutes(app: FastifyInstance, needs: Needs): void {
  const assertWithinBudget = budgetCheck(needs.limits)
  const assertOwnHost = hostAssertion(needs.config)
  app.decorateRequest('caller')
  app.decorateRequest('route', '')
  app.addHook('onRoute', (route) => {
    if (!route.config?.permission)
      throw new Error(`${String(route.method)} ${route.url} states no permission`)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { config } = request.routeOptions
    const { permission, budget = 'ordinary', url } = config
    request.caller = nobody
    request.route = url ?? ''
    readForwarded(request)
    assertOwnHost(request)
    if (!permission || budget === 'free') return done()
    const admit = (caller: RequestCaller) => {
      request.caller = caller
      assertWithinBudget(request, budget)
      assertPermitted(caller, permission, kindOfUse(request))
      assertOwnOrigin(request, needs.config)
    }
    const isFresh = permission !== 'take part'
    const recalled = isFresh ? null : needs.sessions.recall(request)
    if (!recalled) {
      return needs.sessions.callerOf(request, isFresh).then((caller) => {
        admit(caller)
        return caller.kind === 'hook' ? assertHookWithinBudget(needs, caller) : undefined
      })
    }
    admit(recalled)
    done()
  })
}

function hostAssertion(config: Config): (request: FastifyRequest) => void {
  const isOwnHost = hostCheck(config)
  const warned = new RateLimit(mostHostWarningsPerMinute)
  // Nearly all requests come under one name.
  let lastOwn = ''
  return ({ host, route, log }) => {
    if (host === lastOwn) return
    if (isOwnHost(host)) {
      lastOwn = host
      return
    }
    if (isForAnyHost(route)) return
    if (warned.secondsToWait('') === null) {
      const advice = 'refused another host than that of PUBLIC_URL: a proxy has to pass the Host header on'
      log.warn({ host: host.slice(0, longestLoggedHost) }, advice)
    }
    throw new AppError('wrong-host', 'The product does not answer under this host name')
  }
}

/** Leaves only addresses in the header from which the framework takes the sender's. */
function readForwarded({ raw: { headers } }: FastifyRequest): void {
  const forwarded = headers['x-forwarded-for']
  if (forwarded !== undefined) headers['x-forwarded-for'] = plainForwardedFor([forwarded].flat().join(','))
}

function kindOfUse({ method }: FastifyRequest): Use {
  return safeMethods.has(method) ? 'read' : 'write'
}

function assertPermitted(caller: RequestCaller, permission: Permission, use: Use): void {
  const verdict = permissionVerdict(caller, permission, use)
  if (verdict === 'not-signed-in') {
    const hasDeadToken = caller.kind === 'nobody' && caller.hasDeadToken
    throw new AppError('not-signed-in', hasDeadToken ? deadToken : 'Please sign in')
  }
  if (verdict === 'not-allowed') throw new AppError('not-allowed', 'You are not allowed to do this')
  if (verdict === 'needs-session') throw new AppError('not-allowed', needsSession)
  if (verdict === 'needs-scope') {
    throw new AppError(
      'not-allowed',
      `This needs an access token with the scope ${scopeFor(permission, use)}`,
    )
  }
}

/**
 * Refuses writes that another site makes through a browser (CSRF). A missing header is not refused: a client without
 * browser headers is not a browser, so it has no cookie that another site could misuse.
 */
function assertOwnOrigin(request: FastifyRequest, config: Config): void {
  const { caller } = request
  if (safeMethods.has(request.method) || caller.kind === 'hook') return
  if (caller.kind === 'member' && caller.via !== 'cookie') return
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
  return (request: FastifyRequest, budget: Exclude<Budget, 'free'>): void =>
    assertNoWait(secondsToWait(request, budget))
}

/** Counts a delivery on all instances. What one instance counts alone spares the database a flood. */
async function assertHookWithinBudget(needs: Needs, { secretHash }: HookCaller): Promise<void> {
  assertNoWait(await secondsToWaitOnAll(needs, `hook minute ${secretHash}`, needs.limits.perHookSecret))
}

function assertNoWait(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds === null) return
  throw new AppError('too-many', 'Too many requests. Please wait a moment.', { retryAfterSeconds })
}

function callerKey(request: FastifyRequest): string {
  const { caller } = request
  if (caller.kind === 'member') return caller.member.id
  return caller.kind === 'hook' ? caller.secretHash : addressKey(request.ip)
}
