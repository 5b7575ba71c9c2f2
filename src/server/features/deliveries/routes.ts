import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/deliveries.ts'
import { storableText } from '#contract/fields.ts'
import { hashOf } from '#server/access/session.ts'
import { monotonicMs } from '#server/clock.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { acceptHookBodies } from '#server/hooks/bodies.ts'
import { assertSignature } from '#server/hooks/signature.ts'
import { mount } from '#server/http/mount.ts'
import { type Arrival, deliveryView, listDeliveryLog, noteRefusal, replayOutgoing } from './commands.ts'
import { findDelivery, findReplay } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body of a hook as it was understood, before its shape was checked. */
    arrivedBody?: unknown
  }
}

const replayHeader = 'x-ovation-replay-of'
const deepestKept = 32
const idleRefusalsNotedEveryMs = 60_000

/** The log of deliveries, for administrators. */
export function deliveryRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listDeliveries, {
    permission: 'administer',
    handle: ({ query }) => listDeliveryLog(deps, query),
  })
  mount(app, contract.replayDelivery, {
    permission: 'administer',
    handle: async ({ params, member, request }) => {
      const original = await findDelivery(deps.db, params.id)
      if (!original) throw new AppError('unknown', 'This delivery is not known')
      if (original.direction === 'out') await replayOutgoing(deps, { member, ip: request.ip }, original)
      else if (original.body === null)
        throw new AppError('conflict', 'What this delivery said was not kept, because it was not understood')
      // Through the hook itself, in the administrator's name: the same checks, the same line in the log.
      else await app.inject(repeated(request, original))
      const replay = await findReplay(deps.db, original.id)
      if (!replay) throw new AppError('conflict', 'The hook of this delivery is not there any more')
      return { data: deliveryView(replay, member.username) }
    },
  })
}

function repeated(
  { headers, ip }: FastifyRequest,
  { id, route, body }: { id: string; route: string; body: unknown },
) {
  const { cookie, authorization } = headers
  return {
    method: 'POST',
    url: route,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/json',
      [replayHeader]: id,
      ...(cookie !== undefined && { cookie }),
      ...(authorization !== undefined && { authorization }),
    },
    payload: JSON.stringify(body),
  } as const
}

/** What all hooks have in common: which bodies they take, that signatures are checked, and that refusals are logged. */
export function prepareHooks(scope: FastifyInstance, deps: Deps): void {
  acceptHookBodies(scope)
  scope.decorateRequest('arrivedBody')
  // Before the body is checked against its shape: who cannot sign learns nothing about what is wrong with it.
  scope.addHook('preValidation', async (request) => {
    const { headers, rawBody = Buffer.alloc(0) } = request
    request.arrivedBody = keepable(request.body)
    assertSignature({ headers, rawBody }, deps.secrets.webhooks, deps.clock.now())
  })
  const mayNoteStranger = occasionally(idleRefusalsNotedEveryMs)
  const mayNoteHaste = occasionally(idleRefusalsNotedEveryMs)
  scope.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode < 400 || typeof payload !== 'string') return payload
    const arrival = arrivalOf(request)
    // What costs its sender nothing must not fill the log.
    if (arrival.sender === 'stranger' && !mayNoteStranger()) return payload
    if (reply.statusCode === 429 && !mayNoteHaste()) return payload
    const { message } = JSON.parse(payload) as { message: string }
    // Whoever sent it gets the answer in any case.
    await noteRefusal(deps, arrival, { status: reply.statusCode, reason: message }).catch((error: unknown) =>
      deps.log.error({ err: error, reqId: request.id }, 'a refused delivery is not in the log'),
    )
    return payload
  })
}

/** Who sent this to a hook, and under which name. */
export function arrivalOf(request: FastifyRequest): Arrival {
  const { headers, caller } = request
  const isAdmin = caller.kind === 'member' && caller.role === 'admin'
  const sender = isAdmin ? 'admin' : caller.kind === 'hook' ? 'hook' : 'stranger'
  const replayOf = headers[replayHeader]
  const name = headers['webhook-id'] ?? headers['idempotency-key']
  return {
    route: request.routeOptions.url ?? '',
    // Hashed, because a sender's id may be longer than an index can hold.
    deliveryId: typeof name === 'string' && name !== '' ? hashOf(name) : null,
    sender,
    actorId: isAdmin ? caller.member.id : null,
    ip: request.ip,
    body: sender === 'stranger' ? null : (request.arrivedBody ?? null),
    replayOf: isAdmin && typeof replayOf === 'string' ? replayOf : null,
  }
}

/** The value without what a database cannot hold; null when it is nested too deeply to be kept. */
function keepable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepestKept) return null
  if (Array.isArray(value)) return value.map((item) => keepable(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), keepable(item, depth + 1)]),
  )
}

function occasionally(everyMs: number): () => boolean {
  let lastMs = Number.NEGATIVE_INFINITY
  return () => {
    if (monotonicMs() - lastMs < everyMs) return false
    lastMs = monotonicMs()
    return true
  }
}
