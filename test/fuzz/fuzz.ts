import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { verify } from '#server/verify.ts'
import { type ApiDescription, DescribedAnswers } from '#test/support/described-answer.ts'
import { Chance } from './chance.ts'
import { type Engine, type FuzzedProduct, startFuzzedProduct, type TimedAnswer } from './product.ts'
import {
  callers,
  curlLine,
  type FuzzedRoute,
  type FuzzRequest,
  makeRequest,
  smallerForms,
} from './requests.ts'
import { Values } from './values.ts'

const mostMs = 2_000
const isBuilt = existsSync(new URL('../../dist/web/index.html', import.meta.url))
const requestsACaller = 120
const refusalsACheck = 12
const mostShrinks = 150
const mostShrinkMs = 30_000
const mostGrowthBytes = 700 * 2 ** 20

export interface FuzzOptions {
  readonly engine: Engine
  readonly seconds: number
  readonly seed: string
  readonly mostFindings?: number
}

export interface FuzzReport {
  readonly requests: number
  readonly refused: number
  /** The routes of the API that answered a success at least once, and all of them. */
  readonly succeeded: number
  readonly routes: number
  readonly slowestMs: number
  /** Each with its request as a line for a shell. */
  readonly findings: readonly string[]
}

/** Sends made-up requests to the product for a while, and tells what it should not have done. */
export async function fuzz({ engine, seconds, seed, mostFindings = 10 }: FuzzOptions): Promise<FuzzReport> {
  const product = await startFuzzedProduct(engine)
  try {
    const session = await FuzzSession.begin(product, seed)
    const memoryBefore = process.memoryUsage().rss
    const untilMs = performance.now() + seconds * 1_000
    while (performance.now() < untilMs && session.findings.length < mostFindings) await session.step()
    await session.checkRefusals()
    for (const { name, violations } of await verify(product.server.deps.db)) {
      for (const line of violations) session.findings.push(`verify, ${name}: ${line}`)
    }
    const growth = process.memoryUsage().rss - memoryBefore
    if (growth > mostGrowthBytes) session.findings.push(`the process has grown by ${growth} bytes`)
    return session.report()
  } finally {
    await product.stop()
  }
}

class FuzzSession {
  readonly findings: string[] = []
  readonly #product: FuzzedProduct
  readonly #seed: string
  readonly #chance: Chance
  readonly #values: Values
  readonly #routes: readonly FuzzedRoute[]
  readonly #described: DescribedAnswers
  readonly #succeeded = new Set<string>()
  readonly #told = new Set<string>()
  #requests = 0
  #refused = 0
  #slowestMs = 0
  /** Refused since the state was last read. */
  #unchecked: FuzzRequest[] = []
  #state = ''

  private constructor(product: FuzzedProduct, seed: string, description: ApiDescription) {
    this.#product = product
    this.#seed = seed
    this.#chance = new Chance(seed)
    this.#values = new Values(this.#chance, description.components.schemas)
    this.#routes = routesOf(description)
    this.#described = new DescribedAnswers(description)
  }

