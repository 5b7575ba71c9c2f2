import { z } from 'zod'

export type Json = Readonly<Record<string, unknown>>

interface Field {
  readonly schema: Json
  readonly isRequired: boolean
}

/** Turns the shapes of the contract into JSON Schema, and collects those that have a name. */
export class Shapes {
  readonly named: Record<string, Json> = {}

  /** What a caller may send. Unknown fields are ignored, so they are allowed. */
  inputOf(type: z.ZodType): Json {
    return this.#schemaOf(type, false)
  }

  /** What an answer holds, to the last field. Answers are encoded, so this is the side that is sent. */
  answerOf(type: z.ZodType): Json {
    return this.#schemaOf(type, true)
  }

  /** The fields of the parameters or the query of a call. */
  fieldsOf(type: z.ZodType): Readonly<Record<string, Field>> {
    const { properties = {}, required = [] } = this.inputOf(type) as {
      properties?: Readonly<Record<string, Json>>
      required?: readonly string[]
    }
    return Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        { schema, isRequired: required.includes(name) },
      ]),
    )
  }

  #schemaOf(type: z.ZodType, isClosed: boolean): Json {
    // As a field, because a shape with a name then becomes a reference like any other.
    const made = z.toJSONSchema(z.object({ whole: type }), {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema: { _zod }, jsonSchema }) => {
        const { def } = _zod
        if (isClosed && def.type === 'object') jsonSchema.additionalProperties ??= false
        // A number in a query is text on the way, and its limits belong to the number.
        if (def.type === 'pipe' && isCoerced(def.in)) Object.assign(jsonSchema, limitsOf(def.out))
      },
    })
    const { $defs = {}, properties } = referring(made)
    for (const [name, { id: _, ...schema }] of Object.entries($defs)) this.named[name] = schema
    return properties.whole
  }
}

interface Made {
  readonly $defs?: Readonly<Record<string, Json>>
  readonly properties: { readonly whole: Json }
}

/** The same with references into the components of the description. */
function referring(made: object): Made {
  return JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/'))
}

function isCoerced(type: z.core.$ZodType): boolean {
  return 'coerce' in type._zod.def && type._zod.def.coerce === true
}

function limitsOf(type: z.core.$ZodType): Json {
  const { $schema: _, ...limits } = z.toJSONSchema(type, { io: 'input' })
  return limits
}
