import { constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Endpoint, noContent } from '#contract/endpoint.ts'
import type { Permission } from '#domain/permissions.ts'
import type { Acting } from '#server/access/audit.ts'
import type { Budget } from '#server/access/guard.ts'
import type { Member } from '#server/access/session.ts'
import type { Ready, ReadyAnswer } from '#server/cache/kept-answer.ts'
import { AppError } from '#server/errors.ts'

type AnyEndpoint = Endpoint
type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined

/** Permissions that only a signed-in member can pass. */
type MembersOnly = Exclude<Permission, 'enter anonymously' | 'deliver by hook'>

/** One request to an endpoint, with its input checked against the contract. */
export interface Call<E extends AnyEndpoint, P extends Permission> {
  readonly params: Parsed<NonNullable<E['params']>>
  readonly query: Parsed<NonNullable<E['query']>>
  readonly body: Parsed<NonNullable<E['body']>>
  /** The member who calls; null only where the permission lets others in. */
  readonly member: P extends MembersOnly ? Member : Member | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Who acts, for the record of who did what. */
interface Acts<P extends Permission> {
  readonly acting: P extends MembersOnly ? Acting : null
}

interface Mounting<E extends AnyEndpoint, P extends Permission> {
  readonly permission: P
  readonly budget?: Budget
  readonly handle: (call: Call<E, P> & Acts<P>) => Promise<z.input<E['answer']>> | z.input<E['answer']>
}

/** Serves one endpoint of the contract. Input and answer are checked against its shapes. */
export function mount<E extends AnyEndpoint, P extends Permission>(
  app: FastifyInstance,
  endpoint: E,
  { permission, budget, handle }: Mounting<E, P>,
): void {
  app.route({
    ...routeOf(endpoint, { permission, budget }),
    handler: async (request, reply) => {
      const { member, ...call } = callOf<E, P>(request, reply)
      const acting = member && { member, ip: request.ip }
      const answer = await handle({ ...call, member, acting } as never)
      return endpoint.answer === noContent ? reply.code(204).send() : answer
    },
  })
}

/**
 * Serves a cached answer: a list that is the same for every member, or a member's own data. `pick` returns null when
 * the request asks for something that is not cached, and `otherwise` then serves it.
 */
export function mountReady<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  serving: {
    readonly pick: (call: Call<E, 'take part'>) => Ready | null | Promise<Ready | null>
    readonly otherwise?: (call: Call<E, 'take part'>) => Promise<z.input<E['answer']>>
  },
): void {
  const serve = async (call: Call<E, 'take part'>, picked: Ready | null | Promise<Ready | null>) => {
    const source = await picked
    if (source) return sendReady(call, await source.read())
    if (!serving.otherwise) throw new AppError('unknown', 'Not found')
    return serving.otherwise(call)
  }
  app.route({
    ...routeOf(endpoint, { permission: 'take part', budget: 'ready read' }),
    // Not async: a cached answer is sent at once, without a promise in between.
    handler: (request, reply) => {
      const call = callOf<E, 'take part'>(request, reply)
      const picked = serving.pick(call)
      const ready = picked && 'peek' in picked ? picked.peek() : null
      return ready ? sendReady(call, ready) : serve(call, picked)
    },
  })
}

function callOf<E extends AnyEndpoint, P extends Permission>(request: FastifyRequest, reply: FastifyReply) {
  const member = request.caller.kind === 'member' ? request.caller.member : null
  const call = { params: request.params, query: request.query, body: request.body, member, request, reply }
  // The validation has already given these the shapes of the contract.
  return call as unknown as Call<E, P>
}

/**
 * Sends a cached answer. It skips the answer's schema, which was applied when the answer was built. It also bypasses
 * the framework's send hooks, which do nothing for finished bytes and take longer than all the rest.
 */
function sendReady(
  { request, reply }: Pick<Call<AnyEndpoint, Permission>, 'request' | 'reply'>,
  ready: ReadyAnswer,
): FastifyReply {
  const heads = headsByAnswer.get(ready) ?? headsOf(ready, reply.server.answerHeaders)
  reply.hijack()
  if (request.headers['if-none-match'] === ready.etag) reply.raw.writeHead(304, heads.unchanged).end()
  else if (isGzipWanted(request, ready)) {
    heads.gzipped ??= gzipped(ready, heads)
    reply.raw.writeHead(200, heads.gzipped.head).end(heads.gzipped.body)
  } else reply.raw.writeHead(200, heads.whole).end(ready.body)
  return reply
}

function isGzipWanted({ headers }: FastifyRequest, { body }: ReadyAnswer): boolean {
  return body.length >= leastGzippedBytes && (headers['accept-encoding']?.includes('gzip') ?? false)
}

/** Compressed once for all requests. */
function gzipped(ready: ReadyAnswer, { unchanged }: Heads): NonNullable<Heads['gzipped']> {
  const body = gzipSync(ready.body, { level: constants.Z_BEST_SPEED })
  const ofBody = { ...json, 'content-encoding': 'gzip', 'content-length': String(body.length) }
  return { head: [...unchanged, ...Object.entries(ofBody).flat()], body }
}

/** The headers of one cached answer, in the form that is fastest for Node: names and values in turn. */
interface Heads {
  readonly unchanged: string[]
  readonly whole: string[]
  /** Built when it is first needed. */
  gzipped?: { readonly head: string[]; readonly body: Buffer }
}

const json = { 'content-type': 'application/json; charset=utf-8' }
/** Below this, compression saves no packet. */
const leastGzippedBytes = 1_400

// Most answers are sent many times, and building their headers takes longer than looking them up.
const headsByAnswer = new WeakMap<ReadyAnswer, Heads>()

function headsOf(ready: ReadyAnswer, always: Readonly<Record<string, string>>): Heads {
  const unchanged = Object.entries({ ...always, etag: ready.etag, vary: 'accept-encoding' }).flat()
  const ofBody = { ...json, 'content-length': String(ready.body.length) }
  const heads: Heads = { unchanged, whole: [...unchanged, ...Object.entries(ofBody).flat()] }
  headsByAnswer.set(ready, heads)
  return heads
}

/** What a route of the contract is, without its handler. */
export function routeOf(
  endpoint: AnyEndpoint,
  { permission, budget = 'ordinary' }: Omit<Mounting<AnyEndpoint, Permission>, 'handle'>,
) {
  const schema = {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.answer !== noContent && { response: { 200: endpoint.answer } }),
  }
  return { method: endpoint.method, url: endpoint.path, config: { permission, budget }, schema }
}
