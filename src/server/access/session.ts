import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { roleThroughToken, type TokenScope, tokenPrefix } from '#domain/access-tokens.ts'
import type { AccessTokenId, SessionId, UserId } from '#domain/ids.ts'
import type { Role } from '#domain/vocabulary.ts'
import { type Clock, monotonicMs } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/handle.ts'
import { networkHash, networkOf, noteAddressAfterMs, putMemberAddresses } from './addresses.ts'
import type { Limits } from './limits.ts'
import type { Secrets } from './secrets.ts'
import { listSessionsBy, type SessionKind, type SessionRow, updateLastSeen } from './sessions.ts'
import { Strangers } from './strangers.ts'
import { listTokensByHash, type TokenRow, updateTokensUsed } from './tokens.ts'

/** The signed-in member that a request acts for. */
export interface Member {
  readonly id: UserId
  readonly username: string
  readonly displayName: string
  /** With which they act: through a token without the scope `admin`, that of an ordinary member. */
  readonly role: Role
  /** Null when they act through an access token. */
  readonly sessionId: SessionId | null
  /** The name of that token; null with a session. */
  readonly tokenName: string | null
}

/** What each way to authenticate reads from the database. */
interface Credentials {
  readonly cookie: SessionRow
  readonly bearer: SessionRow
  readonly token: TokenRow
}
type Way = keyof Credentials
type Credential = Credentials[Way]

const listBy: {
  readonly [By in Way]: (db: Db, hash: string) => Promise<readonly Credentials[By][]>
} = { cookie: listSessionsBy.cookie, bearer: listSessionsBy.bearer, token: listTokensByHash }

/** Who sent a request, and how they authenticated. */
export type RequestCaller =
  | {
      readonly kind: 'nobody'
      /** Whether the request has an access token, which does not work. */
      readonly hasDeadToken?: boolean
    }
  | {
      readonly kind: 'member'
      readonly via: Way
      readonly member: Member
      /** Their own, which a token does not lessen. */
      readonly role: Role
      /** What their token may be used for; null with a session. */
      readonly scopes: readonly TokenScope[] | null
    }
  | { readonly kind: 'hook'; readonly secretHash: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * How long a session lives without use, and in total. A sign-in through the chat outlives the browser; an emergency one
 * ends with it.
 */
export const sessionLifeMs: Readonly<Record<SessionKind, { idle: number; absolute: number }>> = {
  slack: { idle: 30 * dayMs, absolute: 180 * dayMs },
  emergency: { idle: hourMs, absolute: 8 * hourMs },
}

const touchAfterMs = 60_000
/** Thousands of windows connect within seconds after a restart. Where few come, the next one does not wait. */
const writePausePerUseMs = 2
const longestWritePauseMs = 100
// The lifetime is drawn at random, so that the cached sessions of a team do not expire together.
const shortestCachedMs = 2_500
const longestCachedMs = 5_000
// A cached session that is used this close to its end is read again in time, so that of the requests that a live message
// sets off in every window none waits for its session. Not at once, because those requests come first.
const renewedAheadMs = 1_500
const renewAfterMs = 200
const mostCached = 50_000
const mostHeaders = 10_000
const mostAddresses = 50_000
const longestHeader = 512
/** Every secret that the product generates begins with this. */
const secretPrefix = 'whsec_'
// How old the loaded secrets may be when they include the presented one, and when they do not.
const knownSecretMs = 60_000
const unknownSecretMs = 5_000

/** A 256-bit random value for a cookie or bearer, and the hash under which it is stored. */
export function newSessionSecret(): { value: string; hash: string } {
  return newSecret('')
}

/** The same for an access token. */
export function newTokenSecret(): { value: string; hash: string } {
  return newSecret(tokenPrefix)
}

function newSecret(prefix: string): { value: string; hash: string } {
  const value = `${prefix}${randomBytes(32).toString('base64url')}`
  return { value, hash: hashOf(value) }
}

export function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('base64url')
}

/** The `__Host-` prefix pins a cookie to the exact host over https; plain http, allowed on loopback, cannot carry it. */
export function sessionCookieName(config: Config): string {
  return config.publicUrl.startsWith('https:') ? '__Host-sid' : 'sid'
}

/**
 * Gives the browser the cookie of a new session. The server alone decides when a session ends, so the cookie of a chat
 * session lives as long as one possibly can. That of an emergency session ends with the browser.
 */
