import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Announcement, Listener } from './announcement.ts'

export type Orm = PgDatabase<PgQueryResultHKT>

/**
 * A statement in SQL, for paths where every round trip counts. PostgreSQL keeps it prepared under its name on each
 * connection. Instants in a `Row` are Dates; days must be cast to text.
 */
export interface Statement<Row> {
  readonly name: string
  readonly text: string
  /** Never present: carries the type of a row. */
  readonly row?: Row
}

/** Bound values. Instants are ISO strings, so that both engines read them alike. */
export type StatementValue = string | number | boolean | null | readonly string[]

interface Queries {
  readonly orm: Orm
  run<Row>(statement: Statement<Row>, values: readonly StatementValue[]): Promise<Row[]>
}

/** How busy the connections to the database are. */
export interface DatabaseLoad {
  /** Connections that are open. */
  readonly open: number
  /** Connections with work under way. */
  readonly inUse: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

/** Columns of a table whose rows are copied in bulk. */
export interface CopiedColumns {
  readonly table: string
  readonly columns: readonly string[]
}

/** One transaction. */
export interface Tx extends Queries {
  readonly isTransaction: true
  /**
   * Streams all rows of a table in the text format of COPY, a line each, which both engines read. Blocks end anywhere.
   * Whoever stops reading before the end can only roll back.
   */
  copyFrom(from: CopiedColumns): AsyncIterable<Uint8Array>
  /** Inserts rows that `copyFrom` streamed, much faster than any statement. Returns how many. */
  copyTo(to: CopiedColumns, blocks: AsyncIterable<Uint8Array>): Promise<number>
  /** Announces what the transaction changes. Listeners hear it after the commit, and nothing after a rollback. */
  announce(announcement: Announcement): void
}

/** The database. Each query outside `transaction` is its own transaction. */
export interface Db extends Queries {
  readonly isTransaction: false
  readonly engine: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction and returns its result; an error rolls everything back. It may run again
   * after a deadlock or serialisation failure, so it must have no effect outside the database.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /**
   * Like `transaction`, for work that runs a single statement: saves the round trips of begin and commit. A second
   * statement throws. Only short statements belong here, because on PostgreSQL others wait behind them.
   */
  singleStatement<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Calls `listener` with the announcements of each transaction, after its commit. */
  listen(listener: Listener): void
  load(): DatabaseLoad
  /** Runs plain SQL, which may hold several statements, outside any transaction of the caller. */
  script(sql: string): Promise<void>
  close(): Promise<void>
}

export function statement<Row>(name: string, text: string): Statement<Row> {
  return { name, text }
}
