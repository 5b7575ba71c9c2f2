import type { Chance } from './chance.ts'

type Json = Readonly<Record<string, unknown>>

const longest = 70_000

/** Texts that programs stumble over. Text with a lone surrogate is sent as an escape of JSON. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202egnp.exe',
  '\u200b\u200d\ufeff',
  'e\u0301'.repeat(2_000),
  '👩‍👩‍👧‍👦'.repeat(300),
  'x'.repeat(longest),
  '0',
  '-1',
  '1e400',
  'NaN',
  'null',
  'true',
  '__proto__',
  'constructor',
  'toString',
  "'; drop table users; --",
  '%',
  '\\',
  '\\u0000',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'javascript:alert(1)',
  'https://www.linkedin.com/posts/1',
  'https://user:secret@example.com:99999/',
  'http://[::1]/',
  '0000-00-00',
  '2026-02-30',
  '2024-02-29',
  '9999-12-31',
  '0001-01-01T00:00:00Z',
  '2199-12-31T23:59:59.999Z',
  '2200-01-01T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '2026-06-10T24:00:00Z',
  '2026-06-10T10:00:00+14:01',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
]

const hostileNumbers: readonly number[] = [
  0,
  -0,
  -1,
  0.1,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e308,
  -1e308,
]

const plainTexts = [
  'linkedin',
  'Good news',
  'like',
  'A prize',
  'ana@people.test',
  'https://example.com/a',
  '7',
]
const dates = ['2026-06-10', '2026-06-01', '2000-01-01', '2199-12-31', '2026-12-31', '1999-12-31']
const instants = ['2026-06-10T10:00:00.000Z', '2000-01-01T00:00:00Z', '2199-12-31T23:59:59Z']

/** Makes values of the shapes in the description of the API, and values that are none. */
export class Values {
  readonly #chance: Chance
  readonly #schemas: Json
  /** Ids and other short texts of answers, so that requests speak of what exists. */
  readonly #seen: string[] = []

  constructor(chance: Chance, schemas: Json) {
    this.#chance = chance
    this.#schemas = schemas
  }

  /** Keeps short texts of an answer. */
  learn(answer: unknown): void {
    for (const text of textsIn(answer)) {
      if (this.#seen.length < 2_000) this.#seen.push(text)
      else this.#seen[this.#chance.below(this.#seen.length)] = text
    }
  }

  /** A value of the shape; each part of it is replaced by a hostile one in this share of the draws. */
  of(schema: Json, hostility: number, depth = 0): unknown {
    const chance = this.#chance
    if (chance.is(hostility)) return this.hostile()
    if (depth > 8) return null
    const { $ref, anyOf, oneOf, allOf } = schema
    if (typeof $ref === 'string') {
      return this.of((this.#schemas[$ref.split('/').at(-1) ?? ''] ?? {}) as Json, hostility, depth)
    }
    const options = anyOf ?? oneOf ?? allOf
    if (Array.isArray(options)) return this.of(chance.pick(options as Json[]), hostility, depth + 1)
    if ('const' in schema) return schema.const
    if (Array.isArray(schema.enum)) return chance.pick(schema.enum)
    return this.#ofType(schema, hostility, depth)
  }

  #ofType(schema: Json, hostility: number, depth: number): unknown {
    const chance = this.#chance
    switch (schema.type) {
      case 'string':
        return this.#text(schema)
      case 'integer':
      case 'number':
        return this.#number(schema)
      case 'boolean':
        return chance.is(0.5)
      case 'null':
        return null
      case 'array':
        return Array.from({ length: chance.below(4) }, () =>
          this.of((schema.items ?? {}) as Json, hostility, depth + 1),
        )
      case 'object':
        return this.#object(schema, hostility, depth)
      default:
        return chance.pick<unknown>([null, true, 1, this.#text({})])
    }
  }

  #object({ properties, required }: Json, hostility: number, depth: number): Json {
    const chance = this.#chance
    const needed = new Set((required ?? []) as string[])
    const fields = Object.entries((properties ?? {}) as Readonly<Record<string, Json>>)
      .filter(([name]) => chance.is(needed.has(name) ? 0.97 : 0.5))
      .map(([name, schema]) => [name, this.of(schema, hostility, depth + 1)] as const)
    const more = chance.is(0.05) ? [[chance.pick(hostileTexts), this.hostile()] as const] : []
    // Not by assignment, which would set the prototype by the name __proto__.
    return Object.fromEntries(fields.concat(more))
  }

  #text({ format, minLength, maxLength }: Json): string {
    const chance = this.#chance
    if (format === 'uuid') return chance.is(0.85) ? this.seen(/^[0-9a-f]{8}-/) : crypto.randomUUID()
    if (format === 'date') return chance.pick(dates)
    if (format === 'date-time') return chance.pick(instants)
    const edges = [minLength, maxLength].filter((each) => typeof each === 'number')
    if (edges.length > 0 && chance.is(0.3)) return 'y'.repeat(chance.pick(edges) + chance.below(3) - 1 || 0)
    return chance.is(0.4) ? this.seen(/./) : chance.pick(plainTexts)
  }

  #number({ minimum, maximum }: Json): number {
    const chance = this.#chance
    const edges = [minimum, maximum].filter((each) => typeof each === 'number')
    if (edges.length > 0 && chance.is(0.4)) return chance.pick(edges) + chance.pick([-1, 0, 0, 1])
    return chance.below(50)
  }

  /** A text of an answer that matches, or a made-up one. */
  seen(pattern: RegExp): string {
    const matching = this.#seen.filter((text) => pattern.test(text))
    return matching.length > 0 ? this.#chance.pick(matching) : '018f0000-0000-7000-8000-000000000000'
  }

  hostile(): unknown {
    const chance = this.#chance
    switch (chance.below(8)) {
      case 0:
        return chance.pick(hostileNumbers)
      case 1:
        return chance.pick<unknown>([null, true, false, [], {}, [[]], [null], { length: -1 }])
      case 2:
        return nested(chance.pick([5, 100, 1_000]))
      case 3:
        return Array.from({ length: chance.pick([60, 5_000]) }, () => chance.pick(plainTexts))
      default:
        return chance.pick(hostileTexts)
    }
  }
}

function nested(depth: number): unknown {
  let value: unknown = 'deep'
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length <= 100 && value !== '' ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).slice(0, 12).flatMap(textsIn)
}
