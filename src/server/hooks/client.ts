import { lookup as lookUp } from 'node:dns/promises'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { mayBePrivate, type OutgoingHosts, webhookUrlVerdict } from '#domain/automation.ts'
import { isInsideName } from '#domain/webhooks.ts'

/** Why a message did not arrive: the address was refused, the connection failed, or the receiver refused it. */
export type PostFailure = 'refused-address' | 'connection' | 'timeout' | 'redirect' | 'status'

/** The result of a post. The status is null without an answer. */
export type Posted =
  | { readonly status: number; readonly failure?: never }
  | {
      readonly status: number | null
      readonly failure: PostFailure
      /** The header of a receiver that asks to wait. */
      readonly retryAfter?: string | undefined
    }

/** Describes only the status, and nothing about the addresses behind the host's name. */
export function describeFailure({ status, failure }: Posted): string {
  if (status !== null) return `failed (${status})`
  return failure === 'refused-address' ? 'failed (address not allowed)' : 'failed (no answer)'
}

export interface Message {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

interface Address {
  readonly address: string
  readonly family: number
}

/** Resolves a name to all its addresses. */
export type Resolve = (name: string) => Promise<readonly Address[]>

interface Limits {
  /** From the DNS lookup to the open connection. */
  readonly connectMs: number
  readonly totalMs: number
}

const defaultLimits: Limits = { connectMs: 3_000, totalMs: 10_000 }
const mostAnswerBytes = 65_536
// Node's default of 250 ms is too short for distant addresses of a name with several.
const eachAddressMs = 1_000
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * The only client for addresses that people typed in. It connects only to listed hosts, and never to an address of a
 * private network or of this machine, whatever the name. It uses no proxy and follows no redirects.
 */
export class HookClient {
  readonly #hosts: OutgoingHosts
  readonly #resolve: Resolve
  readonly #limits: Limits

  constructor(
    hosts: OutgoingHosts,
    {
      resolve = (name) => lookUp(name, { all: true }),
      limits = defaultLimits,
    }: { resolve?: Resolve; limits?: Limits } = {},
  ) {
    this.#hosts = hosts
    this.#resolve = resolve
    this.#limits = limits
  }

  /** Posts once. Never throws, so that the receiver's answer and network errors do not leave this class. */
  async post(address: string, message: Message, stop?: AbortSignal): Promise<Posted> {
    if (webhookUrlVerdict(address, this.#hosts) !== 'ok') return { status: null, failure: 'refused-address' }
    const url = new URL(address)
    const connecting = new AbortController()
    const timer = setTimeout(() => connecting.abort(), this.#limits.connectMs)
    const deadline = AbortSignal.any([connecting.signal, AbortSignal.timeout(this.#limits.totalMs)])
    const signal = stop ? AbortSignal.any([deadline, stop]) : deadline
    try {
      const addresses = await beforeAbort(this.#addressesOf(url), signal)
      if (!mayBePrivate(address, this.#hosts) && !addresses.every((each) => isPublicAddress(each.address))) {
        return { status: null, failure: 'refused-address' }
      }
      const way = { addresses, signal, onConnect: () => clearTimeout(timer) }
      const { status, retryAfter } = await exchange(url, message, way)
      if (status >= 200 && status < 300) return { status }
      if (status >= 300 && status < 400) return { status, failure: 'redirect' }
      return { status, failure: 'status', retryAfter }
    } catch {
      return { status: null, failure: deadline.aborted ? 'timeout' : 'connection' }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Resolves the name only once, so that it connects to the checked address. Never looks up an IP address. */
  async #addressesOf({ hostname }: URL): Promise<readonly Address[]> {
    const literal = hostname.replace(/^\[|\]$/g, '')
    const family = isIP(literal)
    const addresses = family === 0 ? await this.#resolve(hostname) : [{ address: literal, family }]
    if (addresses.length === 0) throw new Error('The name has no address')
    return addresses
  }
}

/** Whether an address is public: not of a private network, for a special purpose or of this machine. */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false
  // An IPv4-mapped IPv6 address counts as IPv4.
  const address = ipaddr.process(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv6 && !address.match(globalUnicast)) return false
  return !Object.values(networkInterfaces())
    .flatMap((each = []) => each)
    .some((own) => ipaddr.process(own.address).toString() === address.toString())
}

/** Whether a host of an address can be public. A name says so only once it is resolved. */
export function isPublicHost(hostname: string): boolean {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return isIP(literal) === 0 ? !isInsideName(hostname) : isPublicAddress(literal)
}

interface Way {
  readonly addresses: readonly Address[]
  readonly signal: AbortSignal
  onConnect(): void
}

interface Answered {
  readonly status: number
  readonly retryAfter: string | undefined
}

/** Posts over a new connection to one of the addresses. Returns the status; throws without an answer. */
function exchange(
  url: URL,
  { body, headers }: Message,
  { addresses, signal, onConnect }: Way,
): Promise<Answered> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': body.length },
    agent: false,
    lookup: knownAddresses(addresses),
    autoSelectFamilyAttemptTimeout: eachAddressMs,
    rejectUnauthorized: true,
    signal,
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options)
    let answered: Answered | null = null
    // Once there is a status, it counts, however the rest of the answer ends.
    const end = (error?: Error) => {
      if (answered === null) reject(error ?? new Error('The connection closed before an answer came'))
      else resolve(answered)
      outgoing.destroy()
    }
    outgoing.on('socket', (socket) => socket.once('connect', onConnect))
    outgoing.on('response', (incoming) => {
      answered = { status: incoming.statusCode ?? 0, retryAfter: incoming.headers['retry-after'] }
      let bytes = 0
      incoming.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes >= mostAnswerBytes) end()
      })
      incoming.on('end', end).on('error', end)
    })
    outgoing.on('error', end).on('close', end)
    outgoing.end(body)
  })
}

/** A lookup that returns the resolved addresses, so that there is no second DNS query. */
function knownAddresses(addresses: readonly Address[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject)
  })
}
