import type { Permission } from '#domain/permissions.ts'
import type { Budget } from '#server/access/guard.ts'
import type { Json } from './openapi-shapes.ts'

const issue = {
  type: 'object',
  required: ['path', 'message'],
  properties: { path: { type: 'string' }, message: { type: 'string' } },
  additionalProperties: false,
}

const errorBody = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string', description: 'A sentence for people' },
    issues: { type: 'array', items: issue, description: 'The fields that are not valid' },
    current: { type: 'object', description: 'With an edit conflict: the present values of its fields' },
    requestId: { type: 'string', description: 'With an error of the server: the id in its log' },
  },
  additionalProperties: false,
}

const retryAfter = {
  'retry-after': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
}

/** What each refusal means, by status. */
const meanings: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'Nobody is signed in, or the secret or signature is wrong',
  403: 'The caller may not do this',
  404: 'There is no such thing',
  409: 'This conflicts with the present state',
  410: 'It is too late',
  413: 'The request is too large',
  415: 'The request has another type than JSON',
  429: 'There were too many requests',
  500: 'Something went wrong on the server',
  502: 'Another system failed',
  503: 'The service is temporarily unavailable',
}

const waits = new Set([429, 503])

export const errorResponses: Readonly<Record<string, Json>> = Object.fromEntries(
  Object.entries(meanings).map(([status, description]) => [
    `Refusal${status}`,
    {
      description,
      ...(waits.has(Number(status)) && { headers: retryAfter }),
      content: { 'application/json': { schema: errorBody } },
    },
  ]),
)

interface Refused {
  readonly method: string
  readonly url: string
  readonly permission: Permission
  readonly budget: Budget
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** The refusals that a route may answer, and those that only it knows. */
export function refusals(route: Refused, also: readonly number[] = []): Json {
  const { method, url, permission, budget, params, query, body } = route
  const isWrite = method !== 'GET'
  const isOpen = permission === 'enter anonymously'
  const statuses = [
    ...(params || query || body || isWrite ? [400] : []),
    ...(isOpen ? [] : [401]),
    // A write of another site is refused, too.
    ...(isOpen && !isWrite ? [] : [403]),
    ...(url.includes(':') ? [404] : []),
    ...(isWrite ? [409, 413, 415] : []),
    ...(budget === 'free' ? [] : [429]),
    500,
    503,
    ...also,
  ].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
  )
}
