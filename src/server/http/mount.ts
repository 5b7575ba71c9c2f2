import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Endpoint, noContent } from '#contract/endpoint.ts'
import type { Permission } from '#domain/permissions.ts'
import type { Acting } from '#server/access/audit.ts'
import type { Budget } from '#server/access/guard.ts'
import type { Member } from '#server/access/session.ts'
import type { Ready } from '#server/cache/kept-answer.ts'
import { sendReady } from '#server/cache/send-ready.ts'
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
