import type { Day } from '#domain/days.ts'
import type { Id, Identified } from '#domain/ids.ts'
import type { Db, Statement, StatementValue, Tx } from './handle.ts'

/** The type of a parameter or a column: its PostgreSQL type, and its TypeScript type in `Value`. */
export interface Kind<Value> {
  /** The type that PostgreSQL reports for a column of this kind. */
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

/** The kinds of values that statements accept and return. */
export const col = {
  /** A UUID that is no id of the product, or the id of a row in any table. */
  uuid: kind<string>('uuid'),
  id: <Of extends Identified>() => kind<Id<Of>>('uuid'),
  ids: <Of extends Identified>() => kind<readonly Id<Of>[]>('uuid[]'),
  text: kind<string>('text'),
  texts: kind<readonly string[]>('text[]'),
  int: kind<number>('int4'),
  ints: kind<readonly number[]>('int4[]'),
  /** For sums: both engines return a double as a number, and it represents every possible sum exactly. */
  float: kind<number>('float8'),
  bool: kind<boolean>('bool'),
  instant: kind<Date>('timestamptz'),
  /** A workspace day. Cast the column to text, because the engines return dates differently. */
  day: kind<Day>('text', 'date'),
  days: kind<readonly Day[]>('text[]', 'date[]'),
  /** A word of a closed list. */
  word: <Word extends string>(_words: readonly Word[]) => kind<Word>('text'),
  words: <Word extends string>(_words: readonly Word[]) => kind<readonly Word[]>('text[]'),
  json: <Value>() => kind<Value>('json', 'jsonb'),
  jsonb: <Value>() => kind<Value>('jsonb'),
  nullable: <Value>(of: Kind<Value>): Kind<Value | null> => ({ ...of, isNullable: true }),
} as const

interface Definition<Params extends Kinds, Row extends Kinds> {
  /** Unique. Names the statement in the log and on the server, where it stays prepared. */
  readonly name: string
  /** Parameters are written `$name`; each is cast to the type of its kind. */
  readonly sql: string
  readonly params?: Params
  /** The columns of the result, in any order; without them the statement returns no rows. */
  readonly row?: Row
}

/** A statement with named, typed parameters and typed rows. */
export interface Query<Params, Row> {
  (db: Db | Tx, params: Params): Promise<Row[]>
  /** The first row, or null. */
  first(db: Db | Tx, params: Params): Promise<Row | null>
  /** The first row; throws when there is none. */
  one(db: Db | Tx, params: Params): Promise<Row>
  readonly described: DescribedQuery
}

/** A query's declared types, which a test compares with PostgreSQL's own description. */
export interface DescribedQuery extends Statement<unknown> {
  readonly params: Kinds
  readonly row: Kinds
}

/** Every query of this process by its name. */
export const queriesByName = new Map<string, DescribedQuery>()

const parameter = /\$([a-z]\w*)/gi

/**
 * Defines a statement, for paths where every round trip counts and for SQL that the query builder cannot express.
 * Throws when the name is taken, or when the SQL and `params` do not name the same parameters.
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

/** Binds instants as ISO strings, so that both engines read them alike. */
function bound(value: unknown, kindOfValue: Kind<unknown> | undefined): StatementValue {
  if (value === undefined) throw new Error('A parameter of a statement has no value')
  if (value === null) return null
  if (value instanceof Date) return value.toISOString()
  if (kindOfValue?.parameter === 'jsonb') return JSON.stringify(value)
  return value as StatementValue
}

/** A row that a query returns. */
export type RowOf<Q extends Query<never, unknown>> = Awaited<ReturnType<Q>>[number]
