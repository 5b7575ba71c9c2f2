/** All codes for failures that the sender of a request can understand, with their statuses. */
export const statusOfCode = {
  invalid: 400,
  'not-signed-in': 401,
  'not-allowed': 403,
  unknown: 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'wrong-content-type': 415,
  'wrong-host': 421,
  'too-many': 429,
  'upstream-failed': 502,
  'not-ready': 503,
} as const

export type ErrorCode = keyof typeof statusOfCode

export interface Issue {
  readonly path: string
  readonly message: string
}

interface ErrorDetails {
  readonly issues?: readonly Issue[]
  /** The fields' current values, when somebody else has changed them meanwhile. */
  readonly current?: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds?: number
}

/** A refusal. Its message is shown to people, so it says nothing about the inside of the server. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly issues: readonly Issue[] | undefined
  readonly current: Readonly<Record<string, unknown>> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.issues = details.issues
    this.current = details.current
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** A 400 that names one field. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('invalid', message, { issues: [{ path, message }] })
}

/**
 * Refuses a change that rests on stale values. `seen` has the values as the sender last saw them, in the form of
 * `current`. Fields that it leaves out are not compared.
 */
export function assertSeen<Fields extends object>(
  seen: { readonly [Field in keyof Fields]?: unknown } | undefined,
  current: Fields,
): void {
  const fields = Object.keys(seen ?? {}) as (keyof Fields & string)[]
  const changed = fields.filter((field) => !isSame(seen?.[field], current[field]))
  if (changed.length === 0) return
  throw new AppError('conflict', 'Somebody else changed this meanwhile', {
    issues: changed.map((path) => ({ path, message: 'Somebody else changed this meanwhile' })),
    current: Object.fromEntries(changed.map((field) => [field, current[field]])),
  })
}

/** Lists are the same if they have the same items in the same order. */
function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((item, nth) => item === other[nth])
}
