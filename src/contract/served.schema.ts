import { z } from 'zod'
import type { CallTypes, Endpoint, SentOf } from './endpoint.ts'

/** The answer of a call that returns nothing. */
export const noContent = z.void()

/** An endpoint with the schemas that validate its input and answer. */
export interface ServedEndpoint extends Endpoint {
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  readonly answer: z.ZodType
}

type Part = 'params' | 'query' | 'body' | 'answer'

/** A schema for each part that the endpoint's types name, and for no other part. */
type SchemasOf<Types extends CallTypes> = {
  readonly [P in Part & keyof Types]: z.ZodType<Types[P]>
} & { readonly [P in Exclude<Part, keyof Types>]?: never }

/** Adds its schemas to an endpoint. The compiler refuses a schema that differs from the endpoint's types. */
export function serve<Types extends CallTypes, Schemas extends SchemasOf<Types>>(
  call: Endpoint<Types>,
  schemas: Schemas & Exactly<Types, Schemas>,
): Endpoint<Types> & Schemas {
  return { ...call, ...schemas }
}

/**
 * Whether two types have the same properties. Assignability alone overlooks an optional property that one of them lacks,
 * and a property that a schema has beyond its type.
 */
export type Same<A, B> = [Whole<A>] extends [Whole<B>]
  ? [Whole<B>] extends [Whole<A>]
    ? true
    : false
  : false

/** The type with every property required, at every depth. The tuple keeps the undefined that `-?` would remove. */
type Whole<T> = T extends string | number | boolean
  ? T
  : T extends readonly (infer Item)[]
    ? readonly Whole<Item>[]
    : T extends object
      ? { [Name in keyof T]-?: readonly [Whole<T[Name]>] }
      : T

/** Nothing more for schemas that agree with the types; for the others, what no schema can be. */
type Exactly<Types extends CallTypes, Schemas> = {
  readonly [P in keyof Schemas & keyof Types]: Schemas[P] extends z.ZodType
    ? Same<z.output<Schemas[P]>, Types[P]> extends true
      ? P extends 'body'
        ? Accepting<Schemas[P], SentOf<Endpoint<Types>>>
        : Schemas[P]
      : 'The schema differs from the type'
    : never
}

type Accepting<Schema extends z.ZodType, Sent> = [Sent] extends [z.input<Schema>]
  ? Schema
  : 'The schema refuses what a caller may send'
