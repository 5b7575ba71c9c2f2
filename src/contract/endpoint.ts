import { z } from 'zod'

/** The answer of a call that returns nothing. */
export const noContent = z.void()

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call of the API: its path, which is written nowhere else, and the shapes of its input and output. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly method: Method
  /** With parameters as `:name`. */
  readonly path: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** The body of a successful answer, sent with status 200; `noContent` is sent as 204 without a body. */
  readonly answer: Answer
}

export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(definition: Endpoint<Params, Query, Body, Answer>): Endpoint<Params, Query, Body, Answer> {
  return definition
}

/** The path with its parameters filled in. Throws when one is missing. */
export function pathTo(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
}
