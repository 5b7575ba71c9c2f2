import type { Day } from '#domain/days.ts'
import type { Db, Statement, StatementValue, Tx } from './handle.ts'

/** What a parameter or a column holds: the type of PostgreSQL, and in `Value` the type of TypeScript. */
export interface Kind<Value> {
  /** The type under which a column of this kind is described. */
  readonly column: string
  /** The type to which a parameter of this kind is cast. */
  readonly parameter: string
  readonly isNullable: boolean
  /** Never present: carries the type of the value. */
  readonly value?: Value
}

type Kinds = Readonly<Record<string, Kind<unknown>>>
type ValuesOf<K extends Kinds> = {
  readonly [Name in keyof K]: K[Name] extends Kind<infer Value> ? Value : never
}

function kind<Value>(column: string, parameter = column): Kind<Value> {
  return { column, parameter, isNullable: false }
}

/** The kinds of values that statements take and answer. */
export const col = {
  uuid: kind<string>('uuid'),
  uuids: kind<readonly string[]>('uuid[]'),
  text: kind<string>('text'),
  texts: kind<readonly string[]>('text[]'),
  int: kind<number>('int4'),
  /** For sums: both engines hand a double over as a number, and it holds every sum that can occur exactly. */
  float: kind<number>('float8'),
  bool: kind<boolean>('bool'),
  instant: kind<Date>('timestamptz'),
  /** A workspace day. A column has to be cast to text, because the engines read a date differently. */
  day: kind<Day>('text', 'date'),
  /** A word of a closed list. */
  word: <Word extends string>(_words: readonly Word[]) => kind<Word>('text'),
  words: <Word extends string>(_words: readonly Word[]) => kind<readonly Word[]>('text[]'),
  json: <Value>() => kind<Value>('json', 'jsonb'),
  jsonb: <Value>() => kind<Value>('jsonb'),
  nullable: <Value>(of: Kind<Value>): Kind<Value | null> => ({ ...of, isNullable: true }),
} as const

interface Definition<Params extends Kinds, Row extends Kinds> {
  /** Names the statement in the log and on the server, where it stays prepared. No two have the same. */
  readonly name: string
  /** With parameters as `$name`; each is cast to the type of its kind. */
  readonly sql: string
  readonly params?: Params
  /** The columns of the answer, in any order; a statement without them answers nothing. */
  readonly row?: Row
}

/** A statement with named, typed parameters and a typed answer. */
export interface Query<Params, Row> {
  (db: Db | Tx, params: Params): Promise<Row[]>
  /** The first row, or null. */
  first(db: Db | Tx, params: Params): Promise<Row | null>
  /** The first row; throws when there is none. */
  one(db: Db | Tx, params: Params): Promise<Row>
  readonly described: DescribedQuery
}

/** A query as a test compares it with what PostgreSQL says of it. */
export interface DescribedQuery extends Statement<unknown> {
  readonly params: Kinds
  readonly row: Kinds
}

/** Every query of this process by its name. */
export const queriesByName = new Map<string, DescribedQuery>()

const parameter = /\$([a-z]\w*)/gi

/**
 * Writes a statement once, for the paths where every round trip counts, and for what the query builder cannot say.
 * Throws when the name is taken, or when the SQL and the list of parameters do not name the same ones.
 */
export function query<Params extends Kinds = Record<never, never>, Row extends Kinds = Record<never, never>>({
  name,
  sql,
  params: given,
  row,
}: Definition<Params, Row>): Query<ValuesOf<Params>, ValuesOf<Row>> {
  const params: Kinds = given ?? {}
  const names = [...new Set(Array.from(sql.matchAll(parameter), ([, word = '']) => word))]
  const strays = [
    ...names.filter((each) => !params[each]),
    ...Object.keys(params).filter((each) => !names.includes(each)),
  ]
  if (strays.length > 0) throw new Error(`${name}: the SQL and the parameters differ in ${strays.join(', ')}`)
  if (queriesByName.has(name)) throw new Error(`Two statements are called ${name}`)
  const text = sql.replace(
    parameter,
    (_, word: string) => `$${names.indexOf(word) + 1}::${params[word]?.parameter}`,
  )
  const described: DescribedQuery = { name, text, params, row: row ?? {} }
  queriesByName.set(name, described)
  const run = (db: Db | Tx, values: Readonly<Record<string, unknown>>) =>
    db.run<ValuesOf<Row>>(
      { name, text },
      names.map((each) => bound(values[each], params[each])),
    )
  const first = async (db: Db | Tx, values: Readonly<Record<string, unknown>>) =>
    (await run(db, values))[0] ?? null
  const one = async (db: Db | Tx, values: Readonly<Record<string, unknown>>) => {
    const row = await first(db, values)
    if (!row) throw new Error(`${name} answered no row`)
    return row
  }
  return Object.assign(run, { first, one, described })
}

/** Instants as ISO texts, so that both engines read them alike. */
function bound(value: unknown, kindOfValue: Kind<unknown> | undefined): StatementValue {
  if (value === undefined) throw new Error('A parameter of a statement has no value')
  if (value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (kindOfValue?.parameter === 'jsonb') return JSON.stringify(value)
  return value as StatementValue
}

/** The rows that a query answers. */
export type RowOf<Q extends Query<never, unknown>> = Awaited<ReturnType<Q>>[number]
