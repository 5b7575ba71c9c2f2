import { createRequire } from 'node:module'
import type { RawAnswer } from '#test/support/checked-answer.ts'

type Json = Readonly<Record<string, unknown>>

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema: Json }>>
}

export interface Operation {
  readonly summary: string
  readonly operationId: string
  readonly security: readonly Json[]
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>
}

export interface ApiDescription {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Response>>; readonly schemas: Json }
}

interface Validate {
  (value: unknown): boolean
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null
}

// The validator that checks the description itself brings a general one, which answers are checked with.
const library = createRequire(createRequire(import.meta.url).resolve('@seriousme/openapi-schema-validator'))
const { Ajv2020 } = library('ajv/dist/2020.js') as {
  Ajv2020: new (
    options: Json,
  ) => { addSchema(schema: Json, key: string): void; compile(schema: Json): Validate }
}

/** Tells whether answers agree with the description of the API. */
export class DescribedAnswers {
  readonly #description: ApiDescription
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  readonly #validators = new Map<string, Validate>()

  constructor(description: ApiDescription) {
    this.#description = description
    this.#ajv.addSchema({ $id: 'description', ...description }, 'description')
  }

  /** The routes that are described, as `GET /api/users/:id`. */
  get routes(): string[] {
    return Object.entries(this.#description.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
  }

  /** What of an answer is not as described. */
  faultsOf(method: string, url: string, { status, text, headers, json }: RawAnswer): string[] {
    const path = url.replace(/:(\w+)/g, '{$1}')
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)]
    const place = `${method} ${url} ${status}`
    const described = this.#description.paths[path]?.[method.toLowerCase()]?.responses[status]
    if (!described) return [`${place} is not described: ${text.slice(0, 200)}`]
    const shared = '$ref' in described ? described.$ref.split('/').slice(1) : pointer
    const response = '$ref' in described ? this.#description.components.responses[shared[2] ?? ''] : described
    const types = Object.keys(response?.content ?? {})
    if (types.length === 0) return text === '' ? [] : [`${place} has a body`]
    const type = types.find((each) => String(headers['content-type']).startsWith(each))
    if (type === undefined) return [`${place} has another type than ${types.join(' or ')}`]
    if (type !== 'application/json') return []
    const validate = this.#validator([...shared, 'content', type, 'schema'])
    if (validate(json)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message }) => `${place}: ${instancePath} ${message ?? ''}`,
    )
  }

  #validator(path: readonly string[]): Validate {
    const pointer = path.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    const known = this.#validators.get(pointer)
    const made = known ?? this.#ajv.compile({ $ref: `description#/${encodeURI(pointer)}` })
    this.#validators.set(pointer, made)
    return made
  }
}
