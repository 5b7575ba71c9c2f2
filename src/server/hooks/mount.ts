import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type { ServedEndpoint } from '#contract/served.schema.ts'
import { isCutBody } from '#domain/deliveries.ts'
import type { DeliveryId } from '#domain/ids.ts'
import { RateLimit } from '#server/access/rate-limit.ts'
import type { Member } from '#server/access/session.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { refusalOf } from '#server/http/errors.ts'
import { routeOf } from '#server/http/mount.ts'
import { wrongShape } from './answers.ts'
import { type Arrival, arrivalOf, isTooDeep, keepable } from './arrival.ts'
import { acceptHookBodies } from './bodies.ts'
import { type Hook, noteRefusal, receiveOnce } from './receive.ts'
import { assertSignature } from './signature.ts'
import type { DeliveryRow } from './store.ts'

const mostIdleRefusalsPerMinute = 1

/** Sets up what all hooks share: accepted bodies, signature checks and the log of refusals. */
export function prepareHooks(scope: FastifyInstance, deps: Deps): void {
  acceptHookBodies(scope)
  scope.decorateRequest('arrivedBody')
  // Runs before validation, so that a sender with a wrong signature learns nothing about the body.
  scope.addHook('preValidation', async (request) => {
    const { headers, rawBody = Buffer.alloc(0) } = request
    request.arrivedBody = keepable(request.body)
    assertSignature({ headers, rawBody }, deps.secrets.webhooks, deps.clock.now())
    if (isTooDeep(request.body)) throw new AppError('invalid', 'The request is nested too deeply')
  })
  const noted = new RateLimit(mostIdleRefusalsPerMinute)
  const mayNote = (kind: string) => noted.secondsToWait(kind) === null
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return payload
    const arrival = arrivalOf(request)
    // Deliveries that cost their sender nothing must not fill the log.
    if (arrival.sender === 'stranger' && !mayNote('stranger')) return payload
    if (reply.statusCode === 429 && !mayNote('haste')) return payload
    const { message } = JSON.parse(payload) as { message: string }
    // The sender gets the answer even if this fails.
    await noteRefusal(deps, arrival, { status: reply.statusCode, reason: message }).catch((error: unknown) =>
      deps.log.error({ err: error, reqId: request.id }, 'could not log a refused delivery'),
    )
    return payload
  })
}

/** Replays a delivery, by the path of its hook. All apps of a process mount the same hooks. */
const replays = new Map<string, (deps: Deps, body: unknown, arrival: Arrival) => Promise<unknown>>()

/** Serves one hook of the contract, and registers it so that its deliveries can be replayed. */
export function mountHook<E extends ServedEndpoint>(
  scope: FastifyInstance,
  deps: Deps,
  endpoint: E,
  hook: Hook<BodyOf<E>, AnswerOf<E>>,
): void {
  scope.route({
    ...routeOf(endpoint, { permission: 'deliver by hook', budget: hook.budget }),
    // Validation has already given the body this type.
    handler: (request) => receiveOnce(deps, hook, request.body as BodyOf<E>, arrivalOf(request)),
  })
  replays.set(endpoint.path, async (own, body, arrival) => {
    const parsed = endpoint.body?.safeParse(body)
    if (!parsed?.success) throw wrongShape(parsed?.error)
    return receiveOnce(own, hook, parsed.data as BodyOf<E>, arrival)
  })
}

/** The administrator who replays a delivery, and the request that asks for it. */
export interface Replaying {
  readonly member: Member
  readonly request: FastifyRequest
}

/**
 * Replays an incoming delivery in the administrator's name. A refusal is logged like that of a request. Returns the id
 * of the new line in the log. Throws a 409 when there is nothing to replay.
 */
export async function replayIncoming(
  deps: Deps,
  { id, route, sender, body }: DeliveryRow,
  { request }: Replaying,
): Promise<DeliveryId> {
  if (sender === 'chat')
    throw new AppError('conflict', 'A call of Slack is not replayed: it is kept without its content')
  if (body === null)
    throw new AppError('conflict', 'The body of this delivery was not kept, because it could not be read')
  if (isCutBody(body))
    throw new AppError('conflict', 'Only the beginning of this delivery was kept, so it cannot be replayed')
  const replay = replays.get(route)
  if (!replay) throw new AppError('conflict', 'The webhook of this delivery no longer exists')
  const arrival = { ...arrivalOf(request), route, deliveryId: null, body, replayOf: id }
  try {
    await replay(deps, body, arrival)
  } catch (error) {
    const { status, body: refusal } = refusalOf(error as FastifyError, request)
    await noteRefusal(deps, arrival, { status, reason: refusal.message })
  }
  return arrival.id
}
