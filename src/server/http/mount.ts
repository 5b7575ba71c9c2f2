import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { noContent, type ServedEndpoint } from '#contract/served.schema.ts'
import type { Permission } from '#domain/permissions.ts'
import type { Acting } from '#server/access/audit.ts'
import { type Budget, safeMethods } from '#server/access/guard.ts'
import type { Member } from '#server/access/session.ts'
import { type Ready, readyAnswer } from '#server/cache/kept.ts'
import { sendReady } from '#server/cache/send-ready.ts'
import type { Reads } from '#server/db/replica.ts'
import { AppError } from '#server/errors.ts'

/** Permissions that only a signed-in member can pass. */
type MembersOnly = Exclude<Permission, 'enter anonymously' | 'deliver by hook'>

/** One request to an endpoint, with its input checked against the contract. */
export interface Call<E extends ServedEndpoint, P extends Permission> {
  readonly params: ParamsOf<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  /** The member who calls; null only where the permission lets others in. */
  readonly member: P extends MembersOnly ? Member : Member | null
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Who acts, for the record of who did what. */
interface Acts<P extends Permission> {
  readonly acting: P extends MembersOnly ? Acting : null
}

interface Mounting<E extends ServedEndpoint, P extends Permission> {
  readonly permission: P
  readonly budget?: Budget
  /** Where bodies may be larger than usual. */
  readonly bodyLimitBytes?: number
  readonly handle: (call: Call<E, P> & Acts<P>) => Promise<AnswerOf<E>> | AnswerOf<E>
}

/** Serves one endpoint of the contract. Input and answer are checked against its shapes. */
export function mount<E extends ServedEndpoint, P extends Permission>(
  app: FastifyInstance,
  endpoint: E,
  { permission, budget, bodyLimitBytes, handle }: Mounting<E, P>,
): void {
  app.route({
    ...routeOf(endpoint, { permission, budget }),
    ...(bodyLimitBytes && { bodyLimit: bodyLimitBytes }),
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
export function mountReady<E extends ServedEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  serving: {
    /** Without it, every member may read it. */
    readonly permission?: Extract<Permission, 'administer'>
    readonly pick: (call: Call<E, 'take part'>) => Ready | null | Promise<Ready | null>
    readonly otherwise?: (call: Call<E, 'take part'>) => Promise<AnswerOf<E>>
  },
): void {
  const serve = async (call: Call<E, 'take part'>, picked: Ready | null | Promise<Ready | null>) => {
    const source = await picked
    if (source) return sendReady(call, await source.read())
    if (!serving.otherwise) throw new AppError('unknown', 'Not found')
    return sendReady(call, readyAnswer(endpoint.answer.parse(await serving.otherwise(call))))
  }
  app.route({
    ...routeOf(endpoint, { permission: serving.permission ?? 'take part', budget: 'ready read' }),
    // Not async: a cached answer is sent at once, without a promise in between.
    handler: (request, reply) => {
      const call = callOf<E, 'take part'>(request, reply)
      const picked = serving.pick(call)
      const ready = picked && 'peek' in picked ? picked.peek() : null
      return ready ? sendReady(call, ready) : serve(call, picked)
    },
  })
}

/** Notes who wrote something, before they hear that it is done. */
export function noteWriters(app: FastifyInstance, reads: Pick<Reads, 'noteWrite'>): void {
  app.addHook('onSend', ({ method, caller }, _reply, _payload, done) => {
    if (caller?.kind === 'member' && !safeMethods.has(method)) reads.noteWrite(caller.member.id)
    done()
  })
}

function callOf<E extends ServedEndpoint, P extends Permission>(
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const member = request.caller.kind === 'member' ? request.caller.member : null
  const call = { params: request.params, query: request.query, body: request.body, member, request, reply }
  // The validation has already given these the shapes of the contract.
  return call as unknown as Call<E, P>
}

/** What a route of the contract is, without its handler. */
export function routeOf(
  endpoint: ServedEndpoint,
  { permission, budget = 'ordinary' }: Omit<Mounting<ServedEndpoint, Permission>, 'handle'>,
) {
  const schema = {
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.body && { body: endpoint.body }),
    ...(endpoint.answer !== noContent && { response: { 200: endpoint.answer } }),
  }
  return { method: endpoint.method, url: endpoint.path, config: { permission, budget }, schema }
}
