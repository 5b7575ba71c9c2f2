import { z } from 'zod'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { noContent, type ServedEndpoint } from '#contract/served.schema.ts'

/** An answer as it came, unchecked. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  /** The parsed body; null when it is not JSON. */
  readonly json: unknown
}

/** The length at which a message cuts off the body. */
const mostShown = 2_000

const errorBody = z.object({
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  current: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string().optional(),
}) satisfies z.ZodType<ErrorBody>

/**
 * The answer of an endpoint, which agrees with the contract. The body is read as `answer` or as `error`. Both are
 * inherited properties, so that a test which prints or compares the whole object reads neither.
 */
export class CheckedAnswer<Answer> {
  readonly status: number
  readonly headers: RawAnswer['headers']
  readonly text: string
  readonly #json: unknown
  readonly #call: string

  /** Throws when the answer differs from the contract, also where it has a field that the contract does not name. */
  constructor(endpoint: ServedEndpoint & { readonly types?: { readonly answer: Answer } }, raw: RawAnswer) {
    this.status = raw.status
    this.headers = raw.headers
    this.text = raw.text
    this.#json = raw.json
    this.#call = `${endpoint.method} ${endpoint.path}`
    const faults = raw.status < 400 ? faultsOfAnswer(endpoint, raw) : faultsOf(errorBody, raw.json)
    if (faults.length > 0) throw this.#surprise(`differs from the contract in ${faults.join(', ')}`)
  }

  /** The body of a success. Throws when the call was refused. */
  get answer(): Answer {
    if (this.status >= 400) throw this.#surprise('is a refusal')
    return this.#json as Answer
  }

  /** The body of a refusal. Throws when the call succeeded. */
  get error(): ErrorBody {
    if (this.status < 400) throw this.#surprise('is no refusal')
    return this.#json as ErrorBody
  }

  #surprise(what: string): Error {
    return new Error(`The answer of ${this.#call} ${what}: ${this.status} ${this.text.slice(0, mostShown)}`)
  }
}

export type AnswerTo<E extends ServedEndpoint> = CheckedAnswer<AnswerOf<E>>

function faultsOfAnswer({ answer }: ServedEndpoint, { status, text, json }: RawAnswer): string[] {
  const expected = answer === noContent ? 204 : 200
  if (status !== expected) return ['its status']
  if (answer === noContent) return text === '' ? [] : ['its body']
  return faultsOf(answer, json)
}

function faultsOf(schema: z.ZodType, json: unknown): string[] {
  const parsed = schema.safeParse(json)
  if (parsed.success) return differences(json, parsed.data, [])
  return parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'its body'} (${message})`)
}

/** The paths at which the schema has removed, added or changed something. */
function differences(received: unknown, parsed: unknown, path: readonly string[]): string[] {
  if (!isObject(received) || !isObject(parsed)) return received === parsed ? [] : [path.join('.')]
  const names = new Set([...Object.keys(received), ...Object.keys(parsed)])
  return [...names].flatMap((name) => differences(received[name], parsed[name], [...path, name]))
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
