import type { Orm } from './handle.ts'

/** The code of a connection that was lost, or not to be had in time: the driver of PostgreSQL gives none. */
export const lostConnection = 'ECONNLOST'
const lostTexts =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|connection timeout|not queryable/i

/** A statement that failed, told by names and codes: what a database and its driver say in words quotes values. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure'
  /** The name of the statement, or what stands for one. */
  readonly statement: string
  /** A SQLSTATE, or a code of the network; null where the driver itself failed. */
  readonly code: string | null
  readonly constraint: string | null
  readonly table: string | null

  constructor(statement: string, error: unknown) {
    const isLost = causesOf(error).some(({ message }) => lostTexts.test(message))
    const code = namesIn(error, 'code')[0] ?? (isLost ? lostConnection : null)
    const [constraint = null] = namesIn(error, 'constraint')
    const [table = null] = namesIn(error, 'table')
    const place = [constraint, table].filter((each) => each !== null).join(' on ')
    super(
      `The statement ${statement || 'without a name'} failed: ${code ?? 'no code'}${place && `, ${place}`}`,
    )
    this.statement = statement
    this.code = code
    this.constraint = constraint
    this.table = table
  }
}

/** For `catch`: makes a failure of whatever the statement met. */
export function failed(statement: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof DatabaseFailure ? error : new DatabaseFailure(statement, error)
  }
}

/** The same error, unless a database or the query builder made it or a cause of it: then a failure that quotes nothing. */
export function withoutValues<Thrown>(error: Thrown): Thrown | DatabaseFailure {
  const isRaw = causesOf(error).some((each) => 'severity' in each || 'params' in each)
  return isRaw ? new DatabaseFailure('', error) : error
}

/** The codes of an error and its causes, the outermost first. */
export function codesOf(error: unknown): string[] {
  return namesIn(error, 'code')
}

/** The query builder, which quotes every parameter in its own errors: they become failures. */
export function guarded(orm: Orm): Orm {
  const { session } = orm._
  const prepare = session.prepareQuery.bind(session)
  session.prepareQuery = (built, ...options) => {
    const prepared = prepare(built, ...options)
    const execute = prepared.execute.bind(prepared)
    const [, table = 'no table'] = /\b(?:from|into|update) "(\w+)"/.exec(built.sql) ?? []
    prepared.execute = (values) => execute(values).catch(failed(`built for ${table}`))
    return prepared
  }
  return orm
}

function namesIn(error: unknown, key: 'code' | 'constraint' | 'table'): string[] {
  return causesOf(error).flatMap((each) => {
    const value: unknown = Reflect.get(each, key)
    return typeof value === 'string' && /^\w+$/.test(value) ? [value] : []
  })
}

function causesOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
