export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The answer of a call that returns nothing. */
export type NoContent = ReturnType<() => void>

/** The shapes of an endpoint's input and output, as the server has them after validation. */
export interface CallTypes {
  /** Parameters in the path. */
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  /** What a caller may send as the body, where that is less than `body` or written differently. */
  readonly sent?: unknown
  /** The body of a successful answer, sent with status 200; `NoContent` is sent as 204 without a body. */
  readonly answer: unknown
}

/** One call of the API. Its path is written nowhere else. */
export interface Endpoint<Types extends CallTypes = CallTypes> {
  readonly method: Method
  /** With parameters as `:name`. */
  readonly path: string
  /** Only the compiler reads it; it is never set. */
  readonly types?: Types
}

export function endpoint<Types extends CallTypes>(method: Method, path: string): Endpoint<Types> {
  return { method, path }
}

type TypesOf<E extends Endpoint> = NonNullable<E['types']>
export type ParamsOf<E extends Endpoint> = TypesOf<E> extends { params: infer Params } ? Params : undefined
export type QueryOf<E extends Endpoint> = TypesOf<E> extends { query: infer Query } ? Query : undefined
export type BodyOf<E extends Endpoint> = TypesOf<E> extends { body: infer Body } ? Body : undefined
/** What a caller may send as the body. */
export type SentOf<E extends Endpoint> = TypesOf<E> extends { sent: infer Sent } ? Sent : BodyOf<E>
export type AnswerOf<E extends Endpoint> = TypesOf<E>['answer']

/** The path with its parameters filled in. Throws when one is missing. */
export function pathTo(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
}
