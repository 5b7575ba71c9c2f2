import {
  type AnswerOf,
  type Endpoint,
  type ParamsOf,
  pathTo,
  type QueryOf,
  type SentOf,
} from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { readAuthToken } from './auth-token.ts'

interface AnswerHead {
  readonly statusText?: string
  readonly retryAfter?: string | null
}

/**
 * An answer that is not a success. `message` is `<status>: <text>`: the text of the answer, or the status text if it is
 * empty.
 */
export class ApiError extends Error {
  readonly status: number
  /** What to show to people: the body's `message` if it is JSON, else the text, which may be empty. */
  readonly displayMessage: string
  readonly issues: NonNullable<ErrorBody['issues']>
  /** The present values of fields that somebody else has changed. */
  readonly current: ErrorBody['current']
  /** How long to wait before the next try, if the answer says so. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, text: string, { statusText = '', retryAfter = null }: AnswerHead = {}) {
    super(`${status}: ${text || statusText}`)
    this.name = 'ApiError'
    const body = parsedErrorBody(text)
    this.status = status
    this.displayMessage = body?.message ?? text
    this.issues = body?.issues ?? []
    this.current = body?.current
    this.retryAfterSeconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null
  }
}

export interface CallInput<E extends Endpoint> {
  readonly params?: ParamsOf<E>
  readonly query?: Partial<QueryOf<E>>
  readonly body?: SentOf<E>
  readonly signal?: AbortSignal | undefined
}

/** Calls one endpoint of the API. Throws an `ApiError` for an answer that is not a success. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> {
  const path = pathTo(endpoint.path, textValues(input.params))
  const query = new URLSearchParams(textValues(input.query)).toString()
  const answer = await send(query ? `${path}?${query}` : path, {
    method: endpoint.method,
    body: input.body,
    signal: input.signal,
  })
  // The server has validated it.
  return answer as AnswerOf<E>
}

/** Reads one address of the API. Throws an `ApiError` for an answer that is not a success. */
export function get(address: string, signal?: AbortSignal): Promise<unknown> {
  return send(address, { method: 'GET', signal })
}

/** Whether the server has another release than the page was made from; false if it cannot be reached. */
export async function hasNewRelease(): Promise<boolean> {
  const running = document.querySelector<HTMLScriptElement>('script[type="module"]')
  const answer = await fetch('/', { cache: 'no-store', credentials: 'omit' }).catch(() => null)
  if (!running || !answer?.ok) return false
  return !(await answer.text()).includes(new URL(running.src).pathname)
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Whether the call was refused because the user lacks the permission, which they may just have lost. */
export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === 403
}

/** What to tell people about a failed call; never JSON. */
export function displayMessage(error: unknown, fallback?: string): string {
  if (error instanceof ApiError) return error.displayMessage || (fallback ?? error.message)
  return fallback ?? 'The server could not be reached. Check your connection and try again.'
}

interface SendOptions {
  readonly method: string
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

// The server forbids HTTP caches. Answers that it caches itself carry an ETag. They are kept here, in memory only, so
// that an unchanged one costs no more than a 304.
const kept = new Map<string, { readonly etag: string; readonly answer: unknown }>()

/** Drops the kept answers when somebody signs out. */
export function forgetKeptAnswers(): void {
  kept.clear()
}

async function send(address: string, { method, body, signal }: SendOptions): Promise<unknown> {
  const headers: Record<string, string> = {}
  const token = readAuthToken()
  if (token) headers.Authorization = `Bearer ${token}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const known = method === 'GET' ? kept.get(address) : undefined
  if (known) headers['If-None-Match'] = known.etag
  const response = await fetch(address, {
    method,
    headers,
    credentials: 'include',
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  })
  if (known && response.status === 304) return known.answer
  const text = await response.text()
  if (!response.ok)
    throw new ApiError(response.status, text, {
      statusText: response.statusText,
      retryAfter: response.headers.get('retry-after'),
    })
  const answer: unknown = text ? JSON.parse(text) : undefined
  const etag = response.headers.get('etag')
  if (method === 'GET' && etag) kept.set(address, { etag, answer })
  return answer
}

/** The defined values, as text. */
export function textValues(values: unknown): Record<string, string> {
  const present = Object.entries(values ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(present.map(([name, value]) => [name, String(value)]))
}

function parsedErrorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body !== 'object' || body === null || !('message' in body)) return null
    return typeof body.message === 'string' ? (body as ErrorBody) : null
  } catch {
    return null
  }
}