export function setSessionCookie(
  reply: FastifyReply,
  config: Config,
  { kind, value }: { readonly kind: SessionKind; readonly value: string },
): void {
  const life = kind === 'slack' ? { maxAge: sessionLifeMs.slack.absolute / 1_000 } : {}
  reply.setCookie(sessionCookieName(config), value, { ...cookieOptions(config), ...life })
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookieName(config), cookieOptions(config))
}

// Lax, not Strict: the return from Slack is a navigation from another site.
function cookieOptions(config: Config) {
  return {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
  } as const
}

/** The earliest last use, by kind, with which a session is still valid at a moment. */
export function oldestUse(now: Date): Readonly<Record<SessionKind, Date>> {
  const before = (kind: SessionKind) => new Date(now.getTime() - sessionLifeMs[kind].idle)
  return { slack: before('slack'), emergency: before('emergency') }
}

/** Who sent a request, as far as that decides about the cookie. */
export type Sender = Pick<FastifyRequest, 'headers' | 'ip'> & {
  readonly server: Pick<FastifyInstance, 'parseCookie'>
}

/** Parses the cookies of a request, only when they are needed. */
export function cookiesOf({
  server,
  headers,
}: Pick<Sender, 'server' | 'headers'>): Readonly<Record<string, string | undefined>> {
  return headers.cookie === undefined ? {} : server.parseCookie(headers.cookie)
}

interface Needs {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
  readonly limits: Pick<Limits, 'perAddress'>
  readonly secrets: Pick<Secrets, 'session' | 'webhooks' | 'readIfOlder'>
}

interface Cached {
  readonly credential: Credential
  readonly caller: RequestCaller
  /** When the session or token expires. */
  readonly expiresAtMs: number
  readonly loadedAtMs: number
  /** The same moment on the monotonic clock. */
  readonly loadedAtMonotonicMs: number
  readonly lifeMs: number
  isRenewing: boolean
}

/**
 * Identifies the sender of a request. Members' routes may use a cached session or token up to five seconds old, which is
 * dropped at once when it ends or its member changes. Routes with more rights read the database each time.
 */
export class SessionReader {
  readonly #needs: Needs
  readonly #cache = new Map<string, Cached>()
  /** Maps the whole cookie header to a key of `#cache`, which saves most requests the parsing and hashing. */
  readonly #keysByHeader = new Map<string, string>()
  #timesForgotten = 0
  readonly #used = new Set<SessionId>()
  readonly #usedTokens = new Set<AccessTokenId>()
  /** Where members were just seen, by member and network. */
  readonly #usedAddresses = new Map<string, { readonly userId: UserId; readonly network: string }>()
  /** When each member was last noted in each network. */
  readonly #notedMs = new Map<string, number>()
  #noting: Promise<unknown> | null = null
  #writing: Promise<void> | null = null
  #nextWriteMs = Number.NEGATIVE_INFINITY
  readonly #strangers: Strangers

  constructor(needs: Needs) {
    this.#needs = needs
    this.#strangers = new Strangers(needs.limits.perAddress)
  }

  /** The sender of a request with a cached cookie, without waiting; null leaves it to `callerOf`. */
  recall(request: FastifyRequest): RequestCaller | null {
    const { cookie, authorization, 'x-webhook-secret': secret } = request.headers
    if (cookie === undefined || authorization !== undefined || secret !== undefined) return null
    const cached = this.#cache.get(this.#keysByHeader.get(cookie) ?? '')
    const nowMs = this.#needs.clock.now().getTime()
    if (!cached || nowMs >= cached.expiresAtMs) return null
    const leftMs = cached.lifeMs - ageMsOf(cached, nowMs)
    if (leftMs <= 0) return null
    if (leftMs <= renewedAheadMs && !cached.isRenewing) {
      cached.isRenewing = true
      // Whoever asks after a failure reads it again and hears of it.
      setTimeout(() => void this.byCookie(request, true).catch(() => null), renewAfterMs).unref()
    }
    return cached.caller
  }

