import type { FastifyRequest } from 'fastify'
import { storableText } from '#contract/fields.schema.ts'
import { cutBodyField, type DeliverySender } from '#domain/deliveries.ts'
import type { DeliveryId, UserId } from '#domain/ids.ts'
import { hashOf } from '#server/access/session.ts'
import { newId } from '#server/db/new-id.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The parsed body of a hook, before validation. */
    arrivedBody?: unknown
  }
}

/** An incoming delivery. */
export interface Arrival {
  /** The id of its line in the log. */
  readonly id: DeliveryId
  /** The path of the hook. */
  readonly route: string
  /** The sender's id for it, hashed; a repeat with the same id gets the original answer. Null without an id. */
  readonly deliveryId: string | null
  readonly sender: DeliverySender
  /** The administrator who sent it, if any. */
  readonly actorId: UserId | null
  /** The access token through which that administrator delivers. */
  readonly tokenName: string | null
  readonly ip: string
  /** The body, for the log. */
  readonly body: unknown
  /** The delivery that this one replays. */
  readonly replayOf: DeliveryId | null
}

const deepestKept = 32

/** Whether a body has more levels than are kept of one. A list or an object is a level. */
export function isTooDeep(value: unknown, levelsLeft = deepestKept): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levelsLeft === 0 || Object.values(value).some((item) => isTooDeep(item, levelsLeft - 1))
}

/** The delivery that a request to a hook makes. */
export function arrivalOf(request: FastifyRequest): Arrival {
  const { headers, caller } = request
  const isAdmin = caller.kind === 'member' && caller.role === 'admin'
  const sender = isAdmin ? 'admin' : caller.kind === 'hook' ? 'hook' : 'stranger'
  const name = headers['webhook-id'] ?? headers['idempotency-key']
  return {
    id: newId(),
    route: request.routeOptions.url ?? '',
    // Hashed, because a sender's id may be longer than an index can hold.
    deliveryId: typeof name === 'string' && name !== '' ? hashOf(name) : null,
    sender,
    actorId: isAdmin ? caller.member.id : null,
    tokenName: isAdmin ? caller.member.tokenName : null,
    ip: request.ip,
    body: sender === 'stranger' ? null : (request.arrivedBody ?? null),
    replayOf: null,
  }
}

/** The value without characters that a database cannot store; null below the deepest level that is kept. */
export function keepable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepestKept) return null
  if (Array.isArray(value)) return value.map((item) => keepable(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [storableText(name), keepable(item, depth + 1)]),
  )
}

const mostKeptBytes = 16_384

/** The body, or only its beginning if it is long. */
export function cutBody(body: unknown): unknown {
  const bytes = Buffer.from(JSON.stringify(body) ?? '')
  if (bytes.length <= mostKeptBytes) return body
  return { [cutBodyField]: bytes.subarray(0, mostKeptBytes).toString('utf8') }
}
