import type { DescribedQuery, Kind } from '#server/db/query.ts'

const isText = (value: unknown) => typeof value === 'string'
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isJson = (value: unknown) => value !== undefined
const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: isText,
  text: isText,
  'uuid[]': isTexts,
  'text[]': isTexts,
  int4: Number.isInteger,
  float8: (value) => typeof value === 'number',
  bool: (value) => typeof value === 'boolean',
  timestamptz: (value) => value instanceof Date && !Number.isNaN(value.getTime()),
  json: isJson,
  jsonb: isJson,
}

/** The first difference between the rows of a query and its declaration, or null. */
export function rowsError({ name, row: declared }: DescribedQuery, rows: readonly unknown[]): Error | null {
  const columns = Object.entries(declared)
  for (const row of rows) {
    const values = row as Readonly<Record<string, unknown>>
    for (const [column, kind] of columns)
      if (!fits(values[column], kind)) return mismatch(`${name}.${column}`, kind)
    for (const column of Object.keys(values)) {
      // A function that takes a lock or notifies returns a column without a value.
      if (!declared[column] && values[column] !== '') return new Error(`${name}.${column} is not declared`)
    }
  }
  return null
}

function fits(value: unknown, { column, isNullable }: Kind<unknown>): boolean {
  return value === null ? isNullable : isOfType[column]?.(value) === true
}

function mismatch(place: string, { column, isNullable }: Kind<unknown>): Error {
  return new Error(`${place} is not of type ${column}${isNullable ? '' : ', or is null'}`)
}