  async callerOf(request: FastifyRequest, isFresh: boolean): Promise<RequestCaller> {
    const bearer = bearerOf(request)
    if (bearer?.startsWith(tokenPrefix)) {
      // Only a program sends a token, and it means exactly this one. If a cookie stood in for a dead token, the request
      // would have more rights than the token ever had, and would pass without the check of its origin.
      const token = await this.#find('token', bearer, request.ip, isFresh)
      return token ? memberCaller('token', token) : { kind: 'nobody', hasDeadToken: true }
    }
    const secretHash = await this.#matchingSecret(request.headers['x-webhook-secret'] ?? bearer)
    if (secretHash !== null) return { kind: 'hook', secretHash }
    // A valid bearer wins. A stale one is ignored, so that it never blocks a valid cookie.
    const byBearer = this.#isWorthAsking(bearer, request)
      ? await this.#find('bearer', bearer, request.ip, isFresh)
      : null
    if (byBearer) return memberCaller('bearer', byBearer)
    const byCookie = await this.byCookie(request, isFresh)
    if (!byCookie) return { kind: 'nobody' }
    this.#keepHeader(request)
    return memberCaller('cookie', byCookie)
  }

  async byCookie(request: Sender, isFresh: boolean): Promise<SessionRow | null> {
    const cookie = this.#cookieOf(request)
    return cookie ? this.#find('cookie', cookie, request.ip, isFresh) : null
  }

  /** Drops these sessions, and all sessions and tokens of these members, from the cache. */
  forget(sessionIds: readonly SessionId[], userIds: readonly UserId[]): void {
    this.#timesForgotten++
    const ended: ReadonlySet<string> = new Set(sessionIds)
    for (const [key, { credential }] of this.#cache) {
      if (ended.has(credential.id) || userIds.includes(credential.userId)) this.#cache.delete(key)
    }
  }

  forgetAll(): void {
    this.#timesForgotten++
    this.#cache.clear()
  }

  async #find<By extends Way>(
    by: By,
    value: string,
    ip: string,
    isFresh: boolean,
  ): Promise<Credentials[By] | null> {
    const hash = hashOf(value)
    const key = keyOf(by, hash)
    const cached = this.#cache.get(key)
    const now = this.#needs.clock.now()
    const nowMs = now.getTime()
    if (cached && !isFresh && ageMsOf(cached, nowMs) < cached.lifeMs) {
      // The key names the way, so what it finds was read in that way.
      return nowMs < cached.expiresAtMs ? (cached.credential as Credentials[By]) : null
    }
    this.#strangers.assertMayAsk(key, ip)
    const timesForgotten = this.#timesForgotten
    const [found] = await listBy[by](this.#needs.db, hash)
    const isValid = found !== undefined && nowMs < expiryMs(found)
    this.#strangers.note(key, ip, isValid)
    if (!isValid) {
      this.#cache.delete(key)
      return null
    }
    await this.#noteUse(found, ip, nowMs)
    // A session read before a sign-out must not be cached after it.
    if (timesForgotten !== this.#timesForgotten) return found
    if (this.#cache.size >= mostCached) this.#cache.clear()
    const lifeMs = shortestCachedMs + Math.random() * (longestCachedMs - shortestCachedMs)
    this.#cache.set(key, {
      credential: found,
      caller: memberCaller(by, found),
      expiresAtMs: expiryMs(found),
      loadedAtMs: nowMs,
      loadedAtMonotonicMs: monotonicMs(),
      lifeMs,
      isRenewing: false,
    })
    return found
  }

  /**
   * Batches all sessions, tokens and addresses used in one turn of the event loop, or while others are written, into one
   * update of each.
   */
  async #noteUse(used: Credential, ip: string, nowMs: number): Promise<void> {
    const { userId, lastSeenAt } = used
    const network = networkOf(ip)
    const key = `${userId} ${network}`
    const notedMs = this.#notedMs.get(key) ?? Number.NEGATIVE_INFINITY
    const isOld = lastSeenAt === null || nowMs - lastSeenAt.getTime() > touchAfterMs
    const isNewAddress = Math.abs(nowMs - notedMs) >= noteAddressAfterMs
    if (isOld && used.kind === 'token') this.#usedTokens.add(used.id)
    else if (isOld && used.kind !== 'token') this.#used.add(used.id)
    if (isNewAddress) this.#usedAddresses.set(key, { userId, network })
    if (!isOld && !isNewAddress) return
    this.#noting ??= this.#writeLater()
    await this.#noting
  }

  async #writeLater(): Promise<void> {
    const waitMs = this.#nextWriteMs - monotonicMs()
    await Promise.allSettled([this.#writing, waitMs > 0 ? sleep(waitMs) : nextTurn()])
    const waiting = this.#used.size + this.#usedTokens.size + this.#usedAddresses.size
    this.#nextWriteMs = monotonicMs() + Math.min(longestWritePauseMs, waiting * writePausePerUseMs)
    this.#writing = this.#writeUses()
    await this.#writing
  }

  async #writeUses(): Promise<void> {
    const ids = [...this.#used]
    const tokenIds = [...this.#usedTokens]
    const addresses = new Map(this.#usedAddresses)
    this.#used.clear()
    this.#usedTokens.clear()
    this.#usedAddresses.clear()
    this.#noting = null
    const { db, clock } = this.#needs
    const now = clock.now()
    if (ids.length > 0) await updateLastSeen(db, { ids, now })
    if (tokenIds.length > 0) await updateTokensUsed(db, { ids: tokenIds, now })
    if (addresses.size > 0) await this.#writeAddresses(addresses, now)
  }

  async #writeAddresses(
    addresses: ReadonlyMap<string, { readonly userId: UserId; readonly network: string }>,
    now: Date,
  ): Promise<void> {
    const { db, secrets } = this.#needs
    const used = [...addresses.values()]
    await putMemberAddresses(db, {
      userIds: used.map(({ userId }) => userId),
      hashes: used.map(({ network }) => networkHash(secrets, 'member address', network)),
      now,
      stale: new Date(now.getTime() - noteAddressAfterMs),
    })
    if (this.#notedMs.size >= mostAddresses) this.#notedMs.clear()
    for (const key of addresses.keys()) this.#notedMs.set(key, now.getTime())
  }

  #cookieOf(request: Sender): string | undefined {
    return cookiesOf(request)[sessionCookieName(this.#needs.config)]
  }

  /** Whether to look a bearer up; one that would be refused now must not block a cookie beside it. */
  #isWorthAsking(bearer: string | null, request: FastifyRequest): bearer is string {
    if (bearer === null) return false
    const key = keyOf('bearer', hashOf(bearer))
    return this.#cookieOf(request) === undefined || this.#strangers.mayAsk(key, request.ip)
  }

  #keepHeader(request: FastifyRequest): void {
    const header = request.headers.cookie ?? ''
    const value = this.#cookieOf(request)
    if (value === undefined || header.length > longestHeader) return
    if (this.#keysByHeader.size >= mostHeaders) this.#keysByHeader.clear()
    this.#keysByHeader.set(header, keyOf('cookie', hashOf(value)))
  }

  async #matchingSecret(value: string | string[] | null | undefined): Promise<string | null> {
    if (typeof value !== 'string' || value === '') return null
    const hash = this.#knownSecret(value)
    if (hash === null && !value.startsWith(secretPrefix)) return null
    // The announcement of a new secret may not have reached this instance.
    const isReadAnew = await this.#needs.secrets.readIfOlder(hash === null ? unknownSecretMs : knownSecretMs)
    return isReadAnew ? this.#knownSecret(value) : hash
  }

  #knownSecret(value: string): string | null {
    const hash = Buffer.from(hashOf(value))
    const known = this.#needs.secrets.webhooks.map(hashOf)
    return known.find((each) => timingSafeEqual(Buffer.from(each), hash)) ?? null
  }
}

