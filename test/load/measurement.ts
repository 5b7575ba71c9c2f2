import type { Figure } from './figures.ts'

/** The environment of a measurement. */
export interface Bench {
  /** Creates an empty database on a PostgreSQL server that flushes its writes to disk. Returns its URL. */
  newDatabase(): Promise<string>
  /** Creates an empty folder on disk. Returns its path. */
  newFolder(): Promise<string>
  /** Calls `close` after the measurement. The last deferred call runs first. */
  defer(close: () => Promise<void> | void): void
  /** Prints a line of progress. */
  log(text: string): void
}

export type Measurement = (bench: Bench) => Promise<Figure[]>
