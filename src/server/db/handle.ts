import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Announcement, Listener } from './announcement.ts'

export type Orm = PgDatabase<PgQueryResultHKT>

/**
 * A statement written once in SQL, for the paths where every round trip counts. PostgreSQL keeps it prepared under
 * its name on each connection. `Row` is what the statement returns; instants come as Date, days must be cast to text.
 */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** Never present: carries the type of a row. */
  readonly row?: Row
}

/** Values as they are bound: instants as ISO strings, so that both engines read them alike. */
export type StatementValue = string | number | boolean | null | readonly string[]

interface Queries {
  readonly orm: Orm
  run<Row>(statement: Statement<Row>, values: readonly StatementValue[]): Promise<Row[]>
}

/** One transaction. */
export interface Tx extends Queries {
  readonly isTransaction: true
  /** Says what the transaction changes. It is told after the commit; what is rolled back or tried again is not. */
  announce(announcement: Announcement): void
}

/** The database itself: each query is a transaction of its own. */
export interface Db extends Queries {
  readonly isTransaction: false
  readonly engine: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction and answers what it answers; an error rolls everything back. It may run again
   * after a deadlock or serialisation failure, so it must have no effect outside the database.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * The same for work that runs a single statement, which is a transaction by itself: it spares the round trips of
   * beginning and committing. A second statement throws.
   */
  singleStatement<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Calls `listener` with what each transaction has announced, after its commit. */
  listen(listener: Listener): void
  /** Runs plain SQL, several statements at once, outside any transaction of the caller. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text }
}