function keyOf(by: Way, hash: string): string {
  return `${by} ${hash}`
}

function memberCaller(via: Way, found: Credential): RequestCaller {
  const { userId: id, username, displayName, role } = found
  const names = { id, username, displayName }
  if (found.kind !== 'token') {
    const member = { ...names, role, sessionId: found.id, tokenName: null }
    return { kind: 'member', via, member, role, scopes: null }
  }
  const { scopes, name: tokenName } = found
  const member = { ...names, role: roleThroughToken(role, scopes), sessionId: null, tokenName }
  return { kind: 'member', via, member, role, scopes }
}

// By both clocks: after the system clock is set forward, an old cached session must not decide.
function ageMsOf({ loadedAtMs, loadedAtMonotonicMs }: Cached, nowMs: number): number {
  return Math.max(Math.abs(nowMs - loadedAtMs), monotonicMs() - loadedAtMonotonicMs)
}

/** The first moment at which a session or token is over: by its age, or a session because it was not used. */
function expiryMs(found: Credential): number {
  const { expiresAt } = found
  if (found.kind === 'token') return expiresAt.getTime()
  return Math.min(expiresAt.getTime(), found.lastSeenAt.getTime() + sessionLifeMs[found.kind].idle + 1)
}

/** The bearer of a request. What begins like a token is one, however it goes on. */
export function bearerOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const { authorization = '' } = headers
  return (
    (/^Bearer ([\w~+/.=-]+)$/i.exec(authorization) ?? /^Bearer +(ovt_.*)$/i.exec(authorization))?.[1] ?? null
  )
}