  static async begin(product: FuzzedProduct, seed: string): Promise<FuzzSession> {
    const { json } = await product.send(plain('GET', '/api/openapi.json', 'nobody'))
    const session = new FuzzSession(product, seed, json as ApiDescription)
    // Each list that a caller can read teaches ids of what exists.
    for (const route of session.#routes.filter(
      ({ method, path }) => method === 'GET' && !path.includes('{'),
    )) {
      for (const caller of callers) await session.#try(plain('GET', route.path, caller))
    }
    session.#state = await product.state()
    return session
  }

  async step(): Promise<void> {
    if (this.#requests % requestsACaller === 0) {
      await this.checkRefusals()
      await this.#product.renewCallers()
      this.#state = await this.#product.state()
      for (const path of [
        '/api/social-feed-posts',
        '/api/users',
        '/api/auth/sessions',
        '/api/review/reports',
      ])
        await this.#try(plain('GET', path, 'admin'))
    }
    await this.#try(makeRequest(this.#chance.pick(this.#routes), this.#chance, this.#values))
    // The embedded engine never leaves the microtask queue by itself.
    await nextTurn()
  }

  /** Whether the calls that were refused since the last time have changed anything. */
  async checkRefusals(): Promise<void> {
    const suspects = this.#unchecked
    this.#unchecked = []
    if (suspects.length === 0) return
    const state = await this.#product.state()
    if (state === this.#state) return
    for (const suspect of suspects) {
      const before = await this.#product.state()
      const answer = await this.#product.send(suspect).catch(() => null)
      const after = await this.#product.state()
      if (answer && answer.status >= 400 && before !== after) {
        const tables = after.split('\n').filter((line) => !before.includes(line))
        this.#tell(`a refused call (${answer.status}) changed ${tables.join(', ')}`, suspect)
      }
    }
    this.#state = await this.#product.state()
  }

  report(): FuzzReport {
    return {
      requests: this.#requests,
      refused: this.#refused,
      succeeded: this.#succeeded.size,
      routes: this.#routes.length,
      slowestMs: Math.round(this.#slowestMs),
      findings: this.findings,
    }
  }

  async #try(request: FuzzRequest): Promise<void> {
    this.#requests += 1
    const { fault, answer } = await this.#faultOf(request)
    if (fault !== null && !this.#told.has(keyOf(request, fault)))
      this.#tell(fault, await this.#shrink(request, fault))
    if (!answer) return
    if (answer.status < 400) {
      this.#succeeded.add(request.route)
      this.#values.learn(answer.json)
    }
    if (answer.status >= 400) {
      this.#refused += 1
      this.#unchecked.push(request)
      if (this.#unchecked.length >= refusalsACheck) await this.checkRefusals()
    } else if (answer.status !== 304 && (request.method !== 'GET' || request.route.startsWith('GET /go/'))) {
      // It may have changed anything, so what was refused before it can no longer be told apart.
      this.#unchecked = []
      this.#state = await this.#product.state()
    }
  }

  /** What is wrong with the answer to a request, in words that are the same each time. */
  async #faultOf(request: FuzzRequest): Promise<{ fault: string | null; answer: TimedAnswer | null }> {
    const answer = await this.#answerOf(request)
    if (!answer) return { fault: isUnreadable(request) ? null : 'the connection was lost', answer: null }
    // These tests do not require a build of the browser code.
    const saysUnbuilt = answer.text.includes('not built') || (request.method === 'HEAD' && !isBuilt)
    const isUnbuilt = answer.status === 503 && saysUnbuilt
    if (answer.status >= 500 && !isUnbuilt && !this.#isOfReceiver(request, answer))
      return { fault: `status ${answer.status}`, answer }
    if (answer.tookMs > mostMs) {
      // Alone, because a busy machine may have delayed the first.
      const again = await this.#answerOf(request)
      if (!again || again.tookMs > mostMs) return { fault: `no answer within ${mostMs} ms`, answer }
    }
    this.#slowestMs = Math.max(this.#slowestMs, answer.tookMs)
    return { fault: this.#undescribed(request, answer), answer }
  }

  /** A few routes send something to an address of the caller's, and describe a 502 for what that refuses. */
  #isOfReceiver({ route }: FuzzRequest, answer: TimedAnswer): boolean {
    const [method = '', path = ''] = route.split(' ')
    const isDescribed = () =>
      this.#described.faultsOf(method, path.replace(/\{(\w+)\}/g, ':$1'), answer).length === 0
    return answer.status === 502 && isDescribed()
  }

  #undescribed({ route, method, target, headers }: FuzzRequest, answer: TimedAnswer): string | null {
    const [wanted = '', path = ''] = route.split(' ')
    // What is no longer a request of this route, or is answered before it is known which route that is.
    const isOther =
      method !== wanted || !isOn(path, target) || 'expect' in headers || 'if-none-match' in headers
    if (isOther || [304, 431, 503].includes(answer.status)) return null
    const faults = this.#described.faultsOf(method, path.replace(/\{(\w+)\}/g, ':$1'), answer)
    return faults.length > 0 ? `an answer that is not as described: ${faults.slice(0, 3).join('; ')}` : null
  }

  /** Null when the connection was lost each time. A body that is too large is refused before it is read to its end. */
  async #answerOf(request: FuzzRequest): Promise<TimedAnswer | null> {
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = await this.#product.send(request).catch(() => null)
      if (answer) return answer
    }
    return null
  }

  async #shrink(request: FuzzRequest, fault: string): Promise<FuzzRequest> {
    let smallest = request
    let left = mostShrinks
    const untilMs = performance.now() + mostShrinkMs
    let candidates = smallerForms(smallest)
    while (candidates.length > 0 && left > 0 && performance.now() < untilMs) {
      const candidate = candidates.shift()
      if (!candidate) break
      left -= 1
      if ((await this.#faultOf(candidate)).fault !== fault) continue
      smallest = candidate
      candidates = smallerForms(smallest)
    }
    this.#state = await this.#product.state()
    return smallest
  }

  /** The same fault of a route is told once. */
  #tell(fault: string, request: FuzzRequest): void {
    const key = keyOf(request, fault)
    if (this.#told.has(key)) return
    this.#told.add(key)
    this.findings.push(`${fault}\n  seed ${this.#seed}, request ${this.#requests}: ${curlLine(request)}`)
  }
}

function keyOf({ route }: FuzzRequest, fault: string): string {
  return `${route} ${fault.slice(0, 60)}`
}

function plain(method: string, path: string, caller: FuzzRequest['caller']): FuzzRequest {
  return { route: `${method} ${path}`, caller, method, target: path, headers: {}, body: null }
}

/**
 * What Node itself cannot answer: it refuses long headers with a body even after HEAD, where no client expects one; and it
 * ends a connection that is not kept alive with the answer, although the body of a read, which no route asks for, may
 * still be on its way.
 */
function isUnreadable({ method, target, body }: FuzzRequest): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  return (method === 'HEAD' && target.length > 12_000) || (isRead && (body?.length ?? 0) > 65_536)
}

function isOn(path: string, target: string): boolean {
  const pattern = path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[\\w.-]{1,80}')
  return new RegExp(`^${pattern}(\\?|$)`).test(target)
}

function routesOf({ paths }: ApiDescription): FuzzedRoute[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { parameters = [], requestBody } = operation as unknown as {
        parameters?: FuzzedRoute['parameters']
        requestBody?: { content: { 'application/json': { schema: FuzzedRoute['body'] } } }
      }
      const body = requestBody?.content['application/json'].schema ?? null
      return { method: method.toUpperCase(), path, parameters, body }
    }),
  )
}
