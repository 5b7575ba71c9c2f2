import type { Client, Connection, FieldDef, Submittable } from 'pg'
import type { DescribedQuery } from '#server/db/query.ts'

/** How PostgreSQL describes a statement. */
interface Description {
  readonly parameters: readonly string[]
  readonly columns: readonly DescribedColumn[]
}

interface DescribedColumn {
  readonly name: string
  readonly type: string
  /** Null for an expression, where it is unknown. */
  readonly isNullable: boolean | null
}

interface Source {
  readonly table: number
  readonly column: number
  readonly tableName: string
  readonly isNullable: boolean
}

const listTypes = `select t.oid::int as oid, coalesce(element.typname || '[]', t.typname) as name
  from pg_type t left join pg_type element on element.oid = t.typelem and t.typcategory = 'A'`
const listSources = `select attrelid::int as table, attnum as column, relname as "tableName", not attnotnull as "isNullable"
  from pg_attribute join pg_class on pg_class.oid = attrelid where attnum > 0 and relkind = 'r'`

/** Reads the types and tables of a database. Returns a function that describes a statement there without running it. */
export async function openDescriber(client: Client): Promise<(text: string) => Promise<Description>> {
  const types = await client.query<{ oid: number; name: string }>(listTypes)
  const nameByOid = new Map(types.rows.map(({ oid, name }) => [oid, name]))
  const typeOf = (oid: number) => nameByOid.get(oid) ?? String(oid)
  const sources = await client.query<Source>(listSources)
  const sourceByPlace = new Map(sources.rows.map((each) => [`${each.table} ${each.column}`, each]))
  return async (text) => {
    const { parameters, fields } = await client.query(new Describing(text)).answer
    const joined = outerJoined(text)
    const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => {
      const source = sourceByPlace.get(`${tableID} ${columnID}`)
      const isNullable = source ? source.isNullable || joined.has(source.tableName) : null
      return { name, type: typeOf(dataTypeID), isNullable }
    })
    return { parameters: parameters.map(typeOf), columns }
  }
}

/** The differences between a query's declaration and PostgreSQL's description. `neverNull` has `query.column` names. */
export function differencesOf(
  { name: query, params, row }: DescribedQuery,
  { parameters, columns }: Description,
  neverNull: ReadonlySet<string>,
): string[] {
  const taken = [...parameters].sort().join(', ')
  const declared = Object.values(params)
    .map(({ parameter }) => parameter)
    .sort()
    .join(', ')
  const differences = taken === declared ? [] : [`${query} takes (${taken}), not (${declared})`]
  // A function that takes a lock or notifies returns a column without a value.
  const answered = columns.filter(({ type }) => type !== 'void')
  const names = new Set(answered.map(({ name }) => name))
  if (names.size < answered.length) differences.push(`${query} answers two columns of one name`)
  for (const name of Object.keys(row)) if (!names.has(name)) differences.push(`${query} has no ${name}`)
  for (const { name, type, isNullable } of answered) {
    const kind = row[name]
    const place = `${query}.${name}`
    if (!kind) {
      differences.push(`${place} is not declared`)
      continue
    }
    if (kind.column !== type) differences.push(`${place} is ${type}, not ${kind.column}`)
    const canBeNull = isNullable && !neverNull.has(place)
    if (canBeNull && !kind.isNullable) differences.push(`${place} can be null`)
    if (canBeNull === false && kind.isNullable) differences.push(`${place} is never null`)
  }
  return differences
}

interface Answer {
  readonly parameters: readonly number[]
  readonly fields: readonly FieldDef[]
}

/** Makes the server parse and describe a statement. The client calls these methods when messages arrive. */
class Describing implements Submittable {
  readonly #text: string
  readonly #done = Promise.withResolvers<Answer>()
  #parameters: readonly number[] = []
  #fields: readonly FieldDef[] = []

  constructor(text: string) {
    this.#text = text
  }

  get answer(): Promise<Answer> {
    return this.#done.promise
  }

  submit(connection: Connection): void {
    const hear = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
      this.#parameters = dataTypeIDs
    }
    connection.once('parameterDescription', hear)
    this.#done.promise.then(
      () => connection.off('parameterDescription', hear),
      () => connection.off('parameterDescription', hear),
    )
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.#fields = fields
  }

  handleReadyForQuery(): void {
    this.#done.resolve({ parameters: this.#parameters, fields: this.#fields })
  }

  handleError(error: Error): void {
    this.#done.reject(error)
  }
}

const tableName = /\b(?:from|join)\s+(?:lateral\s+)?"?(\w+)/gi

/** Every table on the nullable side of an outer join, including tables inside a joined subquery. */
function outerJoined(text: string): Set<string> {
  const found = new Set<string>()
  for (const join of text.matchAll(/\b(left|right|full)\s+(?:outer\s+)?join\s+(?:lateral\s+)?"?(\w*)/gi)) {
    const [whole, side = '', name = ''] = join
    if (name) found.add(name)
    const common = new RegExp(`\\b${name}\\s+as\\s+(?:(?:not\\s+)?materialized\\s+)?(?=\\()`, 'i').exec(text)
    const start = name ? common && common.index + common[0].length : join.index + whole.length
    const before = side.toLowerCase() === 'left' ? '' : text.slice(0, join.index)
    const inside = `${before} ${parenthesis(text, start)}`
    for (const [, table = ''] of inside.matchAll(tableName)) found.add(table)
  }
  return found
}

/** The text from an opening parenthesis to its closing one, or nothing if `start` is null. */
function parenthesis(text: string, start: number | null): string {
  if (start === null) return ''
  let depth = 0
  for (let end = start; end < text.length; end++) {
    if (text[end] === '(') depth++
    if (text[end] === ')') depth--
    if (depth === 0) return text.slice(start, end)
  }
  return text.slice(start)
}
